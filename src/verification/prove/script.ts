/**
 * Converts a path to a scenario: the acts of the caller are its script, the behaviour of everybody else stands before
 * it.
 */
import { CALLER } from '../testkit/index.ts';
import type { Fault, HttpStub, Line, Parties, Party, Scenario } from '../../../schemas/types/scenario.ts';
import { deedOf } from './explore.ts';
import type { Edge } from './explore.ts';
import type { WebDeed } from './move.ts';
import type { Reply } from './reply.ts';
import { nameRequest } from './web-moves.ts';
import { UNHELPED } from '../situations/index.ts';

/** Values that the path leaves open, chosen so that the call follows it. */
export interface Chosen {
  /** Start of the call, ms since the epoch. Default: STARTED_AT. */
  at?: number;
  /** Number of the caller. Default: CALLER. */
  from?: string;
  /** Edge → input that replaces its first example. */
  inputs: ReadonlyMap<Edge, InputLine>;
  /** Edge → response of a web service. */
  answers: ReadonlyMap<Edge, Reply>;
}

/** Input of a caller. */
export type InputLine = { presses: string } | { says: string };

/** Settings of a script. */
export interface Setting {
  /** Steps that the scenario can name. */
  own: ReadonlySet<string>;
  /** Steps that it names in any case. */
  shown: ReadonlySet<string>;
  /** True if the flow sends web requests. */
  asksWeb: boolean;
  /** True if web services respond as slowly as allowed. */
  isSlow: boolean;
}

/** The first examples everywhere. */
export const firstExamples: Chosen = { inputs: new Map(), answers: new Map() };

/** Creates the scenario of a path; `last` follows it. */
export function createScenario(
  name: string,
  path: readonly Edge[],
  { chosen, setting, last = [] }: { chosen: Chosen; setting: Setting; last?: readonly Line[] },
): Scenario {
  const script = [...toLines(path, chosen, setting), ...last];
  const parties = listParties(path);
  const http = mergeStubs(path.flatMap((edge) => listStubs(edge, chosen, setting)));
  const faults = listFaults(path);
  const start = toStart(path, chosen);
  return {
    name,
    ...(start !== undefined && { start }),
    ...(Object.keys(parties).length > 0 && { parties }),
    ...listPhones(path),
    ...(setting.asksWeb && { http: [...http, ...OTHERWISE] }),
    ...(faults.length > 0 && { faults }),
    script: script.length > 0 ? script : [{ expects: { step: findFirstStep(path) } }],
  };
}

/** Fails every request after the path. */
const OTHERWISE: HttpStub[] = [{ match: '*', fail: 'unreachable' }];

function findFirstStep(path: readonly Edge[]): string {
  return path.flatMap(({ notes }) => notes).find((note) => note.kind === 'entered')?.step ?? '';
}

function toStart(path: readonly Edge[], { at, from }: Chosen): Scenario['start'] {
  const [begin] = path.map(deedOf);
  const { direction = 'inbound', params = {}, carrier } = begin?.kind === 'begins' ? begin.start : {};
  const isOutbound = direction === 'outbound';
  if (
    carrier === undefined &&
    !isOutbound &&
    Object.keys(params).length === 0 &&
    at === undefined &&
    from === undefined
  )
    return undefined;
  return {
    ...(isOutbound && { direction }),
    ...(carrier !== undefined && { carrier }),
    ...(at !== undefined && { at: new Date(at).toISOString().replace('.000', '') }),
    ...(from !== undefined && { [isOutbound ? 'to' : 'from']: from }),
    ...(Object.keys(params).length > 0 && { params }),
  };
}

/** Lists the behaviour of each party at the first call, the second, and so on. */
function listParties(path: readonly Edge[]): Parties {
  const turns = new Map<string, Party[]>();
  const add = (number: string, party: Party) => {
    turns.set(number, [...(turns.get(number) ?? []), party]);
  };
  for (const deed of path.map(deedOf)) {
    if (deed.kind === 'callee' && deed.does !== 'answers') add(CALLER, deed.does);
    if (deed.kind !== 'party' || deed.number === '') continue;
    if (deed.does !== 'hangs_up') add(deed.number, deed.does === 'answers' ? { answers: '1s' } : deed.does);
    else turns.get(deed.number)?.splice(-1, 1, { answers: '1s', hangs_up: '60s' });
  }
  return Object.fromEntries(
    [...turns].map(([number, parties]) => [
      number,
      parties.length === 1 && parties[0] ? parties[0] : parties,
    ]),
  );
}

function listPhones(path: readonly Edge[]): Pick<Scenario, 'phones'> {
  const phones = path
    .map(deedOf)
    .flatMap((deed) => (deed.kind === 'phone' ? [[deed.number, deed.does] as const] : []));
  return phones.length === 0 ? {} : { phones: Object.fromEntries(phones) };
}

function listStubs(edge: Edge, { answers }: Chosen, { isSlow }: Setting): HttpStub[] {
  const deed = deedOf(edge);
  if (deed.kind !== 'web')
    return listAbandonedRequests(edge).map((match) => ({ match, fail: 'timeout', times: 1 }));
  const answer = answers.get(edge) ?? deed.answer;
  const delay = isSlow && typeof answer === 'object' ? { delay: `${deed.timeoutMs - 1}ms` } : {};
  return [{ match: deed.request, ...toStubAnswer(answer), ...delay, times: 1 }];
}

/** Merges equal consecutive responses. */
function mergeStubs(stubs: readonly HttpStub[]): HttpStub[] {
  const merged: HttpStub[] = [];
  for (const { times = 1, ...stub } of stubs) {
    const { times: before = 0, ...last } = merged.at(-1) ?? {};
    if (JSON.stringify(last) === JSON.stringify(stub))
      merged.splice(-1, 1, { ...stub, times: before + times });
    else merged.push({ ...stub, times });
  }
  return merged;
}

/** Lists the request whose step is left before a response arrives, by its own deadline or by the caller. */
function listAbandonedRequests(edge: Edge): string[] {
  const { request, record } = edge.from?.situation ?? {};
  const isAwaited = edge.from?.edges.some((other) => deedOf(other).kind === 'web') === true;
  const isLeft =
    deedOf(edge).kind === 'hangs_up' ||
    edge.notes.some((note) => note.kind === 'outcome' && note.step === record?.context.step);
  return request !== undefined && isAwaited && isLeft ? [nameRequest(request)] : [];
}

function toStubAnswer(answer: WebDeed): Pick<HttpStub, 'answer' | 'fail'> {
  return typeof answer === 'string' ? { fail: answer } : { answer };
}

function listFaults(path: readonly Edge[]): Fault[] {
  const given = new Map<string, number>();
  return path.flatMap(({ commands, failedAt }) =>
    commands.flatMap(({ command: { kind } }, index) => {
      const nth = (given.get(kind) ?? 0) + 1;
      given.set(kind, nth);
      return index === failedAt ? [{ command: kind, nth, code: UNHELPED }] : [];
    }),
  );
}

/** Writes expectations for the steps that a call enters. */
class Arrivals {
  readonly #entered: string[] = [];
  readonly #setting: Pick<Setting, 'own' | 'shown'>;
  #cursor = 0;
  #waitedFor = '';

  constructor(setting: Pick<Setting, 'own' | 'shown'>) {
    this.#setting = setting;
  }

  addSteps(steps: readonly string[]): void {
    this.#entered.push(...steps);
  }

  /**
   * Returns expectations for the last step entered and for those that are shown, unless they were expected before. If the last
   * one was, every step on the way is expected, since a call that is in a step counts as having entered it.
   */
  takeLines(): Line[] {
    const { own, shown } = this.#setting;
    const fresh = this.#entered.slice(this.#cursor).filter((step) => own.has(step));
    const last = fresh.at(-1);
    if (last === undefined) return [];
    const isAgain = this.#waitedFor === last || fresh.indexOf(last) < fresh.length - 1;
    this.#cursor = this.#entered.length;
    this.#waitedFor = last;
    const told = isAgain ? fresh : fresh.filter((step) => step === last || shown.has(step));
    return told.map((step) => ({ expects: { step } }));
  }
}

function toLines(path: readonly Edge[], { inputs }: Chosen, setting: Setting): Line[] {
  const arrivals = new Arrivals(setting);
  return path.flatMap((edge, index) => {
    const isLast = index === path.length - 1;
    const line = toLine(edge, inputs);
    const before = line === undefined ? [] : arrivals.takeLines();
    arrivals.addSteps(edge.notes.flatMap((note) => (note.kind === 'entered' ? [note.step] : [])));
    if (line === undefined) return isLast ? arrivals.takeLines() : [];
    return [...before, line, ...(line === 'hangs_up' ? [] : arrivals.takeLines())];
  });
}

function toLine(edge: Edge, inputs: Chosen['inputs']): Line | undefined {
  const deed = deedOf(edge);
  switch (deed.kind) {
    case 'presses':
      return inputs.get(edge) ?? { presses: deed.keys };
    case 'says':
      return inputs.get(edge) ?? { says: deed.words };
    case 'texts':
      return { texts: deed.text };
    case 'stays_silent':
      return edge.notes.some(({ kind }) => kind === 'no_input') ? deed.kind : undefined;
    case 'message':
      return deed.speechMs === 0 ? 'stays_silent' : { speaks: `${deed.speechMs}ms` };
    case 'stream':
      return deed.how === 'ends' ? 'stream_ends' : 'stream_breaks';
    case 'mumbles':
    case 'hangs_up':
      return deed.kind;
    case 'passes':
    case 'limit':
      return edge.ms > PATIENCE_MS ? { waits: `${Math.ceil(edge.ms / 1_000)}s` } : undefined;
    default:
      return undefined;
  }
}

/** Maximum wait that a script line covers without `waits`, ms. */
const PATIENCE_MS = 100_000;
