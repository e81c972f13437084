import { describe, expect, test } from 'vitest';
import { matchKeys, matchWords } from '../../../src/importers/voicexml/answers.ts';
import { readBuiltin } from '../../../src/importers/voicexml/read-grammar.ts';
import type { Grammar } from '../../../src/importers/voicexml/model.ts';

function builtin(type: string): Grammar {
  const grammar = readBuiltin(type);
  if (grammar === undefined) throw new Error(`${type} is no type`);
  return grammar;
}

describe('keys', () => {
  test.each([
    ['digits?length=4', '1234', '1234'],
    ['digits?length=4', '12345', '1234'],
    ['digits?length=4', '123#', undefined],
    ['digits?minlength=2;maxlength=4', '12#', '12'],
    ['digits', '*', undefined],
    ['boolean', '1', true],
    ['boolean?y=7;n=9', '9', false],
    ['boolean', '3', undefined],
    ['date', '20260228', '20260228'],
    ['date', '20260229', undefined],
    ['time', '1430', '1430h'],
    ['time', '2460', undefined],
    ['currency', '12*5#', '12.50'],
    ['builtin:dtmf/digits?length=2', '99', '99'],
  ])('%s: %s means %s', (type, keys, value) => {
    expect(matchKeys(keys, builtin(type), [])?.value).toBe(value);
  });

  test('a type that nobody knows has no grammar', () => {
    expect(readBuiltin('colour')).toBeUndefined();
  });

  test('a link is found behind the choices of the question', () => {
    const link = { keys: '1', phrases: [], value: 'link' };
    expect(matchKeys('1', builtin('boolean'), [link])?.value).toBe(true);
    expect(matchKeys('9', builtin('boolean'), [{ ...link, keys: '9' }])?.value).toBe('link');
  });
});

describe('words', () => {
  test('a phrase is all that is said, in any case', () => {
    expect(matchWords(' Yes ', builtin('boolean'), [])?.value).toBe(true);
    expect(matchWords('yes please', builtin('boolean'), [])).toBeUndefined();
  });
});
