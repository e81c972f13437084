/** The key of a store is changed while people are on the line. */
import { afterEach, describe, expect, test } from 'vitest';
import { until } from '../engine/until.ts';
import { useFolders } from '../authoring/flow-files/folder.ts';
import { Caller, inWords, newCanaries, openVault } from './vault.ts';

const newFolder = useFolders();
const open: (() => PromiseLike<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const OLD = 'the old key of the store';
const NEW = 'the new key of the store';
const BOTH = { RINGFLOW_SECRET_KEY: `${NEW}\n${OLD}` };

describe.each(['sqlite', 'redis'] as const)('the key of a store in %s', (kind) => {
  test('is changed while calls go on, and without the old one nothing is lost', async () => {
    const canaries = newCanaries();
    const { folder, atEnd } = {
      folder: newFolder(),
      atEnd: (close: () => PromiseLike<unknown>) => open.push(close),
    };
    const vault = await openVault({ kind, canaries, secretKey: OLD, folder, atEnd });
    const comesToRest = async (from: string) => {
      const caller = new Caller(vault.emulator, from);
      await caller.asked('Press one.');
      await caller.press('1');
      await caller.asked('Your code?');
      await caller.press(canaries.keyed);
      await caller.asked('Say your word.');
      caller.say(inWords(canaries.said));
      await caller.asked('Press two.');
      return caller;
    };
    const knows = async (caller: Caller) => {
      const before = vault.asked.length;
      await caller.press('2');
      await caller.ended();
      expect(vault.asked.slice(before).join()).toContain(canaries.keyed);
      expect(vault.asked.slice(before).join()).toContain(canaries.crmAnswer);
    };

    const first = await vault.start();
    const [early, late] = [await comesToRest('+4930111'), await comesToRest('+4930112')];
    await first.kill();
    const second = await vault.start({ RINGFLOW_SECRET_KEY: `${OLD}\n${NEW}` });
    await second.kill();
    const third = await vault.start(BOTH);
    await knows(early);
    const young = await comesToRest('+4930113');

    await until(async () => (await vault.use(['reseal'], BOTH)).code === 0);
    await third.stop();
    expect((await vault.use(['serve', folder.path, '--port', '0'])).stderr).toContain(
      'this store is sealed with key',
    );
    await vault.start({ RINGFLOW_SECRET_KEY: NEW });
    await knows(late);
    await knows(young);
    const exported = await vault.use(['calls', 'export', '--ndjson'], { RINGFLOW_SECRET_KEY: NEW });
    expect(exported.stderr).toBe('3 calls exported\n');
    expect(vault.log()).not.toContain('a call cannot continue on this node');
  });
});
