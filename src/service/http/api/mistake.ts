/** What was asked for and cannot be, in the words of the engine. */
import { OperationalError } from '../../../engine/ports/index.ts';
import { isRefusalCode } from '../../errors/index.ts';
import { Problem } from '../problem.ts';

/** Throws what failed, as a problem where whoever asks has to ask otherwise. */
export function rethrowAsProblem(error: unknown): never {
  if (error instanceof OperationalError && isRefusalCode(error.code))
    throw new Problem(error.code, error.message);
  throw error;
}
