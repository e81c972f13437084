/**
 * Lists of calls: newest first, calls that began at the same time by descending id. A call keeps its position while it is
 * stored, so calls that begin, end or expire between two pages neither repeat nor hide others.
 */
import type { CallId, CallRecord } from '../../call/index.ts';
import { refusalError } from './errors.ts';

/** A call has ended once its last commit has an expiry. */
export type CallState = 'live' | 'ended';

/** Selects calls; a field that is absent matches all of them. */
export interface CallFilter {
  /** Id of the project. */
  project?: string;
  /** Name of the flow on which the call began. */
  flow?: string;
  state?: CallState;
  /** The remote party's number, compared by its digits. */
  number?: string;
  /** Id of the campaign that placed the call; not together with `number`. */
  campaign?: string;
  /** Calls that began at this time or later, ms since the epoch. */
  since?: number;
  /** Calls that began before this time, ms since the epoch. */
  before?: number;
}

export interface CallPage {
  /** Maximum number of calls; at least 1. */
  limit: number;
  /** `next` of the previous page; absent: from the newest call on. */
  after?: string;
}

export interface CallList {
  /** Newest first. May be fewer than the limit when some expired meanwhile. */
  calls: CallRecord[];
  /** Cursor of the next page; absent on the last one. */
  next?: string;
}

/** A page of ended calls, in the order of their ends. */
export interface EndedCalls {
  /** As last committed; sealed parts stay sealed. */
  calls: CallRecord[];
  /** Cursor after them; the given one when nothing follows. */
  next: string;
}

/** Lists calls. Every member throws an `OperationalError` when the store is unavailable. */
export interface CallListing {
  /** A page of the calls that match a filter, as last committed. Throws `bad_cursor` for an invalid `after`. */
  list(filter: CallFilter, page: CallPage): Promise<CallList>;
  /** Number of calls that match a filter. */
  count(filter: CallFilter): Promise<number>;
  /**
   * The next calls that have ended after a cursor, at most `limit`; '' is the cursor before all stored calls (STORE-7). May be
   * fewer when some expired meanwhile: nothing follows for now when `next` equals `after`.
   */
  ended(after: string, limit: number): Promise<EndedCalls>;
}

/** The position of a call in every list. */
export interface Place {
  /** When it began, ms since the epoch. */
  at: number;
  id: CallId;
}

/** A part of the order: calls that began at `since` or later and come after `from`. */
export interface Span {
  since: number;
  /** Its id is empty when all calls that began at its time are excluded. */
  from: Omit<Place, 'id'> & { id: string };
}

/** Later than the beginning of any call; with 14 digits, like all sortable times in stores. */
const MAX_TIME = 99_999_999_999_999;

/** Returns the part of the order that a filter selects, after the previous page. Throws `bad_cursor` for an invalid cursor. */
export function readSpan({ since = 0, before = MAX_TIME }: CallFilter, after?: string): Span {
  const start = { at: clampTime(before), id: '' };
  const cursor = after === undefined ? start : readCursor(after);
  return { since: clampTime(since), from: compareNewestFirst(start, cursor) < 0 ? cursor : start };
}

/** Compares two positions of a list. */
export function compareNewestFirst(one: Span['from'], other: Span['from']): number {
  if (one.at !== other.at) return other.at - one.at;
  if (one.id === other.id) return 0;
  return one.id < other.id ? 1 : -1;
}

/** Cuts a list of `limit` places to a page; an additional place means that there is a next page. */
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
    throw refusalError('bad_cursor', 'this is not the cursor of a list of calls');
  return { at: Number(at), id };
}
