/** A real server that answers as told and remembers what it was asked, with a client opened on it. */
import type { AddressInfo, Server } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach } from 'vitest';
import {
  createPlatformCarrier,
  createPlatformClient,
  type PlatformClient,
  type PlatformClientOptions,
} from '../../../src/platform/client/index.ts';
import { callId, commandId, voiceId, type Command, type CommandAction } from '../../../src/call/index.ts';
import { CarrierError, type Carrier } from '../../../src/engine/ports/index.ts';

type PlatformCarrierOptions = Parameters<typeof createPlatformCarrier>[0];

export type Reaction = (reply: FastifyReply, request: FastifyRequest) => unknown;

export const call = callId('default.abc');
export const target = { call, voiceId: voiceId('v1') };
export const id = commandId(call, 1);

const command = (action: CommandAction): Command => ({ ...action, number: 1, id });
export const dial = command({ kind: 'dial', from: '+4930111', to: '+4930222' });
export const accept = command({ kind: 'accept' });
export const connect = command({ kind: 'connect', from: '+4930111', to: '+4930222' });
export const hangup = command({ kind: 'hangup' });
export const play = command({
  kind: 'play',
  media: { kind: 'text', text: 'Grüße.', language: 'de-DE' },
  listen: false,
});

export const credentials = { appId: 'app', appKey: 'a-very-secret-key' };
export const encodedCredentials = Buffer.from('app:a-very-secret-key').toString('base64');

export function answer(status: number, body?: unknown, headers: Record<string, string> = {}): Reaction {
  return (reply) => reply.code(status).headers(headers).send(body);
}

export const taken = answer(200, { status: 'success', voice_id: 'v1' });

/** Cuts the connection before the answer. */
export const cut: Reaction = (reply) => {
  reply.hijack();
  reply.raw.destroy();
};

/** Never answers. */
export const silent: Reaction = (reply) => {
  reply.hijack();
};

/** Sends the head and half of the body. */
export function half(then: (reply: FastifyReply) => void): Reaction {
  return (reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    reply.raw.write('{"voice_id":', () => {
      then(reply);
    });
  };
}

export class Scene {
  /** What the server does with the next requests; the last one stays. */
  reactions: Reaction[] = [taken];
  readonly seen: Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'body'>[] = [];
  /** The waits between attempts; they take no time. */
  readonly waits: number[] = [];
  readonly server: FastifyInstance;
  readonly #opened: { close(): Promise<void> }[] = [];

  constructor() {
    this.server = fastify({ forceCloseConnections: true });
    this.server.removeAllContentTypeParsers();
    this.server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body === '' ? undefined : JSON.parse(body as string));
    });
    this.server.all('*', (request, reply) => this.#react(request, reply));
  }

  get url(): string {
    return address(this.server.server);
  }

  open(options: Partial<PlatformCarrierOptions> = {}): Carrier {
    return this.openInRealTime({
      wait: (ms) => {
        this.waits.push(ms);
        return Promise.resolve();
      },
      ...options,
    });
  }

  openInRealTime(options: Partial<PlatformCarrierOptions> = {}): Carrier {
    const eventUrl = (of: string) => `https://ringflow.example/hooks?call=${of}`;
    const platform = createPlatformCarrier({ baseUrl: this.url, ...credentials, eventUrl, ...options });
    this.#opened.push(platform);
    return platform;
  }

  /** The client for programs, on this server. */
  client(options: Partial<PlatformClientOptions> = {}): PlatformClient {
    const client = createPlatformClient({
      baseUrl: this.url,
      ...credentials,
      newId: () => 'new-id',
      wait: (ms) => {
        this.waits.push(ms);
        return Promise.resolve();
      },
      ...options,
    });
    this.#opened.push(client);
    return client;
  }

  async close(): Promise<void> {
    await this.server.close();
    await Promise.all(this.#opened.map((platform) => platform.close()));
  }

  #react(request: FastifyRequest, reply: FastifyReply): unknown {
    const { method, url, headers, body } = request;
    this.seen.push({ method, url, headers, body });
    const reaction = this.reactions.length > 1 ? this.reactions.shift() : this.reactions[0];
    return (reaction ?? taken)(reply, request);
  }
}

/** A new scene for every test of a file. */
export function useScene(): () => Scene {
  let scene: Scene;
  beforeEach(async () => {
    scene = new Scene();
    await scene.server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => scene.close());
  return () => scene;
}

export function address(listening: Server): string {
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

/** The error with which a command failed. */
export async function failure(performed: PromiseLike<unknown>): Promise<CarrierError> {
  const error: unknown = await performed.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CarrierError)) throw new Error('expected a CarrierError', { cause: error });
  return error;
}
