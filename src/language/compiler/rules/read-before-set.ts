import { findReachable, indexSteps, memoize, type Value } from '../../model/index.ts';
import { quote } from '../../text/index.ts';
import { findEarlyDecisions, findEmptyReads, removeHolder, type EmptyRead } from '../check/empty-reads.ts';
import { getStepValues, RECORDING } from '../check/step-values.ts';
import { listValuePlaces, type ValuePlace } from '../check/value-places.ts';
import type { SmsStep } from '../../../../schemas/types/flow.ts';
import type { FlowDraft } from '../types.ts';
import { isBridgeWait } from '../verbs/wait.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { findEdge, findStep } from './unasked-ways.ts';

/**
 * Reports values that are spoken, dialled or sent on a way of the call on which nothing has set them. It follows
 * constants through `set` and `switch`, so a flow that looks whether a value is empty is left alone; so are single
 * fields of a request, texts that consist of the value alone, and everything behind a failure without an edge.
 */
export const readBeforeSet: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.isBroken) return;
    const initial = listUnsetNames(draft);
    const reads = findEmptyReads(draft, initial).filter((read) => isHarmful(read, draft));
    for (const read of removeRepetitions(reads))
      report({
        code: 'read-before-set',
        message: describe(read, draft),
        span: read.place.span(),
        hint: suggest(read),
      });
    const steps = new Map(draft.steps.map(({ name, nameRange }) => [name, draft.document.span(nameRange)]));
    for (const { step, name } of findEarlyDecisions(draft, initial)) {
      const variable = quote(removeHolder(name));
      const span = steps.get(step);
      if (span === undefined) continue;
      report({
        code: 'read-before-set',
        message: `step "${step}" decides on ${variable} before anything has set it, so all callers go the same way`,
        span,
        hint: `move it behind the step that sets ${variable}`,
      });
    }
    for (const { step, span } of listEarlyRecordings(draft))
      report({
        code: 'read-before-set',
        message: `step "${step}" uses the address of the recording right after the conversation, when the platform has not told it yet`,
        span: span(),
        hint: 'do it in the finalizer (on.end), where call.recording_url is known',
      });
  },
};

/** Leaves out reads of values that another step on the way, or an earlier place of the same step, misses too. */
function removeRepetitions(reads: readonly EmptyRead[]): EmptyRead[] {
  const places = new Set(reads.flatMap(({ place, names }) => names.map((name) => `${place.step} ${name}`)));
  const told = new Set<string>();
  return reads.filter(({ place, names, way }) => {
    const own = `${place.step} ${names.join(' ')}`;
    const isMissedBefore = way.some(({ step }) => names.every((name) => places.has(`${step} ${name}`)));
    if (isMissedBefore || told.has(own)) return false;
    told.add(own);
    return true;
  });
}

/** Lists the places that read the address of the recording as soon as a conversation is over. */
function listEarlyRecordings(draft: FlowDraft): ValuePlace[] {
  const places = listValuePlaces(draft).filter(({ names }) => names.has(RECORDING));
  if (places.length === 0) return [];
  const steps = indexSteps(draft.graph);
  const bodies = new Map(draft.steps.map(({ name, content }) => [name, content?.body]));
  const over = draft.graph.steps.flatMap(({ name, verb, edges }) => {
    const isBridge = verb === 'connect' || (verb === 'wait' && isBridgeWait(bodies.get(name) as never));
    return isBridge ? edges.filter(({ outcome }) => outcome === 'completed' || outcome === 'done') : [];
  });
  const quick = new Map(
    [...steps].map(([name, step]) => [name, step.waits === 'nothing' ? step : { ...step, edges: [] }]),
  );
  const reached = findReachable(
    quick,
    over.map(({ to }) => to),
    ({ kind }) => kind !== 'error',
  );
  const isLooked = [...reached].some(
    (name) => getStepValues(draft, name).reads.has(RECORDING) && steps.get(name)?.verb === 'switch',
  );
  return isLooked ? [] : places.filter(({ step }) => reached.has(step));
}

function suggest(read: EmptyRead): string {
  const { lostAt } = read;
  return lostAt === undefined
    ? `set ${joinNames(read)} on this way, or lead these callers to another step`
    : `step "${lostAt}" runs a flow that returns ${joinNames(read)}: keep it there with "save"`;
}

/** Maximum number of variables times steps; further variables are not looked at. */
const MAX_WORK = 300_000;

/** Returns the variables that begin empty and that some step sets; numbers when they come from outside only. */
function listUnsetNames(draft: FlowDraft): Map<string, Value> {
  const written = summarizeWrites(draft);
  const most = Math.floor(MAX_WORK / (draft.steps.length + 1));
  return new Map(
    Object.entries(draft.vars)
      .slice(0, most)
      .flatMap(([variable, { initial, type }]) => {
        const { isSaved = false, isSet = false, isAdjusted = false } = written.get(variable) ?? {};
        const isUnset = type === 'string' ? initial === '' : type !== 'bool' && initial === 0 && !isAdjusted;
        return isUnset && (isSaved || isSet) && !draft.brokenVars.has(variable)
          ? [[`vars.${variable}`, initial]]
          : [];
      }),
  );
}

interface Writes {
  /** Something from outside is kept in it. */
  isSaved?: boolean;
  isSet?: boolean;
  /** It is set to something that is computed. */
  isComputed?: boolean;
  /** It is set to a constant, or to something that is computed from itself, as counters are. */
  isAdjusted?: boolean;
}

const summarizeWrites = memoize((draft: FlowDraft): ReadonlyMap<string, Writes> => {
  const written = new Map<string, Writes>();
  const add = (variable: string, writes: Writes) =>
    written.set(variable, { ...written.get(variable), ...writes });
  for (const { name } of draft.graph.steps) {
    for (const { variable, isSet, literal, reads } of getStepValues(draft, name).writes)
      if (isSet)
        add(variable, {
          isSet,
          ...(literal === undefined && { isComputed: true }),
          ...((literal !== undefined || reads.has(`vars.${variable}`)) && { isAdjusted: true }),
        });
      else add(variable, { isSaved: true });
  }
  return written;
});

/** True for a text message to a number of the flow itself: whoever reads it there knows what callers may not have said. */
function goesToColleague(step: string, draft: FlowDraft): boolean {
  const { to } = listMapSteps<SmsStep>(draft, 'sms').find((one) => one.step.name === step)?.body ?? {};
  return typeof to === 'string' && !/\b(?:vars|call|params)\b/.test(to);
}

/** False for words that a flow puts before others now and then, and for parameters that may be empty. */
function isHarmful({ place, names, way }: EmptyRead, draft: FlowDraft): boolean {
  const { purpose, argument } = place;
  if (argument !== undefined)
    return draft.others.signature(argument.flow)?.valueEffects().neededParams.has(argument.param) === true;
  // The error path speaks to callers from anywhere.
  if (purpose === 'speech' && place.step === draft.graph.errorStep) return false;
  // Nothing is found by an empty key, and the flow says what happens then.
  if (purpose === 'key' && !way.some((one) => isFailure(one, draft)))
    return findEdge(draft, place.step, 'not_found')?.kind !== 'on';
  if (purpose !== 'speech' && purpose !== 'message') return true;
  if (purpose === 'message' && goesToColleague(place.step, draft)) return false;
  const written = summarizeWrites(draft);
  const isUncomputed = way.some((one) => isFailure(one, draft) && findStep(draft, one.step)?.verb === 'set');
  return names.some((name) => {
    const { isSaved = false, isComputed = false } = written.get(removeHolder(name)) ?? {};
    // An amount that could not be computed has led elsewhere.
    if (isUncomputed && isComputed && !isSaved && draft.vars[removeHolder(name)]?.initial === 0) return false;
    return isSaved || isComputed || way.some((one) => isSetBesides(name, one, draft));
  });
}

function isFailure({ step, outcome }: EmptyRead['way'][number], draft: FlowDraft): boolean {
  return findEdge(draft, step, outcome)?.failure === true;
}

/** True if at least two other choices of the menu set the variable: the one that was taken has forgotten it. */
function isSetBesides(name: string, { step, outcome }: EmptyRead['way'][number], draft: FlowDraft): boolean {
  const isChoice = findStep(draft, step)?.edges.some(
    ({ outcome: own, kind }) => own === outcome && kind === 'goto',
  );
  const setting = getStepValues(draft, step).writes.filter(
    (one) => one.variable === removeHolder(name) && one.outcome !== undefined,
  );
  return isChoice === true && setting.length >= 2;
}

function describe(read: EmptyRead, { vars }: FlowDraft): string {
  const { place, way } = read;
  const names = joinNames(read);
  // A number without a value is spoken and sent as 0.
  const isNumber = read.names.every((name) => vars[removeHolder(name)]?.initial === 0);
  const nothing = isNumber ? '0' : 'nothing';
  const empty = isNumber ? 'a 0 in' : 'an empty';
  const shown = way.slice(-MAX_SHOWN).map(({ step, outcome }) => `${quote(step)} (${outcome})`);
  const what = {
    number: `dials or texts an empty number`,
    address: `uses an address with nothing in it for ${names}`,
    speech: `says ${nothing} in place of ${names}`,
    message: `sends a text message with ${nothing} in place of ${names}`,
    header: `sends a header with nothing in place of ${names}`,
    key: `looks up an empty ${names}`,
    room: `joins a room without a name: ${names}`,
    request: `sends a request with ${empty} ${names}`,
    argument: `gives the flow "${place.argument?.flow ?? ''}" ${empty} ${names}`,
  }[place.purpose];
  const by =
    shown.length === 0 ? 'at the beginning of the call' : `to callers who come by ${shown.join(' -> ')}`;
  return `step "${place.step}" ${what}: nothing has set it ${shown.length === 0 ? by : `for ${by.slice(3)}`}`;
}

const MAX_SHOWN = 3;

function joinNames({ names }: EmptyRead): string {
  return names.map((name) => quote(removeHolder(name))).join(' and ');
}
