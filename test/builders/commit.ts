import type { Commit } from '../../src/engine/ports/index.ts';
import { callRecord, hangup } from './call-record.ts';
import type { RecordParts } from './call-record.ts';

export interface CommitParts extends RecordParts {
  node?: string;
  /** Numbers of the commands decided. */
  commands?: number[];
  settled?: number;
  wakeAt?: number;
  awaits?: string;
  leaseUntil?: number;
  expiresAt?: number;
}

/** The commit that brings a call to `seq`; without parts, the one that creates it. */
export function commitOf(parts: CommitParts = {}): Commit {
  const { node = 'a', commands = [], settled, wakeAt, awaits, leaseUntil = 10_000, expiresAt } = parts;
  const record = callRecord(parts);
  const decided = commands.map((number) => hangup(record.id, number));
  return {
    node,
    record,
    commands: decided,
    trace: {
      seq: record.seq,
      at: 1_000 + record.seq,
      event: { type: 'connected', at: 1_000 + record.seq },
      notes: [{ kind: 'legacy_note', text: `${node} committed ${record.seq}` }],
      commands: decided.map(({ number, kind }) => ({ number, kind })),
      state: 'hello',
    },
    ...(settled === undefined ? {} : { settled }),
    wakeAt,
    ...(awaits === undefined ? {} : { awaits }),
    leaseUntil,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}
