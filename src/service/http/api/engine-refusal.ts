/** Converts refusals of the engine. */
import { OperationalError } from '../../../engine/ports/index.ts';
import { isRefusalCode } from '../../errors/index.ts';
import { Problem } from '../problem.ts';

/** Rethrows an error, as a problem if the caller can correct it. */
export function rethrowAsProblem(error: unknown): never {
  if (error instanceof OperationalError && isRefusalCode(error.code))
    throw new Problem(error.code, error.message);
  throw error;
}
