/** A server that takes notifications, and a way to wait for one. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';

export type Json = Record<string, unknown>;

/** A notification as it came. */
export interface Arrival {
  method: string | undefined;
  contentType: string | undefined;
  authorization: string | undefined;
  body: Json;
}

export interface Webhook {
  url: string;
  /** In the order in which they came. */
  arrivals: readonly Arrival[];
  /** Resolves with the body of the first notification, there or still to come, that has these fields. */
  next: (fields: Json) => Promise<Json>;
  /** Resolves once so many notifications have these fields. */
  several: (fields: Json, count: number) => Promise<Json[]>;
  /** The bodies so far that have these fields. */
  all: (fields: Json) => Json[];
  /** Answers every later notification with the status that this gives; 200 when it was not told. */
  answerBy: (status: (body: Json) => number) => void;
  close: () => Promise<void>;
}

/** How long a notification may take, ms. */
const patienceMs = 15_000;

/** Starts a receiver on this machine; others reach it under the name `host`. */
export async function startWebhook(host = '127.0.0.1'): Promise<Webhook> {
  const arrivals: Arrival[] = [];
  let statusFor = (_body: Json): number => 200;
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const body = JSON.parse(text === '' ? '{}' : text) as Json;
      const { 'content-type': contentType, authorization } = request.headers;
      arrivals.push({ method: request.method, contentType, authorization, body });
      response.writeHead(statusFor(body)).end();
      for (const look of waiting) look();
    });
  });
  server.listen(0, host === '127.0.0.1' ? host : undefined);
  await once(server, 'listening');
  const all = (fields: Json) => arrivals.map(({ body }) => body).filter((body) => has(body, fields));
  const several = (fields: Json, count: number) =>
    new Promise<Json[]>((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(look);
        const came = JSON.stringify(arrivals.map(({ body }) => body));
        reject(new Error(`not ${count} notifications with ${JSON.stringify(fields)}; there came ${came}`));
      }, patienceMs);
      const look = () => {
        const found = all(fields);
        if (found.length < count) return;
        clearTimeout(late);
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`,
    arrivals,
    answerBy: (status) => {
      statusFor = status;
    },
    all,
    several,
    next: async (fields) => (await several(fields, 1))[0] ?? {},
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function has(body: Json, fields: Json): boolean {
  return Object.entries(fields).every(([name, value]) => isDeepStrictEqual(body[name], value));
}
