/**
 * Web services over HTTP. Owns: its connections, the bounds of an answer. Does not own: what is asked and how often (the
 * flow), where requests may go (the policy that it is given).
 */
import { Agent, request as send } from 'undici';
import type { Dispatcher } from 'undici';
import type { WebAnswer, WebRequest } from '../../call/index.ts';
import { EGRESS_DENIED } from '../../ports/index.ts';
import type { Egress, Web } from '../../ports/index.ts';
import { guardedConnector } from './guarded-connector.ts';
import type { Resolve } from './guarded-connector.ts';

/** What of a body a flow gets to see; the rest is not read. */
const LONGEST_BODY = 64 * 1024;

export interface HttpWebOptions {
  /** Where requests may go; absent: anywhere. */
  egress?: Egress | undefined;
  /** How names become addresses; default: as the operating system says. */
  resolve?: Resolve;
}

/** Opens the way to web services. */
export function createHttpWeb({ egress, resolve }: HttpWebOptions = {}): Web {
  const dispatcher = new Agent(egress === undefined ? {} : { connect: guardedConnector(egress, resolve) });
  return {
    async ask(request, signal) {
      const timeout = AbortSignal.timeout(request.timeoutMs);
      try {
        return await answerTo(request, { dispatcher, signal: AbortSignal.any([signal, timeout]) });
      } catch (error) {
        if (signal.aborted) throw error;
        return timeout.aborted ? tooSlow(request) : lost(error);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

async function answerTo(
  { method, url, headers, body }: WebRequest,
  options: { dispatcher: Dispatcher; signal: AbortSignal },
): Promise<WebAnswer> {
  const answer = await send(url, { method, headers, body: body ?? null, ...options });
  return { status: answer.statusCode, headers: plain(answer.headers), ...(await start(answer.body)) };
}

/** The beginning of a body; the connection is given up where it goes on. */
async function start(body: Dispatcher.ResponseData['body']): Promise<{ body: string; isCut?: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > LONGEST_BODY) break;
  }
  const text = Buffer.concat(chunks).toString('utf8').slice(0, LONGEST_BODY);
  return { body: text, ...(length > LONGEST_BODY ? { isCut: true } : {}) };
}

/** Cookies are keys of a session that flows do not have; they would only be shown. */
function plain(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === 'set-cookie' ? [] : [[name, String(value)]],
    ),
  );
}

function tooSlow({ timeoutMs }: WebRequest): WebAnswer {
  return { failed: 'timeout', message: `no answer within ${timeoutMs} ms` };
}

function lost(error: unknown): WebAnswer {
  const { code, message = 'unknown' } = error as { code?: string; message?: string };
  if (code === EGRESS_DENIED) return { failed: code, message };
  return {
    failed: 'unreachable',
    message: `the service cannot be reached (${code ?? message})`,
  };
}
