/** What the floor writes for each notification. */
import { openDatabase } from '../src/adapters/store-sqlite/database.ts';
import { GroupCommit } from '../src/adapters/store-sqlite/group-commit.ts';
import { openSqliteStore } from '../src/adapters/store-sqlite/index.ts';
import { voiceId } from '../src/call/index.ts';
import { callRecord } from '../test/builders/call-record.ts';

export interface Notification extends Record<string, unknown> {
  voice_id: string;
}

export interface Sink {
  write(notification: Notification): Promise<unknown>;
  close(): Promise<void>;
}

/** One row with the notification, by the store's group commit with the store's settings. */
export function rowSink(file: string): Sink {
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
export function commitSink(file: string): Sink {
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
