/**
 * A campaign: one flow for many recipients, each called once or, after a failed attempt, as its retries permit. Types and
 * pure functions.
 *
 * CAMPAIGN-1 `counts` equal the lengths of the queues: every move of a recipient changes both in one write.
 * CAMPAIGN-2 Every move of a recipient names the campaign's revision, so no call begins after a pause or stop was answered,
 *            and at most `pace.atOnce` calls are in progress across all nodes. The platform may still dial the calls of a
 *            broadcast that it accepted earlier.
 */
import type { Value } from '../../language/model/index.ts';
import type { CallingWindow } from './calling-window.ts';

/** The results of the calls of a campaign. */
export type Result =
  'answered' | 'busy' | 'no_answer' | 'rejected' | 'failed' | 'unknown' | 'do_not_call' | 'unfit';

/** Results after which a recipient may be called again: nobody was reached, and nobody declined. */
export const RETRIED_RESULTS = ['busy', 'no_answer', 'failed'] as const satisfies Result[];

type Retried = (typeof RETRIED_RESULTS)[number];

interface Retry {
  /** Maximum number of further calls. */
  times: number;
  /** Delay after the end of the previous call. */
  afterSeconds: number;
}

interface Pace {
  /** Maximum number of calls started per second, across all nodes. */
  perSecond: number;
  /** Maximum number of concurrent calls, across all nodes. */
  atOnce: number;
}

/** Ways to place calls: one request per call, or one per second. */
export const placingModes = ['calls', 'broadcast'] as const;

/** Settings of a campaign, as operators set them. */
export interface CampaignSettings {
  /** Name of a flow in service. */
  flow: string;
  /** Caller number that recipients see, in E.164 form. */
  from: string;
  /** Values of the flow's parameters that all recipients share. */
  params?: Record<string, Value>;
  /** `number`, `time_zone` or a parameter → the column that holds it; absent: the column of the same name. */
  columns?: Record<string, string>;
  /** Country of numbers that do not begin with +, as two letters. */
  country?: string;
  pace: Pace;
  /** Default: calls. */
  by?: (typeof placingModes)[number];
  /** Windows in which recipients may be called, in their local time; absent: at any time. */
  windows?: CallingWindow[];
  retries?: Partial<Record<Retried, Retry>>;
}

/** Recipients can be loaded in `draft`; `done` and `stopped` are final. */
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
  startedAt?: number;
  endedAt?: number;
  /** Number of recipients; rows with a greater number are still being loaded and do not count yet. */
  rows: number;
  /** The upload in progress: who loads, and the time of the last heartbeat. */
  loading?: { by: string; at: number };
  counts: Counts;
  /** The problem that paused the campaign. */
  problem?: string;
  /** Time at which it did; absent in campaigns that an earlier release paused. */
  problemAt?: number;
  /** True while the campaign is being removed; nothing else may change it. */
  removing?: true;
}

/** Reference to a campaign. */
export interface CampaignRef {
  project: string;
  id: string;
}

/** A person to call. */
export interface Recipient {
  /** E.164. */
  number: string;
  /** Values of the flow's parameters for this recipient. */
  params?: Record<string, Value>;
  /** IANA time zone; absent: those of the country. */
  zone?: string;
  /** Two letters. */
  country?: string;
}

/** A recipient in the queue. */
export interface Waiting extends Recipient {
  /** Number of the row in the upload, from 1. */
  row: number;
  /** Number of the attempt, from 1. */
  attempt: number;
}

/** A recipient with a requested call. */
export interface Calling extends Waiting {
  /** Time of the request. */
  at: number;
  /** Node that requested it. */
  node: string;
  /** Broadcast that contains the call; absent: it has its own request. */
  broadcast?: string;
}

/** Recipients who are called with one request to the platform. */
export interface CampaignBroadcast {
  /** Members; those in `calling` under its id are still being called. */
  rows: number[];
  /** Time of creation, and the node. */
  at: number;
  node: string;
}

/** A finished recipient. */
export interface Done extends Omit<Waiting, 'attempt'> {
  result: Result;
  /** Number of calls. */
  attempts: number;
  /** The last call. */
  call?: string;
  /** Times of the request and of the end of that call. */
  calledAt?: number;
  endedAt: number;
  /** Business outcomes that the call reached. */
  outcomes?: string[];
  /** Further details. */
  detail?: string;
}

/** Final state of a recipient; `stopped`: the campaign ended before the next call. */
export interface Ending extends Omit<Done, 'result'> {
  result: Result | 'stopped';
}

/** Creates a campaign in `draft`. */
export function createCampaign(settings: CampaignSettings, by: { id: string; at: number }): Campaign {
  const counts: Counts = { waiting: 0, calling: 0, results: {} };
  return { settings, state: 'draft', createdAt: by.at, createdBy: by.id, rows: 0, counts };
}

/** Number of calls that may begin now (CAMPAIGN-2). */
export function countPermittedCalls({ state, counts, settings }: Campaign): number {
  return state === 'running' ? Math.max(0, settings.pace.atOnce - counts.calling) : 0;
}

/** The campaign after a move of recipients; a running one is `done` when none is left. */
export function applyMove(
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

/** Delay before the next attempt, ms; undefined: no further attempt. */
export function computeRetryDelay(
  { retries }: Pick<CampaignSettings, 'retries'>,
  attempt: number,
  result: Result,
): number | undefined {
  const retry = retries?.[result as Retried];
  return retry === undefined || attempt > retry.times ? undefined : retry.afterSeconds * 1_000;
}

/** Idempotency key of a call. It differs from the keys of an earlier campaign with the same name. */
export function toCallKey(
  { project, id }: CampaignRef,
  { createdAt }: Pick<Campaign, 'createdAt'>,
  { row, attempt }: Pick<Waiting, 'row' | 'attempt'>,
): string {
  return `campaign ${project}/${id} ${createdAt} ${row} ${attempt}`;
}

/** Maximum number of recipients per request: one, or the calls of a second. */
export function computeBatchSize({ settings: { by, pace } }: Campaign): number {
  return by === 'broadcast' ? Math.max(1, Math.floor(pace.perSecond)) : 1;
}
