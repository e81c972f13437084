/** Between brackets: where a comma is missing, and where a text only needs quotes. */
import { describe, expect, test } from 'vitest';
import { parseDocument } from '../../../../src/language/compiler/read/parse-document.ts';
import { collectDiagnostics } from '../../../../src/language/diagnostics/index.ts';

/** What is told of a line, and what a fix makes of it. */
function told(line: string) {
  const text = `steps:\n  a: ${line}\n  b: 1\n`;
  const { report, diagnostics } = collectDiagnostics('flow.yaml');
  parseDocument(text, report);
  const [{ message, hint, fix } = { message: 'nothing' }] = diagnostics;
  const mended = fix && text.slice(0, fix.span.start.offset) + fix.text + text.slice(fix.span.end.offset);
  return { message, hint, mended: mended?.split('\n')[1]?.slice(5) };
}

describe('behind a text that goes on with a bracket quotes are missing, no comma', () => {
  test.each([
    [
      '{ when: vars.tier in ["gold", "silver"], goto: b }',
      `{ when: 'vars.tier in ["gold", "silver"]', goto: b }`,
    ],
    ['{ when: vars.tier in ["a"] , goto: b }', `{ when: 'vars.tier in ["a"]' , goto: b }`],
    ['{ when: vars.x == "a" || vars.x in ["b"] }', `{ when: 'vars.x == "a" || vars.x in ["b"]' }`],
    ['{ text: Hello [dear] friend }', "{ text: 'Hello [dear] friend' }"],
    ["{ text: It's [you] }", '{ text: "It\'s [you]" }'],
  ])('%s', (line, mended) => {
    const { message, ...rest } = told(line);
    expect(message).toBe('between { } and [ ] this text needs quotes, because of "["');
    expect(rest).toEqual({ hint: `write ${/: ('.*'|".*")(?: ,| }|,)/.exec(mended)?.[1]}`, mended });
  });
});

test('what only looks like a key may be one that is misspelt, so it is not mended', () => {
  expect(told('{ prompt: Your PIN: four digits, digits: 4 }')).toEqual({
    message: 'between { } and [ ] this text needs quotes, because of ": "',
    hint: "write 'Your PIN: four digits'",
  });
});

describe('a comma is missing', () => {
  test.each([
    ['behind a number', '{ key: 1 goto: b }', '{ key: 1, goto: b }'],
    ['behind a time', '{ ring: 20s whoever: b }', '{ ring: 20s, whoever: b }'],
    ['behind a text in quotes', '{ to: "a, b" whoever: b }', '{ to: "a, b", whoever: b }'],
    ['behind brackets', '{ to: [a, b] whoever: b }', '{ to: [a, b], whoever: b }'],
    ['between items', '[{ key: 1 } { key: 2 }]', '[{ key: 1 }, { key: 2 }]'],
    [
      'before a key that can stand there',
      '{ text: Please wait style: calm }',
      '{ text: Please wait, style: calm }',
    ],
  ])('%s, and put in', (_where, line, mended) => {
    expect(told(line).message).toMatch(/^a comma is missing before/);
    expect(told(line).mended).toBe(mended);
  });

  test('perhaps, between names, where nobody can tell', () => {
    expect(told('{ busy: sorry no_answer: sorry }')).toEqual({
      message: 'a comma is missing before "no_answer"',
      hint: 'separate entries between { } and [ ] with commas; put a text that contains commas or colons in quotes',
    });
  });
});
