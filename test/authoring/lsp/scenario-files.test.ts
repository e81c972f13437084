/** A scenario file in an editor: what is wrong with it, what may stand in it, and how its scenarios are run. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  ShowMessageNotification,
  type CodeAction,
  type CodeLens,
  type CompletionItem,
  type Hover,
  type ShowMessageParams,
} from 'vscode-languageserver/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderWith } from '../../cli/command.ts';
import { Editor, positionOf } from './editor.ts';

const flow = `ringflow: 1
name: desk
env: { DESK: The desk. }
params: { reason: { type: string, default: none } }
vars: { tries: 0 }
prompts: { greeting: Welcome to the desk. }
on: { error: sorry }
steps:
  welcome:
    say: greeting
  main:
    menu:
      prompt: To speak to us, press 1.
      choices: [{ key: 1, goto: desk }]
    on: { exhausted: sorry }
  desk:
    connect: { to: '\${env.DESK}' }
    on: { unreached: sorry }
    next: hangup
  sorry:
    say: Sorry.
`;
const scenario = `env: { DESK: '+4930111' }
scenarios:
  - name: the desk answers
    parties: { '+4930111': { answers: 2s, hangs_up: 1m } }
    script:
      - hears: Welcome
      - presses: 1
      - expects: { step: desk }

  - name: the desk is busy
    parties: { '+4930111': busy }
    script:
      - presses: 1
      - hears: Please try again

  - name: it is skipped
    skip: not yet
    script:
      - hears: Welcome
      - hangs_up

  - name: both keys
    each: [{ key: 1 }, { key: 2 }]
    script:
      - presses: \${row.key}
      - expects: { step: desk }
      - hangs_up
`;

const folder = folderWith({ 'flow.yaml': flow, 'desk.scenario.yaml': scenario });
const at = (name: string) => pathToFileURL(join(folder.path, name)).href;
const uri = at('desk.scenario.yaml');
const shownMessages: ShowMessageParams[] = [];
let editor: Editor;
let version = 1;

beforeAll(async () => {
  editor = new Editor(['bin/ringflow.js', 'lsp']);
  editor.connection.onNotification(ShowMessageNotification.type, (message) => {
    shownMessages.push(message);
  });
  await editor.initialize();
  await editor.open(uri, scenario);
});

afterAll(async () => {
  expect(await editor.quit()).toBe(0);
  expect(editor.stderr).toBe('');
  folder.remove();
});

/** Changes the text; gives what is told about it. */
async function told(text: string) {
  version += 1;
  const own = version;
  await editor.change(uri, own, [{ text }]);
  return editor.told(uri, (published) => published.version === own);
}

describe('a scenario file', () => {
  test('without mistakes is told to have none', async () => {
    expect(await told(scenario)).toEqual([]);
  });

  test.each([
    ['a name that the flow does not have', ['step: desk', 'step: dsk'], 'has no step "dsk"', 'dsk'],
    ['a key that does not exist', ['presses: 1', 'preses: 1'], '"preses"', 'preses'],
    ['a setting that the flow needs', ["env: { DESK: '+4930111' }", 'env: {}'], 'DESK', '{}'],
  ])('is told %s', async (_what, [from = '', to = ''], message, place) => {
    const text = scenario.replace(from, to);
    const [first] = await told(text);
    expect(first?.message).toContain(message);
    expect(first?.range.start).toEqual(positionOf(text, place, 0));
  });

  test('gets a quick fix for a misspelt name', async () => {
    const text = scenario.replace('step: desk', 'step: dsk');
    const [first] = await told(text);
    const actions = await editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: first?.range,
      context: { diagnostics: [first] },
    });
    expect(actions.map(({ title }) => title)).toEqual(['Change "dsk" to "desk"']);
  });

  test('that was never saved gets no diagnostics', async () => {
    const unsaved = 'untitled:new.scenario.yaml';
    await editor.open(unsaved, 'scenarios: 7\n');
    expect(await editor.told(unsaved, () => true)).toEqual([]);
    await editor.close(unsaved);
  });

  test('is checked against the flow as it stands in the editor', async () => {
    const own = at('flow.yaml');
    await editor.open(own, flow.replaceAll('desk:', 'office:').replaceAll('goto: desk', 'goto: office'));
    const [first] = await told(scenario);
    expect(first?.message).toContain('has no step "desk"');
    await editor.close(own);
    expect(await told(`${scenario}\n`)).toEqual([]);
  });
});

describe('the proposals', () => {
  const proposed = async (line: string) => {
    const text = scenario.replace('      - hears: Welcome\n', `${line.replace('‸', '')}\n`);
    await told(text);
    const position = positionOf(text, line.slice(0, line.indexOf('‸')));
    const items = await editor.ask<CompletionItem[]>('completion', uri, position);
    return items?.map(({ label }) => label) ?? [];
  };

  test.each([
    ['lines of a script', '      - ‸', ['hears', 'presses', 'expects', 'hangs_up', 'stays_silent']],
    ['what may be expected', '      - expects: { ‸ }', ['command', 'step', 'ended', 'var']],
    ['steps of the flow', '      - expects: { step: ‸ }', ['welcome', 'main', 'desk', 'sorry']],
    ['commands', '      - expects: { command: ‸ }', ['connect', 'hangup']],
    ['variables of the flow', '      - expects: { var: { name: ‸ } }', ['tries']],
    ['prompts of the flow', '      - hears: { prompt: ‸ }', ['greeting']],
  ])('are %s', async (_what, line, labels) => {
    expect(await proposed(line)).toEqual(expect.arrayContaining(labels));
  });

  test.each([
    ['settings', 'env: { ‸ }\n', 'DESK'],
    ['parameters', 'start: { params: { ‸ } }\n', 'reason'],
    ['keys of the file', '‸\n', 'parties'],
  ])('are %s', async (_what, line, label) => {
    const text = `${line.replace('‸', '')}${scenario.slice(scenario.indexOf('scenarios:'))}`;
    await told(text);
    const items = await editor.ask<CompletionItem[]>('completion', uri, {
      line: 0,
      character: line.indexOf('‸'),
    });
    expect(items?.map((item) => item.label)).toContain(label);
  });
});

describe('hovering over', () => {
  const hover = async (place: string) => {
    await told(scenario);
    return JSON.stringify((await editor.ask<Hover>('hover', uri, positionOf(scenario, place)))?.contents);
  };

  test('a step shows the step of the flow', async () => {
    expect(await hover('step: de')).toContain('`connect`');
  });

  test('a key shows what it does', async () => {
    expect(await hover('- pres')).toContain('Keys that the caller presses');
  });
});

test('a scenario file that is cut off anywhere gets its answers', async () => {
  for (let length = 0; length < scenario.length; length += 17) {
    const text = scenario.slice(0, length);
    await told(text);
    const end = positionOf(text, text);
    expect(await editor.ask<CompletionItem[]>('completion', uri, end)).toBeInstanceOf(Array);
    await editor.ask('hover', uri, end);
    await editor.ask('definition', uri, end);
    for (const what of ['codeLens', 'formatting']) {
      const answer: unknown = await editor.connection.sendRequest(`textDocument/${what}`, {
        textDocument: { uri },
        options: { tabSize: 2, insertSpaces: true },
      });
      expect(answer).toBeInstanceOf(Array);
    }
  }
  expect(editor.stderr).toBe('');
});

describe('running scenarios', () => {
  async function lenses(): Promise<CodeLens[]> {
    await told(scenario);
    return editor.connection.sendRequest('textDocument/codeLens', { textDocument: { uri } });
  }

  async function run(lens: CodeLens | undefined) {
    const { command, arguments: given } = lens?.command ?? { command: '' };
    const before = shownMessages.length;
    const results: unknown = await editor.connection.sendRequest('workspace/executeCommand', {
      command,
      arguments: given,
    });
    expect(shownMessages).toHaveLength(before + 1);
    return { results, message: shownMessages.at(-1)?.message };
  }

  test('is offered for each of them, and for all', async () => {
    const found = await lenses();
    expect(found.map(({ command, range: { start } }) => `${start.line + 1} ${command?.title ?? ''}`)).toEqual(
      [
        '2 Run all scenarios',
        '3 Run this scenario',
        '10 Run this scenario',
        '16 Run this scenario',
        '22 Run this scenario',
      ],
    );
  });

  test('says that one passed', async () => {
    const [, first] = await lenses();
    expect(await run(first)).toEqual({
      results: [{ name: 'the desk answers' }],
      message: '"the desk answers" passed',
    });
  });

  test('shows what failed where it failed, until the text changes', async () => {
    const [, , second] = await lenses();
    expect((await run(second)).message).toBe('"the desk is busy" failed');
    const [failure, ...others] = await editor.told(uri, ({ diagnostics }) => diagnostics.length > 0);
    expect(others).toEqual([]);
    expect(failure).toMatchObject({ code: 'scenario-failed', severity: 1 });
    expect(failure?.range.start).toEqual(positionOf(scenario, 'hears: Please', 0));
    expect(failure?.message).toContain('in step "sorry" (say)');
    expect(failure?.message).toContain('To speak to us, press 1.');
    expect(await told(scenario)).toEqual([]);
  });

  test('runs a skipped one that is asked for', async () => {
    const found = await lenses();
    expect((await run(found[3])).message).toBe('"it is skipped" passed');
  });

  test('runs every row', async () => {
    const found = await lenses();
    expect((await run(found[4])).message).toBe('1 scenario passed, 1 failed');
  });

  test('runs all that are not skipped', async () => {
    const [all] = await lenses();
    expect((await run(all)).message).toBe('2 scenarios passed, 2 failed');
  });

  test('runs nothing while there are errors', async () => {
    const [all] = await lenses();
    await told(scenario.replace('step: desk', 'step: nowhere'));
    expect(await run(all)).toEqual({
      results: [],
      message: 'the scenario file or its flow has errors: nothing was run',
    });
  });

  test('uses the flow as it was saved last', async () => {
    const [, first] = await lenses();
    writeFileSync(
      join(folder.path, 'flow.yaml'),
      flow.replace('press 1.', 'press 9.').replace('key: 1', 'key: 9'),
    );
    await editor.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
    expect((await run(first)).message).toBe('"the desk answers" failed');
    writeFileSync(join(folder.path, 'flow.yaml'), flow);
  });
});
