/**
 * Which version of a flow takes calls. One deployment per flow and project; every change of it is a step that the next
 * one can take back.
 *
 * D1 A call's version is chosen once, by its id: the same call gets the same version on every node, and of many calls
 *    the canary gets its share.
 * D2 What is scheduled takes effect at its time on every node by itself, with nobody there to do it.
 */
import { hash } from 'node:crypto';

export interface Deployment {
  /** The version that takes calls. */
  live: string;
  /** A version that takes some of them. */
  canary?: Canary;
  /** Takes the place of `live`, and of the canary, at a time. */
  scheduled?: { version: string; at: number };
  /** Versions that were live before, the latest first. */
  history: string[];
  /** When and by whom it was changed last. */
  changedAt: number;
  changedBy: string;
  /** With what a canary is taken back by itself. */
  guard?: Guard;
  /** The canary that was taken back by itself, until the next version is deployed. */
  takenBack?: TakenBack;
}

/** A canary that did worse than its guard allows. */
interface TakenBack extends Canary {
  /** When it was taken back, ms since the epoch. */
  at: number;
  /** With figures, for people. */
  reason: string;
}

export interface Canary {
  version: string;
  /** Of 100 calls. */
  percent: number;
  since: number;
}

/** A canary that does worse than this is taken back. */
export interface Guard {
  /** Of 100 ended calls at most so many may have failed. */
  maxErrorPercent?: number;
  /** Of 100 ended calls at most so many callers may have hung up before any outcome. */
  maxHangupPercent?: number;
  /** So many calls must have ended before anything is concluded. */
  minCalls: number;
}

const HISTORY = 20;
const HUNDREDTHS = 10_000;

/** Who changes it, and when. */
export interface Touch {
  at: number;
  by: string;
}

/** What the deployment is at a time, with what was scheduled for then (D2). */
export function applySchedule(deployment: Deployment, now: number): Deployment {
  const { scheduled } = deployment;
  if (scheduled === undefined || scheduled.at > now) return deployment;
  return goLive(deployment, scheduled.version, { at: scheduled.at, by: deployment.changedBy });
}

/** The versions that take calls, now or from some time on, each once. */
export function versionsOf({ live, canary, scheduled }: Deployment): string[] {
  const versions = [live, canary?.version, scheduled?.version].filter((one) => one !== undefined);
  return [...new Set(versions)];
}

/** A version takes all calls; whatever was tried beside the former one is over. */
export function goLive(before: Deployment | undefined, version: string, { at, by }: Touch): Deployment {
  const history =
    before === undefined || before.live === version
      ? (before?.history ?? [])
      : [before.live, ...before.history];
  return {
    live: version,
    history: history.slice(0, HISTORY),
    changedAt: at,
    changedBy: by,
    ...(before?.guard && { guard: before.guard }),
  };
}

/** A version takes some of 100 calls beside the live one; with 0 none is tried any more. */
export function tryOut(
  before: Deployment,
  { version, percent }: Omit<Canary, 'since'>,
  { at, by }: Touch,
): Deployment {
  const { canary: _canary, takenBack: _takenBack, ...rest } = before;
  const touched = { ...rest, changedAt: at, changedBy: by };
  return percent === 0 ? touched : { ...touched, canary: { version, percent, since: at } };
}

/**
 * One step back: what is tried or scheduled is given up; where there is neither, the version before takes the calls.
 * Undefined when there is nothing to go back to.
 */
export function rollBack(before: Deployment, { at, by }: Touch): Deployment | undefined {
  const { canary, scheduled, ...rest } = before;
  const touched = { ...rest, changedAt: at, changedBy: by };
  if (canary !== undefined || scheduled !== undefined) return touched;
  const [previous, ...history] = before.history;
  return previous === undefined ? undefined : { ...touched, live: previous, history };
}

/** Gives a canary up, now and for later, and says why; undefined when it is not tried any more, or was shifted since. */
export function takeBack(
  before: Deployment,
  tried: Canary,
  { at, by, reason }: Touch & { reason: string },
): Deployment | undefined {
  const { canary, scheduled, ...rest } = before;
  if (canary?.version !== tried.version || canary.since !== tried.since) return undefined;
  const planned = scheduled === undefined || scheduled.version === canary.version ? {} : { scheduled };
  return { ...rest, ...planned, changedAt: at, changedBy: by, takenBack: { ...canary, at, reason } };
}

/** The version that a call begins on (D1). */
export function versionFor({ live, canary }: Deployment, call: string): string {
  if (canary === undefined) return live;
  const draw =
    Number.parseInt(hash('sha256', `${canary.version} ${call}`, 'hex').slice(0, 8), 16) % HUNDREDTHS;
  return draw < (canary.percent / 100) * HUNDREDTHS ? canary.version : live;
}

/** How a version's ended calls went. */
export interface Tally {
  ended: number;
  /** Ended on the error path or by a failure. */
  failed: number;
  /** The caller hung up before any outcome. */
  hungUp: number;
}

/** What a guard watches: of these calls at most so many of 100. */
const watched = {
  maxErrorPercent: { count: 'failed', inWords: 'calls failed' },
  maxHangupPercent: { count: 'hungUp', inWords: 'callers hung up' },
} as const;

/**
 * Why a canary is to be taken back; undefined: it is not, or not yet. What the live version does as badly in the same
 * time is not the canary's fault, where enough of its calls have ended to tell.
 */
export function breach({ guard }: Deployment, tried: Tally, live?: Tally): string | undefined {
  if (guard === undefined || tried.ended === 0 || tried.ended < guard.minCalls) return undefined;
  const compared = live !== undefined && live.ended >= guard.minCalls ? live : undefined;
  for (const limit of ['maxErrorPercent', 'maxHangupPercent'] as const) {
    const { count, inWords } = watched[limit];
    const most = guard[limit] ?? 100;
    if (computePercent(tried, count) <= most) continue;
    const told = `${tried[count]} of ${tried.ended} ${inWords}, more than ${most} %`;
    if (compared === undefined) return told;
    if (computePercent(tried, count) > computePercent(compared, count))
      return `${told} (on the live version ${compared[count]} of ${compared.ended})`;
  }
  return undefined;
}

/** Of 100 ended calls so many. */
function computePercent(tally: Tally, count: 'failed' | 'hungUp'): number {
  return (100 * tally[count]) / tally.ended;
}
