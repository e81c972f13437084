/** CDRs of the calls in a store, newest first, a page at a time. */
import type { CallRecord } from '../../call/index.ts';
import type { CallFilter, CallListing, CallPage, CallStore } from '../../engine/ports/index.ts';
import { toCdr } from './cdr.ts';
import type { Cdr } from './cdr.ts';

/** Which calls are meant; only those that are over have a CDR. */
type CdrFilter = Pick<CallFilter, 'project' | 'flow' | 'since' | 'before'>;

interface CdrsOfPage {
  /** Each trace is read when its CDR is asked for. */
  cdrs: AsyncIterable<Cdr>;
  /** Where the next page begins; absent: there is none. */
  next?: string;
}

export interface CdrSource {
  calls: Pick<CallListing, 'list'> & Pick<CallStore, 'trace'>;
  /** So many digits of the other party's number are not shown. */
  maskDigits: number;
}

/** A page of them; fewer than asked for where some were forgotten meanwhile. Throws `bad_cursor` for an `after` that was no `next`. */
export async function readCdrs(source: CdrSource, filter: CdrFilter, page: CallPage): Promise<CdrsOfPage> {
  const { calls, ...next } = await source.calls.list({ ...filter, state: 'ended' }, page);
  return { cdrs: readEach(source, calls), ...next };
}

async function* readEach({ calls, maskDigits }: CdrSource, records: CallRecord[]): AsyncGenerator<Cdr> {
  for (const record of records) yield toCdr(record, await calls.trace(record.id), maskDigits);
}
