import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { registerTest } from '../../src/cli/author/test.ts';
import { watchTests } from '../../src/cli/author/test-watch.ts';
import { until } from '../engine/until.ts';
import { deskFlow } from '../verification/testkit/flow.ts';
import { folderWith, runCommand } from './command.ts';

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const scenario = (name: string) => `scenarios:\n  - name: ${name}\n    script: [presses: 9]\n`;

/** Watches a folder with these files; `said` waits until something was said since the last time. */
function watching(files: Record<string, string>, path = '') {
  const folder = folderWith(files);
  const keys = new PassThrough();
  let text = '';
  const add = (more: string) => (text += more);
  const errors: string[] = [];
  const io = { out: add, err: (more: string) => errors.push(more), colour: false };
  const done = watchTests([join(folder.path, path)], {}, { io, keys });
  ends.push(folder.remove, () => {
    keys.write('q');
    return done;
  });
  return {
    done,
    keys,
    errors,
    said: async (what: string | RegExp) => {
      await until(() => text.search(what) >= 0);
      const said = text;
      text = '';
      return said;
    },
    write: (name: string, content: string) => {
      writeFileSync(join(folder.path, name), content);
    },
    replace: (name: string, content: string) => {
      const file = join(folder.path, name);
      writeFileSync(`${file}~`, content);
      renameSync(`${file}~`, file);
    },
    remove: (name: string) => {
      rmSync(join(folder.path, name));
    },
  };
}

const prompt = 'a run all, f filter by name, q quit\n';
const two = {
  'desk/flow.yaml': deskFlow,
  'desk/a.scenario.yaml': scenario('at the desk'),
  'shop/flow.yaml': deskFlow,
  'shop/b.scenario.yaml': scenario('in the shop'),
};

describe('test --watch', () => {
  test('runs everything first, and what depends on a flow when that is saved', async () => {
    const { said, write } = watching(two);
    expect(await said(prompt)).toContain('\n2 passed, 0 failed\n');
    write('shop/flow.yaml', deskFlow.replace('goto: hangup', 'goto: billing'));
    const after = await said(prompt);
    expect(after).toContain('in the shop');
    expect(after).not.toContain('at the desk');
  });

  test('runs a scenario file when it is saved, new, or mended', async () => {
    const { said, write } = watching(two);
    await said(prompt);
    write('desk/a.scenario.yaml', 'scenarios: [');
    const wrong = await said(prompt);
    expect(wrong).toContain('desk/a.scenario.yaml:1:12: error');
    expect(wrong).toContain('\n0 passed, 0 failed, 1 file with errors not run\n');
    write('desk/a.scenario.yaml', scenario('mended'));
    expect(await said(prompt)).toMatch(/^pass {2}mended\n\n1 passed, 0 failed\n/);
    write('desk/new.scenario.yaml', scenario('quite new'));
    expect(await said(prompt)).toMatch(/^pass {2}quite new\n\n1 passed, 0 failed\n/);
  });

  test('notices a file that a flow imports from a folder beside', async () => {
    const { said, write } = watching(
      {
        'desk/flow.yaml': deskFlow
          .replace('vars:', 'imports: [../shared/parts.yaml]\nvars:')
          .replace('say: welcome', 'say: greeting'),
        'desk/a.scenario.yaml': 'scenarios:\n  - { name: greets, script: [hears: Good day, presses: 9] }\n',
        'shared/parts.yaml': 'ringflow: 1\nprompts: { greeting: Good day. }\n',
      },
      'desk',
    );
    expect(await said(prompt)).toContain('\n1 passed, 0 failed\n');
    write('shared/parts.yaml', 'ringflow: 1\nprompts: { greeting: Hello. }\n');
    expect(await said(prompt)).toContain('FAIL  greets');
  });

  test('goes on when a flow has errors, and when it is gone', async () => {
    const { said, write, remove } = watching(two);
    await said(prompt);
    write('desk/flow.yaml', deskFlow.replace('goto: billing', 'goto: biling'));
    expect(await said(prompt)).toContain('[dangling-target]');
    remove('desk/flow.yaml');
    expect(await said(prompt)).toContain('there is no flow file');
    write('desk/flow.yaml', deskFlow);
    expect(await said(prompt)).toContain('pass  at the desk');
  });

  test('runs again at each save of an editor that puts a new file in place of the old one', async () => {
    const { said, replace } = watching(two);
    await said(prompt);
    for (const name of ['first', 'second', 'third']) {
      replace('desk/a.scenario.yaml', scenario(name));
      expect(await said(prompt)).toMatch(new RegExp(`^pass {2}${name}\n\n1 passed`));
    }
  });

  test('says that a scenario file is gone, and runs it when it is back as it was', async () => {
    const { said, write, remove } = watching(two);
    await said(prompt);
    remove('desk/a.scenario.yaml');
    expect(await said(prompt)).toMatch(/^gone {2}\S+desk\/a\.scenario\.yaml\n/);
    write('desk/a.scenario.yaml', scenario('at the desk'));
    expect(await said(prompt)).toMatch(/^pass {2}at the desk\n\n1 passed, 0 failed\n/);
  });

  test('runs the file that was given when it is back as it was', async () => {
    const { said, write, remove } = watching(two, 'desk/a.scenario.yaml');
    await said(prompt);
    remove('desk/a.scenario.yaml');
    expect(await said(prompt)).toContain('not run: there is no file or folder');
    write('desk/a.scenario.yaml', scenario('at the desk'));
    expect(await said(prompt)).toMatch(/^pass {2}at the desk\n/);
  });

  test('says everything on one stream, results before the keys that can be pressed', async () => {
    const { said, write, errors } = watching(two);
    await said(prompt);
    write('desk/a.scenario.yaml', 'scenarios: [');
    expect(await said(prompt)).toMatch(/error[^]*not run\na run all, f filter by name, q quit\n$/);
    expect(errors).toEqual([]);
  });

  test('keys run all, filter, and quit', async () => {
    const { said, keys, done } = watching(two);
    await said(prompt);
    keys.write('fshopx\u007f\r');
    const filtered = await said(prompt);
    expect(filtered).toContain('pass  in the shop\n\n1 passed, 0 failed\n');
    keys.write('a');
    expect(await said(prompt)).toContain('\n2 passed, 0 failed\n');
    keys.write('\u0003');
    await done;
  });

  test.each([['--json'], ['--junit', 'x.xml'], ['--coverage'], ['--bail']])(
    'has no use for %s, which belongs to a run that ends',
    async (...flags) => {
      const run = await runCommand(registerTest, ['test', 'flows', '--watch', ...flags]);
      expect(run).toEqual({
        out: '',
        err: `ringflow: --watch cannot be combined with ${flags[0]}\n`,
        code: 2,
      });
    },
  );
});
