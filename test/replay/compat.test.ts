import { describe, expect, it } from 'vitest';
import { advance, begin, callId, projectId, runnable } from '../../src/call/index.ts';
import type { CallEvent, CallRecord } from '../../src/call/index.ts';
import { CallsCompat, compatAsText, statesCompat } from '../../src/replay/index.ts';
import { desk, version } from './desk.ts';
import { flowOf } from '../builders/flow.ts';

const old = version();

/** A call on the old version to which this has happened. */
function live(...events: CallEvent[]): CallRecord {
  const flow = runnable(old);
  const beginning = { id: callId('default.v1'), project: projectId('default'), from: '+4917', to: '+4930' };
  const first = begin(flow, { ...beginning, direction: 'inbound', at: 0 });
  return events.reduce((record, event) => advance(flow, record, event).record, first.record);
}

const welcomed: CallEvent[] = [{ type: 'connected', at: 0 }];
const asked: CallEvent[] = [...welcomed, { type: 'played', at: 1_000 }];
const ringing: CallEvent[] = [...asked, { type: 'digits', digits: '1', lossy: false, at: 2_000 }];

/** Why a call could not go on with a flow; empty: it could. */
function obstaclesOf(text: string, record: CallRecord): string[] {
  const compat = new CallsCompat(flowOf(text));
  compat.add(record, old);
  return compat.found.steps.flatMap(({ couldNot }) => couldNot.map(({ why }) => why));
}

describe('a live call', () => {
  it('could go on where its step waits as it did', () => {
    expect(obstaclesOf(desk({ welcome: 'Hello.', main: '1 or 2?' }), live(...asked))).toEqual([]);
  });

  it.each<[string, [string, string], CallEvent[], string]>([
    ['whose step is gone', [' main:', ' choose:'], asked, 'there is no step main'],
    [
      'whose step does something else',
      ["welcome: { say: 'Welcome to the desk.' }", 'welcome: { wait: 5s }'],
      welcomed,
      'step welcome is wait and was say',
    ],
    ['whose variable has another type', ["owner: ''", 'owner: 0'], asked, 'the variable owner is int'],
    ['whose variable is gone', ["owner: ''", "ownr: ''"], asked, 'there is no variable owner'],
    [
      'whose deadline is another one',
      ['ring: 20s', 'ring: 30s'],
      ringing,
      'the deadline of 20 s of step desk means nothing there',
    ],
  ])('%s could not', (_what, [from, to], events, why) => {
    const changed = desk()
      .replaceAll(from, to)
      .replaceAll('vars.owner', from.includes('owner') && to.includes('ownr') ? 'vars.ownr' : 'vars.owner')
      .replaceAll('{ owner:', to.includes('ownr') ? '{ ownr:' : '{ owner:');
    expect(obstaclesOf(changed, live(...events))).toEqual([why]);
  });

  it('tells when it has reached its limits at the latest', () => {
    const compat = new CallsCompat(old);
    compat.add(live(...asked), old);
    const { drainedBy } = compat.found;
    expect(drainedBy).toBe(live(...asked).timers.limit);
    expect(compatAsText(compat.found)).toContain('has reached its limits at 1970-01-01T');
  });
});

describe('the states of a version', () => {
  it('all have a counterpart in the same version', () => {
    const { could, couldNot, of } = statesCompat(old, old);
    expect({ of, couldNot }).toEqual({ of: 'states', couldNot: 0 });
    expect(could).toBeGreaterThan(10);
  });

  it('are told step by step', () => {
    const { steps } = statesCompat(old, version({}, 'main2: { say: More. }'));
    expect(steps.map(({ step, verb }) => `${step} ${verb}`)).toContain('main menu');
    const without = statesCompat(old, flowOf(desk().replaceAll('ask_pin', 'ask_for_pin')));
    expect(without.steps.filter(({ couldNot }) => couldNot.length > 0)).toMatchObject([
      { step: 'ask_pin', could: [], couldNot: [{ why: 'there is no step ask_pin' }] },
    ]);
  });
});
