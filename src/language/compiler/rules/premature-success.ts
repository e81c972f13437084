import type { Report, Span } from '../../diagnostics/index.ts';
import { findReachable, HANGUP, indexSteps } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import type { DraftStep, FlowDraft } from '../types.ts';
import { isFirstEffect } from './effects.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps, listMenus } from './questions.ts';
import { findEdge, findStep, findUnasked, followOnlyWay, listSuccessors } from './unasked-ways.ts';
import { findStepReads, findWrites } from './variable-uses.ts';
import { findAction, isActionName, listRequests, splitPath, type WebRequest } from './web-requests.ts';
import { tellsDone, tellsSent } from './words/outcome-words.ts';
import { groupSaidByStep } from './words/said.ts';

/**
 * Reports successes that come before the deed: an outcome or a variable notes what the request below it still has to do,
 * and keeps its value when that fails; callers hear of a text message before it is sent; or they hear that something has
 * been done after a `get` whose answer nobody reads, where no step before it has any effect. A `get` whose refusal leads
 * elsewhere is a question, unless its step is called after the deed.
 */
export const prematureSuccess: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const request of listRequests(draft))
      if (request.method === 'get') checkRead(request, draft, report);
      else checkNoted(request, draft, report);
    checkMessages(draft, report);
    checkTold(draft, report);
  },
};

function checkRead(request: WebRequest, draft: FlowDraft, report: Report): void {
  const { step, body, address } = request;
  // Some services act on a "get" whose address says so.
  if (body.save !== undefined || findAction(address) !== undefined || isBehindEffect(step.name, draft))
    return;
  // A refusal answers a question without a word: there is no such thing.
  const isAsked = findEdge(draft, step.name, 'client_error')?.kind === 'on';
  const said = groupSaidByStep(draft);
  const speaking = followOnlyWay(draft, findEdge(draft, step.name, 'ok')?.to).find(({ name }) =>
    said.has(name),
  );
  const texts = (said.get(speaking?.name ?? '') ?? []).flatMap(({ pieces }) =>
    pieces.map(({ text }) => text),
  );
  const done = texts.filter(
    (text) => tellsDone(text) && (!isAsked || isActionName(step.name) || isDoneBy(text, step.name)),
  );
  if (speaking === undefined || done.length === 0) return;
  report({
    code: 'premature-success',
    message: `callers hear from step "${speaking.name}" that it has been done, but step "${step.name}" before it only reads: a "get" changes nothing`,
    span: draft.document.span(step.nameRange),
    hint: 'use the method by which the service does it: post, put, patch or delete',
  });
}

/** Reports texts that tell of a message which the next step still has to send. */
function checkMessages(draft: FlowDraft, report: Report): void {
  const messages = new Set(listMapSteps(draft, 'sms').map(({ step }) => step.name));
  const sent = findReachable(
    indexSteps(draft.graph),
    [...messages].flatMap((name) => listSuccessors(findStep(draft, name))),
  );
  for (const { step, deed, texts } of listToldBefore(messages, draft)) {
    if (sent.has(step.name) || !texts.some(tellsSent)) continue;
    report({
      code: 'premature-success',
      message: `callers hear from step "${step.name}" that a message has been sent, before step "${deed}" sends it`,
      span: draft.document.span(step.nameRange),
      hint: `say it behind step "${deed}", where it is known`,
    });
  }
}

/** Reports texts that tell of a deed which the request of the next step still has to do, and which may fail. */
function checkTold(draft: FlowDraft, report: Report): void {
  const requests = listRequests(draft).filter(({ method }) => method !== 'get');
  const names = new Set(requests.map(({ step }) => step.name));
  const said = groupSaidByStep(draft);
  for (const { step, deed, texts } of listToldBefore(names, draft)) {
    const failure = findEdge(draft, deed, 'failed');
    const isTold = failure?.kind === 'on' && said.has(failure.to);
    if (!isTold || failure.to === findEdge(draft, deed, 'ok')?.to) continue;
    if (isBehindEffect(step.name, draft) || !texts.some(tellsDone)) continue;
    report({
      code: 'premature-success',
      message: `callers hear from step "${step.name}" that it has been done, before step "${deed}" does it: when the request fails, that was not so`,
      span: draft.document.span(step.nameRange),
      hint: `say it behind step "${deed}", where it is known`,
    });
  }
}

interface ToldBefore {
  step: DraftStep;
  /** The step that comes next. */
  deed: string;
  texts: string[];
}

/** Lists the steps that are followed by one of these, with what callers hear of them. */
function listToldBefore(deeds: ReadonlySet<string>, draft: FlowDraft): ToldBefore[] {
  const said = groupSaidByStep(draft);
  return draft.steps.flatMap((step) => {
    const [next] = followOnlyWay(draft, findEdge(draft, step.name, 'done')?.to);
    const pieces = (said.get(step.name) ?? []).flatMap((one) => (one.part === 'say' ? one.pieces : []));
    const texts = pieces.map(({ text }) => text);
    return next === undefined || !deeds.has(next.name) ? [] : [{ step, deed: next.name, texts }];
  });
}

/** Verbs by which something may have been done. */
const ACTING = ['sms', 'run', 'connect', 'record', 'stream', 'room'];

function isBehindEffect(name: string, draft: FlowDraft): boolean {
  const requests = listRequests(draft).filter(({ method }) => method !== 'get');
  const acting = [...requests, ...listMapSteps(draft, ...ACTING)].map(({ step }) => step.name);
  return findReachable(indexSteps(draft.graph), acting).has(name);
}

function checkNoted(request: WebRequest, draft: FlowDraft, report: Report): void {
  const name = request.step.name;
  const address = splitPath(request.address).join(' ');
  for (const { noted, place, span } of listNoted(name, draft)) {
    const failures =
      findStep(draft, name)?.edges.filter(({ kind, failure }) => kind === 'on' && failure) ?? [];
    const isDeed = DEED.test(noted.value) && isFirstEffect(name, draft);
    if (!isDeed && !isDoneBy(noted.value, `${name} ${address}`)) continue;
    if (failures.every(({ to }) => isCorrected(to, { variable: noted.variable, request: name }, draft)))
      continue;
    report({
      code: 'premature-success',
      message: `${place} notes "${noted.value}" before step "${name}" has done it: when the request fails, the call is counted as a success`,
      span,
      hint: `move it below step "${name}"`,
    });
  }
}

interface Noted {
  noted: { variable?: string; value: string };
  /** Description of the place. */
  place: string;
  span: Span;
}

/** Values that tell of a deed, which a request does. */
const DEED =
  /^(?:booked|ordered|reserved|paid|registered|rescheduled|stored|saved|gebucht|bestellt|reserviert|bezahlt|angemeldet|verschoben|gespeichert|réservée?|commandée?|payée?|inscrite?|enregistrée?|reservad[oa]|pedid[oa]|pagad[oa]|inscrit[oa]|prenotat[oa]|ordinat[oa]|pagat[oa]|iscritt[oa]|geboekt|besteld|gereserveerd|betaald|aangemeld|encomendad[oa]|pag[oa]|zarezerwowan[aeoy]|zamówion[aeoy]|opłacon[aeoy]|bokad|beställd|betald)$/iu;

/** Verbs of steps between a note and the request that do nothing themselves. */
const PASSED = new Set(['say', 'play', 'set', 'outcome', 'language']);

/** True when nothing but words and notes comes between a step and the one above it. */
function comesNext(below: string | undefined, name: string, draft: FlowDraft): boolean {
  const way = followOnlyWay(draft, below);
  const at = way.findIndex((step) => step.name === name);
  return at >= 0 && way.slice(0, at).every(({ verb }) => PASSED.has(verb));
}

/** Lists what is noted before a step: by a step above it, or by choices that lead to it. */
function listNoted(name: string, draft: FlowDraft): Noted[] {
  const above = draft.steps.flatMap((step): Noted[] => {
    const noted = readNoted(step);
    const below = findStep(draft, step.name)?.edges.find(({ kind }) => kind === 'next')?.to;
    if (noted === undefined || !comesNext(below, name, draft)) return [];
    return [{ noted, place: `step "${step.name}"`, span: draft.document.span(step.nameRange) }];
  });
  const chosen = listMenus(draft).flatMap(({ step, body, path }) =>
    (body.choices ?? []).flatMap((choice, index): Noted[] => {
      const noted = choice?.goto === name ? toNoted(choice.set) : undefined;
      if (noted === undefined) return [];
      const place = `a choice of step "${step.name}"`;
      return [{ noted, place, span: spanAt(draft.document, [...path, 'choices', index, 'set']) }];
    }),
  );
  return [...above, ...chosen];
}

/** Returns the outcome or the fixed value that a step notes. */
function readNoted({ content }: DraftStep): { variable?: string; value: string } | undefined {
  const { verb, body } = content ?? {};
  if (verb?.name === 'outcome' && typeof body === 'string') return { value: body };
  return verb?.name === 'set' ? toNoted(body) : undefined;
}

function toNoted(body: unknown): { variable: string; value: string } | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const [only, ...others] = Object.entries(body as Record<string, unknown>);
  if (only === undefined || others.length > 0) return undefined;
  const [variable, value] = only;
  if (value === true) return { variable, value: variable };
  return typeof value === 'string' ? { variable, value } : undefined;
}

/** Participles of the languages of speech, by their ends. */
const PARTICIPLE = /^ge\p{L}+[tn]$|(?:ed|paid|sent|iert|[^h]t|en|é|ée|ad[oa]|id[oa]|at[oa]|ut[oa]|ad|et)$/u;

/** True for a text with the participle of a word of a name: `booked` of `book`. */
function isDoneBy(value: string, name: string): boolean {
  const words = (text: string): string[] => text.toLowerCase().split(/[^\p{L}]+/u);
  const stem = (word: string): string => word.replace(/^ge/, '').slice(0, 4);
  const doing = words(name).filter((word) => word.length > 3);
  const stems = new Set(doing.map(stem));
  return words(value).some((word) => word.length > 4 && PARTICIPLE.test(word) && stems.has(stem(word)));
}

interface FailedNote {
  variable: string | undefined;
  request: string;
}

/**
 * True when a step after the failure notes something else: before the next question, and for a variable that the finalizer
 * reports on every way to the end of the call.
 */
function isCorrected(to: string, { variable, request }: FailedNote, draft: FlowDraft): boolean {
  const writes = (name: string): boolean =>
    variable !== undefined && findWrites(draft).get(name)?.has(variable) === true;
  const isNotedNext = [...findUnasked(draft, to).values()].some(({ name, verb }) =>
    variable === undefined ? verb === 'outcome' : writes(name),
  );
  if (!isNotedNext || variable === undefined || !isReported(variable, draft)) return isNotedNext;
  const reached = new Set([to]);
  // Steps that are added while the loop runs are visited too.
  for (const name of reached) {
    if (name === HANGUP) return false;
    if (writes(name) || name === request) continue;
    const edges = findStep(draft, name)?.edges.filter(({ kind }) => kind !== 'error') ?? [];
    for (const edge of edges) reached.add(edge.to);
    if (edges.length === 0) return false;
  }
  return true;
}

function isReported(variable: string, draft: FlowDraft): boolean {
  const { endStep } = draft.graph;
  const run = endStep === undefined ? [] : findReachable(indexSteps(draft.graph), [endStep]);
  return [...run].some((name) => findStepReads(draft, name).has(`vars.${variable}`));
}
