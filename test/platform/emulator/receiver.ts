/** A real server that takes notifications, and a way to wait for what it gets. */
import { EventEmitter, on } from 'node:events';
import Fastify from 'fastify';
import type { FastifyReply } from 'fastify';

type Body = Record<string, unknown>;

export interface Receiver {
  url: string;
  /** In the order in which they came. */
  received: Body[];
  /** Resolves with the first notification, already there or still to come, that fits. */
  get(fits: (body: Body) => boolean): Promise<Body>;
  close(): Promise<void>;
}

/** Starts a receiver; `answer` decides what it says, 200 by default. */
export async function startReceiver(
  answer: (body: Body, reply: FastifyReply) => unknown = () => ({}),
): Promise<Receiver> {
  const app = Fastify({ forceCloseConnections: true });
  const arrivals = new EventEmitter();
  const received: Body[] = [];
  app.post<{ Body: Body }>('/hook', (request, reply) => {
    received.push(request.body);
    arrivals.emit('arrival');
    return answer(request.body, reply);
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const get = async (fits: (body: Body) => boolean): Promise<Body> => {
    const arrivalsFromNow = on(arrivals, 'arrival');
    for (;;) {
      const found = received.find(fits);
      if (found) return found;
      await arrivalsFromNow.next();
    }
  };
  return { url: `${url}/hook`, received, get, close: () => app.close() };
}
