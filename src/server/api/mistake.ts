/** What was asked for and cannot be, in the words of the engine. */
import { OperationalError } from '../../ports/index.ts';
import { Problem } from '../problem.ts';

const STATUS_OF_MISTAKE = new Map([
  ['unknown_flow', 404],
  ['key_reused', 409],
  ['bad_params', 422],
  ['bad_cursor', 422],
  ['too_many_calls', 429],
  ['unknown_call', 404],
  ['call_over', 409],
  ['not_awaited', 409],
]);

/** Throws what failed, as a problem where whoever asks has to ask otherwise. */
export function asMistake(error: unknown): never {
  const status = error instanceof OperationalError ? STATUS_OF_MISTAKE.get(error.code) : undefined;
  if (status === undefined) throw error;
  const { code, message } = error as OperationalError;
  throw new Problem(status, code, message);
}
