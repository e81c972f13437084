import type { CallRecord, Command, TraceEntry } from '../../../../src/call/index.ts';
import type { CallState, Claimed, Commit, CommitResult, NodeId } from '../../../../src/engine/ports/index.ts';

interface Entry {
  commits: Commit[];
  outbox: Command[];
  holder: NodeId | undefined;
  leaseEnd: number;
  wakeAt: number;
}

/** The port's promises said once more, as plainly as possible: the reference against which stores are compared. */
export class ModelStore {
  entries: Record<string, Entry> = {};

  seq(call: string): number {
    return this.entries[call]?.commits.length ?? 0;
  }

  nextNumber(call: string): number {
    return 1 + (this.entries[call]?.commits.flatMap(({ commands }) => commands).length ?? 0);
  }

  load(call: string): { record: CallRecord; outbox: Command[] } | undefined {
    const entry = this.entries[call];
    return entry && { record: entry.commits.at(-1)!.record, outbox: entry.outbox };
  }

  trace(call: string): TraceEntry[] {
    return this.entries[call]?.commits.map(({ trace }) => trace) ?? [];
  }

  commit(commit: Commit): CommitResult {
    const { record, node, commands, settled = 0, leaseUntil, wakeAt = Infinity } = commit;
    if (this.seq(record.id) !== record.seq - 1) return { outcome: 'conflict' };
    const old = this.entries[record.id] ?? { commits: [], outbox: [], holder: undefined, leaseEnd: Infinity };
    const outbox = [...old.outbox.filter(({ number }) => number > settled), ...commands];
    const isMine = old.holder === undefined || old.holder === node;
    const lane = outbox.length === 0 ? 'idle' : isMine ? 'mine' : 'theirs';
    const leaseEnd = old.holder === undefined ? leaseUntil : Math.max(old.leaseEnd, leaseUntil);
    this.entries[record.id] = {
      commits: [...old.commits, commit],
      outbox,
      holder: { idle: undefined, mine: node, theirs: old.holder }[lane],
      leaseEnd: { idle: Infinity, mine: leaseEnd, theirs: old.leaseEnd }[lane],
      wakeAt,
    };
    return { outcome: 'committed', lane };
  }

  settle(call: string, number: number, node: NodeId): Command[] {
    const entry = this.entries[call];
    if (entry?.holder !== node) return [];
    entry.outbox = entry.outbox.filter((command) => command.number > number);
    if (entry.outbox.length === 0) Object.assign(entry, { holder: undefined, leaseEnd: Infinity });
    return entry.outbox;
  }

  renew(call: string, node: NodeId, leaseUntil: number): boolean {
    const entry = this.entries[call];
    if (entry?.holder !== node) return false;
    entry.leaseEnd = leaseUntil;
    return true;
  }

  claim(node: NodeId, now: number, leaseUntil: number): Claimed[] {
    const claimed: Claimed[] = [];
    for (const [call, entry] of Object.entries(this.entries)) {
      const lane = entry.leaseEnd <= now;
      if (!lane && entry.wakeAt > now) continue;
      if (lane) Object.assign(entry, { holder: node, leaseEnd: leaseUntil });
      if (entry.wakeAt <= now) entry.wakeAt = leaseUntil;
      claimed.push({ ...this.load(call)!, lane });
    }
    return claimed;
  }

  nextDueAt(): number | undefined {
    const due = Object.values(this.entries).flatMap(({ wakeAt, leaseEnd }) => [wakeAt, leaseEnd]);
    const earliest = Math.min(...due);
    return earliest === Infinity ? undefined : earliest;
  }

  /** All of them begin in the same moment. */
  list(state: CallState): CallRecord[] {
    return Object.keys(this.entries)
      .sort()
      .reverse()
      .map((call) => this.entries[call]!.commits.at(-1)!)
      .filter(({ expiresAt }) => (expiresAt === undefined) === (state === 'live'))
      .map(({ record }) => record);
  }

  expire(now: number): number {
    const isExpired = ({ commits }: Entry) => (commits.at(-1)!.expiresAt ?? Infinity) <= now;
    const expired = Object.keys(this.entries).filter((call) => isExpired(this.entries[call]!));
    this.entries = Object.fromEntries(
      Object.entries(this.entries).filter(([call]) => !expired.includes(call)),
    );
    return expired.length;
  }
}
