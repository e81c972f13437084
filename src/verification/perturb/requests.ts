/** Lists the requests of a call to web services, with what became of them. */
import type { WebAnswer, WebRequest } from '../../call/index.ts';
import type { CaseRun } from './run-case.ts';

/** Result of a request: a lost answer leaves open whether it was carried out. */
type Result = 'done' | 'refused' | 'failed' | 'in_doubt' | 'unsent';

/** A request that was sent. */
export interface Sent {
  /** 1, 2, 3 … within the call. */
  number: number;
  request: WebRequest;
  /** Step that sent it. */
  step: string;
  at: number;
  /** From 2 on it is a retry of the same step. */
  attempt: number;
  result: Result;
  /** When the call learned the result, ms since the epoch. */
  answeredAt: number;
}

const known = new WeakMap<CaseRun, Sent[]>();

/** Lists the requests in order. */
export function listSent(run: CaseRun): Sent[] {
  const found = known.get(run) ?? createSent(run);
  known.set(run, found);
  return found;
}

function createSent({ call, commits }: CaseRun): Sent[] {
  const answers = commits.flatMap(({ trace: { event, at } }) =>
    event.type === 'answered' ? [{ ...event, at }] : [],
  );
  return (call?.web.requests ?? []).map((request, index) => {
    const answer = answers.find(({ visit }) => visit === request.visit);
    const asking = commits.find(({ record }) => record.context.visit.number === request.visit);
    return {
      number: index + 1,
      request,
      step: asking === undefined ? '' : `${asking.record.context.flow}/${asking.record.context.step}`,
      at: request.at,
      attempt: asking?.record.context.web.attempt ?? 1,
      result: answer === undefined ? 'in_doubt' : toResult(answer.answer),
      answeredAt: answer?.at ?? Infinity,
    };
  });
}

function toResult(answer: WebAnswer): Result {
  if ('failed' in answer) return answer.failed === 'timeout' ? 'in_doubt' : 'unsent';
  if (answer.status < 300) return 'done';
  return answer.status >= 400 && answer.status < 500 ? 'refused' : 'failed';
}

/** Finds the last retry of a request, or the request itself. */
export function findLastAttempt(sent: readonly Sent[], number: number): Sent | undefined {
  const others = sent.slice(number);
  const next = others.findIndex(({ attempt }) => attempt === 1);
  return sent[number - 1] && (others.slice(0, next === -1 ? undefined : next).at(-1) ?? sent[number - 1]);
}

/** Returns the Idempotency-Key of a request, if any. */
export function readKey({ headers }: WebRequest): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
}

/** True if the flow itself gives the Idempotency-Key; else the engine makes one for each visit of a step. */
function hasOwnKey(request: WebRequest, { call }: CaseRun): boolean {
  const key = readKey(request) ?? '';
  const prefix = `${call?.record.id ?? ''}.`;
  return key !== '' && !(key.startsWith(prefix) && /^\d+$/.test(key.slice(prefix.length)));
}

/** Names a request: `POST https://seats.example/holds`. */
export function nameRequest({ method, url }: WebRequest): string {
  return `${method} ${addressOf(url)}`;
}

/** Returns an address without its query. */
export function addressOf(url: string): string {
  return url.split('?')[0] ?? '';
}

/** True if a request belongs to what another one created: its address is the same, or begins with it. */
export function isAbout({ url }: WebRequest, created: WebRequest): boolean {
  const [own, base] = [addressOf(url), addressOf(created.url)];
  return own === base || own.startsWith(`${base}/`);
}

/**
 * True if a request changes something for the caller, as far as the flow tells: PUT, PATCH and DELETE; a POST only with
 * an Idempotency-Key, or if the call states an outcome after it, since services also answer questions to a POST.
 */
export function isDeed({ request, answeredAt }: Sent, undisturbed: CaseRun): boolean {
  if (request.method === 'GET') return false;
  if (request.method !== 'POST' || hasOwnKey(request, undisturbed)) return true;
  return undisturbed.commits.some(
    ({ trace: { at, notes } }) => at >= answeredAt && notes.some(({ kind }) => kind === 'milestone'),
  );
}
