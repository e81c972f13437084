/** Formatting of flows and scenario files: the layout changes, and nothing else. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from 'vscode-languageserver/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { check, format } from 'prettier';
import { isMap, isSeq, parseDocument, visit, type Pair } from 'yaml';
import { formatFile } from '../../../src/cli/author/editor-files.ts';
import { formatDocument } from '../../../src/authoring/lsp/formatting.ts';
import { isFlowFile } from '../../../src/authoring/flow-files/index.ts';
import { compileFlow } from '../../../src/language/compiler/index.ts';
import { folderWith } from '../../cli/command.ts';
import { scaleRuns } from '../../setup/property-runs.ts';
import { Editor, root } from './editor.ts';

const files = globSync(['{flows,templates}/**/*.yaml', 'test/fixtures/flawed-flows/*/fixed.yaml'], {
  cwd: root,
})
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ text }) => /^(ringflow|scenarios):/m.test(text));

/** The text after it was formatted without a file of settings. */
async function formatText(text: string): Promise<string> {
  const document = TextDocument.create('untitled:flow.yaml', 'yaml', 1, text);
  return TextDocument.applyEdits(document, await formatDocument(document, formatFile));
}

/** The compiled flow without the lines of its steps and their checksum, or the data of a scenario file. */
function meaningOf(file: string, text: string): string | undefined {
  if (!isFlowFile(file) && !file.endsWith('fixed.yaml')) return dataOf(text);
  const { flow } = compileFlow({ file, text });
  return JSON.stringify(flow, (key, value: unknown) =>
    ['line', 'version'].includes(key) ? undefined : value,
  );
}

/** Layouts of the same data: indentation, comments, blank lines, and maps in braces. */
const disorders = fc.record({
  indent: fc.integer({ min: 2, max: 7 }),
  lineWidth: fc.constantFrom(0, 20, 80, 300),
  indentSeq: fc.boolean(),
  singleQuote: fc.constantFrom(true, false, null),
  padding: fc.boolean(),
  /** Of each kind, every so manieth node is changed. */
  comment: fc.integer({ min: 1, max: 30 }),
  blank: fc.integer({ min: 1, max: 30 }),
  braces: fc.integer({ min: 3, max: 30 }),
});

interface Disorder {
  indent: number;
  lineWidth: number;
  indentSeq: boolean;
  singleQuote: boolean | null;
  padding: boolean;
  comment: number;
  blank: number;
  braces: number;
}

function disturb(text: string, { comment, blank, braces, padding, ...options }: Disorder): string {
  const document = parseDocument(text);
  let count = 0;
  visit(document, {
    Pair(_, { key }: Pair) {
      count += 1;
      if (typeof key !== 'object' || key === null) return;
      if (count % comment === 0) Object.assign(key, { commentBefore: ` remark ${count}` });
      if (count % blank === 0) Object.assign(key, { spaceBefore: true });
    },
    Collection(_, node) {
      count += 1;
      if ((isMap(node) || isSeq(node)) && count % braces === 0) node.flow = true;
    },
  });
  return document.toString({ ...options, flowCollectionPadding: padding });
}

const STYLE = { parser: 'yaml', printWidth: 110, singleQuote: true } as const;

const dataOf = (text: string) => JSON.stringify(parseDocument(text).toJS());
const commentsOf = (text: string) => [...text.matchAll(/# remark \d+/g)].map(([whole]) => whole);

test('any layout of a flow or a scenario file gets one that means the same, keeps its comments and is stable', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), disorders, async ({ file, text }, disorder) => {
      const given = disturb(text, disorder);
      // The library writes some layouts that it cannot read.
      fc.pre(dataOf(given) === dataOf(text));
      const formatted = await formatText(given);
      // Prettier cannot read all that it writes, such as comments within long texts in braces: such a text stays as it is.
      if (parseDocument(await format(given, STYLE)).errors.length > 0) {
        expect(formatted).toBe(given);
        return;
      }
      expect(await check(formatted, STYLE)).toBe(true);
      expect(meaningOf(file, formatted)).toBe(meaningOf(file, given));
      expect(commentsOf(formatted)).toEqual(commentsOf(given));
      expect(await formatText(formatted)).toBe(formatted);
    }),
    { numRuns: scaleRuns(60) },
  );
});

test('the samples and the templates are formatted already', async () => {
  const ours = files.filter(({ file }) => /^(flows|templates)/.test(file));
  expect(ours.length).toBeGreaterThan(20);
  for (const { file, text } of ours) expect([file, await formatText(text)]).toEqual([file, text]);
});

test.each([
  ['with a syntax error', 'ringflow: 1\nsteps: { a: { say: "Hello. }\n'],
  ['that is no YAML', '\0{{{'],
])('a text %s is left alone', async (_what, text) => {
  expect(await formatText(text)).toBe(text);
});

describe('an editor', () => {
  const flow =
    'ringflow:   1\nname: desk # ours\n\non: {error: bye}\nsteps:\n    bye:\n        say: "Goodbye, and thank you."\n';
  const scenario = 'scenarios:\n-  name: one\n   script: [ hangs_up ]\n';
  const folder = folderWith({
    'flow.yaml': flow,
    'a.scenario.yaml': scenario,
    'other.yaml': 'a:   1\n',
    'quoted/.prettierrc': '{ "singleQuote": false }',
    'quoted/flow.yaml': flow,
    'program/prettier.config.mjs': 'process.exit(7);\n',
    'program/flow.yaml': flow,
  });
  let editor: Editor;

  beforeAll(async () => {
    editor = new Editor(['bin/ringflow.js', 'lsp']);
    await editor.initialize();
  });

  afterAll(async () => {
    expect(await editor.quit()).toBe(0);
    expect(editor.stderr).toBe('');
    folder.remove();
  });

  async function formatted(name: string, text: string): Promise<string> {
    const uri = pathToFileURL(join(folder.path, name)).href;
    await editor.open(uri, text);
    const edits = await editor.connection.sendRequest<TextEdit[]>('textDocument/formatting', {
      textDocument: { uri },
      options: { tabSize: 8, insertSpaces: true },
    });
    return TextDocument.applyEdits(TextDocument.create(uri, 'yaml', 1, text), edits);
  }

  const inOrder =
    "ringflow: 1\nname: desk # ours\n\non: { error: bye }\nsteps:\n  bye:\n    say: 'Goodbye, and thank you.'\n";

  test('gets a flow in our style', async () => {
    expect(await formatted('flow.yaml', flow)).toBe(inOrder);
  });

  test('gets a scenario file in our style', async () => {
    expect(await formatted('a.scenario.yaml', scenario)).toBe(
      'scenarios:\n  - name: one\n    script: [hangs_up]\n',
    );
  });

  test('gets the style of the project, if it has one', async () => {
    expect(await formatted('quoted/flow.yaml', flow)).toBe(inOrder.replaceAll("'", '"'));
  });

  test('runs no program of the project for it', async () => {
    expect(await formatted('program/flow.yaml', flow)).toBe(inOrder);
  });

  test('gets other files as they are', async () => {
    expect(await formatted('other.yaml', 'a:   1\n')).toBe('a:   1\n');
  });
});
