/**
 * Handles requests that never reach Fastify: malformed or oversized HTTP, methods unknown to Node, and CONNECT. They
 * are answered in the platform's format and recorded in the journal.
 */
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WireAnswer, WireRequest } from '../model/index.ts';
import type { PlatformSide } from './platform-routes.ts';

interface BrokenHttp {
  code?: string;
  /** The bytes being parsed. */
  rawPacket?: unknown;
}

const statuses = new Map<string | undefined, number>([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/** Milliseconds that a client may continue sending ignored data: cut off earlier, it would not see the answer. */
const LINGER_MS = 1_000;

/** Answers malformed HTTP and closes the connection. */
export function refuseBrokenHttp(
  { driver }: PlatformSide,
  { code, rawPacket }: BrokenHttp,
  socket: Duplex,
): void {
  if (!socket.writable) return;
  const request = readHead(rawPacket);
  const isWhole = code === 'HPE_INVALID_METHOD' && request.method !== '';
  const status = statuses.get(code) ?? 400;
  const error = { status, code: 'INVALID_PARAM', message: STATUS_CODES[status] ?? '' } as const;
  const answer = driver.act((model, now) =>
    isWhole ? model.request(request, now) : model.answerUnreadable(request, error, now),
  );
  answerAndClose(socket, answer);
}

/** Answers CONNECT like any other unsupported method. */
export function refuseTunnel({ driver }: PlatformSide, request: IncomingMessage, socket: Duplex): void {
  const { method = '', url: path = '', headers } = request;
  const { authorization } = headers;
  answerAndClose(
    socket,
    driver.act((model, now) => model.request({ method, path, headers: { authorization } }, now)),
  );
}

/** Extracts method, path and credentials, as far as the bytes contain them. */
function readHead(packet: unknown): WireRequest {
  const text = packet instanceof Uint8Array ? Buffer.from(packet).toString('latin1') : '';
  const [, method = '', path = ''] = /^([A-Z]+) (\S+) HTTP\/\d\.\d\r?\n/.exec(text) ?? [];
  const [, authorization] = /^authorization:[\t ]*(.*?)[\t ]*\r?$/im.exec(text) ?? [];
  return { method, path, headers: { authorization } };
}

function answerAndClose(socket: Duplex, { status, headers, body }: WireAnswer): void {
  const text = JSON.stringify(body);
  const fields = {
    ...headers,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
