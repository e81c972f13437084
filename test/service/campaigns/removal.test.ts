/** Campaigns that are removed: when they may be, and that nothing of them is left. */
import { describe, expect, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import { CampaignDocuments } from '../../../src/service/campaigns/queues.ts';
import { createCampaign } from '../../../src/service/campaigns/campaign.ts';
import type { Campaign } from '../../../src/service/campaigns/campaign.ts';
import { Removal } from '../../../src/service/campaigns/removal.ts';
import { AuditLog } from '../../../src/service/management/index.ts';
import type { Registry } from '../../../src/engine/ports/index.ts';
import { HandClock } from '../../engine/hand-clock.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { until } from '../../engine/until.ts';
import { closeAfterEach } from '../http/api/scene.ts';
import { campaignOf, hangUp, numberOf, openScene, recipientsCsv, rings, settings, slowly } from './scene.ts';

closeAfterEach();

const DAY_MS = 24 * 3_600_000;

describe('over the API a campaign', () => {
  test('is removed once it is over, and its name is free for another one, which calls everybody again', async () => {
    const { admin, emulator } = await openScene();
    const spring = campaignOf(admin);
    for (const round of [1, 2]) {
      expect((await spring.put()).status).toBe(201);
      await spring.load(recipientsCsv(2));
      await spring.take('start');
      await until(async () => (await spring.progress()).state === 'done');
      expect(rings(emulator)).toEqual(new Map([1, 2].map((n) => [numberOf(n), round])));
      expect((await spring.remove()).status).toBe(204);
      expect((await spring.remove()).body).toMatchObject({ code: 'unknown_campaign' });
    }
    const { body } = await admin('GET', '/projects/default/campaigns');
    expect(body).toMatchObject({ items: [] });
    const audit = (await admin('GET', '/audit?limit=1')).body as { items: { action: string }[] };
    expect(audit.items[0]?.action).toBe('campaign.remove');
  });

  test('that runs, is paused or has calls under way is not removed', async () => {
    const { admin, emulator } = await openScene({}, slowly);
    const spring = campaignOf(admin);
    await spring.put({ pace: { perSecond: 20, atOnce: 1 } });
    await spring.load(recipientsCsv(2));
    await spring.take('start');
    const refused = { status: 422, body: { code: 'invalid_state' } };
    expect(await spring.remove()).toMatchObject(refused);
    await until(async () => (await spring.progress()).counts.calling === 1);
    await spring.take('pause');
    expect(await spring.remove()).toMatchObject(refused);
    await spring.take('stop');
    expect(await spring.remove()).toMatchObject(refused);
    await hangUp(emulator, 1);
    await until(async () => (await spring.progress()).counts.calling === 0);
    expect((await spring.remove()).status).toBe(204);
    expect(await spring.load(recipientsCsv(1))).toMatchObject({ status: 404 });
  });
});

/** A registry with campaigns in it, each with some recipients, and what removes them. */
async function scene(
  campaigns: Record<string, Partial<Campaign>>,
  registryOf = (registry: Registry) => registry,
) {
  const { registry: kept } = openMemoryStore();
  const documents = new CampaignDocuments(kept);
  const refOf = (id: string) => ({ project: 'default', id });
  for (const [id, more] of Object.entries(campaigns)) {
    const campaign = { ...createCampaign(settings, { id: 'a', at: 0 }), ...more };
    const { waiting, done } = documents.openQueues(refOf(id));
    await kept.write([
      documents.openCampaigns('default').change(id, undefined, campaign),
      documents.known.change(`default/${id}`, undefined, refOf(id)),
      ...Array.from({ length: 700 }, (_, row) =>
        waiting.change(`w-${row}`, undefined, { number: numberOf(row), row, attempt: 1 }),
      ),
      done.change('d', undefined, { number: '+49', row: 1, result: 'busy', attempts: 1, endedAt: 1 }),
    ]);
  }
  const clock = new HandClock(100 * DAY_MS);
  const log = new RecordingLog();
  let ids = 0;
  const audit = new AuditLog(kept, () => String((ids += 1)));
  const parts = {
    documents: new CampaignDocuments(registryOf(kept)),
    audit,
    clock,
    log,
    keptMs: 10 * DAY_MS,
  };
  const left = async () => {
    const counts: Record<string, number> = {};
    for (const id of Object.keys(campaigns)) {
      const { waiting, done } = documents.openQueues(refOf(id));
      const [campaign, known] = [await documents.get(refOf(id)), await documents.known.get(`default/${id}`)];
      const some = [await waiting.count(), await done.count(), campaign ? 1 : 0, known ? 1 : 0];
      counts[id] = some.reduce((sum, one) => sum + one, 0);
    }
    return counts;
  };
  return { removal: new Removal(parts), left, clock, log, refOf };
}

const ALL = 703;
const by = { id: 'key:a', name: 'a', grants: [] };

describe('what nodes remove', () => {
  test('is what was over long ago, and nothing else', async () => {
    const { removal, left } = await scene({
      'done-long-ago': { state: 'done', endedAt: 89 * DAY_MS },
      'stopped-long-ago': { state: 'stopped', endedAt: 1 },
      'done-lately': { state: 'done', endedAt: 91 * DAY_MS },
      'calls-still': { state: 'stopped', endedAt: 1, counts: { waiting: 0, calling: 1, results: {} } },
      draft: {},
      running: { state: 'running', startedAt: 1 },
      paused: { state: 'paused', startedAt: 1 },
    });
    await removal.removeExpired();
    expect(await left()).toEqual({
      'done-long-ago': 0,
      'stopped-long-ago': 0,
      'done-lately': ALL,
      'calls-still': ALL,
      draft: ALL,
      running: ALL,
      paused: ALL,
    });
  });

  test('is looked for once in a while, also after a failure, until they stop', async () => {
    let isAway = true;
    const { removal, left, clock, log } = await scene({ old: { state: 'done', endedAt: 1 } }, (registry) => ({
      get: (...of) => registry.get(...of),
      list: (...of) => (isAway ? Promise.reject(new Error('away')) : registry.list(...of)),
      count: (...of) => registry.count(...of),
      kinds: () => registry.kinds(),
      write: (...of) => registry.write(...of),
      revision: (...of) => registry.revision(...of),
    }));
    removal.start();
    clock.pass(3_600_000);
    await until(() => log.lines.length > 0);
    isAway = false;
    await until(async () => {
      clock.pass(3_600_000);
      return (await left()).old === 0;
    });
    await removal.stop();
  });

  test('is what was left of a removal that broke off, which takes no part in anything until then', async () => {
    let writes = 0;
    const { removal, left, refOf } = await scene({ spring: { state: 'draft' } }, (registry) => ({
      get: (...of) => registry.get(...of),
      list: (...of) => registry.list(...of),
      count: (...of) => registry.count(...of),
      kinds: () => registry.kinds(),
      write: (changes) => {
        writes += 1;
        return writes === 3 ? Promise.reject(new Error('away')) : registry.write(changes);
      },
      revision: (...of) => registry.revision(...of),
    }));
    await expect(removal.remove(by, refOf('spring'))).rejects.toThrow('away');
    expect((await left()).spring).toBe(ALL - 500);
    await removal.removeExpired();
    expect(await left()).toEqual({ spring: 0 });
  });

  test('stops being removed when the service does, and is removed by whoever looks next', async () => {
    const stopping: { removal?: Removal } = {};
    const { removal, left, refOf } = await scene({ spring: { state: 'done', endedAt: 1 } }, (registry) => ({
      get: (...of) => registry.get(...of),
      list: (...of) => registry.list(...of),
      count: (...of) => registry.count(...of),
      kinds: () => registry.kinds(),
      write: (changes) => {
        if (changes.length > 2) void stopping.removal?.stop();
        return registry.write(changes);
      },
      revision: (...of) => registry.revision(...of),
    }));
    stopping.removal = removal;
    await removal.removeExpired();
    expect((await left()).spring).toBe(ALL - 500);
    await expect(removal.remove(by, refOf('spring'))).rejects.toMatchObject({ code: 'service_stopping' });
  });

  test('can be removed by two at once', async () => {
    const { removal, left, refOf } = await scene({ spring: { state: 'done', endedAt: 1 } });
    await Promise.all([
      removal.remove(by, refOf('spring')),
      removal.remove(by, refOf('spring')),
      removal.removeExpired(),
    ]);
    expect(await left()).toEqual({ spring: 0 });
  });
});
