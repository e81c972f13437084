/** Reads the CDRs of stored calls, newest first, page by page. */
import type { CallRecord } from '../../call/index.ts';
import type { CallFilter, CallListing, CallPage, CallStore } from '../../engine/ports/index.ts';
import { toCdr } from './cdr.ts';
import type { Cdr } from './cdr.ts';

/** Filter of calls; only ended ones have a CDR. */
type CdrFilter = Pick<CallFilter, 'project' | 'flow' | 'since' | 'before'>;

interface CdrsOfPage {
  /** Creates each CDR on demand, since it needs the trace. */
  cdrs: AsyncIterable<Cdr>;
  /** Cursor of the next page; absent on the last page. */
  next?: string;
}

export interface CdrSource {
  calls: Pick<CallListing, 'list'> & Pick<CallStore, 'trace'>;
  /** Number of last digits of the remote party's number that are masked. */
  maskDigits: number;
}

/** Reads a page; it is shorter if calls expired meanwhile. Throws `bad_cursor` for an invalid `after`. */
export async function readCdrs(source: CdrSource, filter: CdrFilter, page: CallPage): Promise<CdrsOfPage> {
  const { calls, ...next } = await source.calls.list({ ...filter, state: 'ended' }, page);
  return { cdrs: readEach(source, calls), ...next };
}

async function* readEach({ calls, maskDigits }: CdrSource, records: CallRecord[]): AsyncGenerator<Cdr> {
  for (const record of records) yield toCdr(record, await calls.trace(record.id), maskDigits);
}
