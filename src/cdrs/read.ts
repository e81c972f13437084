/** CDRs of the calls in a store, newest first, a page at a time. */
import type { CallRecord } from '../call/index.ts';
import type { CallFilter, CallStore } from '../ports/index.ts';
import { cdrOf } from './cdr.ts';
import type { Cdr } from './cdr.ts';

/** Which calls are meant; only those that are over have a CDR. */
export interface CdrFilter extends Pick<CallFilter, 'flow' | 'since' | 'before'> {
  /** Absent: of every project. */
  project?: string;
}

export interface CdrPage {
  limit: number;
  /** `next` of the page before. */
  after?: string;
}

export interface CdrsOfPage {
  /** Each trace is read when its CDR is asked for. */
  cdrs: AsyncIterable<Cdr>;
  /** Where the next page begins; absent: there is none. */
  next?: string;
}

export interface CdrSource {
  calls: Pick<CallStore, 'list' | 'trace'>;
  /** So many digits of the other party's number are not shown. */
  maskDigits: number;
}

/** A page of them. Throws `bad_cursor` for an `after` that was no `next`. */
export async function readCdrs(source: CdrSource, filter: CdrFilter, page: CdrPage): Promise<CdrsOfPage> {
  const { project, ...rest } = filter;
  const records: CallRecord[] = [];
  let { after } = page;
  do {
    const wanted = { limit: page.limit - records.length, ...(after !== undefined && { after }) };
    const { calls, next } = await source.calls.list({ ...rest, state: 'ended' }, wanted);
    records.push(...calls.filter((record) => project === undefined || record.project === project));
    after = next;
  } while (after !== undefined && records.length < page.limit);
  return { cdrs: cdrsOf(source, records), ...(after !== undefined && { next: after }) };
}

async function* cdrsOf({ calls, maskDigits }: CdrSource, records: CallRecord[]): AsyncGenerator<Cdr> {
  for (const record of records) yield cdrOf(record, await calls.trace(record.id), maskDigits);
}
