/** A campaign as an operator leads it, by the command line, on a service before an emulator. */
import { afterEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import { temporaryFile } from '../adapters/sqlite-file.ts';
import { FROM, numberOf, recipientsCsv, reminderFlow, rings } from '../service/campaigns/scene.ts';
import { until } from '../engine/until.ts';
import { useFolders } from '../authoring/flow-files/folder.ts';
import { Command, ready, run } from './command.ts';
import { TOKEN } from './desk.ts';
import { freePort } from '../setup/free-port.ts';

const newFolder = useFolders();
const running: (() => PromiseLike<unknown>)[] = [];

afterEach(async () => {
  for (const close of running.splice(0).reverse()) await close();
});

/** A service in a process of its own that can be killed and started again, and somebody who operates it. */
async function scene() {
  const { file, remove } = temporaryFile();
  running.push(() => {
    remove();
    return Promise.resolve();
  });
  const emulator = await startEmulator({
    settings: {
      redeliver: 1_000,
      redeliverAfterMs: 100,
      projects: [{ appId: 'app', appKey: 'app-key' }],
      charactersPerSecond: 250,
      setupMs: 20,
    },
  });
  running.push(() => emulator.close());
  const url = `http://127.0.0.1:${await freePort()}`;
  const store = `sqlite:${file}`;
  const env = {
    RINGFLOW_PLATFORM_URL: emulator.url,
    RINGFLOW_APP_ID: 'app',
    RINGFLOW_APP_KEY: 'app-key',
    RINGFLOW_HOOK_TOKEN: TOKEN,
    RINGFLOW_PUBLIC_URL: url,
  };
  let service: Command | undefined;
  const start = async () => {
    service = new Command(['serve', '--port', new URL(url).port, '--store', store, '--takeover', '2s'], {
      env,
    });
    await ready(url, service);
  };
  const kill = async () => service?.kill();
  running.push(kill);
  await start();
  const key = (await run(['keys', 'create', 'operations', '--store', store])).stdout.trim();
  const folder = newFolder();
  const use = (...args: string[]) => run(args, { env: { RINGFLOW_URL: url, RINGFLOW_TOKEN: key } });
  folder.write('flows/flow.yaml', reminderFlow);
  expect((await use('deploy', `${folder.path}/flows`)).code).toBe(0);
  const create = (file_: string, ...args: string[]) =>
    use('campaign', 'create', 'spring', file_, '--flow', 'reminder', '--from', FROM, ...args);
  return { emulator, folder, use, create, start, kill };
}

describe('an operator', () => {
  test('calls everybody of a file once, though the service is killed in the middle', async () => {
    const { emulator, folder, use, create, start, kill } = await scene();
    const file = folder.write('people.csv', recipientsCsv(20));
    expect(await create(file, '--per-second', '5', '--at-once', '8')).toMatchObject({
      code: 0,
      stdout: 'spring: 20 recipients loaded\n',
    });
    expect((await use('campaign', 'status', 'spring')).stdout).toBe('spring: draft, 0 of 20 done (0 %)\n');
    expect((await use('campaign', 'start', 'spring')).stdout).toContain('spring: running, 0 of 20 done');
    await until(() => rings(emulator).size >= 6);
    await kill();
    await start();
    expect(await use('campaign', 'status', 'spring', '--watch')).toMatchObject({
      code: 0,
      stdout: 'spring: done, 20 of 20 done (100 %), 20 answered\n',
    });
    const everybody = Array.from({ length: 20 }, (_, at) => numberOf(at + 1));
    expect([...rings(emulator)].sort()).toEqual(everybody.map((number) => [number, 1]));
    const { stdout } = await use('campaign', 'results', 'spring');
    const [headings, ...rows] = stdout.trim().split('\n');
    expect(headings).toBe('row,number,result,attempts,called_at,ended_at,outcomes,call,detail,params');
    expect(rows.map((row) => row.split(',').slice(0, 4).join(' '))).toEqual(
      everybody.map((number, at) => `${at + 1} ${number} answered 1`),
    );
  });

  test('is told of bad rows by line before anything is sent, and loads the others on demand', async () => {
    const { folder, use, create } = await scene();
    const rows = [
      'number,day',
      `${numberOf(1)},Monday`,
      '12,Monday',
      `${numberOf(1)},Tuesday`,
      `${numberOf(2)},`,
    ];
    const file = folder.write('people.csv', rows.join('\n'));
    const refused = await create(file);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(
      [
        `${file}:3: "12" does not begin with +, and the campaign has no country`,
        `${file}:4: ${numberOf(1)} is already in line 2`,
        `${file}:5: parameter "day" is missing`,
        '1 rows are valid, 3 are invalid (1 duplicates)',
        'ringflow: no recipients were loaded (--only-good loads the valid rows)',
        '',
      ].join('\n'),
    );
    expect((await use('campaign', 'status', 'spring')).stdout).toBe('spring: draft, 0 of 0 done\n');
    expect(await create(file, '--only-good')).toMatchObject({
      code: 0,
      stdout: 'spring: 1 recipients loaded\n',
    });
    expect(await use('campaign', 'pause', 'spring')).toMatchObject({
      code: 1,
      stderr: 'ringflow: campaign "spring" is not started yet: it cannot be paused\n',
    });
    expect((await use('campaign', 'status', 'autumn')).code).toBe(1);
    expect((await create(folder.write('people.txt', ''))).code).toBe(2);
  });
});
