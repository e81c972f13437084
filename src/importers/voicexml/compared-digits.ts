/** Digits with which the scripts of a dialog compare what callers key in. */
import type { Dialog, Grammar } from './model.ts';

/** Maximum number of answers that are tried because scripts compare them. */
const MAX_COMPARED = 6;
const known = new WeakMap<Dialog, readonly string[]>();

/** Lists keys that fit a grammar and that scripts of the dialog compare with something. */
export function listComparedKeys(dialog: Dialog, { builtin }: Grammar): string[] {
  if (builtin === undefined || !['digits', 'number', 'phone'].includes(builtin.type)) return [];
  const { min, max } = builtin;
  return findDigits(dialog)
    .filter(({ length }) => length >= min && length <= max)
    .slice(0, MAX_COMPARED)
    .map((digits) => (digits.length < max ? `${digits}#` : digits));
}

function findDigits(dialog: Dialog): readonly string[] {
  const found = known.get(dialog) ?? collectDigits(dialog);
  known.set(dialog, found);
  return found;
}

/** Finds the numbers behind signs of comparison, in all texts of scripts. */
function collectDigits(dialog: Dialog): readonly string[] {
  const digits = new Set<string>();
  const waiting: unknown[] = [dialog.items, dialog.filled, dialog.handlers];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if ('expression' in value && 'text' in value && typeof value.text === 'string')
      for (const [, number = ''] of value.text.matchAll(COMPARED)) digits.add(number);
    else
      for (const member of Object.values(value) as unknown[])
        if (typeof member === 'object') waiting.push(member);
  }
  return [...digits].toSorted();
}

const COMPARED = /(?:[=!]==?|[<>]=?)\s*["']?(\d+)/g;
