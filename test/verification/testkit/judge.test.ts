/** Judging a call by a line as it is now: what is true, what is told, and that nothing changes. */
import { describe, expect, test } from 'vitest';
import { beginScene, isJudged, judge, playLine } from '../../../src/verification/testkit/index.ts';
import type { Move, Scene } from '../../../src/verification/testkit/index.ts';
import { ready } from './flow.ts';

const span = { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } };

/** A call to the desk in which these moves were made. */
function after(...moves: Move[]): Scene {
  const scene = beginScene(ready(), { direction: 'inbound', from: '+4915112345678', to: '+4930555000' });
  for (const move of moves) expect(playLine(scene, { ...move, span })).toBeUndefined();
  return scene;
}

const presses = (keys: string): Move => ({ kind: 'presses', keys });
const hears = (text: string): Move => ({ kind: 'hears', what: { kind: 'text', text } });
const toAccount = [presses('2'), hears('account number'), presses('0042')];

const truths: [string, Scene, Move, boolean, string][] = [
  ['something heard', after(hears('press 2')), hears('welcome'), true, 'the last thing heard was'],
  ['something not heard', after(), hears('goodbye'), false, 'the last thing heard was "Welcome to Acme."'],
  ['the step', after(...toAccount), { kind: 'expects_step', step: 'ask_pin' }, true, 'in step "ask_pin"'],
  [
    'a step that is over',
    after(...toAccount),
    { kind: 'expects_step', step: 'ask' },
    false,
    'in step "ask_pin"',
  ],
  ['a variable', after(...toAccount), variable('account', '0042'), true, 'it has "0042" there'],
  ['another value', after(...toAccount), variable('account', '42'), false, 'it has "0042" there'],
  ['a secret', after(...toAccount, presses('1234')), variable('pin', '0000'), false, 'it has a secret there'],
  ['an outcome', after(), { kind: 'expects_outcome', name: 'sold' }, false, 'it has reached none'],
  ['a call that goes on', after(), { kind: 'expects_end', reason: 'normal' }, false, 'it is still running'],
  [
    'an end',
    after({ kind: 'hangs_up' }),
    { kind: 'expects_end', reason: 'normal' },
    true,
    'ended as "normal"',
  ],
  [
    'a command',
    after(hears('press 2')),
    command('play'),
    true,
    'it has sent accept, play "Welcome to Acme."',
  ],
  ['no such command', after(), command('connect'), false, 'it has sent accept'],
];

function variable(name: string, value: string): Move {
  return { kind: 'expects_var', variable: name, value };
}

function command(kind: 'play' | 'connect'): Move {
  return { kind: 'expects_command', command: { kind } };
}

describe('a call is judged by', () => {
  test.each(truths)('%s', (_what, scene, move, isTrue, found) => {
    if (!isJudged(move)) throw new Error('it cannot be judged by that');
    const verdict = judge(scene, move);
    expect(verdict.isTrue).toBe(isTrue);
    expect(verdict.found).toContain(found);
    expect(verdict.wanted).toMatch(/^(has|is) /);
  });

  test('nothing that only a caller can do', () => {
    const others: Move[] = [presses('1'), { kind: 'hangs_up' }, { kind: 'waits', ms: 1 }];
    expect(others.filter(isJudged)).toEqual([]);
  });
});

test('judging lets no time pass and uses nothing up', () => {
  const scene = after(...toAccount);
  const { call, ...places } = scene;
  const before = {
    now: call.now,
    events: call.trace.length,
    places: structuredClone({ ...places, flow: '' }),
  };
  for (const [, , move] of truths) if (isJudged(move)) judge(scene, move);
  const { call: same, ...now } = scene;
  expect({ now: same.now, events: same.trace.length, places: { ...now, flow: '' } }).toEqual(before);
});

test('the end is judged once the finalizer has run', () => {
  const scene = after({ kind: 'hangs_up' }, { kind: 'expects_end', reason: 'normal' });
  expect(judge(scene, { kind: 'expects_end', reason: 'normal' })).toMatchObject({ isTrue: true });
  expect(judge(scene, { kind: 'expects_end', reason: 'busy' })).toEqual({
    isTrue: false,
    wanted: 'has ended as "busy"',
    found: 'it has ended as "normal"',
  });
});
