import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../src/language/compiler/index.ts';
import type { Fix } from '../../../src/language/diagnostics/index.ts';

const folder = join(import.meta.dirname, 'cases/err');
const fixable = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  .flatMap(({ name, text }) =>
    compileFlow({ file: name, text }).diagnostics.flatMap(({ fix, code, span, message, severity }) =>
      fix === undefined ? [] : [{ name, text, fix, code, message, severity, line: span.start.line }],
    ),
  );

function applied(text: string, { span, text: replacement }: Fix): string {
  return text.slice(0, span.start.offset) + replacement + text.slice(span.end.offset);
}

/** What is told of a text, without the places, which a fix moves. */
function told(name: string, text: string): { errors: number; messages: string[] } {
  const { diagnostics } = compileFlow({ file: name, text });
  return {
    errors: diagnostics.filter(({ severity }) => severity === 'error').length,
    messages: diagnostics.map(({ message }) => message),
  };
}

describe('the fix of', () => {
  test.each(fixable)(
    '$code in line $line of $name mends it and breaks nothing',
    ({ name, text, fix, code, message, severity }) => {
      const before = told(name, text);
      const after = told(name, applied(text, fix));
      const times = (messages: string[]) => messages.filter((one) => one === message).length;
      expect(times(after.messages)).toBeLessThan(times(before.messages));
      // What could not be read before may have mistakes of its own.
      if (code !== 'syntax') expect(after.errors).toBe(before.errors - (severity === 'error' ? 1 : 0));
    },
  );
});

test('the codes with fixes are those whose mistakes have one safe answer', () => {
  expect(new Set(fixable.map(({ code }) => code))).toEqual(
    new Set([
      'syntax',
      'unknown-key',
      'wrong-type',
      'bad-value',
      'bad-name',
      'unusual-time-zone',
      'audio-as-text',
      'ssml-as-text',
      'expression-type',
      'misplaced-key',
      'dangling-target',
      'unknown-prompt',
      'unknown-hours',
      'unknown-table',
      'unknown-column',
      'unknown-variable',
      'expression-syntax',
      'ssml-syntax',
      'unknown-outcome',
      'unknown-voice',
      'bare-expression',
      'hash-begins-comment',
      'comma-splits-text',
      'reversed-save',
      'impossible-condition',
      'ignore-unknown-code',
      'ignore-unused',
      'invisible-character',
      'prompt-as-text',
      'unspeakable-text',
    ]),
  );
});

describe('an expression', () => {
  const fixed = (when: string) => {
    const text = `ringflow: 1\nname: case\non: { error: sorry }\nvars: { tier: '', tried: '', tries: '' }\nsteps:\n  a: { switch: [{ when: '${when}', goto: sorry }] }\n  sorry: { say: Hi. }\n`;
    const fix = compileFlow({ file: 'case.yaml', text }).diagnostics.find((one) => one.fix)?.fix;
    return fix && /when: '(.*)', goto/.exec(applied(text, fix))?.[1];
  };

  test.each([
    ['vars.tier = "gold"', 'vars.tier == "gold"'],
    ['vars.tier == "gold" & true', 'vars.tier == "gold" && true'],
    ['vars.teer == "gold"', 'vars.tier == "gold"'],
    ['tier == "gold"', 'vars.tier == "gold"'],
    ['var.tier == "gold"', 'vars.tier == "gold"'],
    ['vars.trie == "gold"', undefined],
    ['vars.tierx == "gold"', undefined],
    ['vars.tier2 == "gold"', undefined],
    ['vars["teer"] == "gold"', undefined],
    ['vars.tier == "gold', undefined],
  ])('%s is mended to %s', (when, mended) => {
    expect(fixed(when)).toBe(mended);
  });
});

describe('a misspelt name', () => {
  const fixOf = (steps: string) => {
    const text = `ringflow: 1\nname: case\non: { error: sorry }\nsteps:\n  a: { say: Hi., next: salse }\n${steps}  sorry: { hangup: }\n`;
    return compileFlow({ file: 'case.yaml', text }).diagnostics.find(
      ({ code }) => code === 'dangling-target',
    );
  };

  test('that only one other resembles has a fix', () => {
    expect(fixOf('  sales: { say: Ho. }\n')?.fix?.text).toBe('sales');
  });

  test('that two others resemble has a suggestion only', () => {
    const told = fixOf('  sales: { say: Ho. }\n  salsa: { say: Ho. }\n');
    expect(told?.hint).toBe('did you mean "sales"?');
    expect(told?.fix).toBeUndefined();
    expect(told?.suggestion?.text).toBe('sales');
  });
});

test('a name that differs in a digit or at its end gets a suggestion, but no fix: it may be another one', () => {
  const text = `ringflow: 1\nname: case\non: { error: desk }\nsteps:\n  a: { say: Hi., next: desk2 }\n  desk: { say: Desk. }\n`;
  const [found] = compileFlow({ file: 'case.yaml', text }).diagnostics;
  expect(found).toMatchObject({ code: 'dangling-target', hint: 'did you mean "desk"?' });
  expect(found?.fix).toBeUndefined();
});
