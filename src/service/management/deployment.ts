/**
 * The deployment of a flow in a project: the version that takes its calls. Every change is a step that can be rolled back.
 *
 * DEPLOY-1 The version of a call is derived from its id: the same call gets the same version on every node, and a canary
 *          gets its share of many calls.
 * DEPLOY-2 A scheduled deployment takes effect at its time on every node without further action.
 * DEPLOY-3 A flow whose first deployment is scheduled takes no calls before that time.
 */
import { hash } from 'node:crypto';
import { Refusal } from './refusal.ts';

export interface Deployment {
  /** The version that takes calls; absent before a first deployment that is scheduled (DEPLOY-3). */
  live?: string;
  /** The canary, which takes some of the calls. */
  canary?: Canary;
  /** Replaces `live` and the canary at a time. */
  scheduled?: { version: string; at: number };
  /** Previously live versions, newest first. */
  history: string[];
  /** Time and author of the last change. */
  changedAt: number;
  changedBy: string;
  /** Limits at which the canary is rolled back automatically. */
  guard?: Guard;
  /** The canary that was rolled back automatically; removed by the next deployment. */
  takenBack?: TakenBack;
}

/** A canary that exceeded its guard. */
interface TakenBack extends Canary {
  /** Time of the rollback, ms since the epoch. */
  at: number;
  /** The reason with its figures, for people. */
  reason: string;
}

export interface Canary {
  version: string;
  /** Percentage of calls. */
  percent: number;
  since: number;
}

/** Limits of a canary; if it exceeds one, it is rolled back. */
export interface Guard {
  /** Maximum percentage of failed calls among ended ones. */
  maxErrorPercent?: number;
  /** Maximum percentage of calls in which the caller hung up before any outcome. */
  maxHangupPercent?: number;
  /** Minimum number of ended calls before the guard acts. */
  minCalls: number;
}

const HISTORY = 20;
const HUNDREDTHS = 10_000;

/** A requested deployment. */
export interface Wanted {
  version: string;
  /** Percentage of calls; absent: all. 0 ends the canary. */
  percent?: number;
  /** Time from which it takes all calls, ms since the epoch. */
  at?: number;
  guard?: Guard;
}

/** Author and time of a change. */
interface Touch {
  at: number;
  by: string;
}

/** Returns the deployment at a time, with a due schedule applied (DEPLOY-2). */
export function applySchedule(deployment: Deployment, now: number): Deployment {
  const { scheduled } = deployment;
  if (scheduled === undefined || scheduled.at > now) return deployment;
  return deployLive(deployment, scheduled.version, { at: scheduled.at, by: deployment.changedBy });
}

/** Lists the versions that take calls now or later, without duplicates. */
export function listVersions({ live, canary, scheduled }: Deployment): string[] {
  const versions = [live, canary?.version, scheduled?.version].filter((one) => one !== undefined);
  return [...new Set(versions)];
}

/** Makes a version take all calls; ends the canary. */
function deployLive(before: Deployment | undefined, version: string, { at, by }: Touch): Deployment {
  const { live, history: earlier = [] } = before ?? {};
  const history = live === undefined || live === version ? earlier : [live, ...earlier];
  return {
    live: version,
    history: history.slice(0, HISTORY),
    changedAt: at,
    changedBy: by,
    ...(before?.guard && { guard: before.guard }),
  };
}

/** Starts or changes the canary; with 0 percent there is none. */
function setCanary(
  before: Deployment,
  { version, percent }: Omit<Canary, 'since'>,
  { at, by }: Touch,
): Deployment {
  const { canary: _canary, takenBack: _takenBack, ...rest } = before;
  const touched = { ...rest, changedAt: at, changedBy: by };
  return percent === 0 ? touched : { ...touched, canary: { version, percent, since: at } };
}

/** Removes the canary or the schedule, or else restores the previous live version; undefined if there is none. */
export function rollBack(before: Deployment, { at, by }: Touch): Deployment | undefined {
  const { canary, scheduled, ...rest } = before;
  const touched = { ...rest, changedAt: at, changedBy: by };
  if (canary !== undefined || scheduled !== undefined) return touched;
  const [previous, ...history] = before.history;
  return previous === undefined ? undefined : { ...touched, live: previous, history };
}

/** Rolls a canary back for a reason; undefined if it is gone or was changed since. */
export function rollBackCanary(
  before: Deployment,
  tried: Canary,
  { at, by, reason }: Touch & { reason: string },
): Deployment | undefined {
  const { canary, scheduled, ...rest } = before;
  if (canary?.version !== tried.version || canary.since !== tried.since) return undefined;
  const planned = scheduled === undefined || scheduled.version === canary.version ? {} : { scheduled };
  return { ...rest, ...planned, changedAt: at, changedBy: by, takenBack: { ...canary, at, reason } };
}

/** Returns the deployment after a requested step. Throws a `Refusal`: `invalid_schedule`, `invalid_canary`. */
export function planStep(
  before: Deployment | undefined,
  { version, percent = 100, at, guard }: Wanted,
  touch: Touch,
): Deployment {
  const guarded = before && guard ? { ...before, guard } : before;
  if (at !== undefined) {
    if (at <= touch.at)
      throw new Refusal(
        'invalid_schedule',
        'the time has passed: choose a later one, or deploy without a time',
      );
    const until = guarded ?? { history: [], ...(guard && { guard }) };
    return { ...until, scheduled: { version, at }, changedAt: touch.at, changedBy: touch.by };
  }
  if (percent === 100) return { ...deployLive(guarded, version, touch), ...(guard && { guard }) };
  if (guarded?.live === undefined)
    throw new Refusal('invalid_canary', 'there is no live version: deploy a version for all calls first');
  return setCanary(guarded, { version, percent }, touch);
}

/** Returns the version of a new call (DEPLOY-1); undefined if no version takes calls yet (DEPLOY-3). */
export function chooseVersion({ live, canary }: Deployment, call: string): string | undefined {
  if (canary === undefined) return live;
  const draw =
    Number.parseInt(hash('sha256', `${canary.version} ${call}`, 'hex').slice(0, 8), 16) % HUNDREDTHS;
  return draw < (canary.percent / 100) * HUNDREDTHS ? canary.version : live;
}

/** Results of a version's ended calls. */
export interface Tally {
  ended: number;
  /** Ended on the error path or by a failure. */
  failed: number;
  /** The caller hung up before any outcome. */
  hungUp: number;
}

const GUARDED_COUNTS = {
  maxErrorPercent: { count: 'failed', label: 'calls failed' },
  maxHangupPercent: { count: 'hungUp', label: 'callers hung up' },
} as const;

/**
 * Returns the reason to roll a canary back; undefined if there is none yet. A rate that the live version reaches in the same
 * period is not the canary's fault, if enough of its calls have ended.
 */
export function findBreach({ guard }: Deployment, tried: Tally, live?: Tally): string | undefined {
  if (guard === undefined || tried.ended === 0 || tried.ended < guard.minCalls) return undefined;
  const compared = live !== undefined && live.ended >= guard.minCalls ? live : undefined;
  for (const limit of ['maxErrorPercent', 'maxHangupPercent'] as const) {
    const { count, label } = GUARDED_COUNTS[limit];
    const most = guard[limit] ?? 100;
    if (computePercent(tried, count) <= most) continue;
    const reason = `${tried[count]} of ${tried.ended} ${label}, more than ${most} %`;
    if (compared === undefined) return reason;
    if (computePercent(tried, count) > computePercent(compared, count))
      return `${reason} (on the live version ${compared[count]} of ${compared.ended})`;
  }
  return undefined;
}

function computePercent(tally: Tally, count: 'failed' | 'hungUp'): number {
  return (100 * tally[count]) / tally.ended;
}

/** A deployment with a guarded canary. */
export type GuardedDeployment = Deployment & Required<Pick<Deployment, 'live' | 'canary' | 'guard'>>;

/** True for a deployment with a guarded canary. */
export function isGuarded(deployment: Deployment): deployment is GuardedDeployment {
  const { live, canary, guard } = deployment;
  return live !== undefined && canary !== undefined && guard !== undefined;
}
