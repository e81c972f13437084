/**
 * Keeps what this release writes, for the tests of later ones: `node test/call/records/keep.ts sqlite redis`. Run it when a format,
 * the schema of the SQLite file (then `sqlite` alone) or the layout in Redis (`redis`) has a new number, and never again for
 * that number: what is there already stays.
 */
import { constants, copyFileSync, mkdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { recordFormats } from '../../../src/call/record-formats.ts';
import { temporaryFile } from '../../adapters/sqlite-file.ts';
import { numberOf, recipientsCsv, reminderFlow } from '../../service/campaigns/scene.ts';
import { Command, ready, run } from '../../e2e/command.ts';
import { deskEnv, FLOWS, openBooks, openPlatform, OUR_NUMBER, saysNothing, scripts } from '../../e2e/desk.ts';
import { Crowd } from '../../e2e/people.ts';
import { folderWith } from '../../cli/command.ts';
import { ask, startRedis, until } from '../../adapters/redis/server.ts';
import { freePort } from '../../setup/free-port.ts';

export const kept = join(import.meta.dirname, `../../fixtures/records/${recordFormats.newest}`);
const CALLS = 24;
/** So many commands have been sent when the service is killed: most calls are in the middle of something. */
const COMMANDS = 90;

/** Runs a service on a store, with campaigns, routes, keys and calls under way, and kills it. */
async function fill(store: string): Promise<void> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const emulator = await openPlatform(url);
  const books = await openBooks();
  const env = { ...deskEnv(emulator, books), RINGFLOW_PUBLIC_URL: url, RINGFLOW_STORE: store };
  const spool = folderWith({});
  const service = new Command(['serve', FLOWS, '--port', new URL(url).port, '--spool', spool.path], { env });
  await ready(url, service);
  await operate(url, store);
  const crowd = new Crowd(emulator);
  for (let call = 0; call < CALLS; call += 1)
    crowd.ring(scriptOf(call), `+49170${1_000_000 + call}`, OUR_NUMBER);
  await until('most calls are in the middle of something', () =>
    Promise.resolve(
      emulator.act(({ journal }) => journal.readAfter(0)).filter(({ kind }) => kind === 'request').length >
        COMMANDS,
    ),
  );
  await service.kill();
  crowd.leave();
  await emulator.close();
  await books.close();
  spool.remove();
}

function scriptOf(call: number) {
  const all = [...scripts, saysNothing];
  return all[call % all.length] ?? saysNothing;
}

async function operate(url: string, store: string): Promise<void> {
  const folder = folderWith({ 'flow.yaml': reminderFlow, 'people.csv': recipientsCsv(3) });
  const key = (await run(['keys', 'create', 'operations', '--store', store])).stdout.trim();
  const steps = [
    ['deploy', folder.path, '--force', '--reason', 'the fixtures are kept'],
    ['route', '+4930555777', 'reminder'],
    [
      'campaign',
      'create',
      'spring',
      join(folder.path, 'people.csv'),
      '--flow',
      'reminder',
      '--from',
      numberOf(9),
    ],
  ];
  for (const args of steps) {
    const { code, stderr } = await run(args, { env: { RINGFLOW_URL: url, RINGFLOW_TOKEN: key } });
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  }
  folder.remove();
}

/** Its name says in which schema it is. */
async function keepSqlite(): Promise<void> {
  const { file, remove } = temporaryFile();
  await fill(`sqlite:${file}`);
  const db = new DatabaseSync(file);
  const { user_version: schema } = db.prepare('PRAGMA user_version').get() ?? {};
  db.exec(`VACUUM INTO '${join(kept, `schema-${String(schema)}.sqlite`)}'`);
  db.close();
  remove();
}

/** Its name says in which layout it is. */
async function keepRedis(): Promise<void> {
  const folder = folderWith({});
  const server = await startRedis('--dir', folder.path);
  await fill(`${server.address}?partitions=2`);
  await ask(server.port, 'SAVE');
  const [, layout] = /layout (\d+)/.exec(await ask(server.port, 'GET ringflow:{layout}')) ?? [];
  const copy = join(kept, `layout-${String(layout)}.rdb`);
  copyFileSync(join(folder.path, 'dump.rdb'), copy, constants.COPYFILE_EXCL);
  await server.stop();
  folder.remove();
}

if (import.meta.main) {
  mkdirSync(kept, { recursive: true });
  if (process.argv.includes('sqlite')) await keepSqlite();
  if (process.argv.includes('redis')) await keepRedis();
}
