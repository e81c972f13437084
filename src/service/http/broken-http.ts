/** What is no HTTP request, or too much of one, is answered as a problem all the same. */
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

/** A client that is cut off while it still sends does not see the answer: so much, and so long a silence, is borne. */
const bearableBytes = 1_048_576;
const bearableSilenceMs = 1_000;

/** Connections whose request may take longer to come in than others. */
const slow = new WeakSet<Socket>();

/** Lets a request take as long to come in as its route has to answer it, such as a file that is worked off while it comes. */
export function letComeSlowly({ socket }: IncomingMessage, response: ServerResponse): void {
  slow.add(socket);
  response.once('close', () => slow.delete(socket));
}

/** Answers and ends the connection. Called again for all that the client sends after that. */
export function refuseBrokenHttp({ code }: { code?: string }, socket: Socket): void {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && slow.has(socket)) return;
  if (!socket.writable) {
    if (socket.bytesRead > bearableBytes) socket.destroy();
    return;
  }
  const { status, detail } = reasons.get(code) ?? unreadable;
  const text = JSON.stringify({ type: 'about:blank', status, code: 'bad_request', detail });
  const head = `connection: close\r\ncontent-type: application/problem+json\r\ncontent-length: ${text.length}`;
  socket.end(`HTTP/1.1 ${status} ${detail}\r\n${head}\r\n\r\n${text}`);
  socket.setTimeout(bearableSilenceMs, () => socket.destroy());
}
