/**
 * Batches the commits of one turn of the event loop into few scripts, which shares the cost of a script and its reply; later
 * batches do not wait for earlier replies. Each commit has its own outcome. If the script itself fails, the outcome of all of
 * its commits is unknown (REDIS-3).
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

/** Output of commit.lua for a commit. */
type CommitAnswer = Lane | 'listed' | '';

/** Error with which Redis rejected a single commit. */
type Refusal = `!${string}`;

/** A commit in flight. */
interface Waiting {
  commit: Commit;
  keys: CallKeys;
  record: string;
  trace: string;
  /** One command per line. */
  commands: string;
  /** True when the facts by which the call is listed may change. */
  isListedAnew: boolean;
  resolve: (result: CommitResult) => void;
  reject: (error: unknown) => void;
}

/** Number of commits at which a batch is sent at once, so that Redis works while the turn goes on (ADR 0048). */
const MAX_BATCH = 8;

interface Group {
  commits: Waiting[];
  /** Sends the batch; no commit is added afterwards. */
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
  /** Next batch; in a Cluster one per slot. */
  readonly #next = new Map<string, Group>();

  /** `attempt` runs the script of a batch. */
  constructor(connection: Connection, keys: Keys, attempt: Attempt) {
    this.#connection = connection;
    this.#keys = keys;
    this.#attempt = attempt;
  }

  /** Commits together with the others of this turn; in a Cluster with those of the same slot. */
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
    if (group.commits.length === MAX_BATCH) group.send();
  }

  /** Starts a batch, which is sent at the end of the turn or when it is full. */
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
          this.#report(one, given[at] ?? '!ERR commit.lua returned no result for this commit');
        });
      },
      (error: unknown) => {
        // If the script was never run, the batch is still open.
        group.send();
        for (const { reject } of commits) reject(error);
      },
    );
    return group;
  }

  #report(one: Waiting, answer: CommitAnswer | Refusal): void {
    if (isRefusal(answer)) one.reject(storeFailure(toReplyError(answer)));
    else if (answer !== 'listed') one.resolve(results[answer]);
    // Only Redis knew that the call awaited something before.
    else if (!one.isListedAnew) this.#add({ ...one, isListedAnew: true });
    else one.reject(new Error('commit.lua requested keys although it had all of them'));
  }
}

/** Builds keys and arguments in the order of commit.lua. */
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

/** Renders the first line of field `h` of scripts/call.lua. */
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

/** Builds the error that the client throws for a rejection by Redis. */
function toReplyError(refusal: Refusal): Error {
  return Object.assign(new Error(refusal.slice(1)), { name: 'ReplyError' });
}
