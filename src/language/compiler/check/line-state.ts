/**
 * What is known of the line when a step is entered, by one walk over the control graph: each verb says in which state
 * its steps leave the line (`leaves` in verb.ts), and what comes together from several ways may be any of these.
 *
 * Only ways that the author plans with count as known. On the error path, in the finalizer and where another flow has
 * had its way, everything but the end of the call is unknown, so nothing is said of it.
 */
import { BACK, HANGUP, RETURN, type Edge, type GraphStep, memoized } from '../../model/index.ts';
import {
  lineFacts,
  type LineChange,
  type LineFact,
  type DraftStep,
  type FlowDraft,
  type OtherFlows,
} from '../types.ts';

/** For each fact the set of what it may be, four bits of one number: ways that come together are one `|`. */
export type Line = number;

/** `perhaps`: unknown, but it was so before. */
const BIT = { yes: 1, no: 2, either: 3, unknown: 4, perhaps: 8 } as const;
const BITS = 4;
const ALL_BITS = 15;

const NOBODY = lineOf('no');
const ANY = changedBy(lineOf('unknown'), { ended: 'no' });
/** Where a flow begins to which others lead: for all that is known of it two people may talk, on hold or in a room. */
export const FROM_ELSEWHERE = changedBy(lineOf('perhaps'), { ended: 'no' });
const OVER = changedBy(ANY, { ended: 'yes' });

/** While one of these is so the caller hears the other party, music, or whatever the stream says. */
export const company = ['bridged', 'inRoom', 'held', 'streaming'] as const;

/** On every way that leads here this is so. */
export function surely(line: Line, fact: LineFact): boolean {
  return bitsOf(line, fact) === BIT.yes;
}

/** On no way that leads here this is so. */
export function never(line: Line, fact: LineFact): boolean {
  return bitsOf(line, fact) === BIT.no;
}

/** On some way that leads here this is so. */
export function possibly(line: Line, fact: LineFact): boolean {
  return (bitsOf(line, fact) & BIT.yes) !== 0;
}

/** On some way that leads here this is so, or was so and nothing says that it has ended. */
export function perhaps(line: Line, fact: LineFact): boolean {
  return (bitsOf(line, fact) & (BIT.yes | BIT.perhaps)) !== 0;
}

/** A step that can be reached, with what it does and the line on which it begins. */
export interface StepOnLine extends Pick<DraftStep, 'name' | 'nameRange'> {
  content: NonNullable<DraftStep['content']>;
  line: Line;
}

/**
 * The steps of which this holds. A flow to which other ones lead begins on a line of which nothing is known; who does
 * is looked up only where it matters.
 */
export function stepsOnLine(draft: FlowDraft, holds: (step: StepOnLine) => boolean): StepOnLine[] {
  const { graph, source } = draft;
  const returns = graph.steps.some(({ edges }) => edges.some(({ to }) => to === RETURN));
  const isPart = source.returns !== undefined || returns;
  const found = stepsFrom(draft, isPart ? FROM_ELSEWHERE : NOBODY).filter(holds);
  if (found.length === 0 || isPart || !isLedTo(draft)) return found;
  return stepsFrom(draft, FROM_ELSEWHERE).filter(holds);
}

/** The steps that can be reached, of a flow that begins on this line. */
export function stepsFrom(draft: FlowDraft, entry: Line): StepOnLine[] {
  const lines = linesFrom(draft, entry);
  return draft.steps.flatMap(({ name, nameRange, content }) => {
    const line = lines.get(name);
    return content && line ? [{ name, nameRange, content, line }] : [];
  });
}

/** Most rules ask for the same: where a flow begins on a line of its own. */
const knownLines = memoized((_: FlowDraft) => new Map<Line, ReadonlyMap<string, Line>>());

/** The line at each step that can be reached, for a flow that begins on this one. */
function linesFrom(draft: FlowDraft, entry: Line): ReadonlyMap<string, Line> {
  const known = knownLines(draft);
  const lines = known.get(entry) ?? walkedFrom(draft, entry);
  known.set(entry, lines);
  return lines;
}

function walkedFrom({ graph, steps, others }: FlowDraft, entry: Line): ReadonlyMap<string, Line> {
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
    // A set's iterator comes once more to what is taken out and added again.
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
    // Nobody is asked once the call has ended.
    if (name === BACK) for (const question of asking) arrive(question, changedBy(line, { ended: 'no' }));
    else if (node && content)
      for (const way of waysFrom(node, always)) arrive(way.to, afterStep({ line, content }, way, others));
  }
  return lines;
}

type Way = Pick<Edge, 'outcome' | 'to' | 'kind' | 'failure'>;

/** To `on.error` everything leads. */
function waysFrom({ waits, edges }: GraphStep, always: Way[]): Way[] {
  const own = edges.filter(({ kind, to }) => kind !== 'error' && to !== HANGUP);
  return waits === 'caller' ? [...own, ...always] : own;
}

/** The line when a step has ended in this way. */
export function afterStep(
  { line: before, content }: Pick<StepOnLine, 'line' | 'content'>,
  { outcome, failure }: Pick<Way, 'outcome' | 'failure'>,
  others: OtherFlows,
): Line {
  const { verb, body } = content;
  const isAnswered = !failure || surely(before, 'answered');
  const isHeard = verb.waits === 'caller' || verb.waits === 'playback';
  const after = changedBy(isHeard ? heard(before) : before, {
    ...(verb.needsCall && { answered: isAnswered ? 'yes' : 'unknown', ended: 'no' }),
    ...(verb.alone && { bridged: 'no' }),
    ...verb.leaves?.(body as never, outcome, others),
  });
  // What follows a failure on a bridge may wait for its end without a word, as the error path does.
  return failure && possibly(after, 'bridged') ? changedBy(after, { bridged: 'unknown' }) : after;
}

/** Who speaks to the caller takes it that nothing else is heard, unless the flow itself has begun that. */
function heard(line: Line): Line {
  const doubtful = company.filter((fact) => bitsOf(line, fact) === BIT.perhaps);
  return doubtful.reduce((after, fact) => withFact(after, fact, 'unknown'), line);
}

/** The line with this change. */
export function changedBy(line: Line, change: LineChange): Line {
  let after = line;
  for (const fact of lineFacts) {
    const value = change[fact];
    if (value === undefined) continue;
    after = withFact(after, fact, value === 'unknown' && perhaps(line, fact) ? 'perhaps' : value);
  }
  return after;
}

/** What has become of the line since another one. */
export function changeSince(before: Line, line: Line): LineChange {
  const changed = lineFacts.filter((fact) => bitsOf(before, fact) !== bitsOf(line, fact));
  return Object.fromEntries(changed.map((fact) => [fact, valueOf(bitsOf(line, fact))]));
}

function valueOf(bits: number): 'yes' | 'no' | 'either' | 'unknown' {
  if (bits === BIT.yes) return 'yes';
  if (bits === BIT.no) return 'no';
  return (bits & BIT.yes) === 0 ? 'unknown' : 'either';
}

function withFact(line: Line, fact: LineFact, value: keyof typeof BIT): Line {
  return (line & ~(ALL_BITS << placeOf(fact))) | (BIT[value] << placeOf(fact));
}

function lineOf(value: keyof typeof BIT): Line {
  return lineFacts.reduce((line, fact) => line | (BIT[value] << placeOf(fact)), 0);
}

function bitsOf(line: Line, fact: LineFact): number {
  return (line >> placeOf(fact)) & ALL_BITS;
}

function placeOf(fact: LineFact): number {
  return BITS * lineFacts.indexOf(fact);
}

/** Calls come to this flow from another one, or from itself as a flow. */
export function isLedTo({ graph, source: { name }, others }: FlowDraft): boolean {
  return name !== undefined && (others.isLedTo(name) || graph.steps.some(({ flow }) => flow === name));
}
