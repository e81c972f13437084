/** Somebody who watches, as a browser's EventSource does. */
import { createParser } from 'eventsource-parser';
import type { EventSourceMessage } from 'eventsource-parser';
import { until } from '../../../engine/until.ts';

export interface Watching {
  status: number;
  headers: Headers;
  /** What has come so far. */
  events: EventSourceMessage[];
  /** What has come that is of calls, each as `kind step`. */
  moves: () => string[];
  /** The service has ended the stream. */
  hasEnded: () => boolean;
  close: () => void;
}

/** Begins to watch; resolves when the stream is open. */
export async function watch(
  address: string,
  key: string,
  { lastEventId }: { lastEventId?: string } = {},
): Promise<Watching> {
  const abort = new AbortController();
  const response = await fetch(address, {
    signal: abort.signal,
    headers: {
      authorization: `Bearer ${key}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  const events: EventSourceMessage[] = [];
  let ended = false;
  const parser = createParser({ onEvent: (event) => events.push(event) });
  void read(response, (text) => {
    parser.feed(text);
  }).finally(() => (ended = true));
  if (response.status === 200) await until(() => events.length > 0);
  return {
    status: response.status,
    headers: response.headers,
    events,
    moves: () =>
      events
        .filter(({ event = '' }) => event.startsWith('call.'))
        .map(
          ({ event = '', data }) => `${event} ${(JSON.parse(data) as { call: { step: string } }).call.step}`,
        ),
    hasEnded: () => ended,
    close: () => {
      abort.abort();
    },
  };
}

async function read({ body }: Response, hear: (text: string) => void): Promise<void> {
  try {
    for await (const text of (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(
      new TextDecoderStream(),
    ))
      hear(text);
  } catch {
    // Whoever watches has gone, or the service has.
  }
}
