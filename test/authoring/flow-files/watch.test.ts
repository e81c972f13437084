import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { watchFiles, watchFlows } from '../../../src/authoring/flow-files/index.ts';
import { until } from '../../engine/until.ts';
import { flowSaying, useFolders } from './folder.ts';

const newFolder = useFolders();
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Watches a folder; `noticed` does something and waits until that is told. */
function watching(folder: string, watch: typeof watchFlows = watchFlows) {
  let changes = 0;
  ends.push(watch(folder, () => changes++));
  return {
    noticed: async (change: () => unknown) => {
      const before = changes;
      change();
      await until(() => changes > before);
    },
    changes: () => changes,
  };
}

describe('watching one file', () => {
  const flow = flowSaying('Hello.');

  /** A folder with a flow, and ways to save it. */
  function desk() {
    const folder = newFolder();
    const file = folder.write('desk/flow.yaml', flow);
    return {
      ...watching(folder.path),
      file,
      write: () => folder.write('desk/flow.yaml', flow),
      replace: () => {
        renameSync(folder.write('desk/flow.yaml~', flow), file);
      },
    };
  }

  test('tells of each save by an editor that puts a new file in place of the old one', async () => {
    const { noticed, replace } = desk();
    for (let saves = 0; saves < 3; saves++) await noticed(replace);
  });

  test('tells of a save in place after one by replacement, and the other way round', async () => {
    const { noticed, replace, write } = desk();
    for (const save of [write, replace, write, replace, write]) await noticed(save);
  });

  test('tells of a file that is removed, written again and saved', async () => {
    const { noticed, file, replace, write } = desk();
    for (let times = 0; times < 2; times++) {
      await noticed(() => {
        rmSync(file);
      });
      await noticed(write);
      await noticed(replace);
    }
  });
});

describe('watching folders', () => {
  test('tells of what is in a new folder, and of all that comes into it later', async () => {
    const folder = newFolder();
    const { noticed } = watching(folder.path);
    await noticed(() => folder.write('a/b/flow.yaml', flowSaying('Hello.')));
    await noticed(() => folder.write('a/b/flow.yaml', flowSaying('Good day.')));
    await noticed(() => folder.write('a/b/people.csv', 'id\n'));
  });

  test('tells of a folder that is moved in, and away', async () => {
    const folder = newFolder();
    const elsewhere = newFolder();
    elsewhere.write('desk/flow.yaml', flowSaying('Hello.'));
    const [inside, outside] = [join(folder.path, 'desk'), join(elsewhere.path, 'desk')];
    const { noticed } = watching(folder.path);
    for (let times = 0; times < 2; times++) {
      await noticed(() => {
        renameSync(outside, inside);
      });
      await noticed(() => folder.write('desk/flow.yaml', flowSaying('Good day.')));
      await noticed(() => {
        renameSync(inside, outside);
      });
    }
  });

  test('tells of a flow in a folder that was removed and made again', async () => {
    const folder = newFolder();
    folder.write('desk/flow.yaml', flowSaying('Hello.'));
    const { noticed } = watching(folder.path);
    await noticed(() => {
      rmSync(join(folder.path, 'desk'), { recursive: true });
    });
    await noticed(() => folder.write('desk/flow.yaml', flowSaying('Hello.')));
    await noticed(() => folder.write('desk/flow.yaml', flowSaying('Good day.')));
  });

  test('tells that the folder itself is gone', async () => {
    const above = newFolder();
    const path = join(above.path, 'flows');
    mkdirSync(path);
    await watching(path).noticed(() => {
      rmSync(path, { recursive: true });
    });
  });

  test('does not tell of packages that are installed there', async () => {
    const folder = newFolder();
    folder.write('node_modules/parts/flow.yaml', flowSaying('Hello.'));
    const { noticed, changes } = watching(folder.path);
    folder.write('node_modules/parts/flow.yaml', flowSaying('Good day.'));
    // What is noticed later by another watcher has passed the first one too.
    await watching(join(folder.path, 'node_modules')).noticed(() =>
      folder.write('node_modules/parts/flow.yaml', flowSaying('Good night.')),
    );
    expect(changes()).toBe(0);
    await noticed(() => folder.write('flow.yaml', flowSaying('Hello.')));
  });

  test('tells only those of scenarios who look at them', async () => {
    const folder = newFolder();
    const { changes } = watching(folder.path);
    const { noticed } = watching(folder.path, watchFiles);
    const file = folder.write('a.scenario.yaml', '');
    for (let times = 0; times < 2; times++)
      await noticed(() => {
        renameSync(folder.write('a.scenario.yaml~', 'scenarios: []\n'), file);
      });
    expect(changes()).toBe(0);
  });
});
