/** The counts of a campaign over time: on a real service, with calls that the emulator takes. */
import { describe, expect, test } from 'vitest';
import type { CampaignStats } from '../../../src/service/stats/campaign-stats.ts';
import { until } from '../../engine/until.ts';
import { closeAfterEach } from '../http/api/scene.ts';
import { campaignOf, numberOf, openScene, recipientsCsv } from './scene.ts';

closeAfterEach();

const PATH = '/projects/default/campaigns/spring/stats';

/** Adds up a count of all buckets. */
function total({ buckets }: CampaignStats, name: 'attempts' | 'answered' | 'failed' | 'finished'): number {
  return buckets.reduce((sum, bucket) => sum + bucket[name], 0);
}

describe('the counts of a campaign', () => {
  test('tell of every call, also of one that is repeated, and of every finished recipient once', async () => {
    const { admin } = await openScene({ [numberOf(1)]: { on_ring: 'busy', afterMs: 10 } });
    const spring = campaignOf(admin);
    await spring.put({ retries: { busy: { times: 1, afterSeconds: 1 } } });
    await spring.load(recipientsCsv(3));
    await spring.take('start');
    const told = await until(async () => {
      const now = (await admin('GET', `${PATH}?bucket=minute`)).body as CampaignStats;
      return total(now, 'finished') === 3 ? now : undefined;
    });
    expect({ attempts: total(told, 'attempts'), answered: total(told, 'answered') }).toEqual({
      attempts: 4,
      answered: 2,
    });
    expect(total(told, 'failed')).toBe(0);
    expect(told.buckets.reduce((sum, { byResult }) => sum + (byResult.busy ?? 0), 0)).toBe(2);
    expect(told.buckets.every(({ at }) => at % 60_000 === 0)).toBe(true);
    const hours = (await admin('GET', PATH)).body as CampaignStats;
    expect(hours.bucket).toBe('hour');
    expect(total(hours, 'finished')).toBe(3);
  });

  test('are nothing before it starts', async () => {
    const { admin } = await openScene();
    await campaignOf(admin).put();
    expect(await admin('GET', PATH)).toMatchObject({ status: 200, body: { buckets: [] } });
  });

  test('are refused for an unknown campaign, a bad period, and to keys of other projects', async () => {
    const { admin, as } = await openScene();
    expect(await admin('GET', PATH)).toMatchObject({ status: 404, body: { code: 'unknown_campaign' } });
    await campaignOf(admin).put();
    for (const [query, status] of [
      ['?bucket=second', 400],
      ['?from=2099-01-01T00:00:00Z', 422],
      ['?from=2020-01-01T00:00:00Z&bucket=minute', 422],
    ] as const)
      expect(await admin('GET', `${PATH}${query}`)).toMatchObject({ status });
    const stranger = await as({ project: 'other', role: 'admin' });
    expect(await stranger('GET', PATH)).toMatchObject({ status: 403 });
  });
});
