/** Sums by what they mean: the other side of `counted.ts`. Pure. */
import type { CompiledFlow, FlowPart } from '../../language/model/index.ts';
import type { Bucket, Sum } from '../../engine/ports/index.ts';
import { BEGUN, BRIDGED, ENDED, FAILED, HUNG_UP } from './counted.ts';

/** Sums of calls on one version, by name. */
type Sums = Bucket['sums'];

/** Those of several buckets, all together. */
export function allOf(buckets: Iterable<Bucket>): Sums {
  const all = new Map<string, number>();
  for (const { sums } of buckets)
    for (const [name, count] of Object.entries(sums)) all.set(name, (all.get(name) ?? 0) + count);
  return Object.fromEntries(all);
}

/** How many calls did what. */
export interface CallSums {
  begun: number;
  ended: number;
  /** Ended on an error path, or by a failure of the platform or of ours. */
  failed: number;
  /** The caller hung up on the flow, before any outcome and without having talked to anybody. */
  hungUp: number;
  /** How often two people began to talk. */
  bridged: number;
  /** Why calls ended, as the platform told it. */
  byReason: Record<string, number>;
  /** Of 100 calls that ended; absent where none did. */
  failedPercent?: number;
  hungUpPercent?: number;
}

/** How many calls came to an outcome. */
export interface OutcomeSum {
  name: string;
  calls: number;
  /** Of 100 calls that ended. */
  percent: number;
}

/** What happened in a step. */
export interface StepSums {
  /** Its name; of a step of another flow that this one runs: `flow/step`. */
  step: string;
  /** Absent where the version is not known any more. */
  verb?: string;
  visits: number;
  /** Outcome → how often the step ended with it. */
  outcomes: Record<string, number>;
  /** How often a question was not answered in time. */
  noInput: number;
  /** How often an answer fitted nothing. */
  noMatch: number;
}

const BY_REASON = `${ENDED} `;

/** What calls came to. */
export function readCalls(sums: Sums): CallSums {
  const of = (name: string) => sums[name] ?? 0;
  const [ended, failed, hungUp] = [of(ENDED), of(FAILED), of(HUNG_UP)];
  const byReason = Object.entries(sums).filter(([name]) => name.startsWith(BY_REASON));
  return {
    begun: of(BEGUN),
    ended,
    failed,
    hungUp,
    bridged: of(BRIDGED),
    byReason: Object.fromEntries(byReason.map(([name, count]) => [name.slice(BY_REASON.length), count])),
    ...(ended > 0 && { failedPercent: percentOf(failed, ended), hungUpPercent: percentOf(hungUp, ended) }),
  };
}

/** What counts for the business, the most frequent first. */
export function readOutcomes(sums: Sums, ended: number): OutcomeSum[] {
  return Object.entries(sums)
    .map(([text, calls]) => ({ words: cut(text), calls }))
    .filter(({ words: [kind] }) => kind === 'outcome')
    .map(({ words: [, name], calls }) => ({ name, calls, percent: percentOf(calls, ended) }))
    .sort((one, other) => other.calls - one.calls || (one.name < other.name ? -1 : 1));
}

/** A step as the flow has it. */
export type StepRow = Pick<StepSums, 'step' | 'verb'>;

/** The steps of a flow in its order, then those of the flows that it runs. */
export function rowsOf(flow: CompiledFlow): StepRow[] {
  const rows = (part: FlowPart, before: string) =>
    Object.entries(part.steps).map(([step, { verb }]) => ({ step: before + step, verb }));
  return [...rows(flow, ''), ...Object.values(flow.flows).flatMap((part) => rows(part, `${part.name}/`))];
}

/** What happened in every step of the flow, in its order; where that is not known in that of names. */
export function readSteps(sums: readonly Sum[], rows: readonly StepRow[] = []): StepSums[] {
  const steps = new Map<string, StepSums>(rows.map((row) => [row.step, { ...row, ...nothing() }]));
  const found = sums.map(({ name, count }) => {
    const [kind, rest] = cut(name);
    const [step, outcome] = cut(rest);
    return { kind, step, outcome, count };
  });
  const unknown = found.map(({ step }) => step).filter((step) => !steps.has(step));
  for (const step of unknown.sort()) steps.set(step, { step, ...nothing() });
  for (const { kind, step, outcome, count } of found) {
    const sum = steps.get(step);
    if (sum === undefined) continue;
    if (kind === 'visit') sum.visits += count;
    if (kind === 'no_input') sum.noInput += count;
    if (kind === 'no_match') sum.noMatch += count;
    if (kind === 'left') sum.outcomes[outcome] = (sum.outcomes[outcome] ?? 0) + count;
  }
  return [...steps.values()];
}

/** What stands before the first space, and behind it; steps have none in their names, outcomes may. */
function cut(text: string): [before: string, behind: string] {
  const at = text.indexOf(' ');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function nothing(): Omit<StepSums, 'step' | 'verb'> {
  return { visits: 0, outcomes: {}, noInput: 0, noMatch: 0 };
}

/** To a tenth. */
function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10;
}
