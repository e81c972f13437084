/**
 * HTTP client for web services. Owns: connections, limits of responses. Does not own: requests and retries (the flow), allowed
 * destinations (the egress policy).
 */
import { Agent, request as send } from 'undici';
import type { Dispatcher } from 'undici';
import type { WebAnswer, WebRequest } from '../../call/index.ts';
import { EGRESS_DENIED } from '../../engine/ports/index.ts';
import type { Egress, Web } from '../../engine/ports/index.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import type { Resolve } from './guarded-connector.ts';

/** Maximum size of a body that is read, bytes. */
const MAX_BODY_BYTES = 64 * 1024;

interface HttpWebOptions {
  /** Egress policy; absent: requests may go anywhere. */
  egress?: Egress | undefined;
  /** Resolves names; default: the resolver of the operating system. */
  resolve?: Resolve;
  /** Largest body that is read whole, bytes. */
  answerBytes?: number;
}

/** Creates the client. */
export function createHttpWeb({ egress, resolve, answerBytes = MAX_BODY_BYTES }: HttpWebOptions = {}): Web {
  const dispatcher = new Agent(
    egress === undefined ? {} : { connect: createGuardedConnector(egress, resolve) },
  );
  return {
    async ask(request, signal) {
      const timeout = AbortSignal.timeout(request.timeoutMs);
      try {
        return await sendRequest(request, {
          dispatcher,
          signal: AbortSignal.any([signal, timeout]),
          answerBytes,
        });
      } catch (error) {
        if (signal.aborted) throw error;
        return timeout.aborted ? reportTimeout(request) : reportFailure(error);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

async function sendRequest(
  { method, url, headers, body }: WebRequest,
  { answerBytes, ...options }: { dispatcher: Dispatcher; signal: AbortSignal; answerBytes: number },
): Promise<WebAnswer> {
  const answer = await send(url, { method, headers, body: body ?? null, ...options });
  const start = await readStart(answer.body, answerBytes);
  return { status: answer.statusCode, headers: flattenHeaders(answer.headers), ...start };
}

/** Reads the start of a body; closes the connection if the body is longer. */
async function readStart(
  body: Dispatcher.ResponseData['body'],
  most: number,
): Promise<{ body: string; isCut?: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > most) break;
  }
  // TextDecoder removes a byte order mark, as `fetch` does.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, most));
  return { body: text, ...(length > most ? { isCut: true } : {}) };
}

/** Omits cookies: flows have no sessions, and traces would show them. */
function flattenHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === 'set-cookie' ? [] : [[name, String(value)]],
    ),
  );
}

function reportTimeout({ timeoutMs }: WebRequest): WebAnswer {
  return { failed: 'timeout', message: `no answer within ${timeoutMs} ms` };
}

function reportFailure(error: unknown): WebAnswer {
  const { code, message = 'unknown' } = error as { code?: string; message?: string };
  if (code === EGRESS_DENIED) return { failed: code, message };
  return { failed: 'unreachable', message: `the service cannot be reached (${code ?? message})` };
}
