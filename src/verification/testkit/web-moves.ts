/** Finds and describes web requests. */
import { maskUrl } from '../../call/index.ts';
import { shorten } from '../../language/text/index.ts';
import type { Miss } from './scene.ts';
import type { RequestPattern } from './scenario.ts';
import type { PlayedCall } from './simulation.ts';
import { formatSinceStart } from './time.ts';
import { matchesRequest, matchesPattern } from './web-services.ts';
import type { MadeRequest } from './web-services.ts';

const MASK = '•••';
/** Maximum number of characters of a body in a message. */
const MAX_BODY = 200;

/** Returns the index of the first expected request from an index on; -1 if there is none. */
export function findRequest(call: PlayedCall, pattern: RequestPattern, from: number): number {
  return call.web.requests.findIndex((request, index) => index >= from && matchesRequest(request, pattern));
}

/** Creates the miss for an expected request that was not sent. */
export function createNotSentMiss(call: PlayedCall, { match, json }: RequestPattern, when: string): Miss {
  const like = json === undefined ? '' : ` with ${JSON.stringify(json)} in its body`;
  const message = `the flow did not send ${match}${like} ${when}`;
  const nearest =
    call.web.requests.findLast((request) => matchesPattern(request, match)) ?? call.web.requests.at(-1);
  if (nearest === undefined) return { message, hint: 'it sent no web request' };
  return {
    message,
    hint: `nearest: ${renderRequest(nearest)} at ${formatSinceStart(nearest.at, call.record.startedAt)}`,
  };
}

/** Creates the miss for a request without a response in the scenario. */
export function findUnanswered({ web, record }: PlayedCall): Miss | undefined {
  const { unanswered } = web;
  if (unanswered === undefined) return undefined;
  const when = formatSinceStart(unanswered.at, record.startedAt);
  return {
    message: `the flow sent ${renderRequestLine(unanswered)} at ${when}, but the scenario has no response for it`,
    hint: explainUnanswered(unanswered, web.entryFor(unanswered)) ?? suggestAnswer(unanswered),
  };
}

/** Explains why an entry with a matching address did not answer a request. */
function explainUnanswered(
  request: MadeRequest,
  entry: ReturnType<PlayedCall['web']['entryFor']>,
): string | undefined {
  if (entry === undefined) return undefined;
  const { stub, served } = entry;
  return served.length >= stub.times
    ? `the entry for ${stub.match} has answered ${served.length}, which is its "times"; add an entry for further requests`
    : `the entry for ${stub.match} is for requests with ${JSON.stringify(stub.json)}, not with ${renderBody(request)}`;
}

function suggestAnswer({ method, url }: MadeRequest): string {
  const { pathname } = new URL(URL.canParse(url) ? url : 'http://localhost/');
  return `add http: [{ match: "${method} ${pathname}", answer: { status: 200 } }]`;
}

/** Renders a request with its shortened body. */
export function renderRequest(request: MadeRequest): string {
  const body = request.body === undefined ? '' : ` with ${renderBody(request)}`;
  return `${renderRequestLine(request)}${body}`;
}

function renderRequestLine({ method, url }: MadeRequest): string {
  return `${method} ${maskUrl(url)}`;
}

function renderBody({ body = '', isSecret }: MadeRequest): string {
  return shorten(isSecret ? maskBody(body) : body, MAX_BODY);
}

/** Masks the values of a body, and keeps its field names. */
function maskBody(body: string): string {
  try {
    const content: unknown = JSON.parse(body);
    return JSON.stringify(content, (_field, value: unknown) => (isNested(value) ? value : MASK));
  } catch {
    return MASK;
  }
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
