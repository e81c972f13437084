/** Lists calls of the memory store with a full scan. */
import { toDigits, toListing, readRecord } from '../../call/index.ts';
import type { CallId, CallRecord } from '../../call/index.ts';
import { compareNewestFirst, cutPage, readSpan } from '../../engine/ports/index.ts';
import type { CallFilter, CallList, CallPage, Place } from '../../engine/ports/index.ts';

/** The part of a stored call that lists read. */
interface Stored {
  id: CallId;
  record: string;
  expiresAt: number | undefined;
}

interface Listed extends Place {
  record: CallRecord;
}

/** Returns a page of the calls. */
export function list(calls: Iterable<Stored>, filter: CallFilter, { limit, after }: CallPage): CallList {
  const { places, ...next } = cutPage(findMatching(calls, filter, after), limit);
  return { calls: places.map(({ record }) => record), ...next };
}

/** Returns the number of calls that match. */
export function count(calls: Iterable<Stored>, filter: CallFilter): number {
  return findMatching(calls, filter).length;
}

function findMatching(
  calls: Iterable<Stored>,
  { project, flow, state, number, campaign, ...time }: CallFilter,
  after?: string,
): Listed[] {
  const { since, from } = readSpan(time, after);
  return [...calls]
    .filter(({ expiresAt }) => state === undefined || state === (expiresAt === undefined ? 'live' : 'ended'))
    .map(({ id, record }) => readRecord(id, record))
    .map((record) => ({ ...toListing(record), record }))
    .filter((listed) => project === undefined || listed.project === project)
    .filter((listed) => flow === undefined || listed.flow === flow)
    .filter((listed) => campaign === undefined || listed.campaign === campaign)
    .filter((listed) => number === undefined || listed.number === toDigits(number))
    .filter((listed) => listed.at >= since && compareNewestFirst(from, listed) < 0)
    .sort(compareNewestFirst);
}
