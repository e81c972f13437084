import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  createFileReader,
  checkFlows,
  checkManyFlows,
  findFiles,
  isFlowFile,
  isScenarioFile,
  loadFlows,
  watchFlows,
} from '../../../src/authoring/flow-files/index.ts';
import type { Extent } from '../../../src/authoring/flow-files/index.ts';
import { until } from '../../engine/until.ts';
import { brokenFlow, flowSaying, useFolders } from './folder.ts';

const newFolder = useFolders();

describe('which files are flows', () => {
  test.each([
    ['flow.yaml', true],
    ['flow.yml', true],
    ['desk.flow.yaml', true],
    ['a/b/desk.flow.yml', true],
    ['workflow.yaml', false],
    ['flow.yaml.bak', false],
    ['flow.json', false],
    ['desk.scenario.yaml', false],
  ])('%s: %s', (path, isFlow) => {
    expect(isFlowFile(path)).toBe(isFlow);
  });

  test('and which are scenarios', () => {
    expect(['a.scenario.yaml', 'a.scenario.yml', 'scenario.yaml', 'flow.yaml'].map(isScenarioFile)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('paths stand for', () => {
  test('everything below a folder, in order, but not what packages bring along', () => {
    const folder = newFolder();
    const files = ['b/flow.yaml', 'a/flow.yaml', 'a/deep/er/x.flow.yml'].map((name) =>
      folder.write(name, ''),
    );
    folder.write('node_modules/pkg/flow.yaml', '');
    folder.write('a/notes.txt', '');
    expect(findFiles([folder.path], isFlowFile)).toEqual(files.toSorted());
  });

  test('a file itself, whatever it is called, once', () => {
    const folder = newFolder();
    const file = folder.write('menu.yaml', '');
    expect(findFiles([file, file], isFlowFile)).toEqual([file]);
  });

  test('nothing that is there: that is said', () => {
    const missing = join(newFolder().path, 'missing');
    expect(() => findFiles([missing], isFlowFile)).toThrow(`there is no file or folder ${missing}`);
  });
});

describe('checking flows', () => {
  test('says what loading them says, without making anything of them', () => {
    const folder = newFolder();
    folder.write('a.flow.yaml', brokenFlow);
    folder.write('b.flow.yaml', flowSaying('Hello.', 'other'));
    const second = folder.write('c.flow.yaml', flowSaying('Hello again.', 'other'));
    const { diagnostics, failed, source, files } = checkFlows([folder.path]);
    expect(diagnostics).toEqual(loadFlows([folder.path]).diagnostics);
    expect(diagnostics.map(({ code }) => code)).toEqual(['dangling-target', 'duplicate-flow']);
    expect(failed).toBe(true);
    expect(source(second)).toBe(flowSaying('Hello again.', 'other'));
    expect(files).toHaveLength(3);
  });

  test('says the same of many on all cores as of many on one, in the same order', async () => {
    const folder = newFolder();
    for (let number = 100; number < 350; number += 1) {
      const isBroken = number % 3 === 0;
      folder.write(
        `${number}.flow.yaml`,
        isBroken ? brokenFlow : flowSaying('Hello.', `desk-${number % 90}`),
      );
    }
    const extents: Extent[] = [];
    const { source, ...together } = await checkManyFlows([folder.path], {
      begins: (extent) => extents.push(extent),
    });
    expect(extents).toEqual([{ flows: 250, cores: Math.min(2, availableParallelism()) }]);
    const { source: sourceOfOne, ...alone } = checkFlows([folder.path]);
    expect(together).toEqual(alone);
    expect(together.diagnostics.length).toBeGreaterThan(100);
    const [first] = together.files;
    expect(source(first?.file ?? '')).toBe(sourceOfOne(first?.file ?? ''));
  });

  test('on all cores throws what checking them on one does', async () => {
    await expect(checkManyFlows([newFolder().path])).rejects.toMatchObject({ code: 'no_flows' });
  });
});

describe('loading flows', () => {
  test('gives them compiled, with their text for code frames', () => {
    const folder = newFolder();
    const file = folder.write('flow.yaml', flowSaying('Hello.'));
    const loaded = loadFlows([folder.path]);
    expect(loaded.failed).toBe(false);
    expect(loaded.flows.map(({ name }) => name)).toEqual(['desk']);
    expect(loaded.source(file)).toBe(flowSaying('Hello.'));
    expect(loaded.source('another')).toBeUndefined();
  });

  test('gives the good ones beside the diagnostics of the bad ones', () => {
    const folder = newFolder();
    folder.write('a.flow.yaml', brokenFlow);
    folder.write('b.flow.yaml', flowSaying('Hello.', 'other'));
    const { flows, diagnostics, failed } = loadFlows([folder.path]);
    expect(flows.map(({ name }) => name)).toEqual(['other']);
    expect(diagnostics.map(({ code }) => code)).toContain('dangling-target');
    expect(failed).toBe(true);
  });

  test('gives none of two that share a name, and says where the other is', () => {
    const folder = newFolder();
    const first = folder.write('a.flow.yaml', flowSaying('Hello.'));
    const second = folder.write('b.flow.yaml', flowSaying('Good day.'));
    const { flows, diagnostics, failed } = loadFlows([folder.path]);
    expect(flows).toEqual([]);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([{ code: 'duplicate-flow', file: second }]);
    expect(errors[0]?.message).toContain(first);
    expect(failed).toBe(true);
  });

  test('says that a folder has none', () => {
    const { path } = newFolder();
    expect(() => loadFlows([path])).toThrow(`no flow found in ${path}`);
  });
});

describe('files beside a flow', () => {
  const withTable = (file: string) => `ringflow: 1
name: desk
on: { error: sorry }
vars: { name: '' }
tables: { people: { file: ${file} } }
steps:
  find: { lookup: { table: people, key: 1, save: { name: name } }, on: { not_found: sorry }, next: sorry }
  sorry: { say: 'Sorry \${vars.name}.', next: hangup }
`;

  test('are read, also from folders below', () => {
    const folder = newFolder();
    folder.write('flow.yaml', withTable('tables/people.csv'));
    folder.write('tables/people.csv', 'id,name\n1,Anna\n');
    expect(loadFlows([folder.path]).flows[0]?.tables.people?.rows).toEqual({ 1: ['Anna'] });
  });

  test('are not read where a link leads out of the folder', () => {
    const folder = newFolder();
    const outside = newFolder().write('people.csv', 'id,name\n1,Anna\n');
    folder.write('flow.yaml', withTable('people.csv'));
    symlinkSync(outside, join(folder.path, 'people.csv'));
    const read = createFileReader(join(folder.path, 'flow.yaml'));
    expect(read('people.csv')).toBeUndefined();
    expect(read('../people.csv')).toBeUndefined();
    expect(read('.')).toBeUndefined();
    expect(loadFlows([folder.path]).diagnostics).toMatchObject([{ code: 'bad-table' }]);
  });

  test('are read as far as it takes to tell that they are too large', () => {
    const folder = newFolder();
    const text = 'ringflow: 1\nname: a\nimports: [./large.yaml]\nsteps: { a: { say: welcome } }\n';
    folder.write('flow.yaml', text);
    folder.write('large.yaml', '#'.repeat(5 * 1024 * 1024));
    expect(createFileReader(join(folder.path, 'flow.yaml'))('large.yaml')).toHaveLength(4 * 1024 * 1024);
    expect(loadFlows([folder.path]).diagnostics).toMatchObject([
      { code: 'too-large', file: join(folder.path, 'large.yaml') },
    ]);
  });

  test('are found beside a flow that an editor has open', () => {
    const folder = newFolder();
    const { href } = pathToFileURL(folder.write('my flow.yaml', ''));
    folder.write('people.csv', 'id\n');
    expect(createFileReader(href)('people.csv')).toBe('id\n');
    expect(createFileReader('untitled:1')('people.csv')).toBeUndefined();
  });
});

describe('watching flows', () => {
  /** Does something until the watcher has noticed: it tells nobody when it has begun to watch. */
  async function noticed(folder: string, change: (times: number) => void): Promise<void> {
    let isNoticed = false;
    let times = 0;
    const unwatch = watchFlows(folder, () => (isNoticed = true));
    const changing = setInterval(() => {
      change(++times);
    }, 250);
    try {
      await until(() => isNoticed);
    } finally {
      clearInterval(changing);
      unwatch();
    }
  }

  test('tells of a flow that is written', async () => {
    const folder = newFolder();
    await noticed(folder.path, (times) => folder.write('flow.yaml', flowSaying(`Hello ${times}.`)));
  });

  test('tells of a flow in a folder below', async () => {
    const folder = newFolder();
    folder.write('desk/flow.yaml', flowSaying('Hello.'));
    await noticed(folder.path, (times) => folder.write('desk/flow.yaml', flowSaying(`Hello ${times}.`)));
  });

  test('tells of a table beside a flow', async () => {
    const folder = newFolder();
    await noticed(folder.path, (times) => folder.write('people.csv', `id,name\n1,${times}\n`));
  });

  test('tells of a flow that an editor puts in place of the old one', async () => {
    const folder = newFolder();
    const file = folder.write('flow.yaml', flowSaying('Hello.'));
    await noticed(folder.path, (times) => {
      renameSync(folder.write('flow.yaml~', flowSaying(`Hello ${times}.`)), file);
    });
  });

  test('tells of a flow that is removed', async () => {
    const folder = newFolder();
    const file = folder.write('flow.yaml', flowSaying('Hello.'));
    await noticed(folder.path, (times) => {
      if (times % 2 === 1) rmSync(file, { force: true });
      else folder.write('flow.yaml', flowSaying('Hello.'));
    });
  });

  test('says nothing of other files, nor after its end', async () => {
    const folder = newFolder();
    let changes = 0;
    const unwatch = watchFlows(folder.path, () => changes++);
    folder.write('notes.txt', 'x');
    // What is noticed by a second watcher has passed the first one too.
    await noticed(folder.path, (times) => {
      unwatch();
      folder.write('flow.yaml', flowSaying(`Hello ${times}.`));
    });
    expect(changes).toBe(0);
  });
});

describe('a flow that runs another one, given alone', () => {
  const running = (name: string) => `ringflow: 1
name: desk
on: { error: sorry }
steps:
  hello: { goto: { flow: ${name} } }
  sorry: { say: Sorry., next: hangup }
`;

  test.each(['desk/flow.yaml', 'desk/desk.flow.yaml'])('knows those beside it: %s', (place) => {
    const folder = newFolder();
    folder.write('night/flow.yaml', flowSaying('Good night.', 'night'));
    const { flows, files, diagnostics } = loadFlows([folder.write(place, running('night'))]);
    expect(diagnostics).toEqual([]);
    expect(files).toHaveLength(1);
    expect(flows.map(({ name }) => name)).toEqual(['desk']);
  });

  test('knows those in its own folder', () => {
    const folder = newFolder();
    folder.write('night.flow.yaml', flowSaying('Good night.', 'night'));
    expect(loadFlows([folder.write('flow.yaml', running('night'))]).failed).toBe(false);
  });

  test('knows those in a folder below its own', () => {
    const folder = newFolder();
    folder.write('desk/parts/night.flow.yaml', flowSaying('Good night.', 'night'));
    expect(loadFlows([folder.write('desk/flow.yaml', running('night'))]).failed).toBe(false);
  });

  test.each(['other/deep/er/flow.yaml', 'a/desk/deep/er/flow.yaml'])('knows none in %s', (place) => {
    const folder = newFolder();
    folder.write(place, flowSaying('Good night.', 'night'));
    const { diagnostics } = loadFlows([folder.write('a/desk/flow.yaml', running('night'))]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['unknown-flow']);
  });
});

describe('a flow that runs another one', () => {
  const running =
    'ringflow: 1\nname: main\non: { error: home }\nsteps:\n  go: { run: { flow: ask } }\n  home: { return: }\n';
  const ask = (text: string) => flowSaying(text, 'ask').replace('next: hangup', 'next: return');

  test('gets the one in its own folder, whatever stands in those beside it', () => {
    const folder = newFolder();
    const main = folder.write('m/main.flow.yaml', running);
    folder.write('a/ask.flow.yaml', ask('From a.'));
    folder.write('m/ask.flow.yaml', ask('From m.'));
    const { flows, diagnostics } = loadFlows([main]);
    expect(diagnostics).toEqual([]);
    expect(JSON.stringify(flows[0]?.flows.ask)).toContain('From m.');
  });

  test('gets none of two that share a name in the folders beside it', () => {
    const folder = newFolder();
    const main = folder.write('m/main.flow.yaml', running);
    const files = ['a', 'b'].map((name) => folder.write(`${name}/ask.flow.yaml`, ask(`From ${name}.`)));
    const { flows, diagnostics } = loadFlows([main]);
    expect(flows).toEqual([]);
    expect(diagnostics).toMatchObject([
      {
        code: 'duplicate-flow',
        message: `several files define a flow "ask": ${files.join(', ')}`,
        file: main,
      },
    ]);
  });
});
