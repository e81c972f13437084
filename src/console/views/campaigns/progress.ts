/** Progress of a campaign, from its counts. */
import type { GetCampaignResponse } from '../../api/generated/types.gen.ts';

export type Campaign = GetCampaignResponse;

/** Recipients with one result, or in one state. */
interface ProgressPart {
  /** Name of the result, or `calling`, `waiting`. */
  name: string;
  label: string;
  count: number;
  /** Share of all recipients, 0 to 1. */
  share: number;
}

export interface Progress {
  total: number;
  /** Recipients with a result. */
  done: number;
  /** In the order of the bar: results, then those on the line; those who wait are the rest of the bar. */
  parts: readonly ProgressPart[];
}

/** Results in the order in which they are shown, with their names. */
const RESULTS: Readonly<Record<string, string>> = {
  answered: 'Answered',
  no_answer: 'No answer',
  busy: 'Busy',
  rejected: 'Rejected',
  failed: 'Failed',
  unknown: 'Unknown',
  unfit: 'Not callable',
  do_not_call: 'On the do-not-call list',
};

/** Returns the name of a result for people; a result that is not known here keeps its code. */
export function nameResult(result: string): string {
  return RESULTS[result] ?? result.replaceAll('_', ' ');
}

/** Computes the progress; results that no recipient has are left out, except answered ones. */
export function computeProgress({ recipients, counts }: Pick<Campaign, 'recipients' | 'counts'>): Progress {
  const names = [...new Set([...Object.keys(RESULTS), ...Object.keys(counts.results)])];
  const results = names
    .map((name) => ({ name, label: nameResult(name), count: counts.results[name] ?? 0 }))
    .filter(({ name, count }) => count > 0 || name === 'answered');
  const parts = [
    ...results,
    { name: 'calling', label: 'On the line', count: counts.calling },
    { name: 'waiting', label: 'Waiting', count: counts.waiting },
  ];
  return {
    total: recipients,
    done: results.reduce((sum, { count }) => sum + count, 0),
    parts: parts.map((part) => ({ ...part, share: recipients === 0 ? 0 : part.count / recipients })),
  };
}

/** Returns the campaign of the same flow that was started last before another one; undefined: that was the first. */
export function findCampaignBefore(
  campaigns: readonly Campaign[],
  { id, flow, startedAt = Infinity }: Pick<Campaign, 'id' | 'flow' | 'startedAt'>,
): Campaign | undefined {
  const before = campaigns.filter(
    (one) => one.id !== id && one.flow === flow && (one.startedAt ?? Infinity) < startedAt,
  );
  return before.toSorted((one, other) => (other.startedAt ?? 0) - (one.startedAt ?? 0))[0];
}

/** Estimates the time until all are called at the pace so far, ms; undefined while that cannot be told. */
export function estimateRemaining(
  { state, startedAt }: Pick<Campaign, 'state' | 'startedAt'>,
  { done, total }: Pick<Progress, 'done' | 'total'>,
  now: number,
): number | undefined {
  if (state !== 'running' || startedAt === undefined || done === 0 || now <= startedAt) return undefined;
  return ((total - done) * (now - startedAt)) / done;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Renders a duration with its greatest unit, rounded: "7 min". */
export function renderDuration(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`;
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  if (ms < 48 * HOUR_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return `${Math.round(ms / (24 * HOUR_MS))} days`;
}
