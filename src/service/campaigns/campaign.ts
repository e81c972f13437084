/**
 * A campaign: one flow for many recipients, each called once, or again as its retries say. Types and what follows from
 * them alone.
 *
 * C1 `counts` are those of the queues: every move of a recipient changes both in one write.
 * C2 Whoever moves a recipient names the campaign's revision, so no call begins after a pause or stop was answered, and
 *    never more calls are under way than `pace.atOnce`, whichever nodes place them. Of a broadcast the platform may still
 *    dial what it was asked for before.
 */
import type { Value } from '../../language/model/index.ts';
import type { CallingWindow } from './calling-window.ts';

/** The results of the calls of a campaign. */
export type Result =
  'answered' | 'busy' | 'no_answer' | 'rejected' | 'failed' | 'unknown' | 'do_not_call' | 'unfit';

/** Those after which a recipient can be called again: nobody was reached, and nobody has said no. */
export const retried = ['busy', 'no_answer', 'failed'] as const satisfies Result[];

type Retried = (typeof retried)[number];

interface Retry {
  /** So many more calls at most. */
  times: number;
  /** So long after the end of the call before. */
  afterSeconds: number;
}

interface Pace {
  /** Calls that begin in a second, on all nodes together. */
  perSecond: number;
  /** Calls under way at a time, on all nodes together. */
  atOnce: number;
}

/** How its calls are asked for: each by itself, or those of a second with one request. */
export const ways = ['calls', 'broadcast'] as const;

/** What operators say of a campaign. */
export interface CampaignSettings {
  /** Name of a flow in service. */
  flow: string;
  /** Number that is shown, in E.164 form. */
  from: string;
  /** Values of the flow's parameters that are the same for all. */
  params?: Record<string, Value>;
  /** `number`, `time_zone` or a parameter → the column that holds it; absent: the column of the same name. */
  columns?: Record<string, string>;
  /** Two letters: whose numbers are those that do not begin with +. */
  country?: string;
  pace: Pace;
  /** Absent: by calls. */
  by?: (typeof ways)[number];
  /** When recipients may be called, in their own time zones; absent: at any time. */
  windows?: CallingWindow[];
  retries?: Partial<Record<Retried, Retry>>;
}

/** `draft` takes recipients; `done`, `stopped`: nothing happens any more. */
export type CampaignState = 'draft' | 'running' | 'paused' | 'stopped' | 'done';

interface Counts {
  waiting: number;
  calling: number;
  results: Partial<Record<Result, number>>;
}

/** A campaign as it is kept. */
export interface Campaign {
  settings: CampaignSettings;
  state: CampaignState;
  /** ms since the epoch, as are all times. */
  createdAt: number;
  createdBy: string;
  /** When it was first started. */
  startedAt?: number;
  endedAt?: number;
  /** So many recipients were taken; rows with a greater number are being loaded, and do not count yet. */
  rows: number;
  /** Recipients are being loaded, by whom and when a sign of it was seen last. */
  loading?: { by: string; at: number };
  counts: Counts;
  /** Why it paused by itself. */
  problem?: string;
  /** It is about to go, and takes part in nothing any more. */
  removing?: true;
}

/** Which campaign. */
export interface CampaignRef {
  project: string;
  id: string;
}

/** Somebody to be called. */
export interface Recipient {
  /** E.164. */
  number: string;
  /** Values of the flow's parameters that are this recipient's. */
  params?: Record<string, Value>;
  /** IANA time zone; absent: those of the country. */
  zone?: string;
  /** Two letters. */
  country?: string;
}

/** A recipient that waits for a call. */
export interface Waiting extends Recipient {
  /** Place in what was loaded, from 1 on. */
  row: number;
  /** Number of the call that is to be placed: 1 is the first. */
  attempt: number;
}

/** A recipient whose call was asked for. */
export interface Calling extends Waiting {
  /** When it was asked for. */
  at: number;
  /** The node that asked. */
  node: string;
  /** The broadcast in which it is; absent: the call is asked for by itself. */
  broadcast?: string;
}

/** Recipients who are called with one request of the platform. */
export interface CampaignBroadcast {
  /** They are called in it as far as they are in `calling` under its id. */
  rows: number[];
  /** When it was made up, and by which node. */
  at: number;
  node: string;
}

/** A recipient with whom the campaign is done. */
export interface Done extends Omit<Waiting, 'attempt'> {
  result: Result;
  /** How often it was called. */
  attempts: number;
  /** The last call. */
  call?: string;
  /** When that was asked for, and when it was over. */
  calledAt?: number;
  endedAt: number;
  /** What the call got to that counts for the business. */
  outcomes?: string[];
  /** What else there is to say. */
  detail?: string;
}

/** What there is to say of a recipient; `stopped`: the campaign ended before a call, or before another one. */
export interface Ending extends Omit<Done, 'result'> {
  result: Result | 'stopped';
}

/** A campaign that has just been set up. */
export function newCampaign(settings: CampaignSettings, by: { id: string; at: number }): Campaign {
  const counts: Counts = { waiting: 0, calling: 0, results: {} };
  return { settings, state: 'draft', createdAt: by.at, createdBy: by.id, rows: 0, counts };
}

/** How many calls may begin now (C2). */
export function mayCall({ state, counts, settings }: Campaign): number {
  return state === 'running' ? Math.max(0, settings.pace.atOnce - counts.calling) : 0;
}

/** The campaign after recipients have moved; a running one is done when nobody is left. */
export function afterMove(
  campaign: Campaign,
  { waiting = 0, calling = 0, result }: { waiting?: number; calling?: number; result?: Result },
  at: number,
): Campaign {
  const { counts } = campaign;
  const reached = result === undefined ? {} : { [result]: (counts.results[result] ?? 0) + 1 };
  const after: Counts = {
    waiting: counts.waiting + waiting,
    calling: counts.calling + calling,
    results: { ...counts.results, ...reached },
  };
  const isOver = campaign.state === 'running' && after.waiting + after.calling === 0;
  return { ...campaign, counts: after, ...(isOver && { state: 'done' as const, endedAt: at }) };
}

/** How long to wait before a recipient is called again, ms; undefined: not again. */
export function retryAfter(
  { retries }: Pick<CampaignSettings, 'retries'>,
  attempt: number,
  result: Result,
): number | undefined {
  const retry = retries?.[result as Retried];
  return retry === undefined || attempt > retry.times ? undefined : retry.afterSeconds * 1_000;
}

/**
 * The key under which a call is placed once, however often and by whomever it is asked for; not that of a call of another
 * campaign which had the same name before.
 */
export function callKey(
  { project, id }: CampaignRef,
  { createdAt }: Pick<Campaign, 'createdAt'>,
  { row, attempt }: Pick<Waiting, 'row' | 'attempt'>,
): string {
  return `campaign ${project}/${id} ${createdAt} ${row} ${attempt}`;
}

/** Who is next, as many as are asked for at once: one by one, or as many as the pace allows in a second. */
export function mostAtOnce({ settings: { by, pace } }: Campaign): number {
  return by === 'broadcast' ? Math.max(1, Math.floor(pace.perSecond)) : 1;
}
