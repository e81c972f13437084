/** Quick fixes that add a missing step, a missing edge, and a step for failures. */
import { TextDocument } from 'vscode-languageserver-textdocument';
import { expect, test } from 'vitest';
import { findQuickFixes } from '../../../src/authoring/lsp/diagnostics.ts';
import { flowOf, uri } from './cursor.ts';

const head = 'ringflow: 1\nname: example\n';
const sorry = 'on: { error: sorry }\n';
const bye = '  sorry: { say: Sorry., next: hangup }\n';
const menu = '  main:\n    menu:\n      prompt: Press 1.\n      choices: [{ key: 1, goto: sorry }]\n';

/** Applies the quick fix with a title, and returns the text and the codes of what is still wrong. */
function apply(text: string, title: string) {
  const flow = flowOf(text);
  const all = { start: { line: 0, character: 0 }, end: { line: 1_000, character: 0 } };
  const fixes = findQuickFixes(flow, all);
  const edits = fixes.find((one) => one.title === title)?.edit?.changes?.[uri];
  if (edits === undefined) throw new Error(`not offered: ${fixes.map((one) => one.title).join('; ')}`);
  const mended = TextDocument.applyEdits(flow.document, edits);
  return { mended, left: flowOf(mended).diagnostics.map(({ code }) => code) };
}

test.each([
  ['in lines', `${head}${sorry}steps:\n  main: { say: Hi., next: desk_closed }\n${bye}`],
  [
    'before a comment',
    `${head}${sorry}steps:\n  main: { say: Hi., next: desk_closed }\n${bye.trimEnd()} # the end\n`,
  ],
  ['in braces', `${head}${sorry}steps: { main: { say: Hi., next: desk_closed }, ${bye.trim()} }\n`],
])('a missing step is added: %s', (_, text) => {
  const { mended, left } = apply(text, 'Add the step "desk_closed"');
  expect(mended).toContain('desk_closed: { say: "Desk closed.", next: hangup }');
  expect(left).toEqual([]);
});

test.each([
  ['without on', `${head}${sorry}steps:\n${menu}${bye}`],
  ['with on in braces', `${head}${sorry}steps:\n${menu}    on: { error: sorry }\n${bye}`],
  ['with on in lines', `${head}${sorry}steps:\n${menu}    on:\n      error: sorry\n${bye}`],
])('a missing edge is added to a step %s', (_, text) => {
  const { mended, left } = apply(text, 'Add on: { exhausted: hangup }');
  expect(mended).toMatch(/exhausted: hangup/);
  expect(left).not.toContain('outcome-without-edge');
  expect(left).not.toContain('syntax');
});

const connect = "  main:\n    connect: { to: '+4930111' }\n";

test.each([
  ['both edges of connect as one', `${head}${sorry}steps:\n${connect}${bye}`, 'unreached: hangup'],
  [
    'the one beside another',
    `${head}${sorry}steps:\n${connect}    on: { busy: sorry }\n${bye}`,
    'no_answer: hangup',
  ],
])('missing edges are added: %s', (_, text, edges) => {
  const { mended, left } = apply(text, `Add on: { ${edges} }`);
  expect(mended).toContain(edges);
  expect(left).not.toContain('outcome-without-edge');
});

test('one fix answers both diagnostics of connect', () => {
  const flow = flowOf(`${head}${sorry}steps:\n${connect}${bye}`);
  const all = { start: { line: 0, character: 0 }, end: { line: 1_000, character: 0 } };
  const fixes = findQuickFixes(flow, all);
  expect(fixes.map(({ title, diagnostics }) => [title, diagnostics?.length])).toEqual([
    ['Add on: { unreached: hangup }', 2],
  ]);
});

test('silence needs no edge of its own beside exhausted', () => {
  const { mended } = apply(`${head}${sorry}steps:\n${menu}${bye}`, 'Add on: { exhausted: hangup }');
  expect(mended).not.toContain('silent');
});

test.each([
  ['without on', `${head}steps:\n  main: { say: Hi., next: hangup }\n`],
  ['with on', `${head}on: { end: done }\nsteps:\n  main: { say: Hi., next: hangup }\n  done: { set: {} }\n`],
])('a step for failures is added to a flow %s', (_, text) => {
  const { mended, left } = apply(text, 'Add on: { error: failed } and the step "failed"');
  expect(mended).toContain('error: failed');
  expect(left).not.toContain('unhandled-failure');
  expect(left).not.toContain('syntax');
});

test('nothing is added for a target that cannot be a step', () => {
  const flow = flowOf(`${head}${sorry}steps:\n  main: { say: Hi., next: Not a name }\n${bye}`);
  const all = { start: { line: 0, character: 0 }, end: { line: 1_000, character: 0 } };
  expect(findQuickFixes(flow, all).filter(({ title }) => title.startsWith('Add the step'))).toEqual([]);
});

test('the name that was probably meant comes before the step that would be added, and neither is preferred', () => {
  const flow = flowOf(
    `${head}${sorry}steps:\n  main: { say: Hi., next: salez }\n  sales: { say: Sales., next: hangup }\n${bye}`,
  );
  const all = { start: { line: 0, character: 0 }, end: { line: 1_000, character: 0 } };
  const fixes = findQuickFixes(flow, all).map(({ title, isPreferred = false }) => [title, isPreferred]);
  expect(fixes.slice(0, 2)).toEqual([
    ['Change "salez" to "sales"', false],
    ['Add the step "salez"', false],
  ]);
});
