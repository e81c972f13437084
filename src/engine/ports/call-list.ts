/**
 * Lists of calls: newest first, those that began in the same moment by id, backwards. A call keeps its place for
 * as long as it is stored, so what begins, ends and is forgotten between two pages neither repeats nor hides another.
 */
import type { CallId, CallRecord } from '../../call/index.ts';
import { OperationalError } from './errors.ts';

/** A call has ended once its last commit says when it may be forgotten. */
export type CallState = 'live' | 'ended';

/** Selects calls; a field that is absent matches all of them. */
export interface CallFilter {
  /** Id of the project whose call it is. */
  project?: string;
  /** Name of the flow on which the call began. */
  flow?: string;
  state?: CallState;
  /** Of the other party: who called, or was called. Compared by its digits. */
  number?: string;
  /** It began at this time or later, ms since the epoch. */
  since?: number;
  /** It began earlier than this, ms since the epoch. */
  before?: number;
}

export interface CallPage {
  /** At most so many calls; at least 1. */
  limit: number;
  /** `next` of the page before; absent: from the newest on. */
  after?: string;
}

export interface CallList {
  /** Newest first. Fewer than asked for where some were forgotten meanwhile. */
  calls: CallRecord[];
  /** Cursor of the next page; absent: there is none. */
  next?: string;
}

/** A part of the order in which calls have ended. */
export interface EndedCalls {
  /** As last committed; what of them is sealed stays so. */
  calls: CallRecord[];
  /** The place behind them; the one that was given where nothing follows. */
  next: string;
}

/** Finds calls by their common properties. Every member throws an `OperationalError` when the store is away. */
export interface CallListing {
  /** A page of the calls that match a filter, as last committed. Throws `bad_cursor` for an `after` that was no `next`. */
  list(filter: CallFilter, page: CallPage): Promise<CallList>;
  /** Number of calls that match a filter. */
  count(filter: CallFilter): Promise<number>;
  /**
   * The next calls that have ended behind a place, at most `limit`; '' is the place before all that are stored (STORE-7). Fewer
   * than there are where some were forgotten meanwhile: there is nothing more for now when `next` is `after`.
   */
  ended(after: string, limit: number): Promise<EndedCalls>;
}

/** The position of a call in every list. */
export interface Place {
  /** When it began, ms since the epoch. */
  at: number;
  id: CallId;
}

/** A part of the order: what began at `since` or later and stands behind `from`. */
export interface Span {
  since: number;
  /** Its id is empty where everything that began at its time is left out. */
  from: Omit<Place, 'id'> & { id: string };
}

/** Later than any call begins; of 14 digits, as every time is that stores write down to be sorted. */
const MAX_TIME = 99_999_999_999_999;

/** Returns the part of the order that a filter selects, behind the previous page. Throws `bad_cursor` for what was no `next`. */
export function readSpan({ since = 0, before = MAX_TIME }: CallFilter, after?: string): Span {
  const start = { at: clampTime(before), id: '' };
  const cursor = after === undefined ? start : readCursor(after);
  return { since: clampTime(since), from: compareNewestFirst(start, cursor) < 0 ? cursor : start };
}

/** Orders a list. */
export function compareNewestFirst(one: Span['from'], other: Span['from']): number {
  if (one.at !== other.at) return other.at - one.at;
  if (one.id === other.id) return 0;
  return one.id < other.id ? 1 : -1;
}

/** A page of places in order, one more of which is known if there is a further page. */
export function cutPage<Listed extends Place>(
  places: Listed[],
  limit: number,
): { places: Listed[]; next?: string } {
  const page = places.slice(0, limit);
  const last = page.at(-1);
  return places.length > limit && last !== undefined
    ? { places: page, next: renderCursor(last) }
    : { places: page };
}

function clampTime(time: number): number {
  return Math.min(Math.max(0, Math.ceil(time)), MAX_TIME);
}

function renderCursor({ at, id }: Place): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

function readCursor(text: string): Span['from'] {
  const [, at, id] = /^(\d{1,14}) (.+)$/s.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (at === undefined || id === undefined)
    throw new OperationalError('bad_cursor', 'no list of calls goes on there', { retryable: false });
  return { at: Number(at), id };
}
