import { describe, expect, it } from 'vitest';
import type { TraceEntry } from '../../../src/call/index.ts';
import { readRecording, redactCall, writeRecording } from '../../../src/verification/recording/index.ts';
import { exportScenario } from '../../../src/verification/replay/index.ts';
import type { Between } from '../../../src/verification/testkit/index.ts';
import { call, version } from './desk.ts';
import { callOf } from './recorded.ts';

/** The lines of a scenario's script. */
function scriptIn(text: string): string[] {
  const [, script = ''] = text.split('script:\n');
  return script
    .trim()
    .split(/\n +- /)
    .map((line) => line.replace(/^- /, ''));
}

/** Keys come as a JSON number. */
const asNumber: Between = {
  arrives: (event) => [
    event.type === 'digits' ? { ...event, digits: String(Number(event.digits)), lossy: true } : event,
  ],
  leaves: (_command, _call, carryOut) => carryOut(),
  committed: (commit) => commit,
  nextAt: () => undefined,
  due: () => [],
};

describe('an exported call', () => {
  it('reads as it was heard and done, with pauses', () => {
    const { call: recorded, flow } = call('helped');
    expect(scriptIn(exportScenario(recorded, flow).text)).toEqual([
      'hears: Welcome to the desk.',
      'hears: For the desk press 1, for your account press 2.',
      'waits: 666ms',
      "presses: '1'",
      'waits: 43100ms',
      "party_hangs_up: '+4930301'",
      'hears: Goodbye.',
      'expects: { outcome: helped }',
      'expects: { ended: normal }',
    ]);
  });

  it('tells how parties behaved', () => {
    const { call: recorded, flow } = call('busy');
    expect(exportScenario(recorded, flow).text).toContain("parties: { '+4930301': busy }");
  });

  it('does not show the number of the caller, wherever it stood', () => {
    const { call: recorded, flow } = callOf(
      "steps:\n  hello: { say: 'You call from ${call.from}, that is ${call.from}.', next: hangup }",
      "scenarios: [{ name: a, start: { from: '+4917123456789' }, script: [hears: You call] }]",
    );
    const { text, replayed } = exportScenario(recorded, flow);
    expect(text).not.toContain('17123456789');
    expect(text).toContain("from: '+4915550123456'");
    expect(replayed).toEqual({ lateMs: 0 });
    expect(exportScenario(recorded, flow, { keepNumbers: true }).text).toContain("from: '+4917123456789'");
  });

  it('says where the number of the caller decided how the call went', () => {
    const { call: recorded, flow } = callOf(
      `steps:
         who: { switch: [{ when: 'call.from == "+4917123456789"', goto: known }], next: unknown }
         known: { say: I know you., next: hangup }
         unknown: { say: Who are you?, next: hangup }`,
      "scenarios: [{ name: a, start: { from: '+4917123456789' }, script: [hears: I know you] }]",
    );
    const { text, replayed } = exportScenario(recorded, flow);
    expect(replayed.parting?.what).toBe('notes');
    expect(text).toContain('The replay DIFFERS from the recorded call');
    expect(exportScenario(recorded, flow, { keepNumbers: true }).replayed).toEqual({ lateMs: 0 });
  });

  it('makes up what is masked, says so, and shows no secret', () => {
    const { call: recorded, flow } = call('secret');
    const { text, madeUp, replayed } = exportScenario(recorded, flow);
    expect(madeUp.map(({ type }) => type)).toEqual(['digits', 'answered']);
    expect(text).toContain("presses: '1234' # made up: masked in the trace");
    expect(text).not.toContain('0471');
    expect(text).toContain('Made up because it is masked in the trace: keys, answers of web services.');
    expect(replayed).toEqual({ lateMs: 0 });
  });

  it('has the refusals of the platform as faults', () => {
    const { call: recorded, flow } = callOf(
      'on: { error: sorry }\nsteps:\n  hello: { say: Hello. }\n  bye: { say: Goodbye., next: hangup }\n  sorry: { say: Sorry., next: hangup }',
      'scenarios: [{ name: a, faults: [{ command: play, nth: 2, code: 6120 }], script: [hears: Sorry] }]',
    );
    const { text, replayed } = exportScenario(recorded, flow);
    expect(text).toMatch(/faults: \[ ?\{ command: play, nth: 2, code: '6120' \} ?\]/);
    expect(replayed).toEqual({ lateMs: 0 });
  });

  it('knows settings from the place, those that are secret as placeholders', () => {
    const { call: recorded, flow } = callOf(
      "env: { PLACE: Where it is., KEY: { secret: true } }\nsteps:\n  hello: { say: 'This is ${env.PLACE}.', next: hangup }",
      'env: { PLACE: Bonn, KEY: k }\nscenarios: [{ name: a, script: [hears: This is Bonn.] }]',
    );
    const known = { ...recorded, env: { PLACE: 'Bonn', KEY: 'k3y' } };
    const { text, replayed } = exportScenario(known, flow);
    expect(text).toContain('PLACE: Bonn');
    expect(text).not.toContain('k3y');
    expect(text).toContain('The setting KEY is made up');
    expect(replayed).toEqual({ lateMs: 0 });
    expect(exportScenario(recorded, flow).lost?.event.type).toBe('connected');
  });

  it('of a version that is not the one of the call says where they part', () => {
    const { call: recorded } = call('helped');
    const { lost, text } = exportScenario(recorded, version({ welcome: 'Good morning.' }));
    expect(lost?.event.type).toBe('connected');
    expect(text).toContain('at "connected", this version does not reproduce the trace');
  });

  it('says so where the platform sent keys as a number, which the model does not', () => {
    const { call: recorded, flow } = callOf(
      "vars: { number: '' }\nsteps:\n  ask: { collect: { prompt: Your number?, digits: 4, save: number }, on: { exhausted: hangup } }\n  told: { say: 'It is ${vars.number}.', next: hangup }",
      "scenarios: [{ name: a, script: [presses: '0042', hears: It is 0042] }]",
      { between: asNumber },
    );
    const { replayed, lost } = exportScenario(recorded, flow);
    expect(lost).toBeUndefined();
    expect(replayed.parting?.recorded?.event).toMatchObject({ type: 'digits', digits: '42', lossy: true });
  });

  it('of a platform that speaks more slowly is answered in time', () => {
    const { call: recorded, flow } = call('helped');
    const slowly = recorded.trace.map((entry, index): TraceEntry => {
      const at = entry.at + (index < 3 ? 0 : 20_000);
      return { ...entry, at, event: { ...entry.event, at } };
    });
    const { replayed } = exportScenario({ ...recorded, trace: slowly }, flow);
    expect(replayed.parting).toBeUndefined();
    expect(replayed.lateMs).toBeGreaterThan(0);
  });
});

describe('calls on their way', () => {
  const { call: recorded, flow } = call('helped');
  const recording = { calls: [recorded], flows: new Map([[flow.version, flow]]) };

  it('come out of NDJSON as they went in', () => {
    expect(readRecording(writeRecording(recording))).toEqual({ ...recording, wrongLines: [] });
  });

  it('have fictitious numbers and go the same way', () => {
    const hidden = redactCall(recorded);
    expect(JSON.stringify(hidden)).not.toContain(recorded.from);
    expect(exportScenario(hidden, flow).replayed).toEqual({ lateMs: 0 });
  });
});
