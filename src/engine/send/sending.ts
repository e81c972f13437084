import type { Command } from '../../call/index.ts';

/** A command on its way to the platform, and whether somebody still needs it. */
export class Sending {
  readonly command: Command;
  /** Given up at once, since its call is over. */
  isOvertaken = false;
  #isWithdrawn = false;
  #withdrawal: AbortController | undefined;

  constructor(command: Command) {
    this.command = command;
  }

  /** It is not to be sent again; the attempt under way may finish. */
  withdraw(): void {
    this.#isWithdrawn = true;
    this.#withdrawal?.abort();
  }

  /** Aborts when the command is withdrawn. Made when it is asked for, since most commands are taken at once. */
  withdrawn(): AbortSignal {
    this.#withdrawal ??= new AbortController();
    if (this.#isWithdrawn) this.#withdrawal.abort();
    return this.#withdrawal.signal;
  }
}
