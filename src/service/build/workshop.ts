/**
 * Work on flows that takes long, done on a thread beside the one that serves calls: bundles are compiled and tried out,
 * versions drawn and compared.
 *
 * Owns: the thread, the job on it, who waits for their turn. Does not own: what a job does (jobs.ts), what is kept of it.
 *
 * W1 One job is done at a time, so it takes one core at most; so many may wait, of one project fewer, so that none keeps
 *    others out, and more are refused at once.
 * W2 A job that takes longer or more memory than it may ends with its thread, whatever its flows and scenarios do; the
 *    next job gets another thread.
 * W3 A thread that has nothing to do for a while is ended: a service to which nobody hands in flows pays nothing.
 */
import { Worker } from 'node:worker_threads';
import { Refusal } from '../management/index.ts';
import type { RefusalCode } from '../errors/index.ts';
import type { Clock } from '../../engine/ports/index.ts';
import type { Jobs, Made, Task } from './jobs.ts';

interface WorkshopLimits {
  /** A job may take so long, ms. */
  jobMs: number;
  /** What is made of flows may take so much memory, MB. */
  memoryMb: number;
  /** So many jobs may wait, and so many of one project. */
  waiting: number;
  waitingOfProject: number;
  /** So long a thread waits for the next job, ms. */
  idleMs: number;
}

const USUAL: WorkshopLimits = {
  jobMs: 20_000,
  memoryMb: 512,
  waiting: 6,
  waitingOfProject: 4,
  idleMs: 30_000,
};
/** A thread takes half a second to begin; on a machine with much else to do, longer. */
const OPENING_MS = 30_000;

/** Little of what a job makes outlives it: the more room there is, the less is copied before it is garbage. */
const YOUNG_GENERATION_MB = 192;

/** Whoever was let in has an answer before so much later, ms. */
export const LONGEST_JOB_MS = (USUAL.waiting + 1) * (USUAL.jobMs + OPENING_MS);

interface WorkshopOptions {
  clock: Clock;
  limits?: Partial<WorkshopLimits>;
}

/** What a thread tells of a job. */
export type Told =
  { made: unknown } | { refused: { code: RefusalCode; message: string } } | { failed: string };

interface Job {
  project: string;
  message: { name: keyof Jobs; task: unknown };
  end: (told: Told) => void;
}

export class BuildWorkers {
  readonly #clock: Clock;
  readonly #limits: WorkshopLimits;
  readonly #waiting: Job[] = [];
  #isBusy = false;
  #isClosed = false;
  #thread: Worker | undefined;
  /** Ends the job that is on the thread; whatever comes after that is of no interest. */
  #end: (told: Told) => void = () => undefined;
  #stayAwake: () => void = () => undefined;

  constructor({ clock, limits }: WorkshopOptions) {
    this.#clock = clock;
    this.#limits = { ...USUAL, ...limits };
  }

  /**
   * Does a job for a project when its turn has come. Throws a `Refusal`: `build_queue_full` when too many wait, `invalid_bundle` when it
   * takes more than it may, and those of the job itself.
   */
  async do<Name extends keyof Jobs>(project: string, name: Name, task: Task<Name>): Promise<Made<Name>> {
    if (!this.#hasRoomFor(project))
      throw new Refusal('build_queue_full', 'too many builds are queued; try again in a moment');
    const told = await new Promise<Told>((end) => {
      this.#waiting.push({ project, message: { name, task }, end });
      void this.#workOff();
    });
    if ('made' in told) return told.made as Made<Name>;
    if ('refused' in told) throw new Refusal(told.refused.code, told.refused.message);
    throw new Error(`a build job failed: ${told.failed}`);
  }

  /** Ends the thread; what is under way or waits is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stayAwake();
    for (const { end } of this.#waiting.splice(0)) end(CLOSING);
    await this.#thread?.terminate();
  }

  #hasRoomFor(project: string): boolean {
    const own = this.#waiting.filter((job) => job.project === project);
    const { waiting, waitingOfProject } = this.#limits;
    return !this.#isClosed && this.#waiting.length < waiting && own.length < waitingOfProject;
  }

  async #workOff(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#stayAwake();
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift())
      job.end(await this.#carriedOut(job));
    this.#isBusy = false;
    if (this.#isClosed) return;
    this.#stayAwake = this.#clock.after(this.#limits.idleMs, () => {
      this.#giveUpThread();
    });
  }

  /** Never throws, so that the next one has its turn whatever became of this one (W2). */
  async #carriedOut({ message }: Job): Promise<Told> {
    const { jobMs } = this.#limits;
    const cancel = this.#clock.after(jobMs + (this.#thread === undefined ? OPENING_MS : 0), () => {
      this.#giveUpThread();
      this.#end(tooMuch(`longer than ${Math.round(jobMs / 1_000)} seconds`));
    });
    const told = await new Promise<Told>((resolve) => {
      this.#end = resolve;
      this.#thread ??= this.#opened();
      this.#thread.postMessage(message);
    });
    cancel();
    return told;
  }

  #opened(): Worker {
    // In a checkout the sources run as they are, in a published package the build.
    const file = new URL(`./thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
    const { memoryMb } = this.#limits;
    const thread = new Worker(file, {
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMb,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    });
    const gone = (told: Told) => {
      // One that was given up ends while the next one is at work.
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#end(told);
    };
    thread.on('message', (told: Told) => {
      if (this.#thread === thread) this.#end(told);
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      gone(isMemory ? tooMuch(`more than ${memoryMb} MB`) : { failed: error.stack ?? error.message });
    });
    thread.on('exit', () => {
      gone(CLOSING);
    });
    return thread;
  }

  #giveUpThread(): void {
    const thread = this.#thread;
    this.#thread = undefined;
    void thread?.terminate();
  }
}

const CLOSING: Told = {
  refused: { code: 'build_queue_full', message: 'the service is stopping; try again' },
};

function tooMuch(than: string): Told {
  const message = `this takes ${than} to compile, test or draw: upload fewer flows or scenarios at a time`;
  return { refused: { code: 'invalid_bundle', message } };
}
