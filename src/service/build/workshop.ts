/**
 * The build worker: compiles, tests, draws and compares flows and replays recorded calls, on a thread beside the one that
 * serves calls.
 *
 * Owns: the thread, its current job, the queue. Does not own: the jobs themselves (jobs.ts), storing results.
 *
 * BUILD-1 One job runs at a time, so builds use at most one core. The queue is bounded, per project and in total; further
 *         jobs are refused at once, so no project keeps others out.
 * BUILD-2 A job that exceeds its time or memory is ended together with its thread; the next job gets a new thread.
 * BUILD-3 An idle thread is ended after a while, so a service without uploads pays nothing.
 * BUILD-4 A cancelled job leaves the queue, or is ended together with its thread.
 */
import { Worker } from 'node:worker_threads';
import { Refusal } from '../management/index.ts';
import type { RefusalCode } from '../errors/index.ts';
import type { Clock } from '../../engine/ports/index.ts';
import type { Jobs, JobResult, JobInput } from './jobs.ts';

interface WorkshopLimits {
  /** Maximum duration of a job, ms. */
  jobMs: number;
  /** Maximum heap of the worker, MB. */
  memoryMb: number;
  /** Maximum number of queued jobs, in total and per project. */
  waiting: number;
  waitingOfProject: number;
  /** Time after which an idle thread is ended, ms. */
  idleMs: number;
}

const DEFAULT_LIMITS: WorkshopLimits = {
  jobMs: 20_000,
  memoryMb: 512,
  waiting: 6,
  waitingOfProject: 4,
  idleMs: 30_000,
};
/** Maximum startup time of a thread, ms; usually half a second, longer on a busy machine. */
const MAX_STARTUP_MS = 30_000;

/** Little survives a job, so a large young generation avoids copying objects that soon become garbage. */
const YOUNG_GENERATION_MB = 192;

/** Maximum time until a queued job has an answer, ms. */
export const MAX_JOB_MS = (DEFAULT_LIMITS.waiting + 1) * (DEFAULT_LIMITS.jobMs + MAX_STARTUP_MS);

interface WorkshopOptions {
  clock: Clock;
  limits?: Partial<WorkshopLimits>;
}

/** Message of the thread about its job. */
export type JobMessage =
  | { made: unknown }
  | { cancelled: true }
  | { refused: { code: RefusalCode; message: string } }
  | { failed: string };

/** Client of a job that it may cancel. A project alone is a client that waits for the result in any case. */
interface JobClient {
  project: string;
  /** Aborted when nobody waits for the result any more. */
  signal: AbortSignal;
}

interface Job {
  project: string;
  message: { name: keyof Jobs; task: unknown };
  end: (result: JobMessage) => void;
}

export class BuildWorkers {
  readonly #clock: Clock;
  readonly #limits: WorkshopLimits;
  readonly #waiting: Job[] = [];
  #isBusy = false;
  #current: Job | undefined;
  #isClosed = false;
  #thread: Worker | undefined;
  /** Ends the current job; later messages of its thread are ignored. */
  #end: (result: JobMessage) => void = () => undefined;
  #stayAwake: () => void = () => undefined;

  constructor({ clock, limits }: WorkshopOptions) {
    this.#clock = clock;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /**
   * Queues a job and resolves with its result. Throws a `Refusal`: `build_queue_full` when the queue is full,
   * `invalid_bundle` or for a replay `replay_too_large` when the job exceeds a limit, and those of the job itself. Throws
   * `JobCancelled` when the client has gone.
   */
  async do<Name extends keyof Jobs>(
    client: string | JobClient,
    name: Name,
    task: JobInput<Name>,
  ): Promise<JobResult<Name>> {
    const { project, signal }: Partial<JobClient> & { project: string } =
      typeof client === 'string' ? { project: client } : client;
    if (!this.#hasRoomFor(project))
      throw new Refusal('build_queue_full', 'too many builds are queued; try again later');
    const result = await new Promise<JobMessage>((end) => {
      if (signal?.aborted === true) {
        end(CANCELLED);
        return;
      }
      const job = { project, message: { name, task }, end };
      this.#waiting.push(job);
      signal?.addEventListener('abort', () => {
        this.#cancel(job);
      });
      void this.#processQueue();
    });
    if ('cancelled' in result) throw new JobCancelled();
    if ('made' in result) return result.made as JobResult<Name>;
    if ('refused' in result) throw new Refusal(result.refused.code, result.refused.message);
    throw new Error(`a build job failed: ${result.failed}`);
  }

  /** Ends the thread; current and queued jobs are refused. */
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

  /** Ends a job without its result (BUILD-4); does nothing when it has ended. */
  #cancel(job: Job): void {
    const place = this.#waiting.indexOf(job);
    if (place >= 0) {
      this.#waiting.splice(place, 1);
      job.end(CANCELLED);
    } else if (this.#current === job) {
      this.#abandonThread();
      this.#end(CANCELLED);
    }
  }

  async #processQueue(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#stayAwake();
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift())
      job.end(await this.#runJob(job));
    this.#current = undefined;
    this.#isBusy = false;
    if (this.#isClosed) return;
    this.#stayAwake = this.#clock.after(this.#limits.idleMs, () => {
      this.#abandonThread();
    });
  }

  /** Never throws, so the next job runs in any case (BUILD-2). */
  async #runJob(job: Job): Promise<JobMessage> {
    const { jobMs } = this.#limits;
    this.#current = job;
    const cancel = this.#clock.after(jobMs + (this.#thread === undefined ? MAX_STARTUP_MS : 0), () => {
      this.#abandonThread();
      this.#end(toLimitRefusal(job, `longer than ${Math.round(jobMs / 1_000)} seconds`));
    });
    const result = await new Promise<JobMessage>((resolve) => {
      this.#end = resolve;
      this.#thread ??= this.#openThread();
      this.#thread.postMessage(job.message);
    });
    cancel();
    return result;
  }

  #openThread(): Worker {
    // In a checkout the sources run as they are, in a published package the build.
    const file = new URL(`./thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
    const { memoryMb } = this.#limits;
    const thread = new Worker(file, {
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMb,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    });
    const handleExit = (result: JobMessage) => {
      // A thread that was abandoned may still be ending while the next one works.
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#end(result);
    };
    thread.on('message', (result: JobMessage) => {
      if (this.#thread === thread) this.#end(result);
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      handleExit(
        isMemory
          ? toLimitRefusal(this.#current, `more than ${memoryMb} MB`)
          : { failed: error.stack ?? error.message },
      );
    });
    thread.on('exit', () => {
      handleExit(CLOSING);
    });
    return thread;
  }

  #abandonThread(): void {
    const thread = this.#thread;
    this.#thread = undefined;
    void thread?.terminate();
  }
}

const CLOSING: JobMessage = {
  refused: { code: 'build_queue_full', message: 'the service is stopping; try again' },
};

const CANCELLED: JobMessage = { cancelled: true };

/** Nobody waits for the result of the job any more. */
export class JobCancelled extends Error {
  constructor() {
    super('the client of the build job has gone');
  }
}

const replays: ReadonlySet<keyof Jobs> = new Set(['tellStates', 'exportCall', 'previewVersion'] as const);

function toLimitRefusal(job: Job | undefined, than: string): JobMessage {
  const refused =
    job !== undefined && replays.has(job.message.name)
      ? ({
          code: 'replay_too_large',
          message: `the replay takes ${than}: replay fewer calls at a time`,
        } as const)
      : ({
          code: 'invalid_bundle',
          message: `the build takes ${than}: upload fewer flows or scenarios`,
        } as const);
  return { refused };
}
