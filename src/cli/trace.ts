import { existsSync } from 'node:fs';
import process from 'node:process';
import type { Command } from 'commander';
import { openRedisStore } from '../adapters/store-redis/index.ts';
import { openSqliteStore } from '../adapters/store-sqlite/index.ts';
import { callId } from '../call/index.ts';
import type { CallRecord, TraceEntry } from '../call/index.ts';
import { parseStore } from '../config.ts';
import type { Log, Store } from '../ports/index.ts';
import { CommandFailure } from './io.ts';
import type { Io } from './io.ts';
import { traceLines } from './trace-lines.ts';

const DEFAULT_STORE = 'sqlite:ringflow.sqlite';

interface TraceFlags {
  store?: string;
  json?: true;
}

/** `ringflow trace`: what one call did and why, read from the store of a service. */
export function registerTrace(program: Command, io: Io): void {
  program
    .command('trace')
    .description('show what one call did and why')
    .argument('<call>', 'id of the call, as the log has it: <project>.<voice id>')
    .option('--store <store>', `where the service keeps its calls (RINGFLOW_STORE, default ${DEFAULT_STORE})`)
    .option('--json', 'print the entries as NDJSON')
    .addHelpText('after', '\nExample:\n  ringflow trace default.7b1d2c9e --store sqlite:ringflow.sqlite')
    .action(async (call: string, flags: TraceFlags) => {
      const store = flags.store ?? process.env.RINGFLOW_STORE ?? DEFAULT_STORE;
      const { record, trace } = await readCall(call, store);
      for (const entry of trace)
        io.out(flags.json === true ? `${JSON.stringify(entry)}\n` : traceLines(record, entry));
    });
}

async function readCall(call: string, setting: string): Promise<{ record: CallRecord; trace: TraceEntry[] }> {
  const store = await openToRead(setting);
  try {
    const stored = await store.load(callId(call));
    // The address of a Redis may hold a password.
    const place = setting.replace(/\/\/[^@/]*@/, '//');
    if (stored === undefined) throw new CommandFailure(`${place} has no call "${call}"`, 1);
    return { record: stored.record, trace: await store.trace(callId(call)) };
  } finally {
    await store.close();
  }
}

/** A file is only read, so that it works beside a service that writes, and where nobody can write any more. */
async function openToRead(setting: string): Promise<Store> {
  const store = parseStore(setting);
  if (store?.kind === 'redis') return openRedisStore({ address: store.address, log: silent });
  if (store?.kind !== 'sqlite' || !existsSync(store.file))
    throw new CommandFailure(
      `there is no store ${setting}: name one with --store sqlite:FILE or redis://HOST:PORT`,
    );
  return openSqliteStore({ file: store.file, readOnly: true });
}

const ignore = () => undefined;
const silent: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
