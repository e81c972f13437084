/** Finds out whether events of an application come over a socket: an event of our own has to come back. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { toPath } from '../steps.ts';
import { toRefusal, type AriClient } from './ari-client.ts';

/** Time after which an event of our own should have come back, ms. */
const PROBE_MS = 2_000;
const BAD_REQUEST = 400;
const NOT_FOUND = 404;

interface ProbeOptions {
  client: AriClient;
  /** The Stasis application. */
  app: string;
}

export class EventProbe {
  readonly #options: ProbeOptions;
  #sent: { name: string; heard: () => void } | undefined;

  constructor(options: ProbeOptions) {
    this.#options = options;
  }

  /** Takes an event that came over the socket. */
  hear(name: string): void {
    if (this.#sent?.name === name) this.#sent.heard();
  }

  /** Sends an event through Asterisk; true when it comes back. Throws a `CarrierError` when it is refused. */
  async isHeard(): Promise<boolean> {
    const { promise: heard, resolve } = Promise.withResolvers<boolean>();
    const name = `ringflow-${randomUUID()}`;
    this.#sent = {
      name,
      heard: () => {
        resolve(true);
      },
    };
    const isSent = await sendEvent(name, this.#options);
    return isSent && Promise.race([heard, delay(PROBE_MS, false, { ref: false })]);
  }
}

/** True when somebody receives the events of the application. Throws a `CarrierError` when Asterisk refuses to tell. */
export function isReceived(options: ProbeOptions): Promise<boolean> {
  return sendEvent('ringflow-check', options);
}

/** Sends an event of our own; false when nobody receives the events of the application. */
async function sendEvent(name: string, { client, app }: ProbeOptions): Promise<boolean> {
  const path = toPath('events', 'user', name);
  const answer = await client.ask({ method: 'POST', path, query: { application: app } });
  if (answer.status === NOT_FOUND) return false;
  if (answer.status >= BAD_REQUEST) throw toRefusal(answer);
  return true;
}
