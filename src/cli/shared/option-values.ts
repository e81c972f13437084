/** Parsers of option values that several commands share. */
import { InvalidArgumentError } from 'commander';
import { CommandFailure } from './io.ts';

/** Parses a whole number above 0. */
export function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw new InvalidArgumentError('Expected a whole number above 0.');
  return count;
}

/** Parses the number of calls of `--last`. */
export function parseLast(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new CommandFailure(`--last is "${text}": expected a whole number of at least 1`);
}

/** Collects the `name=value` pairs of `--param`. */
export function addParam(pair: string, params: Record<string, string> = {}): Record<string, string> {
  const at = pair.indexOf('=');
  if (at < 1) throw new CommandFailure(`--param is "${pair}": expected name=value`);
  return { ...params, [pair.slice(0, at)]: pair.slice(at + 1) };
}
