import { describe, expect, it } from 'vitest';
import { Waits } from '../../src/engine/receive/waits.ts';
import { HandClock } from './hand-clock.ts';

describe('waits of one length', () => {
  it('end in the order in which they began, each in its time', () => {
    const { clock, waits, done, begin } = scene();
    begin('first');
    clock.pass(40);
    begin('second');
    clock.pass(59);
    expect(done).toEqual([]);
    clock.pass(1);
    expect(done).toEqual(['first']);
    waits.end(begin('third'));
    clock.pass(39);
    expect(done).toEqual(['first']);
    clock.pass(1);
    expect(done).toEqual(['first', 'second']);
    clock.pass(1_000);
    expect(done).toEqual(['first', 'second']);
  });

  it('are not waited for any more when they were ended, the first, one between and the last', () => {
    const { clock, waits, done, begin } = scene();
    const [first, , third, , last] = ['a', 'b', 'c', 'd', 'e'].map(begin);
    for (const wait of [first, third, last, third, undefined]) waits.end(wait);
    clock.pass(100);
    expect(done).toEqual(['b', 'd']);
    waits.end(first);
  });

  it('need one timer, and none once all are over', () => {
    const { clock, waits, begin } = scene();
    const [one, other] = ['a', 'b'].map(begin);
    expect(clock.waiting()).toBe(1);
    waits.end(one);
    expect(clock.waiting()).toBe(1);
    waits.end(other);
    expect(clock.waiting()).toBe(0);
  });

  it('begin others when they end, while some are under way', () => {
    const { clock, waits, done, begin } = scene();
    waits.begin(() => {
      done.push('first');
      begin('again');
    });
    clock.pass(30);
    begin('second');
    clock.pass(70);
    expect(done).toEqual(['first']);
    clock.pass(30);
    expect(done).toEqual(['first', 'second']);
    clock.pass(70);
    expect(done).toEqual(['first', 'second', 'again']);
  });

  it('take their time whatever fractions their length has', () => {
    const clock = new SettableClock();
    const waits = new Waits(clock, 4_000 / 3);
    let times = 0;
    const again = () => {
      times += 1;
      waits.begin(again);
    };
    waits.begin(again);
    clock.pass(12_001);
    expect(times).toBe(9);
  });

  it.each([-3_600_000, -50, 50, 3_600_000])('are as long when the clock is set by %d ms', (byMs) => {
    const { clock, done, begin } = scene();
    begin('a');
    begin('b');
    clock.pass(20);
    clock.set(byMs);
    begin('c');
    clock.pass(79);
    expect(done).toEqual([]);
    clock.pass(1);
    expect(done).toEqual(['a', 'b']);
    clock.pass(19);
    expect(done).toEqual(['a', 'b']);
    clock.pass(1);
    expect(done).toEqual(['a', 'b', 'c']);
  });
});

/** A clock whose time of day can be set, as by whoever keeps the time of the machine. */
class SettableClock extends HandClock {
  #setBy = 0;
  #timers = 0;

  override now(): number {
    return super.now() + this.#setBy;
  }

  override after(delayMs: number, task: () => void): () => void {
    this.#timers += 1;
    let isOver = false;
    const over = () => {
      if (!isOver) this.#timers -= 1;
      isOver = true;
    };
    const cancel = super.after(delayMs, () => {
      over();
      task();
    });
    return () => {
      over();
      cancel();
    };
  }

  set(byMs: number): void {
    this.#setBy += byMs;
  }

  waiting(): number {
    return this.#timers;
  }
}

function scene() {
  const clock = new SettableClock();
  const waits = new Waits(clock, 100);
  const done: string[] = [];
  const begin = (name: string) => waits.begin(() => done.push(name));
  return { clock, waits, done, begin };
}
