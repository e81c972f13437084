import { describe, expect, test } from 'vitest';
import { findDefinition, findReferences } from '../../../src/authoring/lsp/references.ts';
import { flowOf, flowWithCursor, shown } from './cursor.ts';
import { at, example } from './example.ts';

function definition(text: string): string | undefined {
  const { flow, position } = flowWithCursor(text);
  const found = findDefinition(flow, position);
  return found && shown(flow.document, [found.range])[0];
}

function references(text: string, includeDeclaration = true): string[] {
  const { flow, position } = flowWithCursor(text);
  return shown(
    flow.document,
    findReferences(flow, position, { includeDeclaration, runners: () => [] }).map(({ range }) => range),
  );
}

test('the example is a sound flow', () => {
  expect(flowOf(example).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
});

describe('the definition of', () => {
  test.each([
    ['a step, from a choice', 'goto: che', '27: check'],
    ['a step, from a switch', 'goto: chan', '34: change'],
    ['a step, from an outcome', 'busy: so', '39: sorry'],
    ['a step, from the error path', 'error: so', '39: sorry'],
    ['a step, from a global key, in quotes', '"des', '36: desk'],
    ['a prompt', 'say: wel', '12: welcome'],
    ['a prompt, from a list', '[ask, wel', '12: welcome'],
    ['a variable, from what a step saves', 'save: p', '6: pin'],
    ['a variable, from what a step sets', 'set: { ti', '5: tier'],
    ['a variable, from a condition', 'when: vars.ti', '5: tier'],
    ['a variable, from a text in a block', 'sorry,\n      ${vars.ti', '5: tier'],
    ['a variable, by its key', '${vars["ti', '5: tier'],
    ['a parameter', 'params.rea', '8: reason'],
    ['a setting', 'env.DE', '10: DESK'],
  ])('%s', (_what, place, expected) => {
    expect(definition(at(place))).toBe(expected);
  });

  test('a name is where it stands itself', () => {
    expect(definition(at('\n  mai'))).toBe('19: main');
  });

  test.each([
    ['a target that is no step', 'goto: hang'],
    ['a verb', 'men'],
    ['spoken text', 'For *sal'],
    ['a text inside an expression', '!= "vars.ti'],
    ['the flow itself', 'ringfl'],
  ])('nothing: %s', (_what, place) => {
    expect(definition(at(place))).toBeUndefined();
  });

  test('nothing: a step that does not exist', () => {
    expect(definition(at('goto: che').replace('\n  check:', '\n  cheque:'))).toBeUndefined();
  });
});

describe('the references of', () => {
  test('a step: from steps, the error path and outcomes', () => {
    expect(references(at('\n  sor'))).toEqual([
      '15: sorry',
      '26: sorry',
      '33: sorry',
      '38: sorry',
      '38: sorry',
      '39: sorry',
    ]);
  });

  test('a variable: in prompts, expressions and as a key', () => {
    expect(references(at('\n  tie'), false)).toEqual([
      '12: tier',
      '13: tier',
      '29: tier',
      '29: tier',
      '35: tier',
      '35: tier',
      '42: tier',
    ]);
  });

  test('a prompt, without its own place', () => {
    expect(references(at('no_input: [as'), false)).toEqual(['21: ask', '25: ask', '32: ask']);
  });

  test('a name that stands nowhere: still all who use it', () => {
    expect(references('ringflow: 1\nsteps:\n  a: { say: gre‸eting }\n  b: { say: greeting }\n')).toEqual([
      '3: greeting',
      '4: greeting',
    ]);
  });

  test('what an alias repeats is one place', () => {
    const text = 'prompts: { hi: Hello. }\nsteps:\n  a: { say: &it h‸i }\n  b: { say: *it }\n';
    expect(references(`ringflow: 1\n${text}`)).toEqual(['2: hi', '4: hi']);
  });

  test('things of different kinds with one name are told apart', () => {
    const text = 'ringflow: 1\nvars: { bye: 1 }\nprompts: { bye: Bye. }\nsteps:\n  bye: { say: by‸e }\n';
    expect(references(text)).toEqual(['3: bye', '5: bye']);
  });
});

describe('in a broken file', () => {
  test('what can be read is found', () => {
    const broken = at('goto: che').replace('on: { busy: sorry, no_answer: sorry }\n', 'on: { busy: [sorry\n');
    expect(definition(broken)).toBe('27: check');
  });

  test('a variable is found in an expression that is not finished', () => {
    expect(definition(at('when: vars.ti').replace('== "gold" &&', '== '))).toBe('5: tier');
  });
});
