/**
 * Lists calls in the order in which they ended. Each partition has its own order, so a cursor has one position per partition:
 * a call that is late in one partition is not skipped (STORE-7).
 */
import type { CallId } from '../../call/index.ts';
import type { EndedCalls } from '../../engine/ports/index.ts';
import { loadRecord } from './calls.ts';
import type { Keys } from './keys.ts';
import type { Connection } from './script.ts';

interface Ended {
  id: CallId;
  partition: number;
  /** Position within the partition. */
  place: number;
}

/** Returns the calls after a cursor: the last position read of each partition, separated by dots. */
export async function listEndedCalls(
  connection: Connection,
  keys: Keys,
  { after, limit }: { after: string; limit: number },
): Promise<EndedCalls> {
  const places = keys.partitions.map((_, partition) => Number(after.split('.')[partition] ?? 0));
  const found = await Promise.all(
    keys.partitions.map(async ({ ended }, partition) => {
      const behind = `(${places[partition] ?? 0}`;
      const entries = await connection.zrangebyscore(ended, behind, '+inf', 'WITHSCORES', 'LIMIT', 0, limit);
      return parseEntries(entries, partition);
    }),
  );
  const next = found
    .flat()
    .sort((one, other) => one.place - other.place)
    .slice(0, limit);
  for (const { partition, place } of next) places[partition] = place;
  const records = await Promise.all(next.map(({ id }) => loadRecord(connection, keys, id)));
  const calls = records.filter((record) => record !== undefined);
  return { calls, next: next.length === 0 ? after : places.join('.') };
}

/** Parses members, each followed by its score. */
function parseEntries(entries: string[], partition: number): Ended[] {
  return entries.flatMap((id, at) =>
    at % 2 === 1 ? [] : [{ id: id as CallId, partition, place: Number(entries[at + 1]) }],
  );
}
