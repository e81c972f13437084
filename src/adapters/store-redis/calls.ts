/** The calls of the store: what the scripts are given, and what their answers mean. */
import { readRecord, writeRecord } from '../../call/index.ts';
import type { CallId, CallRecord, Command, TraceEntry } from '../../call/index.ts';
import type { Claimed, Commit, CommitResult, NodeId, StoredCall } from '../../ports/index.ts';
import { CommitGroup } from './commit-group.ts';
import { factsOf, fieldOf } from './fields.ts';
import type { CallKeys, Keys } from './keys.ts';
import { Script } from './script.ts';
import type { Connection } from './script.ts';
import { earliestFirst } from './due.ts';
import type { DueCall } from './due.ts';

const settleScript = new Script<string[]>('settle', 'outbox');
const rewriteScript = new Script<0 | 1>('rewrite', 'facts');
const renewScript = new Script<0 | 1>('renew', 'outbox');
const claimScript = new Script<[record: string, outbox: string, lane: 0 | 1] | null>('claim', 'outbox');
const expireScript = new Script<0 | 1>('expire', 'facts');

export class Calls {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #commits: CommitGroup;

  constructor(connection: Connection, keys: Keys) {
    this.#connection = connection;
    this.#keys = keys;
    this.#commits = new CommitGroup(connection);
  }

  async load(call: CallId): Promise<StoredCall | undefined> {
    const { record, outbox } = this.#keys.of(call);
    const [stored, waiting] = await this.#connection.mget(record, outbox);
    return stored === null || stored === undefined ? undefined : storedCall(stored, waiting ?? '');
  }

  async commit(commit: Commit): Promise<CommitResult> {
    const keys = this.#keys.of(commit.record.id);
    const [own, commands] = commitArgs(commit);
    const run = (of: string[], facts: string) =>
      this.#commits.run(keys.due, { keys: of, args: [...own, facts, ...commands] });
    const answer = isListedAnew(commit) ? 'listed' : await run(ownKeys(keys), '');
    // What the call awaited before is known to Redis alone.
    const lane = answer === 'listed' ? await run(everyKey(keys), factsOf(commit.record)) : answer;
    if (lane === 'listed') throw new Error('commit.lua was given every key and asks for more');
    return lane === '' ? { outcome: 'conflict' } : { outcome: 'committed', lane };
  }

  async settle(call: CallId, number: number, node: NodeId): Promise<Command[]> {
    const { outbox, due } = this.#keys.of(call);
    const left = await settleScript.run(this.#connection, [outbox, due], [call, number, node]);
    return left.map(commandOf);
  }

  async rewrite(record: CallRecord): Promise<boolean> {
    const args = [record.seq, writeRecord(record)];
    return (await rewriteScript.run(this.#connection, [this.#keys.of(record.id).record], args)) === 1;
  }

  async renew(call: CallId, node: NodeId, leaseUntil: number): Promise<boolean> {
    const { outbox, due } = this.#keys.of(call);
    return (await renewScript.run(this.#connection, [outbox, due], [call, node, leaseUntil])) === 1;
  }

  /** Those that another node is quicker to claim are made up for by others. */
  async claim(node: NodeId, now: number, leaseUntil: number, limit: number): Promise<Claimed[]> {
    const claimed: Claimed[] = [];
    for (;;) {
      const wanted = limit - claimed.length;
      const due = earliestFirst(await this.#due(now, wanted)).slice(0, wanted);
      const claims = due.map(({ id }) => this.#claim(id, [id, now, leaseUntil, node]));
      claimed.push(...(await Promise.all(claims)).flat());
      if (due.length < wanted || claimed.length === limit) return claimed;
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
    const prefix = `${fieldOf(awaited)} `;
    const lasts = await Promise.all(
      this.#keys.partitions.map(({ awaits }) =>
        this.#connection.zrange(awaits, `(${prefix}~`, `[${prefix}`, 'BYLEX', 'REV', 'LIMIT', 0, 1),
      ),
    );
    const last = lasts.flat().sort().at(-1);
    return last?.split(' ')[2] as CallId | undefined;
  }

  async trace(call: CallId): Promise<TraceEntry[]> {
    const entries = await this.#connection.lrange(this.#keys.of(call).trace, 0, -1);
    return entries.map((entry) => JSON.parse(entry) as TraceEntry);
  }

  /** Forgets ended calls, those that ended first first. */
  async expire(now: number, limit: number): Promise<number> {
    const ended = await Promise.all(
      this.#keys.partitions.map(({ ends }) =>
        this.#connection.zrangebyscore(ends, '-inf', now, 'LIMIT', 0, limit),
      ),
    );
    const ids = ended.flat().slice(0, limit) as CallId[];
    const forgotten = await Promise.all(ids.map((id) => this.#forget(id, now)));
    return forgotten.filter((one) => one === 1).length;
  }

  /** What an ended call is listed by does not change any more, so it may be read before. */
  async #forget(id: CallId, now: number): Promise<0 | 1> {
    const keys = this.#keys.of(id);
    const stored = await this.#connection.get(keys.record);
    if (stored === null) return 0;
    return expireScript.run(this.#connection, everyKey(keys), [id, now, factsOf(recordIn(stored))]);
  }

  /** The versions of flows on which stored calls began. */
  async versions(): Promise<Set<string>> {
    const fields = await Promise.all(this.#keys.partitions.map(({ flows }) => this.#connection.hkeys(flows)));
    return new Set(fields.flat().map((field) => field.slice(0, field.indexOf(' '))));
  }

  async #due(now: number, limit: number): Promise<DueCall[]> {
    const found = await Promise.all(
      this.#keys.partitions.map(({ due }) =>
        // Each call may stand there twice.
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
    const { record, outbox, due } = this.#keys.of(call);
    const claimed = await claimScript.run(this.#connection, [record, outbox, due], args);
    return claimed === null ? [] : [{ ...storedCall(claimed[0], claimed[1]), lane: claimed[2] === 1 }];
  }
}

/** Those that every commit changes, in the order of commit.lua. */
function ownKeys({ record, outbox, trace, due }: CallKeys): string[] {
  return [record, outbox, trace, due];
}

/** In the order of the scripts that take a whole call. */
function everyKey(keys: CallKeys): string[] {
  return [...ownKeys(keys), keys.index, keys.awaits, keys.ends, keys.flows, keys.ended];
}

/** Whether what the call is listed by changes, as far as the commit itself tells. */
function isListedAnew({ record, awaits, expiresAt }: Commit): boolean {
  return record.seq === 1 || awaits !== undefined || expiresAt !== undefined;
}

/** In the order of commit.lua: what comes before what the call is listed by, and what comes behind that. */
function commitArgs(commit: Commit): [own: string[], commands: string[]] {
  const { node, record, commands, trace, settled = 0, wakeAt = '-', leaseUntil, expiresAt = '' } = commit;
  const awaits = commit.awaits === undefined ? '' : fieldOf(commit.awaits);
  const head = `${record.seq}|${expiresAt}|${awaits}\n`;
  const rest = `${wakeAt} ${record.id} ${settled} ${node} ${leaseUntil}`;
  return [[head + writeRecord(record), JSON.stringify(trace), rest], commands.map(lineOf)];
}

/** The record behind its head. */
export function recordIn(stored: string): CallRecord {
  return readRecord(stored.slice(stored.indexOf('\n') + 1));
}

function lineOf(command: Command): string {
  return `${command.number} ${JSON.stringify(command)}`;
}

function commandOf(line: string): Command {
  return JSON.parse(line.slice(line.indexOf(' ') + 1)) as Command;
}

function storedCall(stored: string, outbox: string): StoredCall {
  const [, ...lines] = outbox === '' ? [] : outbox.split('\n');
  return {
    record: recordIn(stored),
    outbox: lines.map(commandOf),
  };
}
