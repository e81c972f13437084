/** Streams live events of a service, and resumes after a lost connection. */
import { createParser } from 'eventsource-parser';
import type { EventSourceMessage } from 'eventsource-parser';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandFailure, describeError } from '../shared/io.ts';
import { download } from './client.ts';
import type { Credentials } from './credentials.ts';

/** Minimum and maximum delay before a reconnect, ms. */
const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 10_000;

interface Listening {
  credentials: Credentials;
  /** Path below `/api/v1`. */
  path: string;
  /** Called when a connection is lost. */
  lost: (why: string) => void;
}

/** Yields all events, without an end. Throws a `CommandFailure` if the first connection fails or the key is refused. */
export async function* liveEvents({
  credentials,
  path,
  lost,
}: Listening): AsyncGenerator<EventSourceMessage> {
  let last = '';
  let delayMs = MIN_DELAY_MS;
  for (let hasBegun = false; ;) {
    try {
      for await (const event of connect(credentials, path, last)) {
        if (event.id !== undefined) last = event.id;
        hasBegun = true;
        delayMs = MIN_DELAY_MS;
        yield event;
      }
    } catch (error) {
      // Exit code 1 stands for a refusal, which a retry does not change; 2 for no response.
      if (!hasBegun || (error instanceof CommandFailure && error.exitCode === 1)) throw error;
      lost(describeError(error));
    }
    await pause(delayMs);
    delayMs = Math.min(2 * delayMs, MAX_DELAY_MS);
  }
}

async function* connect(
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
