import { expect, test } from 'vitest';
import { KnownWays } from '../../src/call/known-ways.ts';
import type { Deed, End, Noted } from '../../src/call/known-ways.ts';

const bridged: Deed = { kind: 'guard', guard: { type: 'bridged' } };
const quiet: Deed = { kind: 'guard', guard: { type: 'quiet' } };
const stop: Deed = { kind: 'stop', timer: 'limit' };
const end = (state: string): End => ({ state, done: false, moved: true });
const yes = (deed: Deed): Noted => ({ deed, answer: true });
const no = (deed: Deed): Noted => ({ deed, answer: false });

function answering(...answers: boolean[]): { doIt: (deed: Deed) => boolean; done: Deed[] } {
  const done: Deed[] = [];
  return {
    done,
    doIt: (deed) => {
      done.push(deed);
      return deed.kind === 'guard' ? (answers.shift() ?? true) : true;
    },
  };
}

test('a way that was never gone is not known', () => {
  const { doIt, done } = answering();
  expect(new KnownWays().follow('a', doIt)).toBeUndefined();
  expect(done).toEqual([]);
});

test('a way is gone again, deed by deed, to its end', () => {
  const ways = new KnownWays();
  ways.learn('a', [yes(bridged), yes(stop)], end('b'));
  const { doIt, done } = answering(true);
  expect(ways.follow('a', doIt)).toEqual(end('b'));
  expect(done).toEqual([bridged, stop]);
});

test('where a guard answers as it never has, the way is not known', () => {
  const ways = new KnownWays();
  ways.learn('a', [yes(bridged)], end('b'));
  expect(ways.follow('a', answering(false).doIt)).toBeUndefined();
});

test('ways part at a guard, and each keeps its end', () => {
  const ways = new KnownWays();
  ways.learn('a', [yes(bridged)], end('b'));
  ways.learn('a', [no(bridged), yes(quiet)], end('c'));
  ways.learn('a', [no(bridged), no(quiet), yes(stop)], end('d'));
  expect(ways.follow('a', answering(true).doIt)).toEqual(end('b'));
  expect(ways.follow('a', answering(false, true).doIt)).toEqual(end('c'));
  expect(ways.follow('a', answering(false, false).doIt)).toEqual(end('d'));
});

test('a way without a deed leads to its end at once', () => {
  const ways = new KnownWays();
  ways.learn('a', [], end('a'));
  expect(ways.follow('a', answering().doIt)).toEqual(end('a'));
});

test('beginnings do not share their ways', () => {
  const ways = new KnownWays();
  ways.learn('a', [yes(stop)], end('b'));
  expect(ways.follow('b', answering().doIt)).toBeUndefined();
});

test('what is too much to remember is left to the machine, and what is known stays', () => {
  const ways = new KnownWays();
  ways.learn('a', [yes(stop)], end('b'));
  ways.learn(
    'long',
    Array.from({ length: 60_000 }, () => yes(stop)),
    end('c'),
  );
  expect(ways.follow('long', answering().doIt)).toBeUndefined();
  ways.learn('late', [], end('d'));
  expect(ways.follow('late', answering().doIt)).toBeUndefined();
  expect(ways.follow('a', answering().doIt)).toEqual(end('b'));
});
