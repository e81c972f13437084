/** Converts the responses of web services to stubs. */
import type { WebAnswer, WebRequest } from '../../call/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { matchesPattern } from '../testkit/index.ts';
import type { Retraced } from './retrace.ts';
import { formatDuration } from './scenario-text.ts';
import type { HttpStub, Json } from '../../../schemas/types/scenario.ts';

interface Asked {
  request: WebRequest;
  at: number;
  answer?: WebAnswer;
  answeredAt: number;
}

interface Served {
  request: WebRequest;
  stub: HttpStub;
}

/** Lists the responses in the order of the requests; the last one for an address stays. */
export function listStubs(steps: readonly Retraced[], flow: CompiledFlow): HttpStub[] {
  const headers = listHeaders(flow);
  const served = listRequests(steps).map((one): Served => ({
    request: one.request,
    stub: createStub(one, headers),
  }));
  return served.flatMap(({ stub }, index) => {
    const later = served.slice(index + 1).filter(({ request }) => matchesPattern(request, stub.match));
    if (later.every((other) => isSame(other.stub, stub))) return isFirstOf(served, index) ? [stub] : [];
    return [{ ...stub, times: 1 }];
  });
}

/** True for the first of several equal stubs. */
function isFirstOf(served: readonly Served[], index: number): boolean {
  const stub = served[index]?.stub;
  const before = served.slice(0, index).findLast((other) => other.stub.match === stub?.match);
  return before === undefined || !isSame(before.stub, stub);
}

function isSame(one: HttpStub, other: HttpStub | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function listRequests(steps: readonly Retraced[]): Asked[] {
  const all: Asked[] = [];
  for (const { event, entry, made, before } of steps) {
    const open = all.findLast(({ request }) => event.type === 'answered' && request.visit === event.visit);
    if (event.type === 'answered' && open !== undefined && event.visit === before.context.visit.number)
      Object.assign(open, { answer: event.answer, answeredAt: entry.at });
    all.push(...made.requests.map((request) => ({ request, at: entry.at, answeredAt: entry.at })));
  }
  return all;
}

function createStub({ request, at, answer, answeredAt }: Asked, headers: readonly string[]): HttpStub {
  const match = createPattern(request);
  if (answer === undefined) return { match, fail: 'timeout' };
  const delay = answeredAt > at && { delay: formatDuration(answeredAt - at) };
  if (!('failed' in answer)) return { match, answer: toAnswerSource(answer, headers), ...delay };
  return { match, fail: answer.failed, ...(answer.failed !== 'timeout' && delay) };
}

/**
 * Creates a pattern without the host and the query, which may be private. A pattern contains no spaces and begins with
 * a path.
 */
function createPattern({ method, url }: WebRequest): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
  return `${method} ${path.startsWith('/') ? path.replaceAll(/\s+/g, '*') : '*'}`;
}

function toAnswerSource(
  { status, headers, body }: Extract<WebAnswer, { status: number }>,
  wanted: readonly string[],
): NonNullable<HttpStub['answer']> {
  const kept = Object.entries(headers).filter(([name]) => wanted.includes(name));
  return {
    status,
    ...(kept.length > 0 && { headers: Object.fromEntries(kept) }),
    ...(body !== '' && toBodySource(body)),
  };
}

/** Writes a body as JSON only if that reproduces its text, since the trace contains its length. */
function toBodySource(body: string): { json: Json } | { text: string } {
  try {
    const json = JSON.parse(body) as Json;
    return JSON.stringify(json) === body ? { json } : { text: body };
  } catch {
    return { text: body };
  }
}

function listHeaders(flow: CompiledFlow): string[] {
  const read = JSON.stringify(flow).matchAll(/response\.headers(?:\.(\w+)|\[\W{1,3}([\w-]+))/g);
  return ['retry-after', ...[...read].map(([, plain, quoted]) => (plain ?? quoted ?? '').toLowerCase())];
}
