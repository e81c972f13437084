/** Sequences of keys. */
import { describe, expect, test } from 'vitest';
import { keyTable, readKeys } from '../../../src/console/shell/key-table.ts';

/** The entries that keys pressed one after the other complete. */
function press(...keys: string[]): string[] {
  let pending = '';
  return keys.flatMap((key) => {
    const reading = readKeys(pending, key);
    pending = reading.pending;
    return reading.entry?.keys ?? [];
  });
}

describe('keys', () => {
  test('act alone or after the key that begins a sequence', () => {
    expect(press('j', 'k', 'g', 'f', '?')).toEqual(['j', 'k', 'g f', '?']);
  });

  test('begin anew where they do not continue the sequence', () => {
    expect(press('g', 'x', 'c')).toEqual([]);
    expect(press('g', 'j')).toEqual(['j']);
    expect(press('g', 'g', 'o')).toEqual(['g o']);
  });

  test('of views are left to them', () => {
    expect(press('Enter', 'ArrowDown', 'Home', 'F8', 'Mod+s')).toEqual([]);
  });
});

test('no key that is handled has two meanings, and none hides a sequence', () => {
  const handled = keyTable
    .flatMap(({ entries }) => entries.map(({ keys, act }) => ({ keys, kind: act.kind })))
    .filter(({ kind }) => kind !== 'view')
    .map(({ keys }) => keys);
  expect(new Set(handled).size).toBe(handled.length);
  const hidden = handled.filter((keys) => handled.some((other) => other.startsWith(`${keys} `)));
  expect(hidden).toEqual([]);
  for (const keys of handled) expect(press(...keys.split(' '))).toEqual([keys]);
});
