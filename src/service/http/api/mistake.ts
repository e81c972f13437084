/** What was asked for and cannot be, in the words of the engine. */
import { OperationalError } from '../../../engine/ports/index.ts';
import { problemOf, statusOfMistake } from './problem-codes.ts';

/** Throws what failed, as a problem where whoever asks has to ask otherwise. */
export function asMistake(error: unknown): never {
  if (error instanceof OperationalError && isMistake(error.code)) throw problemOf(error.code, error.message);
  throw error;
}

function isMistake(code: string): code is keyof typeof statusOfMistake {
  return Object.hasOwn(statusOfMistake, code);
}
