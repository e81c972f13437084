/** The least that a program on ARI needs: requests, and events in order. */
import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import type { AsteriskServer } from '../../../setup/asterisk/server.ts';

const PATIENCE_MS = 30_000;

export interface AriEvent {
  type: string;
  channel?: { id: string; state: string };
  args?: string[];
  digit?: string;
  cause?: number;
  playback?: { id: string; target_uri: string };
}

export interface BareAri {
  /** Everything that came over the socket. */
  readonly seen: readonly AriEvent[];
  ask(method: string, path: string): Promise<{ status: number; body: unknown }>;
  /** Resolves with the next event of this type, of this channel if one is given; events before it are dropped. */
  next(type: string, channel?: string): Promise<AriEvent>;
  /** Drops the events that came. */
  drop(): void;
  close(): void;
}

/** Opens the socket for events of the application; with `subscribeAll` also those of channels that others control. */
export async function openBareAri(
  asterisk: AsteriskServer,
  { application = asterisk.application, subscribeAll = false } = {},
): Promise<BareAri> {
  const { url, user, password } = asterisk.ari;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const events: AriEvent[] = [];
  const seen: AriEvent[] = [];
  const arrived = new EventTarget();
  const address = `${url.replace('http', 'ws')}/ari/events?app=${application}&subscribeAll=${subscribeAll}&api_key=${user}:${password}`;
  const socket = new WebSocket(address);
  socket.addEventListener('message', ({ data }) => {
    const event = JSON.parse(String(data)) as AriEvent;
    events.push(event);
    seen.push(event);
    arrived.dispatchEvent(new Event('event'));
  });
  await once(socket, 'open');
  return {
    seen,
    async ask(method, path) {
      const answer = await fetch(`${url}/ari${path}`, { method, headers: { authorization } });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    },
    async next(type, channel) {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const missing = () => {
        const types = seen.map((event) => event.type).join(', ');
        throw new Error(`no ${type} came; events: ${types}; Asterisk's log:\n${asterisk.readLog()}`);
      };
      for (;;) {
        const event = events.shift();
        if (event?.type === type && (channel === undefined || event.channel?.id === channel)) return event;
        if (event === undefined) await once(arrived, 'event', { signal }).catch(missing);
      }
    },
    drop: () => {
      events.length = 0;
    },
    close: () => {
      socket.close();
    },
  };
}
