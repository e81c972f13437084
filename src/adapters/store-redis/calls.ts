/** Stores calls in Redis: builds the input of the scripts and interprets their output. */
import { readRecord, readTraceEntry, writeRecord } from '../../call/index.ts';
import type { CallId, CallRecord, Command, TraceEntry } from '../../call/index.ts';
import type { Claimed, Commit, CommitResult, NodeId, StoredCall } from '../../engine/ports/index.ts';
import { CommitGroup } from './commit-group.ts';
import { toFacts, toField } from './fields.ts';
import { everyKey } from './keys.ts';
import type { Keys } from './keys.ts';
import { Script } from './script.ts';
import type { Attempt, Connection } from './script.ts';

const settleScript = new Script<string>('settle', 'call');
const rewriteScript = new Script<0 | 1>('rewrite');
const renewScript = new Script<0 | 1>('renew', 'call');
const claimScript = new Script<[record: string, head: string, lane: 0 | 1] | null>('claim', 'call');
const expireScript = new Script<0 | 1>('expire', 'call', 'facts');

/** A due time of a call. */
interface DueCall {
  id: CallId;
  /** ms since the epoch. */
  dueAt: number;
}

export class Calls {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #commits: CommitGroup;

  /** `attempt` runs commits. */
  constructor(connection: Connection, keys: Keys, attempt: Attempt) {
    this.#connection = connection;
    this.#keys = keys;
    this.#commits = new CommitGroup(connection, keys, attempt);
  }

  async load(call: CallId): Promise<StoredCall | undefined> {
    const [record, head] = await this.#connection.hmget(this.#keys.getCallKeys(call).call, 'r', 'h');
    return record === null || record === undefined ? undefined : toStoredCall(call, record, head ?? '');
  }

  commit(commit: Commit): Promise<CommitResult> {
    return this.#commits.run(commit);
  }

  async settle(call: CallId, number: number, node: NodeId): Promise<Command[]> {
    const { call: key, partition } = this.#keys.getCallKeys(call);
    return parseCommands(
      await settleScript.run(this.#connection, [key, partition.due], [call, number, node]),
    );
  }

  async rewrite(record: CallRecord): Promise<boolean> {
    const args = [record.seq, writeRecord(record)];
    return (await rewriteScript.run(this.#connection, [this.#keys.getCallKeys(record.id).call], args)) === 1;
  }

  async renew(call: CallId, node: NodeId, leaseUntil: number): Promise<boolean> {
    const { call: key, partition } = this.#keys.getCallKeys(call);
    return (await renewScript.run(this.#connection, [key, partition.due], [call, node, leaseUntil])) === 1;
  }

  /** Claims due calls; replaces those that another node claims first by further ones. */
  async claim(node: NodeId, now: number, leaseUntil: number, limit: number): Promise<Claimed[]> {
    const claimed: Claimed[] = [];
    for (;;) {
      const wanted = limit - claimed.length;
      const due = earliestFirst(await this.#due(now, wanted)).slice(0, wanted);
      const claims = due.map(({ id }) => this.#claim(id, [id, now, leaseUntil, node]));
      const ends = await Promise.allSettled(claims);
      claimed.push(...ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : [])));
      // A call that cannot be read does not block the others.
      const failure = ends.find((end) => end.status === 'rejected');
      if (failure !== undefined && claimed.length === 0) throw failure.reason;
      if (failure !== undefined || due.length < wanted || claimed.length === limit) return claimed;
    }
  }

  async nextDueAt(): Promise<number | undefined> {
    const heads = await Promise.all(
      this.#keys.partitions.map(({ due }) => this.#connection.zrange(due, 0, '0', 'WITHSCORES')),
    );
    const times = heads.flatMap(([, score]) => (score === undefined ? [] : [Number(score)]));
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async waitingFor(awaited: string): Promise<CallId | undefined> {
    const prefix = `${toField(awaited)} `;
    const lasts = await Promise.all(
      this.#keys.partitions.map(({ awaits }) =>
        this.#connection.zrange(awaits, `(${prefix}~`, `[${prefix}`, 'BYLEX', 'REV', 'LIMIT', 0, 1),
      ),
    );
    const last = lasts.flat().sort().at(-1);
    return last?.split(' ')[2] as CallId | undefined;
  }

  async trace(call: CallId): Promise<TraceEntry[]> {
    const fields = await this.#connection.hgetall(this.#keys.getCallKeys(call).call);
    return Object.entries(fields)
      .filter(([name]) => Number(name) > 0)
      .sort(([one], [other]) => Number(one) - Number(other))
      .map(([, entry]) => readTraceEntry(entry));
  }

  /** Deletes expired calls, the earliest first. */
  async expire(now: number, limit: number): Promise<number> {
    const ended = await Promise.all(
      this.#keys.partitions.map(({ ends }) =>
        this.#connection.zrangebyscore(ends, '-inf', now, 'LIMIT', 0, limit),
      ),
    );
    const ids = ended.flat().slice(0, limit) as CallId[];
    const deleted = await Promise.all(ids.map((id) => this.#delete(id, now)));
    return deleted.filter((one) => one === 1).length;
  }

  /** The facts by which an ended call is listed no longer change, so they can be read before the script runs. */
  async #delete(id: CallId, now: number): Promise<0 | 1> {
    const keys = this.#keys.getCallKeys(id);
    const record = await loadRecord(this.#connection, this.#keys, id);
    if (record === undefined) return 0;
    const { lists, text } = toFacts(record);
    return expireScript.run(this.#connection, everyKey(keys, lists), [id, now, text]);
  }

  /** Returns the flow versions on which stored calls started. */
  async versions(): Promise<Set<string>> {
    const fields = await Promise.all(this.#keys.partitions.map(({ flows }) => this.#connection.hkeys(flows)));
    return new Set(fields.flat().map((field) => field.slice(0, field.indexOf(' '))));
  }

  async #due(now: number, limit: number): Promise<DueCall[]> {
    const found = await Promise.all(
      this.#keys.partitions.map(({ due }) =>
        // A call may have two due times.
        this.#connection.zrangebyscore(due, '-inf', now, 'WITHSCORES', 'LIMIT', 0, 2 * limit),
      ),
    );
    return found.flatMap((entries) =>
      entries.flatMap((entry, at) =>
        at % 2 === 1 ? [] : [{ id: entry.slice(1) as CallId, dueAt: Number(entries[at + 1]) }],
      ),
    );
  }

  async #claim(call: CallId, args: (string | number)[]): Promise<Claimed[]> {
    const { call: key, partition } = this.#keys.getCallKeys(call);
    const claimed = await claimScript.run(this.#connection, [key, partition.due], args);
    return claimed === null
      ? []
      : [{ ...toStoredCall(call, claimed[0], claimed[1]), lane: claimed[2] === 1 }];
  }
}

/** Reads the record of a call, without its outbox. */
export async function loadRecord(
  connection: Connection,
  keys: Keys,
  id: CallId,
): Promise<CallRecord | undefined> {
  const record = await connection.hget(keys.getCallKeys(id).call, 'r');
  return record === null ? undefined : readRecord(id, record);
}

/** Parses fields `r` and `h` of scripts/call.lua. */
function toStoredCall(id: CallId, record: string, head: string): StoredCall {
  const [, , ...commands] = head.split('\n');
  return { record: readRecord(id, record), outbox: commands.map(parseCommand) };
}

/** Parses commands, each on a line after its number. */
function parseCommands(lines: string): Command[] {
  return lines === '' ? [] : lines.split('\n').map(parseCommand);
}

function parseCommand(line: string): Command {
  return JSON.parse(line.slice(line.indexOf(' ') + 1)) as Command;
}

/** Returns each call once, the earliest due first. */
function earliestFirst(due: DueCall[]): DueCall[] {
  const first = new Map<CallId, DueCall>();
  for (const one of due.toSorted((a, b) => a.dueAt - b.dueAt)) if (!first.has(one.id)) first.set(one.id, one);
  return [...first.values()];
}
