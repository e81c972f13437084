/** What a flow's editor knows of the files around it: its scenarios, and the flows that it runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Location, WorkspaceEdit } from 'vscode-languageserver/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderWith } from '../../cli/command.ts';
import { Editor, positionOf } from './editor.ts';

const flow = `ringflow: 1
name: desk
env: { DESK: The desk. }
params: { reason: { type: string, default: none } }
vars: { tries: 0 }
on: { error: sorry }
steps:
  welcome:
    say: Welcome, you call about \${params.reason}.
  count:
    set: { tries: '\${vars.tries + 1}' }
  desk:
    connect: { to: '\${env.DESK}' }
    on: { busy: sorry, no_answer: sorry }
    next: hangup
  sorry:
    say: Sorry.
`;
const scenario = `env: { DESK: '+4930111' }
start: { params: { reason: none } }
scenarios:
  - name: welcome and count
    env: { DESK: '+4930112' }
    start: { params: { reason: welcome } }
    script:
      - hears: Welcome
      - expects: { step: desk }
      - expects: { var: { name: tries, is: 1 } }
      - expects: { step: "sorry" }
`;
const other = 'flow: other.flow.yaml\nscenarios:\n  - name: x\n    script: [{ expects: { step: sorry } }]\n';
const main = `ringflow: 1
name: main
on: { error: bye }
steps:
  part: { run: { flow: part } }
  bye: { say: Bye. }
`;
const part = 'ringflow: 1\nname: part\non: { error: bye }\nsteps:\n  bye: { sya: Bye. }\n';

describe('beside a flow', () => {
  const folder = folderWith({
    'flow.yaml': flow,
    'a.scenario.yaml': scenario,
    'other.scenario.yaml': other,
    'odd.scenario.yaml': `flow: "http://["\n${scenario}`,
    'main/flow.yaml': main,
    'part/flow.yaml': part,
  });
  const at = (name: string) => pathToFileURL(join(folder.path, name)).href;
  const [flowUri, scenarioUri] = [at('flow.yaml'), at('a.scenario.yaml')];
  let editor: Editor;

  beforeAll(async () => {
    editor = new Editor(['bin/ringflow.js', 'lsp']);
    await editor.initialize();
    await editor.open(flowUri, flow);
  });

  afterAll(async () => {
    expect(await editor.quit()).toBe(0);
    expect(editor.stderr).toBe('');
    folder.remove();
  });

  async function renamed(place: string, newName: string): Promise<Record<string, string>> {
    const edit = await editor.ask<WorkspaceEdit>('rename', flowUri, positionOf(flow, place), { newName });
    return Object.fromEntries(
      Object.entries(edit?.changes ?? {}).map(([uri, edits]) => {
        const text = readFileSync(new URL(uri), 'utf8');
        return [uri, TextDocument.applyEdits(TextDocument.create(uri, 'yaml', 0, text), edits)];
      }),
    );
  }

  type Edit = [from: string | RegExp, to: string];
  test.each<[what: string, place: string, newName: string, inFlow: Edit, inScenario: Edit]>([
    ['a step', '\n  des', 'office', [/\bdesk\b(?=:)/, 'office'], ['step: desk', 'step: office']],
    ['a step in quotes', '\n  sor', 'apology', [/\bsorry\b/g, 'apology'], ['"sorry"', '"apology"']],
    ['a variable', 'vars.tri', 'count_of', [/\btries\b/g, 'count_of'], ['name: tries', 'name: count_of']],
    ['a setting', 'env.DE', 'NUMBER', [/\bDESK\b/g, 'NUMBER'], ['{ DESK', '{ NUMBER']],
    ['a parameter', 'params.rea', 'topic', [/\breason\b/g, 'topic'], ['{ reason', '{ topic']],
  ])('%s gets its new name in the scenarios too', async (_what, place, newName, inFlow, inScenario) => {
    expect(await renamed(place, newName)).toEqual({
      [flowUri]: flow.replace(...inFlow),
      [scenarioUri]: scenario.replaceAll(...inScenario),
    });
  });

  test('a name that no scenario knows is changed in the flow alone', async () => {
    expect(Object.keys(await renamed('\n  wel', 'hello'))).toEqual([flowUri]);
  });

  test('a scenario is taken as it stands in the editor, and refuses what it may hide', async () => {
    await editor.open(scenarioUri, scenario.replace('"sorry"', 'desk'));
    const edit = await editor.ask<WorkspaceEdit>('rename', flowUri, positionOf(flow, '\n  des'), {
      newName: 'office',
    });
    expect(edit?.changes?.[scenarioUri]).toHaveLength(2);
    await editor.change(scenarioUri, 2, [{ text: `${scenario}  "unclosed\n` }]);
    await expect(renamed('\n  des', 'office')).rejects.toThrow('a.scenario.yaml has syntax errors');
    await editor.close(scenarioUri);
  });

  test('a scenario leads to what it names', async () => {
    await editor.open(scenarioUri, scenario);
    const asked = (place: string) =>
      editor.ask<Location>('definition', scenarioUri, positionOf(scenario, place));
    expect(await asked('step: de')).toMatchObject({
      uri: flowUri,
      range: { start: positionOf(flow, '\n  desk', 3) },
    });
    expect(await asked('name: tr')).toMatchObject({ uri: flowUri });
    expect(await asked('hears: We')).toBeNull();
    await editor.close(scenarioUri);
  });

  test.each([
    ['names a flow without an address', at('odd.scenario.yaml'), 'flow: "http://["\n'],
    ['was never saved', 'untitled:new.scenario.yaml', ''],
  ])('a scenario that %s leads nowhere', async (_what, uri, named) => {
    const text = `${named}${scenario}`;
    await editor.open(uri, text);
    expect(await editor.ask('definition', uri, positionOf(text, 'step: de'))).toBeNull();
    await editor.close(uri);
  });

  test('a flow that it runs and that has errors is told where it is run', async () => {
    const uri = at('main/flow.yaml');
    await editor.open(uri, main);
    const told = await editor.told(uri, ({ version }) => version === 1);
    expect(told).toMatchObject([
      { code: 'broken-flow', range: { start: positionOf(main, 'flow: part', 'flow: '.length) } },
    ]);
  });
});

describe('flows that run another one', () => {
  const auth = `ringflow: 1
name: auth
on: { error: denied }
params: { n: int }
steps:
  count: { switch: [{ when: params.n > 2, goto: denied }], next: return }
  again: { run: { flow: auth, with: { n: 1 } } }
  denied: { return: denied }
`;
  const shop = `ringflow: 1
name: shop
on: { error: sorry }
imports: [../common.yaml]
vars: { n: 1 }
steps:
  a: { run: { flow: auth, with: { n: '\${vars.n}' } }, on: { denied: sorry } }
  b: { run: { flow: author, with: { n: 1 } } }
  sorry: { goto: { flow: auth, with: { "n": 3 } } }
`;
  const common =
    'ringflow: 1\nsteps:\n  shared: { run: { flow: auth, with: { n: 2 } }, on: { denied: hangup } }\n';
  const author =
    'ringflow: 1\nname: author\non: { error: x }\nparams: { n: int }\nsteps:\n  x: { say: Bye. }\n';
  const folder = folderWith({
    'auth/flow.yaml': auth,
    'shop/flow.yaml': shop,
    'common.yaml': common,
    'author/flow.yaml': author,
    'second/flow.yaml': shop
      .replace('name: shop', 'name: second')
      .replace(/ {2}sorry.*/, '  sorry: { say: Sorry. }'),
  });
  const at = (name: string) => pathToFileURL(join(folder.path, name)).href;
  const uri = at('auth/flow.yaml');
  let editor: Editor;

  beforeAll(async () => {
    editor = new Editor(['bin/ringflow.js', 'lsp']);
    await editor.initialize();
    await editor.open(uri, auth);
  });

  afterAll(async () => {
    expect(await editor.quit()).toBe(0);
    expect(editor.stderr).toBe('');
    folder.remove();
  });

  const changed = async (newName: string) => {
    const edit = await editor.ask<WorkspaceEdit>('rename', uri, positionOf(auth, 'params: { '), { newName });
    return edit?.changes ?? {};
  };
  const after = (text: string, file: string, changes: WorkspaceEdit['changes']) =>
    TextDocument.applyEdits(TextDocument.create(at(file), 'yaml', 0, text), changes?.[at(file)] ?? []);

  test('give its parameter the new name, in what they import too; others are left alone', async () => {
    const changes = await changed('most');
    expect(Object.keys(changes).sort()).toEqual(
      ['auth/flow.yaml', 'common.yaml', 'second/flow.yaml', 'shop/flow.yaml'].map(at),
    );
    expect(after(auth, 'auth/flow.yaml', changes)).toBe(
      auth
        .replace('{ n: int', '{ most: int')
        .replace('params.n', 'params.most')
        .replace('{ n: 1', '{ most: 1'),
    );
    expect(after(shop, 'shop/flow.yaml', changes)).toBe(
      shop.replace("{ n: '", "{ most: '").replace('"n"', '"most"'),
    );
    expect(after(common, 'common.yaml', changes)).toBe(common.replace('{ n:', '{ most:'));
  });

  test('are where it is referred to', async () => {
    const found = await editor.ask<Location[]>('references', uri, positionOf(auth, 'params: { '), {
      context: { includeDeclaration: false },
    });
    expect(found?.map((place) => place.uri).sort()).toEqual(
      ['auth', 'auth', 'common.yaml', 'second', 'shop', 'shop'].map((name) =>
        at(name.includes('.') ? name : `${name}/flow.yaml`),
      ),
    );
  });

  test('are taken as they stand in the editor, and refuse what they may hide', async () => {
    await editor.open(
      at('shop/flow.yaml'),
      shop.replace('flow: auth, with: { "n"', 'flow: author, with: { "n"'),
    );
    expect((await changed('most'))[at('shop/flow.yaml')]).toHaveLength(1);
    await editor.change(at('shop/flow.yaml'), 2, [{ text: `${shop}  "unclosed\n` }]);
    await expect(changed('most')).rejects.toThrow('shop/flow.yaml has syntax errors');
    await editor.close(at('shop/flow.yaml'));
  });
});
