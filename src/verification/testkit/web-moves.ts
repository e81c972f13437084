/** Moves that check requests to web services. */
import { shownUrl } from '../../call/index.ts';
import { shorten } from '../../language/text/index.ts';
import type { Miss } from './scene.ts';
import type { RequestPattern } from './scenario.ts';
import type { PlayedCall } from './simulation.ts';
import { sinceStart } from './time.ts';
import { isFor, matches } from './web-services.ts';
import type { MadeRequest } from './web-services.ts';

const MASK = '•••';
/** Characters of a body in a message. */
const MAX_BODY = 200;

/** Returns the index of the first expected request from an index on; -1 if there is none. */
export function findRequest(call: PlayedCall, pattern: RequestPattern, from: number): number {
  return call.web.requests.findIndex((request, index) => index >= from && isFor(request, pattern));
}

/** Explains why an expected request was not found. */
export function notAsked(call: PlayedCall, { match, json }: RequestPattern, when: string): Miss {
  const like = json === undefined ? '' : ` with ${JSON.stringify(json)} in its body`;
  const message = `the flow did not send ${match}${like} ${when}`;
  const nearest =
    call.web.requests.findLast((request) => matches(request, match)) ?? call.web.requests.at(-1);
  if (nearest === undefined) return { message, hint: 'it sent no web request' };
  return {
    message,
    hint: `nearest: ${requestInWords(nearest)} at ${sinceStart(nearest.at, call.record.startedAt)}`,
  };
}

/** A scenario that gives no answer to what the flow asks cannot go on. */
export function withoutAnswer({ web, record }: PlayedCall): Miss | undefined {
  const { unanswered } = web;
  if (unanswered === undefined) return undefined;
  const when = sinceStart(unanswered.at, record.startedAt);
  return {
    message: `the flow sent ${inWords(unanswered)} at ${when}, but the scenario has no answer for it`,
    hint: whyNot(unanswered, web.entryFor(unanswered)) ?? answerFor(unanswered),
  };
}

/** Explains why an entry with the address of a request did not answer it. */
function whyNot(request: MadeRequest, entry: ReturnType<PlayedCall['web']['entryFor']>): string | undefined {
  if (entry === undefined) return undefined;
  const { stub, served } = entry;
  return served.length >= stub.times
    ? `the entry for ${stub.match} has answered ${served.length}, as its "times" says; add one for those that follow`
    : `the entry for ${stub.match} is for requests with ${JSON.stringify(stub.json)}, not with ${bodyInWords(request)}`;
}

function answerFor({ method, url }: MadeRequest): string {
  const { pathname } = new URL(URL.canParse(url) ? url : 'http://localhost/');
  return `add http: [{ match: "${method} ${pathname}", answer: { status: 200 } }]`;
}

/** A request with its body, as far as a person reads it. */
export function requestInWords(request: MadeRequest): string {
  const body = request.body === undefined ? '' : ` with ${bodyInWords(request)}`;
  return `${inWords(request)}${body}`;
}

function inWords({ method, url }: MadeRequest): string {
  return `${method} ${shownUrl(url)}`;
}

function bodyInWords({ body = '', isSecret }: MadeRequest): string {
  return shorten(isSecret ? masked(body) : body, MAX_BODY);
}

/** Masks the values of a body, and keeps its field names. */
function masked(body: string): string {
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
