import { describe, expect, test } from 'vitest';
import {
  collectDiagnostics,
  hasErrors,
  renderJson,
  renderPretty,
  sortDiagnostics,
  type Finding,
  type Span,
} from '../../src/diagnostics/index.ts';

/** The span from one column to another of a line. */
function columns(line: number, from: number, to: number, offset = 0): Span {
  return {
    start: { line, column: from, offset: offset + from - 1 },
    end: { line, column: to, offset: offset + to - 1 },
  };
}

function diagnosed(...findings: Finding[]) {
  const { report, diagnostics } = collectDiagnostics('flow.yaml');
  findings.forEach(report);
  return diagnostics;
}

const misspelt: Finding = {
  code: 'unknown-key',
  message: 'unexpected key "sya"',
  span: columns(2, 3, 6, 10),
};

function pretty(finding: Finding, text: string, colour = false): string {
  return renderPretty(diagnosed(finding), { source: () => text, colour });
}

describe('pretty output', () => {
  test('names place, severity, message and code, and underlines what is meant', () => {
    expect(pretty({ ...misspelt, hint: 'did you mean "say"?' }, 'steps:\n  sya: Hello.\n')).toBe(
      [
        'flow.yaml:2:3: error: unexpected key "sya" [unknown-key]',
        '    2 |   sya: Hello.',
        '      |   ^~~',
        '      hint: did you mean "say"?',
        '',
      ].join('\n'),
    );
  });

  test('has no frame when the text is not at hand', () => {
    const printed = renderPretty(diagnosed(misspelt), { source: () => undefined });
    expect(printed).toBe('flow.yaml:2:3: error: unexpected key "sya" [unknown-key]\n');
  });

  test('separates diagnostics by an empty line', () => {
    const printed = renderPretty(diagnosed(misspelt, misspelt), { source: () => undefined });
    expect(printed.split('\n\n')).toHaveLength(2);
  });

  test('shows the part of a long line in which the mistake is', () => {
    const line = `${'a'.repeat(300)}sya${'b'.repeat(300)}`;
    const [, shown = '', underline = ''] = pretty({ ...misspelt, span: columns(1, 301, 304) }, line).split(
      '\n',
    );
    expect(shown.length).toBeLessThanOrEqual(108);
    expect(shown).toMatch(/^ {4}1 \| …a+syab+…$/);
    expect(underline.indexOf('^')).toBe(shown.indexOf('sya'));
    expect(underline).toMatch(/^ +\| +\^~~$/);
  });

  test('underlines a mistake of several lines to the end of its first', () => {
    const span = { start: columns(1, 4, 4).start, end: columns(3, 1, 1, 20).end };
    expect(pretty({ ...misspelt, span }, 'a: "long\ntext\n"').split('\n')[2]).toBe('      |    ^~~~~');
  });

  test('keeps the underline in place behind tabs, and lets no control character through', () => {
    const [, shown = '', underline = ''] = pretty(
      { ...misspelt, span: columns(1, 4, 5) },
      '\t\t\u001bx',
    ).split('\n');
    expect(shown).toBe('    1 |    x');
    expect(underline).toBe('      |    ^');
  });

  test('splits lines as the compiler does, whatever ends them', () => {
    expect(pretty({ ...misspelt, span: columns(3, 1, 2) }, 'a\r\nb\rc').split('\n')[1]).toBe('    3 | c');
  });

  test('has colours only when asked', () => {
    const escape = '\u001b[';
    expect(pretty(misspelt, 'steps:\n  sya: 1\n')).not.toContain(escape);
    expect(pretty(misspelt, 'steps:\n  sya: 1\n', true)).toContain(`${escape}31merror${escape}0m`);
  });

  test('tells warnings as such', () => {
    expect(pretty({ ...misspelt, code: 'unreachable-step' }, '')).toContain(': warning: ');
  });
});

describe('JSON output', () => {
  test('has 1-based places and leaves out what there is not', () => {
    const fix = { span: misspelt.span, text: 'say' };
    expect(JSON.parse(renderJson(diagnosed(misspelt, { ...misspelt, hint: 'look', fix })))).toEqual({
      diagnostics: [
        {
          code: 'unknown-key',
          severity: 'error',
          message: 'unexpected key "sya"',
          file: 'flow.yaml',
          start: { line: 2, column: 3 },
          end: { line: 2, column: 6 },
        },
        expect.objectContaining({ hint: 'look' }),
      ],
    });
  });

  test('is a whole document when nothing is wrong', () => {
    expect(JSON.parse(renderJson([]))).toEqual({ diagnostics: [] });
  });
});

describe('a list of diagnostics', () => {
  test('is sorted by file, then place, then code', () => {
    const at = (code: Finding['code'], from: number, to = from): Finding => ({
      code,
      message: '',
      span: columns(1, from, to),
    });
    const here = diagnosed(
      at('wrong-type', 9),
      at('wrong-type', 2, 8),
      at('syntax', 2, 8),
      at('wrong-type', 2, 3),
    );
    const elsewhere = diagnosed(at('syntax', 1)).map((one) => ({ ...one, file: 'a.yaml' }));
    const sorted = sortDiagnostics([...here, ...elsewhere]);
    expect(sorted.map(({ file, code, span }) => [file, span.start.column, span.end.column, code])).toEqual([
      ['a.yaml', 1, 1, 'syntax'],
      ['flow.yaml', 2, 3, 'wrong-type'],
      ['flow.yaml', 2, 8, 'syntax'],
      ['flow.yaml', 2, 8, 'wrong-type'],
      ['flow.yaml', 9, 9, 'wrong-type'],
    ]);
  });

  test('has errors only if one of them is an error', () => {
    const warning = diagnosed({ ...misspelt, code: 'unreachable-step' });
    expect(hasErrors(warning)).toBe(false);
    expect(hasErrors([...warning, ...diagnosed(misspelt)])).toBe(true);
  });
});
