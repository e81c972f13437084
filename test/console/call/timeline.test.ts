import { describe, expect, test } from 'vitest';
import type { GetCallTraceResponse } from '../../../src/console/api/generated/index.ts';
import {
  chooseMoment,
  findLine,
  findMomentOf,
  listPath,
  listTicks,
  readMoments,
} from '../../../src/console/views/call/timeline.ts';

const call: GetCallTraceResponse['call'] = {
  id: 'default.a',
  flow: 'desk',
  version: '0123456789abcdef',
  direction: 'inbound',
  number: '+4915100000',
  from: '+4915100000',
  to: '+12025550100',
  startedAt: 10_000,
  step: 'main',
  leg: 'connected',
  outcomes: [],
};

function entry(seq: number, event: Record<string, unknown>, notes: Record<string, unknown>[] = []) {
  const at = 10_000 + seq * 1_000;
  return { seq, at, event: { at, ...event }, notes, commands: [], state: '' };
}

describe('moments of a trace', () => {
  const trace = [
    entry(0, { type: 'incoming' }, [{ kind: 'entered', step: 'greeting', verb: 'menu' }]),
    entry(1, { type: 'initiated' }, [{ kind: 'because', code: 'ignored', text: 'ignored: no flow uses it' }]),
    entry(2, { type: 'command_taken' }),
    entry(3, { type: 'digits', digits: '1', lossy: false }, [
      { kind: 'outcome', step: 'greeting', outcome: '1', to: 'main' },
      { kind: 'entered', step: 'main', verb: 'menu' },
      { kind: 'says', text: 'For <b>sales</b>, press 1.' },
    ]),
    entry(4, { type: 'digits', digits: '7', lossy: false }, [
      { kind: 'because', code: 'no_match', text: '"7" is not a valid answer' },
    ]),
    entry(5, { type: 'wake' }, [
      { kind: 'outcome', step: 'main', outcome: 'done', to: '$end' },
      { kind: 'flow', name: 'survey', from: 'desk' },
      { kind: 'entered', step: 'ask', verb: 'collect' },
    ]),
    entry(6, { type: 'disconnected', reason: 'normal' }),
  ];
  const moments = readMoments({ call, trace });

  test('events without an effect are left out', () => {
    expect(moments.map(({ seq }) => seq)).toEqual([0, 3, 4, 5, 6]);
    expect(moments.map(({ offsetMs }) => offsetMs)).toEqual([0, 3_000, 4_000, 5_000, 6_000]);
  });

  test('the caller comes before what the flow replies, and texts stay as they are', () => {
    expect(moments[1]?.lines).toEqual([
      { who: 'caller', text: '1' },
      { who: 'flow', text: 'For <b>sales</b>, press 1.' },
    ]);
  });

  test('moves and reasons explain the way', () => {
    expect(moments[1]?.causes).toEqual([{ kind: 'move', step: 'greeting', outcome: '1', to: 'main' }]);
    expect(moments[2]?.causes).toEqual([{ kind: 'reason', text: '"7" is not a valid answer', isMiss: true }]);
    expect(moments[3]?.causes[0]).toMatchObject({ to: 'the end' });
  });

  test('steps of another flow are a place, but not on the way through the own flow', () => {
    expect(moments[3]?.place).toEqual({ flow: 'survey', step: 'ask' });
    expect(moments[4]?.place).toEqual({ flow: 'survey', step: 'ask' });
    expect(listPath(moments, 4)).toEqual(['greeting', 'main']);
    expect(listPath(moments, 0)).toEqual(['greeting']);
  });

  test('a step is shown by the moment that entered it', () => {
    expect(findMomentOf(moments, 'greeting', 4)).toBe(0);
    expect(findMomentOf(moments, 'main', 0)).toBe(1);
    expect(findMomentOf(moments, 'nowhere', 4)).toBeUndefined();
  });
});

test('a failure is told where the caller heard nothing because of it', () => {
  const failed = { kind: 'failed', step: 'thanks', code: 'expression', message: 'no such element' };
  const [moment] = readMoments({ call, trace: [entry(0, { type: 'digits', digits: '1' }, [failed])] });
  expect(moment?.lines).toEqual([
    { who: 'caller', text: '1' },
    { who: 'remark', text: 'thanks failed: no such element' },
  ]);
});

test('a call that the caller ended tells where, and is shown at that step though the finalizer goes on', () => {
  const trace = [
    entry(0, { type: 'incoming' }, [{ kind: 'entered', step: 'main', verb: 'menu' }]),
    entry(1, { type: 'disconnected', reason: 'normal', detail: 'Normal Clearing' }, [
      { kind: 'ended', reason: 'normal', hungUp: true, step: 'main' },
      { kind: 'entered', step: 'note_call', verb: 'http' },
    ]),
    entry(2, { type: 'answered' }, [{ kind: 'outcome', step: 'note_call', outcome: 'ok', to: '$end' }]),
  ];
  const moments = readMoments({ call, trace });
  const end = moments[chooseMoment(undefined, moments)];
  expect(end).toMatchObject({ title: 'the caller hung up', place: { step: 'main' } });
  expect(end?.causes).toEqual([{ kind: 'reason', text: 'the caller hung up at step “main”', isMiss: false }]);
  expect(moments.at(-1)?.place.step).toBe('note_call');
});

test('a moment shows the line of its step, also where the state is already that of the finalizer', () => {
  const main = { flow: 'desk', step: 'main' };
  const state = { seq: 0, language: 'en-US', variables: [] };
  const moments = [
    { place: main, after: { ...state, ...main, line: 12 } },
    { place: main, after: { ...state, flow: 'desk', step: 'note_call', line: 233 } },
  ];
  expect(moments.map((_, index) => findLine(moments, index))).toEqual([12, 12]);
  expect(findLine(moments.slice(1), 0)).toBeUndefined();
});

test.each([
  ['3', 2],
  [undefined, 4],
  ['0', 0],
  ['6', 4],
  ['999', 4],
  ['-2', 0],
  ['', 4],
  ['1.5', 4],
  ['<b>', 4],
])('?at=%s of five moments is the one at index %i', (at, index) => {
  expect(chooseMoment(at, Array<{ isEnd: boolean }>(5).fill({ isEnd: false }))).toBe(index);
});

test.each([
  [800, [0]],
  [5_700, [0, 1_000, 2_000, 3_000, 4_000, 5_700]],
  [5_400, [0, 1_000, 2_000, 3_000, 4_000, 5_400]],
  [39_700, [0, 10_000, 20_000, 30_000, 39_700]],
  [31_000, [0, 10_000, 20_000, 31_000]],
  [61_000, [0, 30_000, 61_000]],
  [2 * 3_600_000, [0, 1_800_000, 3_600_000, 5_400_000, 7_200_000]],
])('a time line of %i ms is labelled at round times and at its end', (endMs, ticks) => {
  expect(listTicks(endMs)).toEqual(ticks);
});
