/** What was known of a call after each entry of its trace, computed from the trace alone. */
import { describe, expect, test } from 'vitest';
import type { RecordedCall } from '../../../src/verification/recording/index.ts';
import { listCallStates } from '../../../src/verification/replay/index.ts';
import type { CompiledFlow } from '../../../src/language/model/index.ts';
import { callOf } from './recorded.ts';
import { call as deskCall } from './desk.ts';

const told = (recorded: { call: RecordedCall; flow: CompiledFlow }) =>
  listCallStates(recorded.call, recorded.flow);
const last = <Item>(items: readonly Item[]) => items.at(-1) ?? expect.fail();

describe('the states of a call', () => {
  const counting = callOf(
    `
    vars: { code: '', tries: 0, is_known: false, pin: { type: string, secret: true, initial: '1379' } }
    steps:
      ask:
        collect: { prompt: Your code?, save: code, digits: 2, pattern: '^4.$', timeout: 5s, attempts: 3 }
        on: { exhausted: hangup }
      count: { set: { tries: '\${vars.tries + 1}', is_known: '\${vars.code == "42"}' } }
      thanks: { say: Thank you., next: hangup }`,
    'scenarios:\n  - name: a\n    script: [waits: 2s, presses: "11", waits: 8s, presses: "42"]\n',
  );

  test('are one for each entry, with values as they were at that point', () => {
    const { states, unknown } = told(counting);
    expect(unknown).toBeUndefined();
    expect(states.map(({ seq }) => seq)).toEqual(counting.call.trace.map(({ seq }) => seq));
    const valuesOf = ({ variables }: (typeof states)[number]) =>
      Object.fromEntries(variables.map(({ name, value }) => [name, value]));
    expect(valuesOf(states[0] ?? expect.fail())).toMatchObject({ code: '', tries: 0, is_known: false });
    expect(valuesOf(last(states))).toMatchObject({ code: '42', tries: 1, is_known: true });
  });

  test('tell the entry since which a variable has its value', () => {
    const { states } = told(counting);
    const changed = counting.call.trace.find(({ notes }) => notes.some(({ kind }) => kind === 'set'));
    const [code] = last(states).variables;
    expect(code).toEqual({ name: 'code', value: '42', since: changed?.seq });
    expect(states[0]?.variables[0]).toEqual({ name: 'code', value: '', since: 1 });
  });

  test('tell the step with its line, and the attempts left of a question', () => {
    const { states } = told(counting);
    const asked = states.filter(({ step }) => step === 'ask');
    expect(new Set(asked.map(({ line }) => line))).toEqual(new Set([counting.flow.steps.ask?.line]));
    const left = asked.map(({ attempts }) => attempts?.left);
    expect(left[0]).toBe(3);
    expect(last(left)).toBeLessThan(3);
    expect(last(states)).not.toHaveProperty('attempts');
  });

  test('never show a secret variable, neither its first value nor one that was made up', () => {
    const { states } = told(counting);
    expect(JSON.stringify(states)).not.toContain('1379');
    expect(last(states).variables).toContainEqual({ name: 'pin', isSecret: true });
    const secret = told(deskCall('secret'));
    expect(last(secret.states)).toMatchObject({ isMadeUp: true });
    expect(last(secret.states).variables).toEqual([
      { name: 'pin', isSecret: true },
      expect.objectContaining({ name: 'owner', value: 'Ann' }),
    ]);
    expect(JSON.stringify(secret.states)).not.toContain('0471');
  });

  test('show the beginning of a long text with its length', () => {
    const { states } = told(
      callOf(
        `
        vars: { long: '${'x'.repeat(3_000)}' }
        steps: { hello: { say: Hello., next: hangup } }`,
        'scenarios:\n  - name: a\n    script: [waits: 2s]\n',
      ),
    );
    const [long] = last(states).variables;
    expect(long).toMatchObject({ chars: 3_000, value: 'x'.repeat(1_000) });
  });
});

describe('the states of a call end', () => {
  const { call, flow } = deskCall('helped');

  test('where its version does not reproduce the trace, with a code', () => {
    const trace = call.trace.map((entry, at) => (at < 3 ? entry : { ...entry, state: 'elsewhere' }));
    const { states, unknown } = listCallStates({ ...call, trace }, flow);
    expect(states).toHaveLength(3);
    expect(unknown).toEqual({ code: 'not_reproduced', fromSeq: trace[3]?.seq });
  });

  test('before they are larger than an answer may be', () => {
    const { states, unknown } = listCallStates(call, flow, { maxChars: 500 });
    expect(states.length).toBeGreaterThan(0);
    expect(unknown).toEqual({ code: 'too_large', fromSeq: call.trace[states.length]?.seq });
    expect(JSON.stringify(states).length).toBeLessThan(600);
  });

  test('at once where there is no trace', () => {
    expect(listCallStates({ ...call, trace: [] }, flow)).toEqual({ states: [] });
  });
});
