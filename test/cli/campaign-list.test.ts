/** `ringflow campaign list` at a real service, in this process. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { registerCampaign } from '../../src/cli/operate/campaign.ts';
import { renderCampaigns } from '../../src/cli/operate/campaign-words.ts';
import type { CampaignAnswer } from '../../src/cli/operate/campaign-words.ts';
import { campaignOf, openScene, recipientsCsv } from '../service/campaigns/scene.ts';
import { until } from '../engine/until.ts';
import { closeAfterEach } from '../service/http/api/scene.ts';
import { runCommand } from './command.ts';

closeAfterEach();
afterEach(() => {
  vi.unstubAllEnvs();
});

/** More than come in a page. */
const MANY = 203;

async function operated() {
  const scene = await openScene();
  vi.stubEnv('RINGFLOW_URL', scene.service.url);
  vi.stubEnv('RINGFLOW_TOKEN', scene.adminKey);
  const list = (...args: string[]) => runCommand(registerCampaign, ['campaign', 'list', ...args]);
  return { ...scene, list };
}

describe('a list of campaigns', () => {
  test('has a line for each, with how far it has come', async () => {
    const { admin, list } = await operated();
    const [spring, winter] = [campaignOf(admin, 'spring'), campaignOf(admin, 'winter-2026')];
    await spring.put();
    await spring.load(recipientsCsv(2));
    await winter.put();
    await spring.take('start');
    await until(async () => (await spring.progress()).state === 'done');
    const { out, err, code } = await list();
    expect({ err, code }).toEqual({ err: '', code: 0 });
    expect(out.replace(/\d{4}-\d\d-\d\dT[\d:]{8}/, 'T')).toBe(
      [
        'campaign     state  flow      done            in progress  started',
        'spring       done   reminder  2 of 2 (100 %)  0            T',
        'winter-2026  draft  reminder  0 of 0          0            -',
        '',
      ].join('\n'),
    );
  });

  test('is whole, however many there are, and is told to programs as the API tells it', async () => {
    const { admin, list } = await operated();
    const ids = Array.from({ length: MANY }, (_, at) => `c${String(at).padStart(3, '0')}`);
    for (const id of ids) expect((await campaignOf(admin, id).put()).status).toBe(201);
    const all = JSON.parse((await list('--json')).out) as CampaignAnswer[];
    expect(all.map(({ id }) => id)).toEqual(ids);
    const { body } = await admin('GET', '/projects/default/campaigns?limit=1');
    expect(body).toMatchObject({ items: [all[0]] });
    expect((await list()).out.split('\n')).toHaveLength(MANY + 2);
  });

  test('of a project without any is empty', async () => {
    const { list } = await operated();
    expect(await list()).toEqual({ out: '', err: '', code: 0 });
    expect((await list('--json')).out).toBe('[]\n');
  });

  test('is refused to who has no role there', async () => {
    const { list, key } = await operated();
    vi.stubEnv('RINGFLOW_TOKEN', (await key({ project: 'other', role: 'admin' })).replace('Bearer ', ''));
    expect(await list()).toMatchObject({ out: '', code: 1 });
  });
});

test('a campaign that paused by itself says why', () => {
  const counts = { waiting: 2, calling: 1, results: { busy: 1 } };
  const paused = { id: 'a', flow: 'desk', state: 'paused', recipients: 4, counts } as const;
  const told = renderCampaigns([{ ...paused, startedAt: 0, problem: 'the flow takes no calls' }]);
  expect(told.split('\n')[1]).toBe(
    'a         paused  desk  1 of 4 (25 %)  1            1970-01-01T00:00:00  the flow takes no calls',
  );
});
