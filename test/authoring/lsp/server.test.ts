/** `ringflow lsp` as editors have it: a process of its own, spoken to over stdin and stdout. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  CodeAction,
  CompletionItem,
  DocumentSymbol,
  Hover,
  Location,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STANDARD_NAMES } from '../../../src/language/compiler/index.ts';
import { folderWith } from '../../cli/command.ts';
import { Editor, positionOf } from './editor.ts';
import { example } from './example.ts';

const uri = 'file:///flows/example/flow.yaml';
const start = () => new Editor(['bin/ringflow.js', 'lsp', '--stdio']);

describe('an editor with an open flow', () => {
  let editor: Editor;

  beforeAll(async () => {
    editor = start();
    await editor.initialize();
    await editor.open(uri, example);
  });

  afterAll(async () => {
    expect(await editor.quit()).toBe(0);
    expect(editor.stderr).toBe('');
  });

  test('is told that nothing is wrong with it', async () => {
    const told = await editor.told(uri, ({ version }) => version === 1);
    expect(told.filter(({ severity }) => severity === 1)).toEqual([]);
  });

  test('goes to the definition of a name', async () => {
    const found = await editor.ask<Location>('definition', uri, positionOf(example, 'goto: che'));
    expect(found).toMatchObject({ uri, range: { start: positionOf(example, '\n  check', 3) } });
  });

  test('gets nothing where no name stands', async () => {
    const place = positionOf(example, 'For *sal');
    expect(await editor.ask('definition', uri, place)).toBeNull();
    expect(await editor.ask('hover', uri, place)).toBeNull();
    expect(await editor.ask('prepareRename', uri, place)).toBeNull();
  });

  test('finds the references', async () => {
    const context = { includeDeclaration: true };
    const place = positionOf(example, 'save: pi');
    expect(await editor.ask<Location[]>('references', uri, place, { context })).toHaveLength(2);
  });

  test('renames', async () => {
    const place = positionOf(example, 'save: pi');
    expect(await editor.ask('prepareRename', uri, place)).toMatchObject({ placeholder: 'pin' });
    const edit = await editor.ask<WorkspaceEdit>('rename', uri, place, { newName: 'code' });
    expect(edit?.changes?.[uri]).toHaveLength(2);
  });

  test('hears why a name cannot be', async () => {
    const place = positionOf(example, 'save: pi');
    await expect(editor.ask('rename', uri, place, { newName: 'tier' })).rejects.toThrow(
      'there is already a variable "tier"',
    );
  });

  test('completes', async () => {
    const items = await editor.ask<CompletionItem[]>('completion', uri, positionOf(example, 'goto: '));
    expect(items?.map(({ label }) => label)).toContain('check');
  });

  test('shows what a prompt says', async () => {
    const hover = await editor.ask<Hover>('hover', uri, positionOf(example, 'say: wel'));
    expect(hover?.contents).toMatchObject({ value: expect.stringContaining('Willkommen.') as unknown });
  });

  test('gets the outline', async () => {
    const symbols = await editor.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', {
      textDocument: { uri },
    });
    expect(symbols.find(({ name }) => name === 'steps')?.children).toHaveLength(7);
  });
});

describe('an editor whose author makes mistakes', () => {
  let editor: Editor;

  beforeAll(async () => {
    editor = start();
    await editor.initialize();
  });

  afterAll(async () => {
    expect(await editor.quit()).toBe(0);
  });

  test('is told of a mistake that is typed, offered to mend it, and told that it is gone', async () => {
    await editor.open(uri, example);
    const place = positionOf(example, 'say: wel');
    await editor.change(uri, 2, [{ range: { start: place, end: place }, text: 'l' }]);
    const mistakes = await editor.told(uri, ({ version }) => version === 2);
    const mistake = mistakes.find(({ code }) => code === 'unknown-prompt');
    expect(mistake).toMatchObject({ severity: 1, source: 'ringflow' });
    expect(mistake?.codeDescription?.href).toMatch(/^file:.*docs\/diagnostics\.md#unknown-prompt$/);

    const actions = await editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: mistake?.range,
      context: { diagnostics: [mistake] },
    });
    const [edit] = actions[0]?.edit?.changes?.[uri] ?? [];
    await editor.change(uri, 3, edit ? [{ range: edit.range, text: edit.newText }] : []);
    const told = await editor.told(uri, ({ version }) => version === 3);
    expect(told.map(({ code }) => code)).not.toContain('unknown-prompt');
    await editor.close(uri);
  });

  test('gets answers about what can still be read of a broken file', async () => {
    const broken = `${example}  "unclosed\n`;
    await editor.open(uri, broken);
    expect((await editor.told(uri, ({ version }) => version === 1)).map(({ code }) => code)).toContain(
      'syntax',
    );
    const found = await editor.ask<Location>('definition', uri, positionOf(example, 'goto: che'));
    expect(found?.range.start).toEqual(positionOf(example, '\n  check', 3));
    const renaming = editor.ask('rename', uri, positionOf(example, 'goto: che'), { newName: 'checked' });
    await expect(renaming).rejects.toThrow('syntax errors');
    await editor.close(uri);
  });

  test('is told once about many changes at a time, and of the last state', async () => {
    await editor.open(uri, 'ringflow: 1\n');
    const end = { line: 1, character: 0 };
    const lines = example.split('\n').slice(1);
    for (const [index, line] of lines.entries()) {
      const place = { line: end.line + index, character: 0 };
      await editor.change(uri, index + 2, [{ range: { start: place, end: place }, text: `${line}\n` }]);
    }
    const told = await editor.told(uri, ({ version }) => version === lines.length + 1);
    expect(told.filter(({ severity }) => severity === 1)).toEqual([]);
    await editor.close(uri);
  });

  test('is told nothing more about a file that is closed', async () => {
    await editor.open(uri, example.replace('say: welcome', 'say: wellcome'));
    await editor.told(uri, ({ diagnostics }) => diagnostics.length > 0);
    await editor.close(uri);
    expect(await editor.told(uri, ({ diagnostics }) => diagnostics.length === 0)).toEqual([]);
    expect(await editor.ask('hover', uri, positionOf(example, 'say: wel'))).toBeNull();
  });

  test('gets no answers about a file that is no flow', async () => {
    const other = 'file:///flows/compose.yaml';
    const text = 'steps:\n  a: { say: b, goto: a }\n';
    await editor.open(other, text);
    expect(await editor.told(other, ({ version }) => version === 1)).toEqual([]);
    const place = positionOf(text, 'goto: ');
    expect(await editor.ask('completion', other, place)).toEqual([]);
    expect(await editor.ask('hover', other, positionOf(text, '\n  a'))).toBeNull();
    expect(await editor.ask('definition', other, positionOf(text, 'goto: a'))).toBeNull();
  });
});

describe('a flow that runs another one', () => {
  const steps = 'on: { error: bye }\nsteps:\n  ask:\n    run: { flow: survey }\n  bye:\n    say: Goodbye.\n';
  const main = `ringflow: 1\nname: main\n${steps}`;
  const survey = 'ringflow: 1\nname: survey\nreturns: {}\nsteps:\n  thanks:\n    return: answered\n';
  const folder = folderWith({ 'main/flow.yaml': main, 'survey/flow.yaml': survey });
  const address = pathToFileURL(join(folder.path, 'main/flow.yaml')).href;
  const broken = (codes: (string | number | undefined)[]) => codes.filter((code) => code === 'unknown-flow');
  let editor: Editor;

  beforeAll(async () => {
    editor = start();
    await editor.initialize();
    await editor.open(address, main);
  });

  afterAll(async () => {
    expect(await editor.quit()).toBe(0);
    folder.remove();
  });

  test('is held against the flows in the folders beside it', async () => {
    const told = await editor.told(address, ({ version }) => version === 1);
    expect(broken(told.map(({ code }) => code))).toEqual([]);
    const hover = await editor.ask<Hover>('hover', address, positionOf(main, '\n  ask'));
    expect(JSON.stringify(hover?.contents)).toContain('`answered`');
  });

  test('gets their names as proposals', async () => {
    const items = await editor.ask<CompletionItem[]>('completion', address, positionOf(main, '{ flow: '));
    expect(items?.map(({ label }) => label)).toEqual(['main', 'survey', ...STANDARD_NAMES]);
  });

  test('is checked anew when one of them is saved', async () => {
    writeFileSync(join(folder.path, 'survey/flow.yaml'), survey.replace('survey', 'poll'));
    await editor.connection.sendNotification('textDocument/didSave', { textDocument: { uri: address } });
    const told = await editor.told(address, ({ diagnostics }) =>
      diagnostics.some(({ code }) => code === 'unknown-flow'),
    );
    expect(broken(told.map(({ code }) => code))).toEqual(['unknown-flow']);
  });
});

test('a bug is told in the log of the editor, which goes on getting its answers', async () => {
  const editor = new Editor(['test/authoring/lsp/faulty-server.ts']);
  const logged = new Promise<string>((resolve) => {
    editor.connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      resolve(message);
    });
  });
  await editor.initialize();
  await editor.open(uri, 'ringflow: 1\nname: main\nsteps:\n  ask: { run: { flow: survey } }\n');
  expect(await logged).toContain(`${uri}: Error: a bug of ours`);
  await editor.change(uri, 2, [{ text: 'ringflow: 1\nname: main\nsteps:\n  bye: { hangup: }\n' }]);
  expect(await editor.told(uri, ({ version }) => version === 2)).toEqual([]);
  expect(await editor.quit()).toBe(0);
});

describe('the server ends', () => {
  test('with 0 when it is told to', async () => {
    const editor = start();
    const { serverInfo } = await editor.initialize();
    expect(serverInfo?.name).toBe('ringflow');
    expect(await editor.quit()).toBe(0);
  });

  test('with 1 when the editor vanishes', async () => {
    const editor = start();
    await editor.initialize();
    expect(await editor.vanish()).toBe(1);
  });
});

test('an editor that can create files is offered to extract a sub-flow at the name of a step', async () => {
  const editor = start();
  await editor.initialize({ workspace: { workspaceEdit: { resourceOperations: ['create'] } } });
  const flow = `ringflow: 1
name: desk
languages: [en-US]
steps:
  hello:
    say: Hello.
  main:
    menu:
      prompt: For jobs, press 4.
      choices: [{ key: 4, goto: jobs }]
      no_input: [Are you still there?]
      no_match: [Please press 4.]
    on: { exhausted: jobs }
  jobs:
    say: You will find our open positions on our web site.
    next: hangup
`;
  const file = 'file:///flows/desk/flow.yaml';
  await editor.open(file, flow);
  const ask = (start: object, only?: string[]) =>
    editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: file },
      range: { start, end: start },
      context: { diagnostics: [], ...(only && { only }) },
    });
  const [action] = await ask(positionOf(flow, '  main'), ['refactor']);
  expect(action).toMatchObject({ title: 'Extract a sub-flow "desk-main"', kind: 'refactor.extract' });
  expect(action?.edit?.documentChanges).toMatchObject([
    { kind: 'create', uri: 'file:///flows/desk/desk-main.flow.yaml' },
    { edits: [{ newText: expect.stringContaining('name: desk-main') as string }] },
    { edits: [{ newText: expect.stringContaining('run: { flow: desk-main }') as string }] },
  ]);
  expect(await ask(positionOf(flow, 'Are you'), ['refactor'])).toEqual([]);
  expect(await ask(positionOf(flow, '  main'), ['quickfix'])).toEqual([]);
  expect(await editor.quit()).toBe(0);
});

test('flows are checked for the carriers that the command names', async () => {
  const editor = new Editor(['bin/ringflow.js', 'lsp', '--carrier', 'asterisk']);
  await editor.initialize();
  const room = 'file:///flows/room/flow.yaml';
  await editor.open(
    room,
    'ringflow: 1\nname: room\non: { error: bye }\nsteps:\n  meet: { room: { join: 5f2a0c } }\n  bye: { hangup: }\n',
  );
  const told = await editor.told(room, ({ version }) => version === 1);
  expect(told.find(({ code }) => code === 'carrier-lacks')).toMatchObject({
    severity: 1,
    range: { start: { line: 4 } },
  });
  expect(await editor.quit()).toBe(0);
});
