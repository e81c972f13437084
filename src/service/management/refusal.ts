/** Refusal of a permitted operation that cannot be carried out. */
import type { RefusalCode } from '../errors/index.ts';

/** The place of a mistake in the body of a request. */
interface MistakePlace {
  in: 'body';
  /** JSON pointer. */
  pointer: string;
  detail: string;
}

export class Refusal extends Error {
  readonly code: RefusalCode;
  /** Places of the mistakes, where several members may have one. */
  readonly errors: readonly MistakePlace[] | undefined;

  constructor(code: RefusalCode, message: string, errors?: readonly MistakePlace[]) {
    super(message);
    this.code = code;
    this.errors = errors;
  }
}
