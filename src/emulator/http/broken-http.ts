/** Requests that never become one: what is no HTTP, or too much of it, is answered in the platform's form all the same. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { CodedError } from '../../wire/index.ts';

const statuses = new Map<string | undefined, number>([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/** How long a client may go on sending what nobody reads: cut off earlier, it would not see the answer. */
const lingerMs = 1_000;

/** Answers and ends the connection. */
export function refuseBrokenHttp({ code }: { code?: string }, socket: Socket): void {
  if (!socket.writable) return;
  const status = statuses.get(code) ?? 400;
  const message = STATUS_CODES[status] ?? '';
  const body: CodedError = {
    status: 'error',
    error_code: 'INVALID_PARAM',
    message,
    request_id: randomUUID(),
  };
  const text = JSON.stringify(body);
  const head = `connection: close\r\ncontent-type: application/json\r\ncontent-length: ${text.length}`;
  socket.end(`HTTP/1.1 ${status} ${message}\r\n${head}\r\n\r\n${text}`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
