/** Lists the responses of web services: those with which the step succeeds, and failures. */
import type { WebAnswer, WebRequest } from '../../call/index.ts';
import { maskUrl } from '../../call/index.ts';
import { findDeclaredUses, listActions, memoize } from '../../language/model/index.ts';
import type {
  Action,
  Assignment,
  CompiledFlow,
  FlowPart,
  MachineState,
  Template,
  Transition,
} from '../../language/model/index.ts';
import { createSample } from './beginnings.ts';
import { listConditionTexts } from './condition-texts.ts';
import { deriveReplies } from './derive-replies.ts';
import type { Replies } from './derive-replies.ts';
import type { Move, WebDeed } from './move.ts';
import type { Reply } from './reply.ts';
import type { Situation } from '../situations/index.ts';
import { findTransitions } from './states-at.ts';

/** The flow that runs, and the main flow of the call. */
export interface Running {
  part: FlowPart;
  flow: CompiledFlow;
}

/** Response time of a working service, ms. */
const ANSWER_MS = 300;

/** Lists the moves that a pending request makes possible. */
export function listWebMoves(
  situation: Situation,
  states: readonly MachineState[],
  { part, flow }: Running,
): Move[] {
  const { request } = situation;
  const [taken] = findTransitions(states, 'answered');
  if (request === undefined || taken === undefined) return [];
  const failures: WebDeed[] = [{ status: 404 }, { status: 500 }, 'timeout', 'unreachable'];
  return [
    ...listReplyMoves(situation, { request, taken, part, flow }),
    ...failures.map((answer) => createWebMove(situation, request, { answer, others: [] })),
  ];
}

/** Lists the move of a working service; if no response is known that can be saved, the step is left as if one were. */
function listReplyMoves(
  situation: Situation,
  {
    request,
    taken,
    part,
    flow,
  }: { request: WebRequest; taken: Transition; part: FlowPart; flow: CompiledFlow },
): Move[] {
  const save = findSave(taken);
  const { replies, impossible } = findReplies(save, part, flow);
  const [answer = { json: {} }, ...others] = replies;
  const move = createWebMove(situation, request, { answer, others });
  if (replies.length > 0) return [move];
  if (impossible !== undefined) return [{ ...move, isCooperative: false }];
  return [
    { ...move, isCooperative: false },
    { ...move, from: assumeSaved(situation, save, part), isAssumed: true },
  ];
}

/** Gives saved variables values of their types. */
function assumeSaved(situation: Situation, save: readonly Assignment[], { vars }: FlowPart): Situation {
  const { record } = situation;
  const values = save.map(
    ({ variable }) => [variable, createSample(vars[variable]?.type ?? 'string')] as const,
  );
  const context = { ...record.context, vars: { ...record.context.vars, ...Object.fromEntries(values) } };
  return { ...situation, record: { ...record, context } };
}

function createWebMove(
  situation: Situation,
  request: WebRequest,
  { answer, others }: { answer: WebDeed; others: readonly Reply[] },
): Move {
  const { record, at } = situation;
  const { timeoutMs } = request;
  return {
    deed: { kind: 'web', request: nameRequest(request), answer, others, timeoutMs },
    from: situation,
    event: {
      type: 'answered',
      visit: record.context.visit.number,
      answer: toWebAnswer(answer, timeoutMs),
      at: at + (answer === 'timeout' ? timeoutMs : ANSWER_MS),
    },
    isCooperative: typeof answer === 'object' && answer.status === undefined,
    silentMs: Math.min(timeoutMs, timeUntilFiller(situation)),
  };
}

function toWebAnswer(answer: WebDeed, timeoutMs: number): WebAnswer {
  if (answer === 'timeout') return { failed: answer, message: `no answer within ${timeoutMs} ms` };
  if (answer === 'unreachable') return { failed: answer, message: 'the service cannot be reached' };
  const { status = 200, headers = {}, json, text = '' } = answer;
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  const body = json === undefined ? text : JSON.stringify(json);
  return { status, headers: { ...type, ...headers }, body };
}

/** Names a request like scenarios: `GET /news`. */
export function nameRequest({ method, url }: WebRequest): string {
  const path = URL.canParse(url) ? new URL(url).pathname : '/';
  // A pattern of a path alone matches the end of the address as it was written.
  return `${method} ${path === '/' ? maskUrl(url).replace(/\?…$/, '') : path}`;
}

/** Returns the time until the filler starts: the first deadline other than the request's. */
function timeUntilFiller({ record, at }: Situation): number {
  return Math.min(...Object.values(record.timers)) - at;
}

function findSave({ actions = [] }: Transition): readonly Assignment[] {
  return actions.find((action) => action.type === 'take_answer')?.params.save ?? [];
}

/** Replies by what a step saves; they are derived once. */
const derived = new WeakMap<readonly Assignment[], Replies>();

/** Derives the responses of a service for what a step saves. */
export function findReplies(save: readonly Assignment[], part: FlowPart, flow: CompiledFlow): Replies {
  const known = derived.get(save);
  if (known !== undefined) return known;
  const wanted = listConditionTexts(flow).slice(0, MAX_WANTED);
  const found = deriveReplies({ save, part, flow, dialled: collectDialled(part), wanted });
  derived.set(save, found);
  return found;
}

/** Maximum number of texts with which a response is varied. */
const MAX_WANTED = 60;

/** Returns the variables that a flow calls or texts. */
const collectDialled = memoize(
  ({ machine }: FlowPart): ReadonlySet<string> => new Set(listActions(machine).flatMap(listDialled)),
);

/** Lists the variables that an action calls or texts. */
function listDialled(action: Action): string[] {
  if (action.type === 'connect') return action.params.to.flatMap(listWhole);
  return action.type === 'sms' ? action.params.recipients.flatMap(({ to = [] }) => listWhole(to)) : [];
}

/** Lists the variables of a template that is an expression alone. */
function listWhole(template: Template): string[] {
  const [piece, ...others] = template;
  return typeof piece === 'object' && others.length === 0
    ? findDeclaredUses(piece.expr).map(({ name }) => name)
    : [];
}
