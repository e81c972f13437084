import { TextDocument } from 'vscode-languageserver-textdocument';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../src/language/compiler/index.ts';
import { toEditorDiagnostics, findQuickFixes } from '../../../src/authoring/lsp/diagnostics.ts';
import { isFlow } from '../../../src/authoring/lsp/open-flow.ts';
import { flowOf, uri } from './cursor.ts';

const text = `ringflow: 1
name: example
on: { error: bye }
languages: [en-US, de-DE]
prompts: { welcome: { en-US: Welcome. } }
steps:
  hello:
    say: welcme
  main:
    menu:
      prompt: Press 1.
      choices: [{ key: 1, goto: by }]
    on: { exhausted: bye }
  bye:
    say: Goodbye.
  lost:
    say: Nobody comes here. \u{1F916} \${vars.x}
`;

describe('diagnostics', () => {
  const flow = flowOf(text);
  const shown = toEditorDiagnostics(flow, 'file:///docs/diagnostics.md');

  test('are those of the compiler: codes and severities', () => {
    const { diagnostics } = compileFlow({ file: uri, text });
    const severities = {
      error: DiagnosticSeverity.Error,
      warning: DiagnosticSeverity.Warning,
      info: DiagnosticSeverity.Information,
    };
    expect(diagnostics.map(({ code }) => code)).toEqual(
      expect.arrayContaining([
        'unknown-prompt',
        'dangling-target',
        'unknown-variable',
        'missing-translation',
      ]),
    );
    expect(shown.map(({ code, severity }) => [code, severity])).toEqual(
      diagnostics.map(({ code, severity }) => [code, severities[severity]]),
    );
  });

  test('stand where the compiler says, counted as editors count', () => {
    const { diagnostics } = compileFlow({ file: uri, text });
    expect(shown.map(({ range }) => range)).toEqual(
      diagnostics.map(({ span: { start, end } }) => ({
        start: { line: start.line - 1, character: start.column - 1 },
        end: { line: end.line - 1, character: end.column - 1 },
      })),
    );
  });

  test('say what was found and what to do, and lead to the page', () => {
    expect(shown.find(({ code }) => code === 'unknown-prompt')).toMatchObject({
      message: 'there is no prompt "welcme" under "prompts"\ndid you mean "welcome"?',
      source: 'ringflow',
      codeDescription: { href: 'file:///docs/diagnostics.md#unknown-prompt' },
    });
  });

  test('without a page have no link', () => {
    expect(toEditorDiagnostics(flow).map(({ codeDescription }) => codeDescription)).not.toContainEqual(
      expect.anything(),
    );
  });
});

describe('quick fixes', () => {
  const flow = flowOf(text);
  const { document } = flow;
  const fixesOn = (line: number) =>
    findQuickFixes(flow, { start: { line, character: 0 }, end: { line, character: 1_000 } });

  test('are offered on the line of the mistake', () => {
    expect(fixesOn(7).map(({ title }) => title)).toEqual(['Change "welcme" to "welcome"']);
    expect(fixesOn(8)).toEqual([]);
  });

  test('mend it', () => {
    const edits = fixesOn(7)[0]?.edit?.changes?.[uri] ?? [];
    const mended = flowOf(TextDocument.applyEdits(document, edits));
    expect(mended.document.getText()).toBe(text.replace('welcme', 'welcome'));
    expect(mended.diagnostics.map(({ code }) => code)).not.toContain('unknown-prompt');
  });

  test('are not offered where there is no one safe answer', () => {
    // The emoji on that line is another mistake, with a fix of its own.
    const codes = fixesOn(16).flatMap(({ diagnostics = [] }) => diagnostics.map(({ code }) => code));
    expect(codes.filter((code) => code !== 'unspeakable-text')).toEqual([]);
  });

  test('name the diagnostic that they mend', () => {
    expect(fixesOn(7)[0]?.diagnostics).toEqual([
      expect.objectContaining({ code: 'unknown-prompt', range: expect.anything() as unknown }),
    ]);
  });
});

describe('a document is a flow', () => {
  const document = (path: string, content: string) =>
    TextDocument.create(`file:///${path}`, 'yaml', 1, content);

  test.each([
    ['by its name', 'a/flow.yaml', ''],
    ['by the end of its name', 'a/desk.flow.yml', 'x: 1'],
    ['by its first key', 'a/desk.yaml', '# a desk\nringflow: 1\n'],
  ])('%s', (_why, path, content) => {
    expect(isFlow(document(path, content))).toBe(true);
  });

  test.each([
    ['another YAML file', 'compose.yaml', 'services: {}\n'],
    ['a scenario', 'a/desk.scenario.yaml', 'scenarios: []\n'],
    ['the key in another place', 'a.yaml', 'on:\n  ringflow: 1\n'],
  ])('%s is none', (_why, path, content) => {
    expect(isFlow(document(path, content))).toBe(false);
  });
});
