/** Writes what the floor stores per notification. */
import { openDatabase } from '../src/adapters/store-sqlite/database.ts';
import { GroupCommit } from '../src/adapters/store-sqlite/group-commit.ts';
import { openSqliteStore } from '../src/adapters/store-sqlite/index.ts';
import { voiceId } from '../src/call/index.ts';
import { Redis } from 'ioredis';
import { callRecord } from '../test/builders/call-record.ts';

export interface Notification extends Record<string, unknown> {
  voice_id: string;
}

export interface Sink {
  write(notification: Notification): Promise<unknown>;
  close(): Promise<void>;
}

/** One row with the notification, by the store's group commit with the store's settings. */
function rowSink(file: string): Sink {
  const settings = { file, synchronous: 'full', busyTimeoutMs: 2_000 } as const;
  const db = openDatabase(settings);
  db.exec('CREATE TABLE notifications (number INTEGER PRIMARY KEY, call TEXT NOT NULL, body TEXT NOT NULL)');
  const insert = db.prepare('INSERT INTO notifications (call, body) VALUES (?, ?)');
  const group = new GroupCommit(db, settings);
  return {
    write: (body) => group.write(() => insert.run(body.voice_id, JSON.stringify(body))),
    async close() {
      await group.close();
      db.close();
    },
  };
}

const TIMEOUT_MS = 10_000;
const LEASE_MS = 5_000;

/** One commit of the store: a record and a trace entry, decided beforehand. */
function commitSink(file: string): Sink {
  const store = openSqliteStore({ file });
  const seqs = new Map<string, number>();
  return {
    write({ voice_id, state = '', playstate = '' }) {
      const seq = (seqs.get(voice_id) ?? 0) + 1;
      const at = Date.now();
      const isLast = state === 'disconnected';
      if (isLast) seqs.delete(voice_id);
      else seqs.set(voice_id, seq);
      const record = { ...callRecord({ id: `default.${voice_id}`, seq }), voiceId: voiceId(voice_id) };
      const event = { type: 'unknown', state: `${String(state)}${String(playstate)}`, at } as const;
      return store.commit({
        node: 'floor',
        record,
        commands: [],
        trace: { seq, at, event, notes: [], commands: [], state: 'main.listening' },
        wakeAt: isLast ? undefined : at + TIMEOUT_MS,
        leaseUntil: at + LEASE_MS,
        ...(isLast ? { expiresAt: at + LEASE_MS } : {}),
      });
    },
    close: () => store.close(),
  };
}

/** The least that a durable handler in Redis does: the notification, its place in a sequence, and a deadline. */
const SCRIPT = `
  local seq = redis.call('HINCRBY', KEYS[1], 'seq', 1)
  redis.call('HSET', KEYS[1], 'last', ARGV[1])
  if ARGV[2] == '' then
    redis.call('ZREM', KEYS[2], KEYS[1])
    redis.call('EXPIRE', KEYS[1], 60)
  else
    redis.call('ZADD', KEYS[2], ARGV[2], KEYS[1])
  end
  return seq`;

/** One script for each notification. */
function scriptSink(address: string): Sink {
  const redis = new Redis(address, { enableAutoPipelining: true });
  const loaded = redis.script('LOAD', SCRIPT) as Promise<string>;
  let sha = '';
  return {
    async write({ voice_id, state, ...rest }) {
      sha ||= await loaded;
      const deadline = state === 'disconnected' ? '' : Date.now() + TIMEOUT_MS;
      const body = JSON.stringify({ voice_id, state, ...rest });
      return redis.evalsha(sha, 2, `floor:{p0}:${voice_id}`, 'floor:{p0}:due', body, deadline);
    },
    close: async () => {
      await redis.quit();
    },
  };
}

/** By what they write. */
export const sinks: Partial<Record<string, (place: string) => Sink>> = {
  row: rowSink,
  commit: commitSink,
  script: scriptSink,
};
