/**
 * Commits that are asked for in one turn of the event loop go to Redis in few scripts: what a script and its answer cost is
 * paid once for all that are in it, and those after it do not wait for its answer. Each has an outcome of its own; when the
 * script itself fails, nobody knows what became of any of them (REDIS-3).
 */
import { Cluster } from 'ioredis';
import { writeRecord } from '../../call/index.ts';
import type { Command } from '../../call/index.ts';
import type { Commit, CommitResult, Lane } from '../../engine/ports/index.ts';
import { storeFailure } from './failure.ts';
import { toFacts, toField } from './fields.ts';
import { everyKey } from './keys.ts';
import type { CallKeys, Keys } from './keys.ts';
import { Script } from './script.ts';
import type { Attempt, Connection } from './script.ts';

/** As commit.lua gives it. */
type CommitAnswer = Lane | 'listed' | '';

/** The error with which Redis refused a commit alone. */
type Refusal = `!${string}`;

/** A commit on its way. */
interface Waiting {
  commit: Commit;
  keys: CallKeys;
  record: string;
  trace: string;
  /** Each a line. */
  commands: string;
  /** The facts by which the call is listed may change. */
  isListedAnew: boolean;
  resolve: (result: CommitResult) => void;
  reject: (error: unknown) => void;
}

/** Number of commits that are sent at once, so that Redis works while the turn goes on (ADR 0048). */
const ENOUGH = 8;

/** Commits that go together. */
interface Group {
  commits: Waiting[];
  /** Sends them; none is added after that. */
  send: () => void;
}

const commitScript = new Script<(CommitAnswer | Refusal)[]>('commit', 'call', 'facts', 'time');

const results: Record<Lane | '', CommitResult> = {
  '': { outcome: 'conflict' },
  idle: { outcome: 'committed', lane: 'idle' },
  mine: { outcome: 'committed', lane: 'mine' },
  theirs: { outcome: 'committed', lane: 'theirs' },
};

export class CommitGroup {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #attempt: Attempt;
  /** Those that go next, by slot where there is more than one. */
  readonly #next = new Map<string, Group>();

  /** `attempt` runs a script for all that are in it. */
  constructor(connection: Connection, keys: Keys, attempt: Attempt) {
    this.#connection = connection;
    this.#keys = keys;
    this.#attempt = attempt;
  }

  /** Commits with the others of this turn; in a Cluster with those of the same slot. */
  run(commit: Commit): Promise<CommitResult> {
    return new Promise((resolve, reject) => {
      this.#add({
        commit,
        keys: this.#keys.getCallKeys(commit.record.id),
        record: writeRecord(commit.record),
        trace: JSON.stringify(commit.trace),
        commands: commit.commands.map(renderCommand).join('\n'),
        isListedAnew: isListedAnew(commit),
        resolve,
        reject,
      });
    });
  }

  #add(one: Waiting): void {
    const slot = this.#connection instanceof Cluster ? one.keys.partition.due : '';
    const group = this.#next.get(slot) ?? this.#begin(slot);
    group.commits.push(one);
    if (group.commits.length === ENOUGH) group.send();
  }

  /** Commits of one turn of the event loop, sent together, up to a limit. */
  #begin(slot: string): Group {
    const { promise: sent, resolve } = Promise.withResolvers<undefined>();
    const commits: Waiting[] = [];
    const group: Group = {
      commits,
      send: () => {
        if (this.#next.get(slot) === group) this.#next.delete(slot);
        resolve(undefined);
      },
    };
    this.#next.set(slot, group);
    setImmediate(group.send);
    this.#attempt(() => sent.then(() => commitScript.run(this.#connection, ...scriptArgs(commits)))).then(
      (given) => {
        commits.forEach((one, at) => {
          this.#tell(one, given[at] ?? '!ERR commit.lua has not answered for this commit');
        });
      },
      (error: unknown) => {
        // Where nothing was even tried.
        group.send();
        for (const { reject } of commits) reject(error);
      },
    );
    return group;
  }

  #tell(one: Waiting, answer: CommitAnswer | Refusal): void {
    if (isRefusal(answer)) one.reject(storeFailure(toReplyError(answer)));
    else if (answer !== 'listed') one.resolve(results[answer]);
    // What the call awaited before is known to Redis alone.
    else if (!one.isListedAnew) this.#add({ ...one, isListedAnew: true });
    else one.reject(new Error('commit.lua was given every key and asks for more'));
  }
}

/** In the order of commit.lua. */
function scriptArgs(commits: readonly Waiting[]): [keys: string[], args: string[]] {
  let kinds = '';
  const keys: string[] = [];
  const args = [''];
  for (const { commit, keys: of, record, trace, commands, isListedAnew: isListed } of commits) {
    const facts = isListed ? toFacts(commit.record) : undefined;
    if (facts === undefined) keys.push(of.call, of.partition.due);
    else keys.push(...everyKey(of, facts.lists));
    kinds += facts === undefined ? '-' : '+';
    args.push(renderHead(commit), record, trace, commands, renderRest(commit, facts?.text ?? ''));
  }
  args[0] = kinds;
  return [keys, args];
}

/** The first line of field `h` of scripts/call.lua. */
function renderHead({ expiresAt, awaits }: Commit): string {
  if (expiresAt === undefined && awaits === undefined) return '';
  return `${expiresAt ?? ''}|${awaits === undefined ? '' : toField(awaits)}`;
}

function renderRest(commit: Commit, facts: string): string {
  const { node, record, settled = 0, wakeAt, leaseUntil } = commit;
  return `${record.seq} ${wakeAt ?? '-'} ${record.id} ${settled} ${node} ${leaseUntil} ${facts}`;
}

function renderCommand(command: Command): string {
  return `${command.number} ${JSON.stringify(command)}`;
}

/** True when the commit itself shows that the facts by which the call is listed change. */
function isListedAnew({ record, awaits, expiresAt }: Commit): boolean {
  return record.seq === 1 || awaits !== undefined || expiresAt !== undefined;
}

function isRefusal(answer: CommitAnswer | Refusal): answer is Refusal {
  return answer.startsWith('!');
}

/** As the client tells what Redis refused. */
function toReplyError(refusal: Refusal): Error {
  return Object.assign(new Error(refusal.slice(1)), { name: 'ReplyError' });
}
