/** Streams live events of a service, and resumes after a lost connection. */
import { createParser } from 'eventsource-parser';
import type { EventSourceMessage } from 'eventsource-parser';
import { CommandFailure } from '../shared/io.ts';
import { download } from './client.ts';
import type { Credentials } from './credentials.ts';

/** After how long a connection that broke is tried again, at first and at most, ms. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

interface Listening {
  credentials: Credentials;
  /** Below `/api/v1`. */
  path: string;
  /** Hears of connections that broke. */
  lost: (why: string) => void;
}

/** Every event, without an end. Throws a `CommandFailure` where the first connection cannot be made, or the key is refused. */
export async function* liveEvents({
  credentials,
  path,
  lost,
}: Listening): AsyncGenerator<EventSourceMessage> {
  let last = '';
  let waitMs = FIRST_WAIT_MS;
  for (let hasBegun = false; ;) {
    try {
      for await (const event of connection(credentials, path, last)) {
        if (event.id !== undefined) last = event.id;
        hasBegun = true;
        waitMs = FIRST_WAIT_MS;
        yield event;
      }
    } catch (error) {
      // A service that is told of in words may be about to stop; one that refuses for good does so again.
      if (!hasBegun || (error instanceof CommandFailure && isFinal(error))) throw error;
      lost(error instanceof Error ? error.message : String(error));
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
  }
}

/** A refusal is told by exit code 1, no answer by 2. */
function isFinal({ exitCode }: CommandFailure): boolean {
  return exitCode === 1;
}

async function* connection(
  credentials: Credentials,
  path: string,
  last: string,
): AsyncGenerator<EventSourceMessage> {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const headers = last === '' ? {} : { 'last-event-id': last };
  for await (const text of download(credentials, path, headers)) {
    parser.feed(text);
    yield* events.splice(0);
  }
}
