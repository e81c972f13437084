/**
 * Commits that are asked for in one turn of the event loop go to Redis in one script: what a script and its answer cost is
 * paid once, and the next turn's do not wait for its answer. Each has an outcome of its own; when the script itself
 * fails, nobody knows what became of any of them (D3).
 */
import { Cluster } from 'ioredis';
import type { Lane } from '../../ports/index.ts';
import { Script } from './script.ts';
import type { Connection } from './script.ts';

/** As commit.lua gives it. */
type CommitAnswer = Lane | 'listed' | '';

/** The error with which Redis refused a commit alone. */
type Refusal = `!${string}`;

/** What commit.lua is given for one commit. */
interface CommitInput {
  keys: readonly string[];
  args: readonly string[];
}

interface Waiting extends CommitInput {
  resolve: (answer: CommitAnswer) => void;
  reject: (error: unknown) => void;
}

/** Redis does nothing else while a script runs, so one takes no more than about a millisecond. */
const MOST_TOGETHER = 64;

const commitScript = new Script<(CommitAnswer | Refusal)[]>('commit', 'outbox', 'facts', 'time');

export class CommitGroup {
  readonly #connection: Connection;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Commits with the others of this turn; in a Cluster with those of the same slot, which one of its keys names. */
  run(slot: string, input: CommitInput): Promise<CommitAnswer> {
    const group = this.#connection instanceof Cluster ? slot : '';
    return new Promise((resolve, reject) => {
      const others = this.#waiting.get(group);
      if (others === undefined) {
        this.#waiting.set(group, [{ ...input, resolve, reject }]);
        setImmediate(() => {
          this.#flush(group);
        });
      } else others.push({ ...input, resolve, reject });
    });
  }

  #flush(group: string): void {
    const all = this.#waiting.get(group) ?? [];
    this.#waiting.delete(group);
    for (let from = 0; from < all.length; from += MOST_TOGETHER)
      void this.#commit(all.slice(from, from + MOST_TOGETHER));
  }

  async #commit(commits: readonly Waiting[]): Promise<void> {
    const shapes: string[] = [];
    const allKeys: string[] = [];
    const allArgs = [''];
    for (const { keys, args } of commits) {
      shapes.push(`${keys.length} ${args.length}`);
      allKeys.push(...keys);
      allArgs.push(...args);
    }
    allArgs[0] = shapes.join(' ');
    try {
      const answers = await commitScript.run(this.#connection, allKeys, allArgs);
      commits.forEach(({ resolve, reject }, at) => {
        const answer = answers[at] ?? '!ERR commit.lua has not answered for this commit';
        if (isAnswer(answer)) resolve(answer);
        else reject(refused(answer));
      });
    } catch (error) {
      for (const { reject } of commits) reject(error);
    }
  }
}

function isAnswer(answer: CommitAnswer | Refusal): answer is CommitAnswer {
  return !answer.startsWith('!');
}

/** As the client tells what Redis refused. */
function refused(refusal: Refusal): Error {
  return Object.assign(new Error(refusal.slice(1)), { name: 'ReplyError' });
}
