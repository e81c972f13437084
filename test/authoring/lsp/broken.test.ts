/** While an author writes, a flow is broken most of the time: no text and no place may end the server. */
import fc from 'fast-check';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { expect, test } from 'vitest';
import { findCompletions } from '../../../src/authoring/lsp/completion.ts';
import { findDefinition, findReferences } from '../../../src/authoring/lsp/references.ts';
import { toEditorDiagnostics, findQuickFixes } from '../../../src/authoring/lsp/diagnostics.ts';
import { findHover } from '../../../src/authoring/lsp/hover.ts';
import { openFlow } from '../../../src/authoring/lsp/open-flow.ts';
import { createOutline } from '../../../src/authoring/lsp/outline.ts';
import { findRenameable, renameName } from '../../../src/authoring/lsp/rename.ts';
import { uri } from './cursor.ts';
import { example } from './example.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

/** Asks everything that an editor can ask at a place. */
function askEverything(text: string, offset: number): unknown[] {
  const document = TextDocument.create(uri, 'yaml', 1, text);
  const flow = openFlow(document);
  const position = document.positionAt(offset);
  return [
    findCompletions(document, position),
    findDefinition(flow, position),
    toEditorDiagnostics(flow),
    findHover(flow, position),
    createOutline(flow),
    findQuickFixes(flow, { start: position, end: position }),
    findReferences(flow, position, { includeDeclaration: true, runners: () => [] }),
    findRenameable(flow, position),
    renameName(flow, position, { newName: 'another', scenarios: [], runners: () => [] }),
  ];
}

const offset = fc.nat({ max: example.length });
const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.constantFrom(
    '${',
    '}',
    '{',
    '[',
    ']',
    '"',
    "'",
    ':',
    '- ',
    '\n',
    '  ',
    '\t',
    '&a ',
    '*a',
    '#',
    '|',
    '\r',
    '__proto__',
  ),
);

test('a flow that is cut off anywhere gets its answers', () => {
  fc.assert(
    fc.property(offset, (end) => {
      expect(askEverything(example.slice(0, end), end)).toHaveLength(9);
    }),
    { numRuns: scaleRuns(150) },
  );
});

test('a flow in which something stands that does not belong there gets its answers', () => {
  fc.assert(
    fc.property(offset, offset, piece, fc.nat({ max: 20 }), (at, cursor, inserted, removed) => {
      const text = example.slice(0, at) + inserted + example.slice(at + removed);
      expect(askEverything(text, Math.min(cursor, text.length))).toHaveLength(9);
    }),
    { numRuns: scaleRuns(150) },
  );
});

test('any text at all gets its answers', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat({ max: 200 }), (text, cursor) => {
      expect(askEverything(text, Math.min(cursor, text.length))).toHaveLength(9);
    }),
    { numRuns: scaleRuns(150) },
  );
});

const flow = (said: string): string => `ringflow: 1\nvars: { a: b }\nsteps:\n  hello:\n    say: ${said}`;
const aliases = Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [*${i ? `b${i - 1}` : 'a'}, *a]`);

test.each([
  ['nested deeply', '['.repeat(10_000)],
  ['growing through aliases', `a: &a [x, x]\n${aliases.join('\n')}`],
  ['too large', `ringflow: 1\nsteps:\n${'  a: { say: b }\n'.repeat(80_000)}`],
  ['one long word', flow('a'.repeat(1_000_000))],
  ['full of expressions', flow('${vars.a} '.repeat(50_000))],
  ['full of expressions that do not end', flow('${'.repeat(300_000))],
  ['one long expression of escaped quotes', flow(`\${"${String.raw`\"`.repeat(300_000)}}`)],
])('a text that is %s gets its answers', (_what, text) => {
  expect(askEverything(text, text.length - 1)).toHaveLength(9);
});
