/** A platform that takes every command, or does with a request what a test says. */
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';

export interface Request {
  /** What was asked for: `PUT v1/play`, `DELETE v1`, `POST`; of other services `POST video/v2/rooms`. */
  what: string;
  body: Record<string, unknown>;
  key: string | undefined;
}

/** Says what becomes of one request; `undefined` leaves it to the next one, in the end to an ordinary success. */
export type Reaction = (request: Request, reply: FastifyReply) => unknown;

export class PlatformServer {
  readonly requests: Request[] = [];
  /** What is done with the next requests, one each. */
  readonly reactions: Reaction[] = [];
  /** What is done with the next request of this kind. */
  readonly #expected = new Map<string, Reaction>();
  readonly #server: FastifyInstance;
  url = '';

  constructor() {
    this.#server = fastify({ forceCloseConnections: true });
    this.#server.removeAllContentTypeParsers();
    this.#server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body === '' ? {} : JSON.parse(body as string));
    });
    this.#server.all('/*', (request, reply) => {
      const path = request.url.replace('/voice/v1/call', '').replace(/^\//, '');
      const seen = {
        what: `${request.method} ${path}`.trim(),
        body: (request.body ?? {}) as Record<string, unknown>,
        key: request.headers['idempotency-key'] as string | undefined,
      };
      this.requests.push(seen);
      const expected = this.#expected.get(seen.what);
      this.#expected.delete(seen.what);
      const react = expected ?? this.reactions.shift() ?? success;
      return react(seen, reply);
    });
  }

  get whats(): string[] {
    return this.requests.map(({ what }) => what);
  }

  /** Does this with the next request of this kind, whatever comes before it. */
  answers(what: string, reaction: Reaction): void {
    this.#expected.set(what, reaction);
  }

  async listen(): Promise<void> {
    this.url = await this.#server.listen({ port: 0, host: '127.0.0.1' });
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

/** The platform takes the command. */
export const success: Reaction = ({ what }) => ({
  status: 'success',
  voice_id: what === 'POST' ? 'dialled-1' : 'v1',
  room: { room_id: 'room-1' },
  token: 'token-1',
  job_id: 'job-1',
});

/** The platform refuses the command. */
export function refusal(status: number, code: string, message = 'refused'): Reaction {
  return (_request, reply) => reply.code(status).send({ status: 'failed', result: code, msg: message });
}

/** The connection breaks before the answer. */
export const cut: Reaction = (_request, reply) => {
  reply.hijack();
  reply.raw.destroy();
};

/** Holds an answer back until it is let go. */
export function held(): { reaction: Reaction; letGo: () => void } {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  return { reaction: (request, reply) => gate.then(() => success(request, reply)), letGo };
}
