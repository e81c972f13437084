/** Client of the service's API for commands; turns refusals into one line. */
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { renderPretty } from '../../language/diagnostics/index.ts';
import type { Diagnostic, PlainDiagnostic } from '../../language/diagnostics/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import type { Credentials } from './credentials.ts';

/** A file that is streamed as the body of a request. */
export class Upload {
  readonly stream: Readable;
  /** Media type. */
  readonly type: string;

  constructor(stream: Readable, type: string) {
    this.stream = stream;
    this.type = type;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Sends a request to a path below `/api/v1` and returns the answer. Throws a `CommandFailure`. */
export type Ask = <Answer>(method: Method, path: string, body?: unknown) => Promise<Answer>;

interface Problem {
  code?: string;
  detail?: string;
  requestId?: string;
  diagnostics?: PlainDiagnostic[];
}

/** Returns a client; it prints the diagnostics of refused flows. */
export function openClient({ url, key }: Credentials, io: Io, headers: Record<string, string> = {}): Ask {
  return async <Answer>(method: Method, path: string, body?: unknown) => {
    const address = `${url}/api/v1${path}`;
    const answer = await sendWithRetries(address, method, { key, body, url, headers });
    const text = await answer.body.text();
    if (answer.statusCode < 400) return parseAnswer(text, url) as Answer;
    const problem = parseProblem(text);
    const { diagnostics = [] } = problem;
    if (diagnostics.length > 0)
      io.err(renderPretty(diagnostics.map(toDiagnostic), { source: () => undefined, colour: io.colour }));
    throw new CommandFailure(renderRefusal(answer.statusCode, problem, url), 1);
  };
}

/** Yields the text of an answer as it arrives. Throws a `CommandFailure`. */
export async function* download(
  credentials: Credentials,
  path: string,
  headers: Record<string, string> = {},
): AsyncGenerator<string> {
  yield* (await openDownload(credentials, path, headers)).text;
}

/** A page of a streamed text. */
interface Downloaded {
  text: AsyncGenerator<string>;
  /** Cursor of the next page, from the `Link` header. */
  next?: string;
}

/** Starts a download; `text` is read as it arrives. Throws a `CommandFailure`. */
export async function openDownload(
  { url, key }: Credentials,
  path: string,
  asked: Record<string, string> = {},
): Promise<Downloaded> {
  const { statusCode, headers, body } = await sendWithRetries(`${url}/api/v1${path}`, 'GET', {
    key,
    body: undefined,
    url,
    headers: asked,
  });
  if (statusCode >= 400)
    throw new CommandFailure(
      renderRefusal(statusCode, parseProblem(await body.text()), url),
      isTemporary(statusCode) ? 2 : 1,
    );
  body.setEncoding('utf8');
  const [, link] = /<([^>]+)>; rel="next"/.exec(String(headers.link)) ?? [];
  const next = link === undefined ? null : new URL(link, url).searchParams.get('after');
  return { text: readPieces(body), ...(next !== null && { next }) };
}

async function* readPieces(body: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const text of body) yield String(text);
}

/** True when a retry can succeed. */
function isTemporary(status: number): boolean {
  return status >= 500 || status === 429;
}

interface Asked {
  key: string;
  body: unknown;
  url: string;
  headers?: Record<string, string>;
}

/** Longest `retry-after` that the client waits for. */
const MAX_WAIT_S = 15;
const MAX_TRIES = 4;

/** Sends a request; retries a GET that exceeds the rate limit of the key. */
async function sendWithRetries(address: string, method: Method, asked: Asked): ReturnType<typeof sendOnce> {
  for (let tries = 1; ; tries += 1) {
    const answer = await sendOnce(address, method, asked);
    const waitS = Number(answer.headers['retry-after'] ?? NaN);
    const isThrottled = answer.statusCode === 429 && waitS <= MAX_WAIT_S;
    if (method !== 'GET' || !isThrottled || tries === MAX_TRIES) return answer;
    await answer.body.dump();
    await pause(waitS * 1_000);
  }
}

async function sendOnce(address: string, method: Method, { key, body, url, headers }: Asked) {
  try {
    return await request(address, {
      method,
      headers: { ...headers, authorization: `Bearer ${key}`, ...contentTypeHeader(body) },
      ...(body === undefined ? {} : { body: body instanceof Upload ? body.stream : JSON.stringify(body) }),
      // Loading a million recipients takes longer than the usual timeout.
      ...(body instanceof Upload && { headersTimeout: 0 }),
    });
  } catch (cause) {
    const why =
      cause instanceof Error && cause.message !== ''
        ? cause.message
        : String((cause as { code?: string }).code);
    throw new CommandFailure(`${url} does not respond: ${why}`);
  }
}

function contentTypeHeader(body: unknown): Record<string, string> {
  if (body === undefined) return {};
  return { 'content-type': body instanceof Upload ? body.type : 'application/json' };
}

function parseAnswer(text: string, url: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new CommandFailure(`${url} did not return JSON: is it a Ringflow service?`);
  }
}

function parseProblem(text: string): Problem {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return {};
  }
}

/** Renders a refusal; a server error includes the request id, to find it in the log of the service. */
function renderRefusal(status: number, { detail, requestId }: Problem, url: string): string {
  if (status === 401) return `${url} rejected the key: run "ringflow login" with a valid key`;
  if (detail === undefined) return `${url} answered ${status}: is it a Ringflow service?`;
  return status >= 500 && requestId !== undefined ? `${detail} (request ${requestId})` : detail;
}

function toDiagnostic({ start, end, ...rest }: PlainDiagnostic): Diagnostic {
  return { ...rest, span: { start: { ...start, offset: 0 }, end: { ...end, offset: 0 } } };
}
