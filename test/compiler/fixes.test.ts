import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../src/compiler/index.ts';
import type { Fix } from '../../src/diagnostics/index.ts';

const folder = join(import.meta.dirname, 'cases/err');
const fixable = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  .flatMap(({ name, text }) =>
    compileFlow({ file: name, text }).diagnostics.flatMap(({ fix, code, span }) =>
      fix === undefined ? [] : [{ name, text, fix, code, line: span.start.line }],
    ),
  );

function applied(text: string, { span, text: replacement }: Fix): string {
  return text.slice(0, span.start.offset) + replacement + text.slice(span.end.offset);
}

describe('the fix of', () => {
  test.each(fixable)('$code in line $line of $name mends it and breaks nothing', ({ name, text, fix }) => {
    const before = compileFlow({ file: name, text }).diagnostics;
    const after = compileFlow({ file: name, text: applied(text, fix) }).diagnostics;
    expect(after.length).toBeLessThan(before.length);
  });
});

test('keys, steps, prompts, variables, outcomes and voices have fixes', () => {
  expect(new Set(fixable.map(({ code }) => code))).toEqual(
    new Set([
      'unknown-key',
      'dangling-target',
      'unknown-prompt',
      'unknown-variable',
      'unknown-outcome',
      'unknown-voice',
    ]),
  );
});
