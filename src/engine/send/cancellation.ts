/** Cancels something. The abort signal is created on first use, since most things are never cancelled (docs/performance.md). */
export class Cancellation {
  #isCancelled = false;
  #controller: AbortController | undefined;

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isCancelled) this.#controller.abort();
    return this.#controller.signal;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#controller?.abort();
  }
}
