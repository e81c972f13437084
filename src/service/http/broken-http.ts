/** Answers malformed or oversized HTTP requests with a problem. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Reason {
  status: number;
  detail: string;
}

const reasons = new Map<string | undefined, Reason>([
  ['HPE_HEADER_OVERFLOW', { status: 431, detail: 'Request Header Fields Too Large' }],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', { status: 413, detail: 'Payload Too Large' }],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, detail: 'Request Timeout' }],
]);
const unreadable: Reason = { status: 400, detail: 'Bad Request' };

/** Bytes and idle time tolerated after an early response; a client that is cut off while sending would not receive it. */
const TOLERATED_BYTES = 1_048_576;
const TOLERATED_IDLE_MS = 1_000;

/** Connections with a longer request timeout. */
const extended = new WeakSet<Socket>();

/** Extends the request timeout to that of the route, for instance for an upload that is processed on arrival. */
export function extendRequestTimeout({ socket }: IncomingMessage, response: ServerResponse): void {
  extended.add(socket);
  response.once('close', () => extended.delete(socket));
}

/** Responds and closes the connection. Called again for everything that the client sends afterwards. */
export function refuseBrokenHttp({ code }: { code?: string }, socket: Socket): void {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && extended.has(socket)) return;
  if (!socket.writable) {
    if (socket.bytesRead > TOLERATED_BYTES) socket.destroy();
    return;
  }
  const { status, detail } = reasons.get(code) ?? unreadable;
  const text = JSON.stringify({ type: 'about:blank', status, code: 'bad_request', detail });
  const head = `connection: close\r\ncontent-type: application/problem+json\r\ncontent-length: ${text.length}`;
  socket.end(`HTTP/1.1 ${status} ${detail}\r\n${head}\r\n\r\n${text}`);
  socket.setTimeout(TOLERATED_IDLE_MS, () => socket.destroy());
}
