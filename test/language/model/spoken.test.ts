import { describe, expect, it, test } from 'vitest';
import {
  listActions,
  isPrompt,
  isTemplate,
  listSpokenPrompts,
  parseTemplate,
  renderTemplateSource,
} from '../../../src/language/model/index.ts';
import type { Action, MachineState } from '../../../src/language/model/index.ts';
import { flowOf } from '../../builders/flow.ts';

const hello = [{ kind: 'text', text: ['Hello.'] }];

/** A state with an action that no verb of today has. */
function stateWith(params: unknown): MachineState {
  return { states: { inner: { entry: [{ type: 'later_verb', params } as unknown as Action] } } };
}

describe('what a step says', () => {
  it('is found in its question and in each rung', () => {
    const { machine } = flowOf(`
      on: { error: b }
      prompts: { question: For b press 1. }
      steps:
        a:
          menu: { prompt: question, choices: [{ key: 1, goto: b }], no_input: [Hello?, question], no_match: [No.] }
          on: { exhausted: b }
        b: { hangup: }
    `);
    expect(listSpokenPrompts(machine.states?.a ?? {})).toMatchObject([
      { place: 'prompt', prompt: [{ name: 'question' }] },
      { place: 'noInput.0', prompt: [{ text: ['Hello?'] }] },
      { place: 'noInput.1', prompt: [{ name: 'question' }] },
      { place: 'noMatch.0', prompt: [{ text: ['No.'] }] },
    ]);
  });

  it('is found in whatever action it stands', () => {
    expect(listSpokenPrompts(stateWith({ deep: { filler: hello } }))).toEqual([
      { place: 'deep.filler', prompt: hello },
    ]);
  });

  it('is told once, though an outbound call carries it as well', () => {
    const { machine } = flowOf('on: { error: b }\nsteps:\n  a: { say: Hello. }\n  b: { hangup: }\n');
    const says = machine.states?.a ?? {};
    expect(listActions(says).map(({ type }) => type)).toContain('answer');
    expect(listSpokenPrompts(says)).toHaveLength(1);
  });
});

test('the actions of a state are those of its entry, its exit, its transitions and its inner states', () => {
  const forget = (variable: string): Action => ({ type: 'forget', params: { variable } });
  const state = (name: string, states = {}): MachineState => ({
    entry: [forget(`${name} entry`)],
    exit: [forget(`${name} exit`)],
    on: { digits: [{ target: 'other', actions: [forget(`${name} digits`)] }] },
    states,
  });
  const variables = listActions(state('outer', { inner: state('inner') })).map((action) =>
    action.type === 'forget' ? action.params.variable : '',
  );
  const parts = ['entry', 'exit', 'digits'];
  expect(variables).toEqual(['outer', 'inner'].flatMap((name) => parts.map((part) => `${name} ${part}`)));
});

describe('a prompt', () => {
  it.each([
    [hello, true],
    [[{ name: 'welcome' }], true],
    [[{ kind: 'stored', name: ['jingle'], lengthMs: 5 }], true],
    [[], false],
    [[{ name: 'X-Header', value: 'x' }], false],
    [[{ kind: 'text' }], false],
    [[{ kind: 'other', other: ['x'] }], false],
    [['Hello.'], false],
    ['Hello.', false],
  ])('is known by its form: %j', (value, is) => {
    expect(isPrompt(value)).toBe(is);
  });
});

describe('a template', () => {
  it.each([
    [['Hello.'], true],
    [['Hello ', { expr: 'vars.name' }, '.'], true],
    [['one', 'two'], false],
    [[{ expression: 'x' }], false],
    ['Hello.', false],
  ])('is known by its form: %j', (value, is) => {
    expect(isTemplate(value)).toBe(is);
  });

  it.each(['Hello.', 'Hi ${vars.name}.', 'costs $${5}', '${a}${b}'])(
    'reads as it was written: %s',
    (text) => {
      expect(renderTemplateSource(parseTemplate(text))).toBe(text);
    },
  );
});
