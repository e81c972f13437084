import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanTemplate, parseTemplate, type Template } from '../../../src/language/model/index.ts';

describe('a template', () => {
  test.each<[string, Template]>([
    ['', []],
    ['plain', ['plain']],
    ['${vars.x}', [{ expr: 'vars.x' }]],
    ['a ${ vars.x } b', ['a ', { expr: 'vars.x' }, ' b']],
    ['${a}${b}', [{ expr: 'a' }, { expr: 'b' }]],
    ['costs $5 {or} more', ['costs $5 {or} more']],
    ['a $${literal} b', ['a ${literal} b']],
    ['$${${x}', ['${', { expr: 'x' }]],
    ['${ {"a": 1}["a"] }', [{ expr: '{"a": 1}["a"]' }]],
    ['${"}"} and ${\'{\'}', [{ expr: '"}"' }, ' and ', { expr: "'{'" }]],
    ['${"a\\"}"}', [{ expr: '"a\\"}"' }]],
  ])('%s', (text, template) => {
    expect(parseTemplate(text)).toEqual(template);
  });

  test('knows where its expressions stand', () => {
    const text = 'a ${ vars.x } ${y}';
    const scanned = scanTemplate(text);
    const found = scanned.ok ? scanned.parts.filter((part) => typeof part === 'object') : [];
    expect(found.map(({ expr, start }) => text.slice(start, start + expr.length))).toEqual(['vars.x', 'y']);
  });

  test.each([
    ['a ${vars.x', '"${" is not closed by "}"', '${vars.x'],
    ['a ${"}', '"${" is not closed by "}"', '${"}'],
    ['a ${} b', 'no expression between "${" and "}"', '${}'],
    ['a ${  } b', 'no expression between "${" and "}"', '${  }'],
  ])('%s is none', (text, message, found) => {
    const scanned = scanTemplate(text);
    if (scanned.ok) throw new Error('it passed');
    const [fault, ...others] = scanned.faults;
    expect({ ...fault, others }).toMatchObject({ message, others: [] });
    expect(text.slice(fault.start, fault.end)).toBe(found);
    expect(() => parseTemplate(text)).toThrow(message);
  });

  test('keeps the expressions around one that is missing, and before one that is not closed', () => {
    const { parts, ...scanned } = scanTemplate('a ${x} ${ } ${y} ${z');
    expect(parts).toEqual(['a ', { expr: 'x', start: 4 }, '  ', { expr: 'y', start: 14 }, ' ']);
    expect('faults' in scanned && scanned.faults.map(({ start }) => start)).toEqual([7, 17]);
  });

  test('gives back any text whose ${ are written as $${', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '{', '}', '"', '${', ' ')), (parts) => {
        const literal = parts.join('');
        expect(parseTemplate(literal.split('${').join('$${'))).toEqual(literal === '' ? [] : [literal]);
      }),
    );
  });
});
