/**
 * Shares the node's time among projects when the events of one are expensive. It counts operations
 * (language/model/bounds.ts) and reads no clock.
 *
 * Owns: which project's event is decided next while one of them is in debt. Does not own: the order of events of one
 * call (serial.ts), what an event costs (`Advance.operations`).
 *
 * FAIR-1 An event of a project without debt is decided at once, without a promise. Only an expensive event makes a debt.
 * FAIR-2 Events of a project in debt wait in a queue of that project. The queues are served in turn, and between two turns
 *        the process reads pending input. So an event waits for at most one expensive event of each other project, in
 *        addition to the earlier events of its own project.
 * FAIR-3 At most `MAX_PENDING` events from outside are pending for a project in debt; more are refused.
 */
import type { Advance } from '../../call/index.ts';
import { OperationalError, type Clock } from '../ports/index.ts';

/** Maximum cost of an event that makes no debt. Typical events cost some hundreds. */
const CHEAP_OPERATIONS = 4_000;
/** Operations that a project may spend per turn; an event that costs more leaves a debt. */
const OPERATIONS_PER_TURN = 20_000;
/** Minimum cost of an event while its project is in debt, for work that is not counted, such as storing it. */
const MIN_OPERATIONS = 400;
/** Maximum number of pending events of a project in debt: at maximum cost they take less than the 3 s after which one is spooled. */
const MAX_PENDING = 200;

/** A project that has spent more than its share. */
interface Debtor {
  /** Operations; below 0: what is left of its turn. */
  debt: number;
  /** Events that are to be decided, in order. */
  readonly waiting: (() => void)[];
  /** Events received from outside while it was in debt and not applied yet. */
  pending: number;
}

export class FairQueue {
  readonly #clock: Pick<Clock, 'nextTurn'>;
  /** In the order in which they are served. */
  readonly #debtors = new Map<string, Debtor>();
  #isScheduled = false;

  constructor(clock: Pick<Clock, 'nextTurn'>) {
    this.#clock = clock;
  }

  /** Decides an event when it is its project's turn: at once where the project owes nothing (FAIR-1). */
  decide<Decided extends Advance | undefined>(
    project: string,
    work: () => Decided,
  ): Decided | Promise<Decided> {
    const debtor = this.#findDebtor(project);
    if (debtor === undefined) return this.#charge(project, work());
    return new Promise((resolve, reject) => {
      debtor.waiting.push(() => {
        try {
          resolve(this.#charge(project, work()));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  }

  /** Applies an event from outside. Throws `project_busy` when too many events of its project are pending (FAIR-3). */
  admit<Result>(project: string, apply: () => Promise<Result>): Promise<Result> {
    const debtor = this.#findDebtor(project);
    return debtor === undefined ? apply() : applyCounted(project, debtor, apply);
  }

  #findDebtor(project: string): Debtor | undefined {
    // Most services never have a debtor, and save the look-up.
    return this.#debtors.size === 0 ? undefined : this.#debtors.get(project);
  }

  #charge<Decided extends Advance | undefined>(project: string, decided: Decided): Decided {
    if (decided === undefined) return decided;
    const { operations } = decided;
    const debtor = this.#findDebtor(project);
    if (debtor !== undefined) debtor.debt += Math.max(operations, MIN_OPERATIONS);
    else if (operations > CHEAP_OPERATIONS) {
      this.#debtors.set(project, { debt: operations, waiting: [], pending: 0 });
      this.#schedule();
    }
    return decided;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#debtors.size === 0) return;
    this.#isScheduled = true;
    this.#clock.nextTurn(() => {
      this.#isScheduled = false;
      this.#serveNext();
      this.#schedule();
    });
  }

  /** Gives one project its turn; it then comes last, or owes nothing any more. */
  #serveNext(): void {
    const [next] = this.#debtors;
    if (next === undefined) return;
    const [project, debtor] = next;
    debtor.debt -= OPERATIONS_PER_TURN;
    while (debtor.debt < 0 && debtor.waiting.length > 0) debtor.waiting.shift()?.();
    this.#debtors.delete(project);
    if (debtor.debt > 0 || debtor.waiting.length > 0) this.#debtors.set(project, debtor);
  }
}

async function applyCounted<Result>(
  project: string,
  debtor: Debtor,
  apply: () => Promise<Result>,
): Promise<Result> {
  if (debtor.pending >= MAX_PENDING) {
    const message = `too many events of "${project}" are pending, since its flows are expensive; try again later`;
    throw new OperationalError('project_busy', message, { retryable: true });
  }
  debtor.pending += 1;
  try {
    return await apply();
  } finally {
    debtor.pending -= 1;
  }
}
