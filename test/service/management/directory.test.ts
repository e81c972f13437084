/** The directory of a node: what it reads again, and when. */
import { expect, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import { callId, projectId } from '../../../src/call/index.ts';
import { cheapSecrets } from '../../builders/secrets.ts';
import { AuditLog } from '../../../src/service/management/audit.ts';
import { Directory } from '../../../src/service/management/directory.ts';
import { HookTokens } from '../../../src/service/management/hook-tokens.ts';
import { Quotas } from '../../../src/service/management/quotas.ts';
import { Roster } from '../../../src/service/management/roster.ts';
import type { Change, Registry } from '../../../src/engine/ports/index.ts';
import { HandClock } from '../../engine/hand-clock.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { until } from '../../engine/until.ts';

const HOUR_MS = 3_600_000;

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

/** A directory over a registry that counts the lists that are read, and lets a test hold one of them up. */
function scene() {
  const store = openMemoryStore();
  const read: string[] = [];
  const held: { next?: { kind: string; until: Promise<void> } } = {};
  const registry: Registry = {
    get: (kind, id) => store.registry.get(kind, id),
    list: async (kind, page) => {
      read.push(kind);
      const found = await store.registry.list(kind, page);
      const { next } = held;
      if (next?.kind !== kind) return found;
      delete held.next;
      await next.until;
      return found;
    },
    count: (kind) => store.registry.count(kind),
    kinds: () => store.registry.kinds(),
    write: (changes) => store.registry.write(changes),
    revision: (collections) => store.registry.revision(collections),
  };
  const clock = new HandClock(1_000);
  const log = new RecordingLog();
  const audit = new AuditLog(store.registry, () => 'entry');
  const tokens = new HookTokens({ registry, audit, secrets: cheapSecrets, now: () => clock.now() });
  const roster = new Roster(registry, tokens);
  const quotas = new Quotas(store, clock);
  const directory = new Directory({
    ...{ registry, flows: store, clock, log, roster, quotas },
    held: { findDeployment: () => undefined },
  });
  const flowOf = async () => {
    const wanted = {
      ...({ project, takes: 'calls', number: '+4930555', carrier: 'platform' } as const),
      call: callId('default.a'),
    };
    return (await directory.toNumber(wanted))?.flow;
  };
  return { store, registry, read, held, clock, directory, flowOf };
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

test('DIRECTORY-1 what a refresh read before a change does not take the place of what a later one has read', async () => {
  const { registry, held, directory, flowOf } = scene();
  await registry.write([route('desk', 0), deployment('desk'), deployment('other')]);
  expect(await flowOf()).toBe('desk');
  let goOn: () => void = () => undefined;
  held.next = { kind: 'routes/default', until: new Promise((resolve) => (goOn = resolve)) };
  await registry.write([deployment('third')]);
  const slow = directory.refresh();
  await until(() => held.next === undefined);
  const was = (await registry.get('routes/default', 'desk'))?.revision ?? 0;
  await registry.write([{ ...route('desk', was), json: undefined }, route('other', 0)]);
  const changed = directory.refresh();
  setImmediate(goOn);
  await changed;
  expect(await flowOf()).toBe('other');
  await slow;
  expect(await flowOf()).toBe('other');
});

test('a refresh that fails keeps no later one from reading', async () => {
  const { registry, held, directory, flowOf } = scene();
  await registry.write([route('desk', 0), deployment('desk')]);
  held.next = { kind: 'projects', until: Promise.reject(new Error('away')) };
  await expect(directory.refresh()).rejects.toThrow('away');
  await directory.refresh();
  expect(await flowOf()).toBe('desk');
});

test('versions stay where nodes find them also in a project that nobody has called since the node began', async () => {
  const { store, registry, clock, directory } = scene();
  const shop = { platform: { appId: 'env:RINGFLOW_PROJECT_A', appKey: 'env:RINGFLOW_PROJECT_B' } };
  await registry.write([{ kind: 'projects', id: 'shop', was: 0, json: JSON.stringify(shop) }]);
  for (const name of ['default', 'shop']) {
    const live = `${name}-live`;
    const later = `${name}-later`;
    const scheduled = { version: later, at: clock.now() + 72 * HOUR_MS };
    const json = JSON.stringify({ live, scheduled, history: [], changedAt: 1, changedBy: 'a' });
    await registry.write([
      { kind: `deployments/${name}`, id: 'desk', was: 0, json },
      ...[live, later].map((version) => ({
        kind: `flow-sources/${name}`,
        id: `desk@${version}`,
        was: 0,
        json: JSON.stringify({ files: {}, compiled: { version } }),
      })),
    ]);
  }
  await directory.refresh();
  directory.start();
  const versions = ['default-live', 'default-later', 'shop-live', 'shop-later'];
  const kept = async () => {
    const found = await Promise.all(versions.map((version) => store.getFlow(version)));
    return found.filter((one) => one !== undefined).length;
  };
  await until(async () => {
    clock.pass(1_000);
    return (await kept()) === versions.length;
  });
  for (let hour = 0; hour < 30; hour += 1) {
    await until(() => clock.waits(1_000));
    clock.pass(HOUR_MS);
    await until(() => clock.waits(1_000));
    await store.expire(clock.now(), 1);
  }
  expect(await kept()).toBe(versions.length);
  directory.stop();
});
