import { describe, expect, test } from 'vitest';
import {
  applyFixes,
  collectDiagnostics,
  findOnlyClose,
  type Span,
} from '../../../src/language/diagnostics/index.ts';

/** The span of some characters of a text of one line. */
function between(from: number, to: number): Span {
  return {
    start: { line: 1, column: from + 1, offset: from },
    end: { line: 1, column: to + 1, offset: to },
  };
}

function fixed(text: string, ...fixes: [from: number, to: number, text: string][]) {
  const { report, diagnostics } = collectDiagnostics('flow.yaml');
  for (const [from, to, replacement] of fixes)
    report({
      code: 'unknown-key',
      message: replacement,
      span: between(from, to),
      fix: { span: between(from, to), text: replacement },
    });
  const result = applyFixes(text, diagnostics);
  return [result.text, result.applied.map(({ message }) => message)];
}

describe('fixes', () => {
  test('are made wherever they stand, whatever their order', () => {
    expect(fixed('one two three', [8, 13, '3'], [0, 3, '1'])).toEqual(['1 two 3', ['1', '3']]);
  });

  test('can add and remove', () => {
    expect(fixed('ab', [1, 1, '-'])).toEqual(['a-b', ['-']]);
    expect(fixed('abc', [1, 2, ''])).toEqual(['ac', ['']]);
  });

  test('that touch an earlier one wait', () => {
    expect(fixed('abcdef', [0, 3, 'x'], [2, 4, 'y'], [3, 5, 'z'])).toEqual(['xdef', ['x']]);
    expect(fixed('abcdef', [0, 3, 'x'], [0, 3, 'x'])).toEqual(['xdef', ['x']]);
  });

  test('leave a text alone for which there are none', () => {
    const { report, diagnostics } = collectDiagnostics('flow.yaml');
    report({ code: 'syntax', message: '', span: between(0, 1) });
    expect(applyFixes('abc', diagnostics)).toEqual({ text: 'abc', applied: [] });
  });
});

describe('the only word that can be meant', () => {
  test.each([
    ['salse', ['sales', 'support'], 'sales'],
    ['salse', ['sales', 'sales'], 'sales'],
    ['salse', ['sales', 'salsa'], undefined],
    ['music', ['sales', 'support'], undefined],
    ['Sales', ['sales'], 'sales'],
    ['operatro', ['operator'], 'operator'],
    ['desk2', ['desk'], undefined],
    ['desk', ['desk_2', 'sales'], undefined],
    ['desk2_open', ['desk3_open'], undefined],
    ['main_menuu', ['main_menu'], undefined],
    ['main_men', ['main_menu'], undefined],
    ['queue_a', ['queue_b'], undefined],
  ])('by "%s" among %j is %s', (word, candidates, meant) => {
    expect(findOnlyClose(word, candidates)).toBe(meant);
  });
});
