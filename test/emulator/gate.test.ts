import { describe, expect, test } from 'vitest';
import { Gate } from '../../src/emulator/http/gate.ts';

/** Lets everybody run who can. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a gate', () => {
  test('lets so many in at a time, the others in the order in which they came', async () => {
    const gate = new Gate(2);
    const inside: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) void gate.enter().then(() => inside.push(name));
    await settled();
    expect(inside).toEqual(['a', 'b']);
    gate.leave();
    await settled();
    expect(inside).toEqual(['a', 'b', 'c']);
    gate.leave();
    await settled();
    expect(inside).toEqual(['a', 'b', 'c', 'd']);
  });

  test('has its room back when everybody has left', async () => {
    const gate = new Gate(1);
    for (let times = 0; times < 3; times += 1) {
      await gate.enter();
      gate.leave();
    }
    const inside: string[] = [];
    for (const name of ['a', 'b']) void gate.enter().then(() => inside.push(name));
    await settled();
    expect(inside).toEqual(['a']);
  });
});
