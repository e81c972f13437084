/** A request to stop. Its abort signal is made when it is asked for: most of what can be stopped never is (docs/performance.md). */
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
