/** docs/operations.md names everything that an operator can meet, and nothing that does not exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { configFiles } from '../../scripts/generate-config.ts';
import { toFlag, settingNames, toVariable } from '../../src/service/config/settings.ts';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { toCarrierVariable } from '../../src/carriers/asterisk/setup/index.ts';
import { callId, commandTraits } from '../../src/call/index.ts';
import { commitOf } from '../builders/commit.ts';
import { everyMetric } from '../builders/every-metric.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { ask, startRedis } from '../adapters/redis/server.ts';

const root = resolve(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, source: readFileSync(join(root, 'src', file), 'utf8') }));

/** What stands in code style in the first column of the table under a heading. */
function firstColumn(heading: string): string[] {
  const [, part = ''] = text.split(`\n## ${heading}\n`);
  const [section = ''] = part.split('\n## ');
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name ?? '');
}

function found(pattern: RegExp, files: RegExp): string[] {
  const names = sources
    .filter(({ file }) => files.test(file))
    .flatMap(({ source }) => [...source.matchAll(pattern)].map(([, name]) => name ?? ''));
  return [...new Set(names)].toSorted();
}

/** The settings of one carrier that are read from variables with its name. */
function readCarrierSettings(): string[] {
  return found(/read(?:Text|Required|Checked)\('([A-Z_]+)'/g, /^service\/config\/carriers\.ts$/);
}

test('what is made from the table of settings is up to date (npm run generate)', async () => {
  const made = await configFiles();
  expect(Object.keys(made)).toEqual(['schemas/config.schema.json', 'docs/operations.md']);
  for (const [path, content] of Object.entries(made))
    expect(readFileSync(join(root, path), 'utf8')).toBe(content);
});

test('every variable and every flag that it names exists', () => {
  const named = [...text.matchAll(/\b(RINGFLOW_[A-Z_]*[A-Z])\b|`(--[a-z-]+)/g)].map(
    ([, variable, flag]) => variable ?? flag ?? '',
  );
  const ofCarrier = readCarrierSettings().map((setting) => toCarrierVariable('desk', setting));
  const settings = new Set([...settingNames.flatMap((one) => [toVariable(one), toFlag(one)]), ...ofCarrier]);
  const isKnown = (name: string) => settings.has(name) || sources.some(({ source }) => source.includes(name));
  expect(settings.has('--platform-url')).toBe(true);
  expect(named.filter((name) => !isKnown(name))).toEqual([]);
});

test('every setting of a carrier is in its table, and no other', () => {
  const settings = readCarrierSettings().map((setting) => toCarrierVariable('desk', setting));
  expect(settings.length).toBeGreaterThan(5);
  expect(firstColumn('Further carriers').toSorted()).toEqual(settings);
});

test('every setting of the address of a Redis is in its table, and no other', () => {
  const [, table = ''] = /const SETTINGS = \{([^]*?)\n\} as const/.exec(
    readFileSync(join(root, 'src/adapters/store-redis/address.ts'), 'utf8'),
  ) ?? [''];
  const settings = [...table.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name);
  const named = firstColumn('Many machines').filter((name) => !name.includes('://'));
  expect(named).toEqual(settings);
});

test('every code of a store and of the spool is in its table, and no other', () => {
  const codes = found(
    /'((?:store|spool)_[a-z_]+|(?:record|document)_newer|sealed|cannot_listen|project_busy)'/g,
    /^(adapters\/(store|spool)-|engine\/|service\/(management\/|start\.ts|http\/cannot-listen))/,
  );
  expect(firstColumn('Error codes').toSorted()).toEqual(codes);
});

test('every line of the log that it explains is one that is written', () => {
  const lines = firstColumn('Health').filter((name) => name.includes(' ') && !name.startsWith('GET'));
  expect(lines.length).toBeGreaterThan(5);
  const written = (line: string) => sources.some(({ source }) => source.includes(`'${line}'`));
  expect(lines.filter((line) => !written(line))).toEqual([]);
});

test('every metric is in its table, and no other', async () => {
  const { types } = await everyMetric();
  const named = firstColumn('Health').filter((name) => /^(ringflow|process|nodejs)_/.test(name));
  expect(named.filter((name) => !types.has(name))).toEqual([]);
  const ours = [...types.keys()].filter((name) => name.startsWith('ringflow_'));
  expect(ours.filter((name) => !named.includes(name))).toEqual([]);
});

test('every alert is in its table with its severity, and no other', () => {
  const { groups } = parse(readFileSync(join(root, 'deploy/prometheus/ringflow-alerts.yaml'), 'utf8')) as {
    groups: { rules: { alert: string; labels: { severity: string } }[] }[];
  };
  const [, section = ''] = text.split('\n## Alerts\n');
  const [table = ''] = section.split('\n### ');
  const rows = [...table.matchAll(/^\| \[(\w+)\]\(#(\w+)\) +\| (\w+) /gm)].map(
    ([, alert = '', anchor, severity]) => ({
      alert,
      anchor,
      severity,
    }),
  );
  expect(rows).toEqual(
    groups.flatMap(({ rules }) =>
      rules.map(({ alert, labels: { severity } }) => ({ alert, anchor: alert.toLowerCase(), severity })),
    ),
  );
});

test('every kind of command has a row that says what becomes of it in doubt (I4)', () => {
  expect(firstColumn('Commands in doubt').toSorted()).toEqual(Object.keys(commandTraits).toSorted());
});

test('the rights that it gives a user of Redis are enough, without a warning', async () => {
  const [rights = ''] = /^ACL SETUSER .*$/m.exec(text) ?? [];
  const server = await startRedis('--appendonly', 'yes');
  const log = new RecordingLog();
  try {
    expect(await ask(server.port, rights)).toBe('+OK\r\n');
    const address = server.address.replace('://', '://ringflow:PASSWORD@');
    const store = await openRedisStore({ address, log });
    const call = callId('default.v1');
    const minutes = { project: 'default', flow: 'desk', sheet: 'calls', width: 'minute' } as const;
    const sums = [{ version: 'v1', name: 'ended', count: 1 }];
    await store.putFlow('v', '{}', 0);
    await store.commit(commitOf({ commands: [1], wakeAt: 1, expiresAt: 1 }));
    await store.check();
    await store.list({}, { limit: 10 });
    await store.count({});
    await store.findWaiting('nothing');
    await store.claim('b', 20_000, 30_000, 10);
    await store.trace(call);
    await store.nextDueAt();
    await store.getFlow('v');
    await store.expire(2, 10);
    await store.counts.add({
      node: 'a',
      number: 1,
      now: 1,
      added: [{ ...minutes, at: 0, keptUntil: 9, sums }],
    });
    await store.counts.read(minutes, { from: 0, until: 1 });
    const turn = await store.turns.take({ name: 'calls:app', turns: 1, restMs: 1_000, longestMs: 1_000 });
    if ('giveBack' in turn) await turn.giveBack();
    await store.close();
  } finally {
    await server.stop();
  }
  expect(log.of('warn')).toEqual([]);
});
