import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import { applyFixes } from '../../../../src/language/diagnostics/index.ts';

function fixed(text: string): string {
  return applyFixes(text, compileFlow({ file: 'flow.yaml', text }).diagnostics).text;
}

const flow = (declared: string, [first, second]: [string, string]) => `ringflow: 1
name: names
vars: { ${declared}: 0 }
steps:
  main:
    set: { ${first}: 1 }
  more:
    set: { ${second}: '\${vars.${second} + 1}' }
  end: { say: 'It was \${vars.${second}}.' }
`;

describe('a name that is not declared', () => {
  test('is not changed to a declared one that nothing else uses, where it is used several times', () => {
    const text = flow('tires', ['tries', 'tries']);
    expect(fixed(text)).toBe(text);
    const { diagnostics } = compileFlow({ file: 'flow.yaml', text });
    const hints = diagnostics.filter(({ code }) => code === 'unknown-variable').map(({ hint }) => hint);
    expect(new Set(hints)).toEqual(new Set(['did you mean "tires"?']));
  });

  test('is changed where the declared one is used as well', () => {
    expect(fixed(flow('tries', ['tires', 'tries']))).toBe(flow('tries', ['tries', 'tries']));
  });

  test('is not changed in steps that are misspelt where they stand', () => {
    const text =
      'ringflow: 1\nname: names\nsteps:\n  main: { say: Hello., next: refused }\n  more: { say: Again., next: refused }\n  refusd: { say: No. }\n';
    expect(fixed(text)).toBe(text);
  });
});
