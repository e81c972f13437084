import { describe, expect, test } from 'vitest';
import {
  catalogue,
  collectDiagnostics,
  diagnosticCodes,
  hasErrors,
  renderGithub,
  renderJson,
  renderPretty,
  renderSarif,
  sortDiagnostics,
  type Finding,
  type Span,
} from '../../../src/language/diagnostics/index.ts';
import { sarifProblems } from './sarif-shape.ts';

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

describe('output for GitHub', () => {
  test('is one workflow command for each diagnostic', () => {
    expect(renderGithub(diagnosed(misspelt, { ...misspelt, code: 'unreachable-step' }))).toBe(
      '::error file=flow.yaml,line=2,col=3,endColumn=6,title=unknown-key::unexpected key "sya"\n' +
        '::warning file=flow.yaml,line=2,col=3,endColumn=6,title=unreachable-step::unexpected key "sya"\n',
    );
  });

  test('escapes what would end a property, a message or the line', () => {
    const [found] = diagnosed({ ...misspelt, message: '100 %, a: b\r\n::error::no', hint: 'two' });
    const printed = renderGithub(found === undefined ? [] : [{ ...found, file: 'a,b:c%.yaml' }]);
    expect(printed).toBe(
      '::error file=a%2Cb%3Ac%25.yaml,line=2,col=3,endColumn=6,title=unknown-key::100 %25, a: b%0D%0A::error::no%0Ahint: two\n',
    );
  });

  test('has no columns where a mistake has several lines', () => {
    const span = { start: columns(1, 4, 4).start, end: columns(3, 1, 1, 20).end };
    expect(renderGithub(diagnosed({ ...misspelt, span }))).toContain(
      'file=flow.yaml,line=1,endLine=3,title=',
    );
  });

  test('is empty when nothing is wrong', () => {
    expect(renderGithub([])).toBe('');
  });
});

describe('SARIF output', () => {
  const fixable: Finding = { ...misspelt, hint: 'look', fix: { span: misspelt.span, text: 'say' } };
  const sarif = (found: Finding[]) =>
    JSON.parse(renderSarif(diagnosed(...found), '1.2.3')) as {
      runs: {
        tool: { driver: { rules: { id: string; help: { text: string } }[] } };
        results: { ruleId: string; ruleIndex: number }[];
      }[];
    };

  test.each([
    ['without a mistake', []],
    ['with mistakes', [misspelt, fixable, { ...misspelt, code: 'unreachable-step' } satisfies Finding]],
  ])('has the shape of SARIF 2.1.0 %s', (_, found) => {
    expect(sarifProblems(sarif(found))).toEqual([]);
  });

  test('describes every code once, and each result names its own', () => {
    const [run] = sarif([misspelt, { ...misspelt, code: 'unreachable-step' }]).runs;
    const rules = run?.tool.driver.rules ?? [];
    expect(rules.map(({ id }) => id)).toEqual(diagnosticCodes);
    expect(rules[0]?.help.text).toBe(catalogue.syntax.mend);
    expect(run?.results.map(({ ruleId, ruleIndex }) => [ruleId, rules[ruleIndex]?.id])).toEqual([
      ['unknown-key', 'unknown-key'],
      ['unreachable-step', 'unreachable-step'],
    ]);
  });

  test('has 1-based regions, and the fix as a replacement', () => {
    const [result] = sarif([fixable]).runs[0]?.results ?? [];
    const region = { startLine: 2, startColumn: 3, endLine: 2, endColumn: 6 };
    const artifactLocation = { uri: 'flow.yaml' };
    expect(result).toMatchObject({
      level: 'error',
      message: { text: 'unexpected key "sya"\nlook' },
      locations: [{ physicalLocation: { artifactLocation, region } }],
      fixes: [
        {
          artifactChanges: [
            { artifactLocation, replacements: [{ deletedRegion: region, insertedContent: { text: 'say' } }] },
          ],
        },
      ],
    });
  });

  test.each([
    ['flows/front desk/flow.yaml', 'flows/front%20desk/flow.yaml'],
    ['flows\\a\\flow.yaml', 'flows/a/flow.yaml'],
    ['/srv/flows/ä.yaml', 'file:///srv/flows/%C3%A4.yaml'],
    ['C:\\flows\\flow.yaml', 'file:///C:/flows/flow.yaml'],
  ])('names the file %s as the URI %s', (file, uri) => {
    const found = diagnosed(misspelt).map((one) => ({ ...one, file }));
    expect(renderSarif(found, '1.2.3')).toContain(`"uri": "${uri}"`);
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
