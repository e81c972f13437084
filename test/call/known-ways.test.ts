import { expect, test } from 'vitest';
import { KnownWays } from '../../src/call/known-ways.ts';
import type { Operation, End, RecordedOperation } from '../../src/call/known-ways.ts';

type Beginning = Parameters<KnownWays['follow']>[0];

const bridged: Operation = { kind: 'guard', check: () => true, params: undefined };
const quiet: Operation = { kind: 'guard', check: () => false, params: undefined };
const stop: Operation = { kind: 'stop', timer: 'limit' };
const from = (state: unknown, event = 'digits'): Beginning => ({ state, event });
const end = (state: unknown): End => ({ state, done: false, moved: true });
const yes = (operation: Operation): RecordedOperation => ({ operation, answer: true });
const no = (operation: Operation): RecordedOperation => ({ operation, answer: false });

function answering(...answers: boolean[]): { doIt: (operation: Operation) => boolean; done: Operation[] } {
  const done: Operation[] = [];
  return {
    done,
    doIt: (operation) => {
      done.push(operation);
      return operation.kind === 'guard' ? (answers.shift() ?? true) : true;
    },
  };
}

test('a way that was never gone is not known', () => {
  const { doIt, done } = answering();
  expect(new KnownWays().follow(from('a'), doIt)).toBeUndefined();
  expect(done).toEqual([]);
});

test('a way is gone again, operation by operation, to its end', () => {
  const ways = new KnownWays();
  ways.learn(from('a'), [yes(bridged), yes(stop)], end('b'));
  const { doIt, done } = answering(true);
  expect(ways.follow(from('a'), doIt)).toEqual(end('b'));
  expect(done).toEqual([bridged, stop]);
});

test('where a guard answers as it never has, the way is not known', () => {
  const ways = new KnownWays();
  ways.learn(from('a'), [yes(bridged)], end('b'));
  expect(ways.follow(from('a'), answering(false).doIt)).toBeUndefined();
});

test('ways part at a guard, and each keeps its end', () => {
  const ways = new KnownWays();
  ways.learn(from('a'), [yes(bridged)], end('b'));
  ways.learn(from('a'), [no(bridged), yes(quiet)], end('c'));
  ways.learn(from('a'), [no(bridged), no(quiet), yes(stop)], end('d'));
  expect(ways.follow(from('a'), answering(true).doIt)).toEqual(end('b'));
  expect(ways.follow(from('a'), answering(false, true).doIt)).toEqual(end('c'));
  expect(ways.follow(from('a'), answering(false, false).doIt)).toEqual(end('d'));
});

test('a way without a operation leads to its end at once', () => {
  const ways = new KnownWays();
  ways.learn(from('a'), [], end('a'));
  expect(ways.follow(from('a'), answering().doIt)).toEqual(end('a'));
});

test('beginnings do not share their ways', () => {
  const ways = new KnownWays();
  ways.learn(from('a'), [yes(stop)], end('b'));
  expect(ways.follow(from('b'), answering().doIt)).toBeUndefined();
});

test('neither do two events in one state', () => {
  const ways = new KnownWays();
  ways.learn(from('a', 'digits'), [yes(stop)], end('b'));
  expect(ways.follow(from('a', 'silence'), answering().doIt)).toBeUndefined();
});

test('ways to one state lead to one and the same, and one that was read anew is as good', () => {
  const ways = new KnownWays();
  const state = { main: 'listening' };
  ways.learn(from('a'), [], end({ ...state }));
  ways.learn(from('b'), [], end({ ...state }));
  const reached = ways.follow(from('a'), answering().doIt)?.state;
  expect(ways.follow(from('b'), answering().doIt)?.state).toBe(reached);
  ways.learn(from({ ...state }), [yes(stop)], end('c'));
  expect(ways.follow(from(reached), answering().doIt)).toEqual(end('c'));
  expect(ways.follow(from({ ...state }), answering().doIt)).toEqual(end('c'));
});

test('what is too much to remember is left to the machine, and what is known stays', () => {
  const ways = new KnownWays();
  ways.learn(from('a'), [yes(stop)], end('b'));
  ways.learn(
    from('long'),
    Array.from({ length: 60_000 }, () => yes(stop)),
    end('c'),
  );
  expect(ways.follow(from('long'), answering().doIt)).toBeUndefined();
  ways.learn(from('late'), [], end('d'));
  expect(ways.follow(from('late'), answering().doIt)).toBeUndefined();
  expect(ways.follow(from('a'), answering().doIt)).toEqual(end('b'));
});
