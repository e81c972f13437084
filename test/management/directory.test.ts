/** The directory of a node: what it reads again, and when. */
import { expect, test } from 'vitest';
import { openMemoryStore } from '../../src/adapters/store-memory/index.ts';
import { callId, projectId } from '../../src/call/index.ts';
import { scryptSecrets } from '../../src/adapters/secrets-scrypt/index.ts';
import { AuditLog } from '../../src/management/audit.ts';
import { Directory } from '../../src/management/directory.ts';
import { HookTokens } from '../../src/management/hook-tokens.ts';
import { Quotas } from '../../src/management/quotas.ts';
import { Roster } from '../../src/management/roster.ts';
import type { Change, Registry } from '../../src/ports/index.ts';
import { RecordingLog } from '../engine/recording-log.ts';

const project = projectId('default');
const route = (id: string, was: number): Change => ({
  kind: 'routes/default',
  id,
  was,
  json: JSON.stringify({ number: '+4930555', takes: 'calls', flow: id }),
});
const deployment = (flow: string): Change => ({
  kind: 'deployments/default',
  id: flow,
  was: 0,
  json: JSON.stringify({ live: `${flow}-version`, history: [], changedAt: 1, changedBy: 'a' }),
});

/** A directory over a registry that counts the lists that are read. */
function scene() {
  const store = openMemoryStore();
  const read: string[] = [];
  const registry: Registry = {
    get: (kind, id) => store.registry.get(kind, id),
    list: (kind, page) => {
      read.push(kind);
      return store.registry.list(kind, page);
    },
    count: (kind) => store.registry.count(kind),
    kinds: () => store.registry.kinds(),
    write: (changes) => store.registry.write(changes),
    revision: (collections) => store.registry.revision(collections),
  };
  const clock = { now: () => 1_000, after: () => () => undefined };
  const log = new RecordingLog();
  const audit = new AuditLog(store.registry, () => 'entry');
  const tokens = new HookTokens({ registry, audit, secrets: scryptSecrets, now: clock.now });
  const roster = new Roster(registry, tokens);
  const quotas = new Quotas(store, clock);
  const directory = new Directory({ registry, flows: store, clock, log, roster, quotas });
  const flowOf = async () => {
    const wanted = { project, takes: 'calls', number: '+4930555', call: callId('default.a') } as const;
    return (await directory.toNumber(wanted))?.flow;
  };
  return { registry, read, directory, flowOf };
}

test('a directory reads nothing again while only campaigns change', async () => {
  const { registry, read, directory, flowOf } = scene();
  await registry.write([route('desk', 0), deployment('desk')]);
  expect(await flowOf()).toBe('desk');
  await directory.refresh();
  read.length = 0;
  for (const kind of ['campaigns/default', 'campaign/default/spring/waiting', 'audit', 'keys'])
    await registry.write([{ kind, id: 'a', was: 0, json: '{}' }]);
  await directory.refresh();
  expect(read).toEqual([]);
});

test('a directory follows a route and a deployment of any project that it knows', async () => {
  const { registry, directory, flowOf } = scene();
  await registry.write([route('desk', 0), deployment('desk')]);
  expect(await flowOf()).toBe('desk');
  await directory.refresh();
  const was = (await registry.get('routes/default', 'desk'))?.revision ?? 0;
  await registry.write([{ ...route('desk', was), json: undefined }, route('other', 0)]);
  await directory.refresh();
  expect(await flowOf()).toBeUndefined();
  await registry.write([deployment('other')]);
  await directory.refresh();
  expect(await flowOf()).toBe('other');
});
