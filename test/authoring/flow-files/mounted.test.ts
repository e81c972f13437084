/** Folders as they are mounted and linked in operation: real links, pipes, sockets and rights on a real file system. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { readBundle } from '../../../src/cli/operate/deployed-files.ts';
import {
  checkManyFlows,
  findFiles,
  readFlowsBeside,
  isFlowFile,
  isScenarioFile,
  KeptFlows,
  loadFlows,
  readScenariosBeside,
  watchFlows,
} from '../../../src/authoring/flow-files/index.ts';
import { until } from '../../engine/until.ts';
import { flowSaying, useFolders } from './folder.ts';
import { mountConfigMap } from './config-map.ts';
import { withoutRights } from './without-rights.ts';

const newFolder = useFolders();
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const flow = flowSaying('Hello.');
const files = (folder: string, matches = isFlowFile) =>
  findFiles([folder], matches).map((file) => relative(folder, file));
const io = { out: () => undefined, err: () => undefined, colour: false };

const withTable = `ringflow: 1
name: people
languages: [en-US]
imports: [./words.yaml]
tables: { people: { file: people.csv } }
on: { error: sorry }
steps:
  hello: { say: words, next: hangup }
  sorry: { say: Sorry., next: hangup }
`;

describe('a link', () => {
  test('to a file elsewhere is a flow, and its scenarios and tables are those beside the link', () => {
    const folder = newFolder();
    const elsewhere = newFolder().write('shared.yaml', flow);
    folder.write('desk/desk.scenario.yaml', 'scenarios: []\n');
    symlinkSync(elsewhere, join(folder.path, 'desk/flow.yaml'));
    expect(files(folder.path)).toEqual(['desk/flow.yaml']);
    const { flows, failed } = loadFlows([folder.path]);
    expect([flows.map(({ name }) => name), failed]).toEqual([['desk'], false]);
    const uri = pathToFileURL(join(folder.path, 'desk/flow.yaml')).href;
    expect(readScenariosBeside(uri).map(({ text }) => text)).toEqual(['scenarios: []\n']);
    expect(new KeptFlows().load(join(folder.path, 'desk/flow.yaml'))?.flows).toHaveLength(1);
  });

  test('to a folder elsewhere is that folder', () => {
    const folder = newFolder();
    const elsewhere = newFolder();
    elsewhere.write('flow.yaml', flow);
    symlinkSync(elsewhere.path, join(folder.path, 'desk'));
    expect(files(folder.path)).toEqual(['desk/flow.yaml']);
    folder.write('other/flow.yaml', flowSaying('Hello.', 'other'));
    expect(readFlowsBeside([join(folder.path, 'other/flow.yaml')]).map(({ file }) => file)).toEqual([
      join(folder.path, 'desk/flow.yaml'),
      join(folder.path, 'other/flow.yaml'),
    ]);
  });

  test('to what is found anyway adds nothing, whichever comes first', () => {
    const folder = newFolder();
    folder.write('m/flow.yaml', flow);
    symlinkSync('m', join(folder.path, 'a'));
    symlinkSync('m', join(folder.path, 'z'));
    symlinkSync('flow.yaml', join(folder.path, 'm/copy.flow.yaml'));
    expect(files(folder.path)).toEqual(['m/flow.yaml']);
    const paths = [join(folder.path, 'm/flow.yaml'), folder.path, join(folder.path, 'a')];
    expect(findFiles(paths, isFlowFile)).toEqual([join(folder.path, 'm/flow.yaml')]);
  });

  test('in a circle ends: to itself, to a folder around it, and of two folders to each other', () => {
    const folder = newFolder();
    folder.write('a/flow.yaml', flow);
    folder.write('b/notes.txt', '');
    symlinkSync('loop', join(folder.path, 'loop'));
    symlinkSync('..', join(folder.path, 'a/up'));
    symlinkSync('../..', join(folder.path, 'a/above'));
    symlinkSync('../b', join(folder.path, 'a/b'));
    symlinkSync('../a', join(folder.path, 'b/a'));
    expect(files(folder.path)).toEqual(['a/flow.yaml']);
    ends.push(watchFlows(folder.path, () => undefined));
  });

  test('that is a flow and leads nowhere, or in a circle, is told in one line', () => {
    const folder = newFolder();
    const file = join(folder.path, 'flow.yaml');
    symlinkSync('gone.yaml', file);
    expect(() => loadFlows([folder.path])).toThrow(`${file} is a link to gone.yaml, which does not exist`);
    expect(() => loadFlows([file])).toThrow(`${file} is a link to gone.yaml, which does not exist`);
    unlinkSync(file);
    symlinkSync('flow.yaml', file);
    expect(() => loadFlows([folder.path])).toThrow(`${file} cannot be read: its link is circular`);
  });

  test('by which an editor locks a file, or that nobody reads, may lead nowhere', () => {
    const folder = newFolder();
    folder.write('desk.flow.yaml', flow);
    symlinkSync('me@here.1234', join(folder.path, '.#desk.flow.yaml'));
    symlinkSync('gone', join(folder.path, 'notes.txt'));
    symlinkSync('gone.json', join(folder.path, 'unused.json'));
    expect(loadFlows([folder.path]).flows).toHaveLength(1);
    expect(Object.keys(readBundle(folder.path, { carriers: undefined, io }).files)).toEqual([
      'desk.flow.yaml',
    ]);
  });
});

describe('a ConfigMap as Kubernetes mounts it', () => {
  const contents = {
    'flow.yaml': withTable,
    'people.csv': 'id,name\n1,Ann\n',
    'words.yaml': 'ringflow: 1\nprompts: { words: Good day. }\n',
    'people.scenario.yaml': 'scenarios: []\n',
  };

  test('is one flow for everybody who looks for flows', async () => {
    // Not in the folder of temporary files itself, whose other folders lie beside it.
    const path = join(newFolder().path, 'mounted');
    mountConfigMap(path, contents);
    expect(files(path)).toEqual(['flow.yaml']);
    expect(files(path, isScenarioFile)).toEqual(['people.scenario.yaml']);
    const { flows, diagnostics } = loadFlows([path]);
    expect([
      flows.map(({ name }) => name),
      diagnostics.filter(({ severity }) => severity === 'error'),
    ]).toEqual([['people'], []]);
    expect((await checkManyFlows([path])).files).toHaveLength(1);
    expect(readFlowsBeside([join(path, 'flow.yaml')]).map(({ file }) => file)).toEqual([
      join(path, 'flow.yaml'),
    ]);
    const bundle = readBundle(path, { carriers: undefined, io });
    expect(Object.keys(bundle.files).toSorted()).toEqual(Object.keys(contents).toSorted());
    expect(readScenariosBeside(pathToFileURL(join(path, 'flow.yaml')).href)).toHaveLength(1);
  });

  test('with folders in it (items, projected volumes), below a folder of others, is found once too', () => {
    const folder = newFolder();
    folder.write('local/flow.yaml', flowSaying('Hello.', 'local'));
    mountConfigMap(join(folder.path, 'mounted'), {
      'desk/flow.yaml': flow,
      'night/night.flow.yaml': flowSaying('Good night.', 'night'),
    });
    expect(files(folder.path)).toEqual([
      'local/flow.yaml',
      'mounted/desk/flow.yaml',
      'mounted/night/night.flow.yaml',
    ]);
    const beside = readFlowsBeside([join(folder.path, 'mounted/desk/flow.yaml')]);
    expect(beside.map(({ file }) => relative(folder.path, file))).toEqual([
      'mounted/desk/flow.yaml',
      'mounted/night/night.flow.yaml',
    ]);
  });

  test('tells of each exchange of its files, also after the first', async () => {
    const folder = newFolder();
    const mounted = mountConfigMap(join(folder.path, 'mounted'), { 'flow.yaml': flow, 'a/b.csv': 'id\n' });
    const noticed = watching(folder.path);
    for (const words of ['Good day.', 'Good evening.', 'Good night.']) {
      await noticed(() => {
        mounted.exchange({ 'flow.yaml': flowSaying(words), 'a/b.csv': 'id\n' });
      });
      expect(loadFlows([folder.path]).files[0]?.text).toContain(words);
    }
  });

  test('tells of an exchange when it is linked from another folder', async () => {
    const folder = newFolder();
    const mounted = mountConfigMap(newFolder().path, { 'flow.yaml': flow });
    symlinkSync(join(mounted.path, 'flow.yaml'), join(folder.path, 'flow.yaml'));
    const noticed = watching(folder.path);
    for (const words of ['Good day.', 'Good evening.'])
      await noticed(() => {
        mounted.exchange({ 'flow.yaml': flowSaying(words) });
      });
  });
});

describe('watching', () => {
  test('tells of a file behind a link that is written or replaced, and of a link that is turned', async () => {
    const folder = newFolder();
    const elsewhere = newFolder();
    const target = elsewhere.write('shared.yaml', flow);
    const other = elsewhere.write('deep/other.yaml', flow);
    const link = join(folder.path, 'desk/flow.yaml');
    mkdirSync(join(folder.path, 'desk'));
    symlinkSync(target, link);
    const noticed = watching(folder.path);
    await noticed(() => {
      writeFileSync(target, flowSaying('Good day.'));
    });
    await noticed(() => {
      renameSync(elsewhere.write('shared.yaml~', flow), target);
    });
    await noticed(() => {
      writeFileSync(target, flowSaying('Good night.'));
    });
    await noticed(() => {
      symlinkSync(other, `${link}~`);
      renameSync(`${link}~`, link);
    });
    await noticed(() => {
      writeFileSync(other, flowSaying('Good night.'));
    });
  });

  test('tells of releases that are exchanged by a link around them, or by one that is removed and made again', async () => {
    const folder = newFolder();
    for (const release of ['1', '2']) folder.write(`releases/${release}/desk/flow.yaml`, flow);
    const current = join(folder.path, 'current');
    symlinkSync('releases/1', current);
    const noticed = watching(current);
    await noticed(() => {
      symlinkSync('releases/2', `${current}~`);
      renameSync(`${current}~`, current);
    });
    await noticed(() => folder.write('releases/2/desk/flow.yaml', flowSaying('Good day.')));
    await noticed(() => {
      rmSync(current);
    });
    await noticed(() => {
      symlinkSync('releases/1', current);
    });
    await noticed(() => folder.write('releases/1/desk/flow.yaml', flowSaying('Good day.')));
  });

  test('tells of a link to a folder that comes, and of what changes behind it', async () => {
    const folder = newFolder();
    const elsewhere = newFolder();
    elsewhere.write('flow.yaml', flow);
    const noticed = watching(folder.path);
    await noticed(() => {
      symlinkSync(elsewhere.path, join(folder.path, 'desk'));
    });
    await noticed(() => elsewhere.write('flow.yaml', flowSaying('Good day.')));
    await noticed(() => {
      unlinkSync(join(folder.path, 'desk'));
    });
  });
});

describe('what is no regular file', () => {
  test('is refused at once, named or found, without waiting for a writer', async () => {
    const folder = join(newFolder().path, 'desk');
    mkdirSync(folder);
    const [pipe, socket, folderItself] = ['a.flow.yaml', 'b.flow.yaml', 'c.flow.yaml'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    execFileSync('mkfifo', [pipe]);
    const server = createServer().listen(socket);
    ends.push(() => server.close());
    await until(() => server.listening);
    mkdirSync(folderItself);
    expect(() => loadFlows([folder])).toThrow(`${pipe} is a named pipe (FIFO), not a regular file`);
    expect(() => loadFlows([pipe])).toThrow(`${pipe} is a named pipe (FIFO), not a regular file`);
    expect(() => loadFlows([socket])).toThrow(`${socket} is a socket, not a regular file`);
    expect(() => loadFlows(['/dev/zero'])).toThrow('/dev/zero is a device, not a regular file');
    expect(() => readBundle(folder, { carriers: undefined, io })).toThrow(
      `${pipe} is a named pipe (FIFO), not a regular file`,
    );
    expect(new KeptFlows().load(pipe)).toBeUndefined();
    expect(readFlowsBeside([pipe])).toEqual([]);
  });

  test('is no table and no import of a flow', () => {
    const folder = newFolder();
    const file = folder.write('flow.yaml', withTable);
    for (const name of ['people.csv', 'words.yaml']) execFileSync('mkfifo', [join(folder.path, name)]);
    const messages = loadFlows([file]).diagnostics.map(({ message }) => message);
    expect(messages).toContain('there is no readable file "people.csv" next to the flow');
  });
});

describe('what is too large or closed', () => {
  test('a file of gigabytes is a diagnostic like any other that is too large', () => {
    const folder = newFolder();
    const file = folder.write('flow.yaml', flow);
    truncateSync(file, 5 * 1024 ** 3);
    expect(loadFlows([folder.path]).diagnostics.map(({ code }) => code)).toEqual(['too-large']);
  });

  test('a file or folder without the right to read it is told in one line', () => {
    const folder = newFolder();
    chmodSync(folder.path, 0o755);
    const file = folder.write('closed/flow.yaml', flow);
    chmodSync(file, 0);
    withoutRights(() => {
      expect(() => loadFlows([folder.path])).toThrow(`${file} cannot be read: permission denied`);
    });
    chmodSync(join(folder.path, 'closed'), 0);
    withoutRights(() => {
      const message = `${join(folder.path, 'closed')} cannot be read: permission denied`;
      expect(() => loadFlows([folder.path])).toThrow(message);
      ends.push(watchFlows(folder.path, () => undefined));
    });
    chmodSync(join(folder.path, 'closed'), 0o755);
  });

  test('what a file system has salvaged is nobody’s flow', () => {
    const folder = newFolder();
    folder.write('flow.yaml', flow);
    folder.write('lost+found/flow.yaml', 'ringflow');
    chmodSync(folder.path, 0o755);
    chmodSync(join(folder.path, 'lost+found'), 0);
    withoutRights(() => {
      expect(files(folder.path)).toEqual(['flow.yaml']);
    });
  });
});

/** Watches a folder; what it gives does something and waits until that is noticed. */
function watching(folder: string): (change: () => unknown) => Promise<void> {
  let changes = 0;
  ends.push(watchFlows(folder, () => changes++));
  return async (change) => {
    const before = changes;
    change();
    await until(() => changes > before);
  };
}
