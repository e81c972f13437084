/**
 * A process that commits as fast as it can and writes `<call> <seq>` on stdout for every commit reported as done.
 * Arguments: file, number of calls, last sequence number, node. Stops by itself when all calls have got that far.
 */
import { openSqliteStore } from '../../../src/adapters/store-sqlite/index.ts';
import { callId } from '../../../src/call/index.ts';
import { commitOf } from '../../builders/commit.ts';
import { print } from './print.ts';

const [file = '', calls = '0', until = '0', node = ''] = process.argv.slice(2);
const store = openSqliteStore({ file });

/** Commit n adds command n and settles command n - 1. */
async function advance(id: string): Promise<void> {
  for (;;) {
    const seq = ((await store.load(callId(id)))?.record.seq ?? 0) + 1;
    if (seq > Number(until)) return;
    const { outcome } = await store.commit(commitOf({ id, node, seq, commands: [seq], settled: seq - 1 }));
    if (outcome === 'committed') print(`${id} ${seq}`);
  }
}

await Promise.all(Array.from({ length: Number(calls) }, (_, number) => advance(`default.call-${number}`)));
await store.close();
