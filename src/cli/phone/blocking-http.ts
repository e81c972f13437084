/**
 * Blocking HTTP: a worker sends the request while this thread sleeps. Scripts can thus query a live call synchronously, like a
 * simulated one.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { CommandFailure } from '../shared/io.ts';

/** A request; the body is sent as JSON. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  body?: unknown;
}

/** Response or failure of a request. */
export type HttpAnswer = { status: number; text: string } | { failed: string };

/** Initial data of the worker that sends requests. */
export interface Sending {
  port: MessagePort;
  /** Counter that is incremented with every answer. */
  answers: Int32Array<SharedArrayBuffer>;
}

/** Maximum time to wait for an answer, ms; longer than the timeout of the worker. */
const MAX_WAIT_MS = 30_000;

export class BlockingHttp {
  readonly #answers = new Int32Array(new SharedArrayBuffer(4));
  readonly #never = new Int32Array(new SharedArrayBuffer(4));
  readonly #port: MessagePort;
  readonly #worker: Worker;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const file = new URL(`./http-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
    const workerData: Sending = { port: port2, answers: this.#answers };
    this.#worker = new Worker(file, { workerData, transferList: [port2] });
    // The worker does not keep the process alive.
    this.#worker.unref();
  }

  /** Sends a request and returns its answer. */
  ask(request: HttpRequest): { status: number; text: string } {
    const before = Atomics.load(this.#answers, 0);
    this.#port.postMessage(request);
    Atomics.wait(this.#answers, 0, before, MAX_WAIT_MS);
    const answer = receiveMessageOnPort(this.#port) as { message: HttpAnswer } | undefined;
    if (answer === undefined) throw new CommandFailure(`${request.url} does not respond`, 1);
    if ('failed' in answer.message)
      throw new CommandFailure(`${request.url} cannot be reached: ${answer.message.failed}`, 1);
    return answer.message;
  }

  /** Blocks the thread for a time. */
  pause(ms: number): void {
    Atomics.wait(this.#never, 0, 0, ms);
  }

  async close(): Promise<void> {
    this.#port.close();
    await this.#worker.terminate();
  }
}
