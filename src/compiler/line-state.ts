/**
 * What is known of the line when a step is entered, by one walk over the control graph: each verb says in which state
 * its steps leave the line (`leaves` in verb.ts), and what comes together from several ways may be any of these.
 *
 * Only ways that the author plans with count as known. On the error path, in the finalizer and where another flow has
 * had its way, everything but the end of the call is unknown, so nothing is said of it.
 */
import { BACK, HANGUP, RETURN, type Edge, type GraphStep } from '../flow/index.ts';
import type { DraftStep, FlowDraft } from './draft.ts';
import { isLedTo } from './other-flows.ts';
import { lineFacts, type LineChange, type LineFact } from './verb.ts';

/** For each fact the set of what it may be, four bits of one number: ways that come together are one `|`. */
export type Line = number;

/** `perhaps`: unknown, but it was so before. */
const BIT = { yes: 1, no: 2, unknown: 4, perhaps: 8 } as const;
const BITS = 4;
const ALL_BITS = 15;

const NOBODY = lineOf('no');
const ANY = changedBy(lineOf('unknown'), { ended: 'no' });
const OVER = changedBy(ANY, { ended: 'yes' });

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
  const found = stepsFrom(draft, isPart ? ANY : NOBODY).filter(holds);
  if (found.length === 0 || isPart || !isLedTo(draft)) return found;
  return stepsFrom(draft, ANY).filter(holds);
}

function stepsFrom(draft: FlowDraft, entry: Line): StepOnLine[] {
  const lines = linesFrom(draft, entry);
  return draft.steps.flatMap(({ name, nameRange, content }) => {
    const line = lines.get(name);
    return content && line ? [{ name, nameRange, content, line }] : [];
  });
}

/** The line at each step that can be reached, for a flow that begins on this one. */
function linesFrom({ graph, steps }: FlowDraft, entry: Line): ReadonlyMap<string, Line> {
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
      for (const way of waysFrom(node, always)) arrive(way.to, afterStep(line, content, way));
  }
  return lines;
}

type Way = Pick<Edge, 'outcome' | 'to' | 'kind' | 'failure'>;

/** To `on.error` everything leads. */
function waysFrom({ waits, edges }: GraphStep, always: Way[]): Way[] {
  const own = edges.filter(({ kind, to }) => kind !== 'error' && to !== HANGUP);
  return waits === 'caller' ? [...own, ...always] : own;
}

function afterStep(before: Line, { verb, body }: StepOnLine['content'], { outcome, failure }: Way): Line {
  const isAnswered = !failure || surely(before, 'answered');
  const after = changedBy(before, {
    ...(verb.needsCall && { answered: isAnswered ? 'yes' : 'unknown', ended: 'no' }),
    ...(verb.alone && { bridged: 'no' }),
    ...verb.leaves?.(body as never, outcome),
  });
  // What follows a failure on a bridge may wait for its end without a word, as the error path does.
  return failure && possibly(after, 'bridged') ? changedBy(after, { bridged: 'unknown' }) : after;
}

function changedBy(line: Line, change: LineChange): Line {
  let after = line;
  for (const fact of lineFacts) {
    const value = change[fact];
    if (value === undefined) continue;
    const changed = value === 'unknown' && perhaps(line, fact) ? 'perhaps' : value;
    after = (after & ~(ALL_BITS << placeOf(fact))) | (BIT[changed] << placeOf(fact));
  }
  return after;
}

function lineOf(value: 'no' | 'unknown'): Line {
  return lineFacts.reduce((line, fact) => line | (BIT[value] << placeOf(fact)), 0);
}

function bitsOf(line: Line, fact: LineFact): number {
  return (line >> placeOf(fact)) & ALL_BITS;
}

function placeOf(fact: LineFact): number {
  return BITS * lineFacts.indexOf(fact);
}
