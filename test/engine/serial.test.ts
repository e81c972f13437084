import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Serial } from '../../src/engine/receive/serial.ts';

describe('one at a time', () => {
  it('is who enters the same key, in order of arrival', async () => {
    const { serial, entered, enter } = scene();
    for (const name of ['first', 'second', 'third']) enter('a', name);
    await turn();
    expect(entered).toEqual(['first']);
    serial.leave('a');
    await turn();
    expect(entered).toEqual(['first', 'second']);
    enter('a', 'fourth');
    for (let left = 0; left < 2; left += 1) {
      serial.leave('a');
      await turn();
    }
    expect(entered).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('need nobody be of different keys, and who comes when all have left need not wait', () => {
    const { serial } = scene();
    expect(serial.enter('a')).toBeUndefined();
    expect(serial.enter('b')).toBeUndefined();
    serial.leave('a');
    expect(serial.enter('a')).toBeUndefined();
  });

  it('does not let anybody in between one who leaves and the next', async () => {
    const { serial, entered, enter } = scene();
    enter('a', 'first');
    enter('a', 'second');
    serial.leave('a');
    expect(serial.enter('a')).toBeInstanceOf(Promise);
    await turn();
    expect(entered).toEqual(['first', 'second']);
  });

  it('tells when nobody is in', async () => {
    const { serial, enter } = scene();
    await serial.idle();
    let isIdle = false;
    enter('a', 'one');
    enter('a', 'two');
    void serial.idle().then(() => (isIdle = true));
    serial.leave('a');
    await turn();
    expect(isIdle).toBe(false);
    serial.leave('a');
    await turn();
    expect(isIdle).toBe(true);
  });
});

function scene() {
  const serial = new Serial();
  const entered: string[] = [];
  const enter = (key: string, name: string) => {
    const turnOf = serial.enter(key);
    if (turnOf === undefined) entered.push(name);
    else void turnOf.then(() => entered.push(name));
  };
  return { serial, entered, enter };
}
