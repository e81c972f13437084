import { describe, expect, test } from 'vitest';
import {
  applyEvents,
  applyList,
  countByFlow,
  countBySteps,
  listCallsOf,
  NO_CALLS,
  requestList,
} from '../../../src/console/views/live/live-calls.ts';
import type { CallSummary, LiveCalls } from '../../../src/console/views/live/live-calls.ts';
import type { LiveEvent } from '../../../src/console/data/live.ts';

function call(id: string, parts: Partial<CallSummary> = {}): CallSummary {
  return {
    id,
    flow: 'front-desk',
    version: '0123456789abcdef',
    direction: 'inbound',
    number: '+4915100000',
    from: '+4915100000',
    to: '+12025550100',
    startedAt: 1_000,
    step: 'greeting',
    leg: 'answered',
    outcomes: [],
    ...parts,
  };
}

function event(kind: 'started' | 'moved' | 'ended', seq: number, of: CallSummary): LiveEvent {
  return { kind: `call.${kind}`, data: { call: { ...of }, entry: { seq } } };
}

const apply = (state: LiveCalls, ...events: LiveEvent[]) => applyEvents(state, events);
const idsOf = (state: LiveCalls) => listCallsOf(state, undefined).map(({ id }) => id);

describe('events', () => {
  test('a call appears, moves and ends', () => {
    const begun = apply(NO_CALLS, event('started', 1, call('a')));
    expect(idsOf(begun.state)).toEqual(['a']);
    expect(begun.moves).toEqual([]);
    const moved = apply(begun.state, event('moved', 2, call('a', { step: 'main' })));
    expect(moved.moves).toEqual([{ id: 'a', flow: 'front-desk', from: 'greeting', to: 'main' }]);
    const ended = apply(moved.state, event('ended', 3, call('a', { step: 'main', endedAt: 9 })));
    expect(idsOf(ended.state)).toEqual([]);
  });

  test('repeated events change nothing, not even the identity of the state', () => {
    const { state } = apply(
      NO_CALLS,
      event('started', 1, call('a')),
      event('moved', 2, call('a', { step: 'main' })),
    );
    const again = apply(
      state,
      event('started', 1, call('a')),
      event('moved', 2, call('a', { step: 'main' })),
    );
    expect(again.state).toBe(state);
    expect(again.moves).toEqual([]);
  });

  test('an older event that comes late does not move a call back', () => {
    const { state } = apply(NO_CALLS, event('moved', 5, call('a', { step: 'sales' })));
    const late = apply(state, event('moved', 4, call('a', { step: 'main' })));
    expect(listCallsOf(late.state, undefined)[0]?.step).toBe('sales');
  });

  test('an event after the end does not bring a call back', () => {
    const { state } = apply(
      NO_CALLS,
      event('ended', 7, call('a', { endedAt: 9 })),
      event('moved', 6, call('a', { step: 'main' })),
      event('moved', 8, call('a', { step: 'note_call', endedAt: 9 })),
    );
    expect(idsOf(state)).toEqual([]);
  });

  test('a finalizer that goes on after the end does not bring a call of an unknown end back', () => {
    const { state } = apply(NO_CALLS, event('moved', 8, call('a', { step: 'note_call', endedAt: 9 })));
    expect(idsOf(state)).toEqual([]);
  });

  test('a gap asks for a new list', () => {
    const current = requestList(NO_CALLS);
    expect(current.isStale).toBe(false);
    expect(apply(current, { kind: 'gap' }).state.isStale).toBe(true);
  });
});

describe('lists', () => {
  test('a list after a gap removes calls whose end was missed and adds those whose begin was missed', () => {
    const { state } = apply(NO_CALLS, event('started', 1, call('lost')), event('started', 1, call('kept')));
    const gap = apply(state, { kind: 'gap' }).state;
    const listed = applyList(requestList(gap), [call('kept', { step: 'main' }), call('missed')]);
    expect(idsOf(listed).toSorted()).toEqual(['kept', 'missed']);
    expect(countBySteps(listCallsOf(listed, undefined))).toEqual(
      new Map([
        ['main', 1],
        ['greeting', 1],
      ]),
    );
  });

  test('what events tell while a list is read counts more than the list', () => {
    const requested = requestList(NO_CALLS);
    const { state } = apply(
      requested,
      event('started', 1, call('new')),
      event('moved', 4, call('moved', { step: 'sales' })),
      event('ended', 9, call('over', { endedAt: 5 })),
    );
    const listed = applyList(state, [call('moved', { step: 'main' }), call('over')]);
    expect(idsOf(listed).toSorted()).toEqual(['moved', 'new']);
    expect(countBySteps(listCallsOf(listed, undefined)).get('sales')).toBe(1);
  });

  test('events that are resumed after a list do not count twice', () => {
    const { state } = apply(NO_CALLS, event('moved', 4, call('a', { step: 'sales' })));
    const listed = applyList(requestList(state), [call('a', { step: 'sales' })]);
    expect(apply(listed, event('moved', 3, call('a', { step: 'main' }))).state).toBe(listed);
    expect(apply(listed, event('moved', 4, call('a', { step: 'sales' }))).moves).toEqual([]);
  });

  test('only the calls of a flow are listed, the newest first', () => {
    const listed = applyList(requestList(NO_CALLS), [
      call('1', { startedAt: 1 }),
      call('2', { startedAt: 2, flow: 'survey' }),
      call('3', { startedAt: 3 }),
    ]);
    expect(listCallsOf(listed, 'front-desk').map(({ id }) => id)).toEqual(['3', '1']);
    expect(countByFlow(listed)).toEqual([
      { flow: 'front-desk', count: 2 },
      { flow: 'survey', count: 1 },
    ]);
  });
});
