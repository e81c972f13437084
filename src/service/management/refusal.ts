/** Refusal of a permitted operation that cannot be carried out. */
import type { RefusalCode } from '../errors/index.ts';

export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}
