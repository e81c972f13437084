/** Interprets the sums that `counted.ts` names. Pure. */
import type { CompiledFlow, FlowPart } from '../../language/model/index.ts';
import type { Bucket, Sum } from '../../engine/ports/index.ts';
import { BEGUN, BRIDGED, ENDED, FAILED, HUNG_UP, TALKED } from './counted.ts';

/** Sums of calls on one version, by name. */
type Sums = Bucket['sums'];

/** Adds up the sums of several buckets. */
export function addUpBuckets(buckets: Iterable<Bucket>): Sums {
  const all = new Map<string, number>();
  for (const { sums } of buckets)
    for (const [name, count] of Object.entries(sums)) all.set(name, (all.get(name) ?? 0) + count);
  return Object.fromEntries(all);
}

/** Counts of calls by how they ended; the last four add up to `ended`. */
export interface Endings {
  begun: number;
  ended: number;
  /** Calls that ended on an error path, or because of a failure of the platform or the service. */
  failed: number;
  /** Calls in which the caller hung up before any outcome and without being connected to anybody. */
  hungUp: number;
  /** Calls that ended after the caller had talked to somebody, and neither failed nor were hung up. */
  talked: number;
  /** All other ended calls. */
  served: number;
}

/** Counts of calls. */
export interface CallSums extends Endings {
  /** Number of connections between two people. */
  bridged: number;
  /** Number of calls by the end reason that the platform reported. */
  byReason: Record<string, number>;
  /** Percentage of ended calls; absent if none ended. */
  failedPercent?: number;
  hungUpPercent?: number;
}

/** Number of calls with an outcome. */
export interface OutcomeSum {
  name: string;
  calls: number;
  /** Percentage of ended calls. */
  percent: number;
}

/** Counts of a step. */
export interface StepSums {
  /** Name of the step; steps of a nested flow are named `flow/step`. */
  step: string;
  /** Absent if the version is no longer stored. */
  verb?: string;
  visits: number;
  /** Outcome → number of times. */
  outcomes: Record<string, number>;
  /** Number of questions that were not answered in time. */
  noInput: number;
  /** Number of answers that matched nothing. */
  noMatch: number;
  /** Number of callers who hung up in this step; those that `CallSums.hungUp` counts. */
  hungUp: number;
}

const BY_REASON = `${ENDED} `;

/** Reads how calls ended. A call that spans two buckets may end in one without having begun there. */
export function readEndings(sums: Sums): Endings {
  const readSum = (name: string) => sums[name] ?? 0;
  const [ended, failed] = [readSum(ENDED), readSum(FAILED)];
  const [hungUp, talked] = [readSum(HUNG_UP), readSum(TALKED)];
  return { begun: readSum(BEGUN), ended, failed, hungUp, talked, served: ended - failed - hungUp - talked };
}

/** Reads the counts of calls. */
export function readCalls(sums: Sums): CallSums {
  const endings = readEndings(sums);
  const { ended, failed, hungUp } = endings;
  const byReason = Object.entries(sums).filter(([name]) => name.startsWith(BY_REASON));
  return {
    ...endings,
    bridged: sums[BRIDGED] ?? 0,
    byReason: Object.fromEntries(byReason.map(([name, count]) => [name.slice(BY_REASON.length), count])),
    ...(ended > 0 && {
      failedPercent: computePercent(failed, ended),
      hungUpPercent: computePercent(hungUp, ended),
    }),
  };
}

/** Reads the business outcomes, most frequent first. */
export function readOutcomes(sums: Sums, ended: number): OutcomeSum[] {
  return Object.entries(sums)
    .map(([text, calls]) => ({ words: splitAtSpace(text), calls }))
    .filter(({ words: [kind] }) => kind === 'outcome')
    .map(({ words: [, name], calls }) => ({ name, calls, percent: computePercent(calls, ended) }))
    .sort((one, other) => other.calls - one.calls || (one.name < other.name ? -1 : 1));
}

/** A step of the flow. */
export type StepRow = Pick<StepSums, 'step' | 'verb'>;

/** Lists the steps of a flow in order, followed by those of the flows that it runs. */
export function listSteps(flow: CompiledFlow): StepRow[] {
  const listRows = (part: FlowPart, before: string) =>
    Object.entries(part.steps).map(([step, { verb }]) => ({ step: before + step, verb }));
  return [
    ...listRows(flow, ''),
    ...Object.values(flow.flows).flatMap((part) => listRows(part, `${part.name}/`)),
  ];
}

/** Reads the counts of every step, in the order of the flow; sorted by name if that is unknown. */
export function readSteps(sums: readonly Sum[], rows: readonly StepRow[] = []): StepSums[] {
  const steps = new Map<string, StepSums>(rows.map((row) => [row.step, { ...row, ...emptySteps() }]));
  const found = sums.map(({ name, count }) => {
    const [kind, rest] = splitAtSpace(name);
    const [step, outcome] = splitAtSpace(rest);
    return { kind, step, outcome, count };
  });
  const unknown = found.map(({ step }) => step).filter((step) => !steps.has(step));
  for (const step of unknown.sort()) steps.set(step, { step, ...emptySteps() });
  for (const { kind, step, outcome, count } of found) {
    const sum = steps.get(step);
    if (sum === undefined) continue;
    if (kind === 'visit') sum.visits += count;
    if (kind === 'no_input') sum.noInput += count;
    if (kind === 'no_match') sum.noMatch += count;
    if (kind === HUNG_UP) sum.hungUp += count;
    if (kind === 'left') sum.outcomes[outcome] = (sum.outcomes[outcome] ?? 0) + count;
  }
  return [...steps.values()];
}

/** Splits at the first space; names of steps contain none, outcomes may. */
function splitAtSpace(text: string): [before: string, behind: string] {
  const at = text.indexOf(' ');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function emptySteps(): Omit<StepSums, 'step' | 'verb'> {
  return { visits: 0, outcomes: {}, noInput: 0, noMatch: 0, hungUp: 0 };
}

/** Rounded to a tenth. */
function computePercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10;
}
