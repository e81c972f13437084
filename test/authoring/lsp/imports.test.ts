/** Flows that import, and what they import, in an editor. */
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { describe, expect, test } from 'vitest';
import { createFileReader } from '../../../src/authoring/flow-files/index.ts';
import { findCompletions } from '../../../src/authoring/lsp/completion.ts';
import { findDefinition } from '../../../src/authoring/lsp/references.ts';
import { toEditorDiagnostics, findQuickFixes } from '../../../src/authoring/lsp/diagnostics.ts';
import { findHover } from '../../../src/authoring/lsp/hover.ts';
import { isFlow, openFlow } from '../../../src/authoring/lsp/open-flow.ts';
import { createOutline } from '../../../src/authoring/lsp/outline.ts';
import { findRenameable } from '../../../src/authoring/lsp/rename.ts';
import { useFolders } from '../flow-files/folder.ts';

const newFolder = useFolders();
const flowText = `ringflow: 1
name: desk
imports: [./words.yaml]
on: { error: hello }
steps:
  hello: { say: welcome }
`;
const words = `# What all flows say.
ringflow: 1
prompts:
  welcome: Welcome to Acme.
  fraewell: Goodbye.
`;

/** The flow and the file that it imports as an editor has them open. */
function opened(imported = words) {
  const { write } = newFolder();
  const open = (name: string, text: string) =>
    TextDocument.create(pathToFileURL(write(name, text)).href, 'yaml', 1, text);
  const fragment = open('words.yaml', imported);
  const document = open('flow.yaml', flowText);
  return { document, fragment, flow: openFlow(document, { read: createFileReader(document.uri) }) };
}

const atWelcome = { line: 5, character: 18 };

describe('a flow that imports', () => {
  test('knows the names, their places and what they stand for', () => {
    const { flow, fragment } = opened();
    expect(flow.diagnostics).toEqual([]);
    expect(findDefinition(flow, atWelcome)).toEqual({
      uri: fragment.uri,
      range: { start: { line: 3, character: 2 }, end: { line: 3, character: 9 } },
    });
    expect(JSON.stringify(findHover(flow, atWelcome))).toContain('Welcome to Acme.');
  });

  test('proposes them', () => {
    const { document } = opened();
    const labels = findCompletions(
      document,
      { line: 5, character: 16 },
      { read: createFileReader(document.uri) },
    ).map(({ label }) => label);
    expect(labels).toContain('fraewell');
  });

  test('shows mistakes of the other file where it imports, and no fix that would not fit', () => {
    const { flow } = opened(words.replace('Goodbye.', '"${vars.tire}"').concat('vars: { tier: gold }\n'));
    const [shown] = toEditorDiagnostics(flow);
    expect(shown?.message).toMatch(/^words\.yaml:5:\d+: unknown variable "tire"/);
    expect(shown?.range.start).toEqual({ line: 2, character: 0 });
    expect(
      findQuickFixes(flow, { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }),
    ).toEqual([]);
  });

  test('does not rename what other flows may use, and lists only its own', () => {
    const { flow } = opened();
    expect(findRenameable(flow, atWelcome)).toEqual({
      refusal: '"welcome" is also used in words.yaml, which other flows may import',
    });
    expect(createOutline(flow).map(({ name }) => name)).toEqual(['steps']);
  });
});

describe('an imported file', () => {
  test('is held against its own schema', () => {
    const { fragment } = opened();
    expect(isFlow(fragment)).toBe(true);
    expect(openFlow(fragment).diagnostics).toEqual([]);
    const wrong = TextDocument.create(fragment.uri, 'yaml', 1, 'ringflow: 1\nprompts: { a: 5 }\nspeed: 1\n');
    expect(openFlow(wrong).diagnostics.map(({ code }) => code)).toEqual(['wrong-type', 'unknown-key']);
  });

  test('keeps its names', () => {
    const { fragment } = opened();
    expect(findRenameable(openFlow(fragment), { line: 3, character: 3 })).toEqual({
      refusal: 'flows that import this file may use "welcome"',
    });
  });
});
