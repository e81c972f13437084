/**
 * Computes the possible states of the line at each step in one walk over the control graph. Each verb declares the
 * effects of its steps on the line (`Verb.getLineChange`); where paths meet, the line may be in any of their states.
 *
 * Only regular paths count as known. On the error path, in the finalizer and after another flow has run, everything but
 * the end of the call is unknown, and the rules report nothing about it.
 */
import type { WaitStep } from '../../../../schemas/types/flow.ts';
import { BACK, HANGUP, RETURN, type Edge, type GraphStep, memoize } from '../../model/index.ts';
import { lineFacts, type LineChange, type LineFact } from '../flow-effects.ts';
import type { DraftStep, FlowDraft, FlowCatalogue, Readable } from '../types.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import { isBridgeWait } from '../verbs/wait.ts';

/** For each fact four bits with its possible values. Paths are merged with one `|`. */
export type Line = number;

/** Possible values of a fact. `perhaps`: unknown, but it may have held before and not have ended. */
const BIT = { yes: 1, no: 2, either: 3, unknown: 4, perhaps: 8 } as const;
const BITS = 4;
const ALL_BITS = 15;

const NOBODY = createLine('no');
const ANY = changeLine(createLine('unknown'), { ended: 'no' });
/** The line on which a flow begins that others run: bridged, on hold or in a room, as far as is known. */
export const FROM_ELSEWHERE = changeLine(createLine('perhaps'), { ended: 'no' });
const OVER = changeLine(ANY, { ended: 'yes' });

/** Facts during which the caller hears the other party, music or the stream. */
export const companyFacts = ['bridged', 'inRoom', 'held', 'streaming'] as const;

/** True when the fact holds on every path. */
export function isCertain(line: Line, fact: LineFact): boolean {
  return getBits(line, fact) === BIT.yes;
}

/** True when the fact holds on no path. */
export function isExcluded(line: Line, fact: LineFact): boolean {
  return getBits(line, fact) === BIT.no;
}

/** True when the fact holds on some path. */
export function isPossible(line: Line, fact: LineFact): boolean {
  return (getBits(line, fact) & BIT.yes) !== 0;
}

/** True when the fact holds on some path, or held before and is not known to have ended. */
export function isConceivable(line: Line, fact: LineFact): boolean {
  return (getBits(line, fact) & (BIT.yes | BIT.perhaps)) !== 0;
}

/** A reachable step with its content and the line on which it begins. */
export interface StepOnLine extends Pick<DraftStep, 'name' | 'nameRange'> {
  content: NonNullable<DraftStep['content']>;
  line: Line;
}

/**
 * Lists the reachable steps that satisfy a condition. A flow that others run begins on an unknown line; whether it is
 * one is looked up only if that matters.
 */
export function listStepsOnLine(draft: FlowDraft, holds: (step: StepOnLine) => boolean): StepOnLine[] {
  const { graph, source } = draft;
  const returns = graph.steps.some(({ edges }) => edges.some(({ to }) => to === RETURN));
  const isPart = source.returns !== undefined || returns;
  const found = listStepsFrom(draft, isPart ? FROM_ELSEWHERE : NOBODY).filter(holds);
  if (found.length === 0 || isPart || !isRunByFlows(draft)) return found;
  return listStepsFrom(draft, FROM_ELSEWHERE).filter(holds);
}

/** Lists the reachable steps of a flow that begins on this line. */
export function listStepsFrom(draft: FlowDraft, entry: Line): StepOnLine[] {
  const lines = findLinesFrom(draft, entry);
  return draft.steps.flatMap(({ name, nameRange, content }) => {
    const line = lines.get(name);
    return content && line ? [{ name, nameRange, content, line }] : [];
  });
}

/** Cache: most rules ask for the same entry line. */
const getKnownLines = memoize((_: FlowDraft) => new Map<Line, ReadonlyMap<string, Line>>());

/** Returns the line at each reachable step of a flow that begins on this line. */
function findLinesFrom(draft: FlowDraft, entry: Line): ReadonlyMap<string, Line> {
  const known = getKnownLines(draft);
  const lines = known.get(entry) ?? walkGraph(draft, entry);
  known.set(entry, lines);
  return lines;
}

function walkGraph(draft: FlowDraft, entry: Line): ReadonlyMap<string, Line> {
  const { graph, steps, others } = draft;
  const nodes = new Map(graph.steps.map((node) => [node.name, node]));
  const contents = new Map(steps.map(({ name, content }) => [name, content]));
  const always = graph.always.map(({ key, to }): Way => ({ outcome: key, to, kind: 'goto', failure: false }));
  const asking = graph.steps.filter(({ waits }) => waits === 'caller').map(({ name }) => name);
  const lines = new Map<string, Line>();
  const changed = new Set<string>();
  const arrive = (name: string | undefined, line: Line): void => {
    if (name === undefined || (name !== BACK && !nodes.has(name))) return;
    const before = lines.get(name);
    const after = (before ?? 0) | line;
    if (after === before) return;
    lines.set(name, after);
    // A set's iterator revisits an entry that is deleted and added again.
    changed.delete(name);
    changed.add(name);
  };
  arrive(graph.entry, entry);
  arrive(graph.errorStep, ANY);
  arrive(graph.endStep, OVER);
  for (const name of changed) {
    const line = lines.get(name) ?? 0;
    const node = nodes.get(name);
    const content = contents.get(name);
    // Questions are not asked after the end of the call.
    if (name === BACK) for (const question of asking) arrive(question, changeLine(line, { ended: 'no' }));
    else if (node && content)
      for (const way of listWays(node, always))
        if (way.outcome !== 'timeout' || !outlastsBridge(draft, content))
          arrive(way.to, computeLineAfter({ line, content }, way, others));
  }
  return lines;
}

const DEFAULT_BRIDGE = '4h';

/** Returns the maximum duration of a conversation, ms. */
export function getBridgeMs({ source }: FlowDraft): number {
  return parseDuration(source.limits?.bridge ?? DEFAULT_BRIDGE);
}

/** True for a step that waits for the end of a conversation for longer than one lasts, so that it never times out. */
export function outlastsBridge(draft: FlowDraft, { verb, body }: StepOnLine['content']): boolean {
  if (verb.name !== 'wait') return false;
  const wait = body as Readable<WaitStep> | undefined;
  return (
    typeof wait === 'object' && isBridgeWait(wait) && parseDuration(wait.timeout ?? '') >= getBridgeMs(draft)
  );
}

type Way = Pick<Edge, 'outcome' | 'to' | 'kind' | 'failure'>;

/** Lists the ways out of a step except to `on.error`, where all steps lead. */
function listWays({ waits, edges }: GraphStep, always: Way[]): Way[] {
  const own = edges.filter(({ kind, to }) => kind !== 'error' && to !== HANGUP);
  return waits === 'caller' ? [...own, ...always] : own;
}

/** Computes the line after a step has ended with an outcome. */
export function computeLineAfter(
  { line: before, content }: Pick<StepOnLine, 'line' | 'content'>,
  { outcome, failure }: Pick<Way, 'outcome' | 'failure'>,
  others: FlowCatalogue,
): Line {
  const { verb, body } = content;
  const isAnswered = !failure || isCertain(before, 'answered');
  const isHeard = verb.waits === 'caller' || verb.waits === 'playback';
  const after = changeLine(isHeard ? assumeSilence(before) : before, {
    ...(verb.needsCall && { answered: isAnswered ? 'yes' : 'unknown', ended: 'no' }),
    ...(verb.alone && { bridged: 'no' }),
    ...verb.getLineChange?.(body as never, outcome, others),
  });
  // Steps after a failure on a bridge may silently wait for its end, as the error path does.
  return failure && isPossible(after, 'bridged') ? changeLine(after, { bridged: 'unknown' }) : after;
}

/** A step that speaks assumes that the caller hears nothing else, unless the flow itself started it. */
function assumeSilence(line: Line): Line {
  const doubtful = companyFacts.filter((fact) => getBits(line, fact) === BIT.perhaps);
  return doubtful.reduce((after, fact) => setFact(after, fact, 'unknown'), line);
}

/** Applies a change to the line. */
export function changeLine(line: Line, change: LineChange): Line {
  let after = line;
  for (const fact of lineFacts) {
    const value = change[fact];
    if (value === undefined) continue;
    after = setFact(after, fact, value === 'unknown' && isConceivable(line, fact) ? 'perhaps' : value);
  }
  return after;
}

/** Returns the change that leads from one line to another. */
export function diffLines(before: Line, line: Line): LineChange {
  const changed = lineFacts.filter((fact) => getBits(before, fact) !== getBits(line, fact));
  return Object.fromEntries(changed.map((fact) => [fact, toChangeValue(getBits(line, fact))]));
}

function toChangeValue(bits: number): 'yes' | 'no' | 'either' | 'unknown' {
  if (bits === BIT.yes) return 'yes';
  if (bits === BIT.no) return 'no';
  return (bits & BIT.yes) === 0 ? 'unknown' : 'either';
}

function setFact(line: Line, fact: LineFact, value: keyof typeof BIT): Line {
  return (line & ~(ALL_BITS << getBitOffset(fact))) | (BIT[value] << getBitOffset(fact));
}

function createLine(value: keyof typeof BIT): Line {
  return lineFacts.reduce((line, fact) => line | (BIT[value] << getBitOffset(fact)), 0);
}

function getBits(line: Line, fact: LineFact): number {
  return (line >> getBitOffset(fact)) & ALL_BITS;
}

function getBitOffset(fact: LineFact): number {
  return BITS * lineFacts.indexOf(fact);
}

/** True when this flow is run by another one, or by itself. */
export function isRunByFlows({ graph, source: { name }, others }: FlowDraft): boolean {
  return name !== undefined && (others.isRunByFlow(name) || graph.steps.some(({ flow }) => flow === name));
}
