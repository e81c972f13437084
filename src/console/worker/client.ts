/**
 * The page's end of the check workers.
 *
 * CHECK-1 The language server, compilations and phone calls share one worker, so that they answer in the order in which
 *    they were asked. Scenarios and proofs, which may take seconds, run on a second one and never delay typing.
 * CHECK-2 Cancelling ends the second worker; the next long request starts a new one.
 */
import type {
  DraftFiles,
  FromWorker,
  ProveProgress,
  Request,
  RequestName,
  Requests,
  ToWorker,
} from './protocol.ts';

/** Requests that may take seconds. */
type LongName = 'runScenarios' | 'prove' | 'importFiles' | 'replayCall';

/** Options of a long request. */
interface LongOptions {
  /** Cancels the request: its promise is rejected with the signal's reason. */
  signal?: AbortSignal;
  onProgress?: (progress: ProveProgress) => void;
}

/** The language server as an editor's transport: JSON-RPC messages as texts (`Transport` of `@codemirror/lsp-client`). */
interface LanguageTransport {
  send(message: string): void;
  subscribe(handler: (message: string) => void): void;
  unsubscribe(handler: (message: string) => void): void;
}

/** Checks drafts in workers of the page. */
export class Checker {
  readonly #create: () => Worker;
  readonly #short: WorkerLine;
  readonly #handlers = new Set<(message: string) => void>();
  #long: WorkerLine | undefined;

  /** `create` starts a worker with `entry.ts`. */
  constructor(create: () => Worker) {
    this.#create = create;
    this.#short = new WorkerLine(create(), (message) => {
      for (const handler of this.#handlers) handler(message);
    });
  }

  /** The language server. Its documents are `file:///` followed by the path in the draft. */
  readonly language: LanguageTransport = {
    send: (message) => {
      this.#short.send({ kind: 'language', message });
    },
    subscribe: (handler) => {
      this.#handlers.add(handler);
    },
    unsubscribe: (handler) => {
      this.#handlers.delete(handler);
    },
  };

  /** Gives the language server the files around the open documents, and has the documents checked again. */
  setFiles(files: DraftFiles): void {
    this.#short.send({ kind: 'files', files });
  }

  /** Sends a request that is answered at once. Rejects if the worker fails. */
  ask<Name extends Exclude<RequestName, LongName>>(
    name: Name,
    takes: Requests[Name]['takes'],
  ): Promise<Requests[Name]['gives']> {
    return this.#short.ask(name, takes, {});
  }

  /** Sends a request that may take seconds. Rejects if it is cancelled or the worker fails. */
  async run<Name extends LongName>(
    name: Name,
    takes: Requests[Name]['takes'],
    options: LongOptions = {},
  ): Promise<Requests[Name]['gives']> {
    const { signal } = options;
    signal?.throwIfAborted();
    // A request that is cancelled ends its worker, so no other request waits on the same one.
    const line = this.#long ?? new WorkerLine(this.#create());
    this.#long = undefined;
    const cancel = () => {
      line.end(signal?.reason);
    };
    signal?.addEventListener('abort', cancel);
    try {
      const gives = await line.ask(name, takes, options);
      this.#keep(line);
      return gives;
    } catch (error) {
      line.end(error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Keeps an idle worker for the next long request, unless there is one. */
  #keep(line: WorkerLine): void {
    if (this.#long === undefined) this.#long = line;
    else line.end();
  }

  /** Ends the workers; pending requests are rejected. */
  end(): void {
    this.#short.end();
    this.#long?.end();
    this.#handlers.clear();
  }
}

interface Pending {
  resolve: (gives: Requests[RequestName]['gives']) => void;
  reject: (reason: unknown) => void;
  onProgress?: ((progress: ProveProgress) => void) | undefined;
}

/** One worker with the requests that it has not answered. */
class WorkerLine {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #hear: (message: string) => void;
  #last = 0;

  constructor(worker: Worker, hear: (message: string) => void = () => undefined) {
    this.#worker = worker;
    this.#hear = hear;
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      this.#receive(data);
    });
    worker.addEventListener('error', ({ message }) => {
      this.end(new Error(`the check worker failed: ${message}`));
    });
  }

  send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  ask<Name extends RequestName>(
    name: Name,
    takes: Requests[Name]['takes'],
    { onProgress }: Pick<LongOptions, 'onProgress'>,
  ): Promise<Requests[Name]['gives']> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve, reject, onProgress });
      this.send({ kind: 'request', id, name, takes } as Request);
    });
  }

  end(reason: unknown = new Error('the check worker has ended')): void {
    this.#worker.terminate();
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'language') {
      this.#hear(message.message);
      return;
    }
    const pending = this.#pending.get(message.id);
    if (message.kind === 'progress') pending?.onProgress?.(message.progress);
    else this.#pending.delete(message.id);
    if (message.kind === 'answer') pending?.resolve(message.gives);
    if (message.kind === 'failure') pending?.reject(new Error(message.message));
  }
}
