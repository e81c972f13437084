/** Reads the `http` steps of a flow for the rules that judge requests. */
import type { HttpStep } from '../../../../schemas/types/flow.ts';
import {
  findLeadingTo,
  indexSteps,
  listSecretNames,
  memoize,
  namePath,
  scanTemplate,
  type Edge,
  type GraphStep,
  type Term,
} from '../../model/index.ts';
import { listExpressions, stepNameOf, type WrittenExpression } from '../check/references.ts';
import type { Path } from '../read/document.ts';
import type { DraftStep, FlowDraft, Readable } from '../types.ts';
import { listMapSteps } from './questions.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** A request of a flow. */
export interface WebRequest {
  step: DraftStep;
  body: Readable<HttpStep>;
  path: Path;
  method: (typeof METHODS)[number];
  address: string;
  /** The name of its header with the idempotency key, as it is written. */
  keyHeader?: string;
  /** The expressions of the request, without those that read the answer. */
  expressions: readonly WrittenExpression[];
}

/** Returns the requests of a flow. */
export function listRequests(draft: FlowDraft): WebRequest[] {
  const byStep = Map.groupBy(listExpressions(draft), ({ reference }) => stepNameOf(reference));
  return listMapSteps<HttpStep>(draft, 'http').flatMap(({ step, body, path }) => {
    const method = METHODS.find((one) => body[one] !== undefined);
    const address = method === undefined ? undefined : body[method];
    if (method === undefined || address === undefined) return [];
    const keyHeader = Object.keys(body.headers ?? {}).find(
      (name) => name.toLowerCase() === 'idempotency-key',
    );
    const expressions = (byStep.get(step.name) ?? []).filter(
      ({ reference: { kind, path: place } }) => kind !== 'answer' && place[3] !== 'filler',
    );
    return [
      { step, body, path, method, address, expressions, ...(keyHeader === undefined ? {} : { keyHeader }) },
    ];
  });
}

/** Returns the segments of the path of an address; values in it are stars. */
export function splitPath(address: string): string[] {
  const written = scanTemplate(address).parts.map((part) => (typeof part === 'string' ? part : '*'));
  return written
    .join('')
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(1);
}

/** Paths that order an action, in the languages of speech. Nouns that lists have too, such as orders, are not among them. */
const ACTION =
  /^(?:new|add|send|start|trigger|book|reserve|order|buy|pay|charge|cancel|submit|create|transfer|buche|buchen|reservieren|bestelle|bestellen|zahlen|bezahlen|stornieren|anlegen|reserver|réserver|commander|payer|annuler|reservar|pedir|comprar|pagar|cancelar|crear|prenota|prenotare|ordina|ordinare|paga|pagare|annulla|annullare|boek|boeken|reserveer|reserveren|bestel|betaal|betalen|annuleren|encomendar|criar)$/i;

/** Returns the word of an address that orders an action. */
export function findAction(address: string): string | undefined {
  return splitPath(address).find((one) => ACTION.test(one));
}

/** True for the name of a step that orders an action: `cancel_booking`. */
export function isActionName(step: string): boolean {
  return step.split('_').some((word) => ACTION.test(word));
}

const WITHDRAWAL =
  /^(?:cancel|cancellation|withdraw|storno|stornieren|annuler|annulation|annulla|annullare|annuleren|cancelar|anular)$/i;

/** True for a request that withdraws something: a `delete`, or one whose address says so. */
export function isWithdrawal({ method, address }: WebRequest): boolean {
  return method === 'delete' || (method !== 'get' && splitPath(address).some((one) => WITHDRAWAL.test(one)));
}

/** Returns the names that some expressions read. */
export function findNames(draft: FlowDraft, expressions: readonly WrittenExpression[]): Set<string> {
  const known = draft.expressions();
  return new Set(expressions.flatMap(({ source }) => [...known.findReads(source)]));
}

/** Names of variables, settings and fields that hold something secret, whole or at the end of a longer name. */
const SENSITIVE_VARIABLE =
  /^(?:\w+_)?(?:pin|puk|cvv|cvc|passwor[dt]|passcode|kennwort|contraseña|contrasena|card_number|credit_card|creditcard|kreditkarte|kartennummer|iban)$/i;
const SENSITIVE_SETTING = /^(?:\w+_)?(?:api_?key|key|token|secret|password|passwort)$/i;
const SENSITIVE_FIELD =
  /^(?:api[-_]?key|apikey|access[-_]?token|auth|token|secret|client[-_]secret|password|passwort|pin|cvv|cvc)$/i;

/** True for a field of a request that holds something secret by its name. */
export function isSensitiveField(name: string): boolean {
  return SENSITIVE_FIELD.test(name);
}

/** True for a name such as `vars.pin` that is declared secret, or holds something secret by its name. */
export function isSensitive(name: string, draft: FlowDraft): boolean {
  const [holder, last = ''] = name.split('.');
  if (listSecretNames(draft).has(name)) return true;
  if (holder === 'env') return SENSITIVE_SETTING.test(last);
  return (holder === 'vars' || holder === 'params') && SENSITIVE_VARIABLE.test(last);
}

/** False for a failure that nobody gave an edge: it leads to the error path, which is left only once. */
function isChosen({ kind }: Edge): boolean {
  return kind !== 'error';
}

/** True when a failed request leads to a person, a question or another flow, so that the call does not end. */
export function isHelpedAfterFailure(draft: FlowDraft, name: string): boolean {
  const failed =
    findSteps(draft)
      .get(name)
      ?.edges.filter(({ outcome }) => outcome === 'failed') ?? [];
  return failed.some(({ to }) => findHelped(draft).has(to));
}

const findSteps = memoize(({ graph }: FlowDraft) => indexSteps(graph));

/** Returns the steps that lead to a person, a question or another flow. */
const findHelped = memoize((draft: FlowDraft): ReadonlySet<string> => {
  const steps = findSteps(draft);
  const chosen = [...steps].map(
    ([name, step]) => [name, { ...step, edges: step.edges.filter(isChosen) }] as const,
  );
  return findLeadingTo(
    new Map(chosen),
    ({ name, waits }) => waits === 'caller' || HELPING.has(steps.get(name)?.verb ?? ''),
  );
});

const HELPING = new Set(['connect', 'run', 'goto', 'stream', 'room']);

/** Outcomes after which a request may or may not have had its effect. */
const IN_DOUBT = new Set(['timeout', 'server_error', 'failed']);

/** Outcomes with which the service has answered, and which it gives again to every repetition. */
const ANSWERED = new Set(['ok', 'client_error']);

/** True for an edge that the flow names for an outcome in doubt. */
export function isDoubtful({ kind, outcome }: Edge): boolean {
  return kind === 'on' && IN_DOUBT.has(outcome);
}

/** Returns the steps on the ways from a request in doubt back to the same request without a question to the caller. */
export function findWayBack(draft: FlowDraft, name: string): Set<string> {
  return findCircle(draft, name, { counts: ({ outcome }) => IN_DOUBT.has(outcome), asks: false });
}

/** Returns the steps on the ways from a request in doubt back to the same request, questions to the caller among them. */
export function findNextTry(draft: FlowDraft, name: string): Set<string> {
  return findCircle(draft, name, { counts: ({ outcome }) => IN_DOUBT.has(outcome), asks: true });
}

/** Returns the steps on the ways from a request that was answered back to the same request: it has succeeded, or was refused. */
export function findNextRound(draft: FlowDraft, name: string): Set<string> {
  return findCircle(draft, name, { counts: ({ outcome }) => ANSWERED.has(outcome), asks: true });
}

/** Returns the steps on the ways from a request that succeeded back to the same request without a question to the caller. */
export function findUnaskedRound(draft: FlowDraft, name: string): Set<string> {
  return findCircle(draft, name, { counts: ({ outcome }) => outcome === 'ok', asks: false });
}

/** Maximum number of steps behind a request that are searched for a way back to it. */
const MAX_STEPS_BEHIND = 500;

function findCircle(
  draft: FlowDraft,
  name: string,
  { counts, asks }: { counts: (edge: Edge) => boolean; asks: boolean },
): Set<string> {
  const steps = findSteps(draft);
  const begin = steps.get(name)?.edges.filter(counts) ?? [];
  const behind = new Map<string, GraphStep>();
  const waiting = begin.map(({ to }) => to);
  for (let to = waiting.pop(); to !== undefined; to = waiting.pop()) {
    const step = steps.get(to);
    const isPassed = step !== undefined && to !== name && (asks || step.waits !== 'caller');
    if (!isPassed || behind.has(to) || behind.size === MAX_STEPS_BEHIND) continue;
    behind.set(to, step);
    waiting.push(...step.edges.filter(isChosen).map((edge) => edge.to));
  }
  const back = findLeadingTo(behind, ({ edges }) => edges.some((edge) => edge.to === name && isChosen(edge)));
  // A request that leads to itself is a circle of its own.
  if (begin.some(({ to }) => to === name)) back.add(name);
  return back;
}

/** True for a part of the answer, such as `response.json.total`. */
export function isFromAnswer(term: Term): boolean {
  return term.kind === 'part' && (namePath(term) === 'response.json' || isFromAnswer(term.of));
}
