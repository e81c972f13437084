import { setImmediate as settled } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Gate } from '../../../../src/platform/emulator/http/gate.ts';

/** Work that lasts until it is told to end, and which of it has begun. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { begun, work, end };
}

describe('a gate', () => {
  test('lets so many in at a time, the others in the order in which they came', async () => {
    const { begun, work, end } = works();
    const gate = new Gate(2);
    for (const name of ['a', 'b', 'c', 'd']) gate.admit(work(name));
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  test('has its room back when everybody has left', async () => {
    const { begun, work, end } = works();
    const gate = new Gate(1);
    for (const name of ['a', 'b']) gate.admit(work(name));
    await end('a');
    await end('b');
    for (const name of ['c', 'd']) gate.admit(work(name));
    expect(begun).toEqual(['a', 'b', 'c']);
  });
});
