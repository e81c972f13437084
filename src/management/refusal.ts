/** Why something cannot be done that somebody may do. Its code is stable, for programs. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * `unknown`: there is no such thing; `taken`: there is one already; `unfit`: it does not fit what there is; `busy`: it can
 * be done a little later.
 */
export type RefusalCode = `unknown_${string}` | `taken_${string}` | `unfit_${string}` | `busy_${string}`;
