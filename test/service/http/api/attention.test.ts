/** What needs attention: on a real service, with counts in its store and versions in service. */
import { describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../../../src/adapters/store-sqlite/index.ts';
import { ALL_COUNTED } from '../../../../src/engine/ports/index.ts';
import type { Sheet } from '../../../../src/engine/ports/index.ts';
import { Collection } from '../../../../src/service/management/index.ts';
import type { Campaign } from '../../../../src/service/campaigns/index.ts';
import { run } from '../../../e2e/command.ts';
import { closeAfterEach, openApi } from './scene.ts';
import type { ApiScene } from './scene.ts';

closeAfterEach();

const desk = (hello: string, german = 'Guten Tag.') => `ringflow: 1
name: desk
languages: [en-US, de-DE]
prompts:
  hello: { en-US: ${hello}, de-DE: ${german} }
  ask: { en-US: To buy press 1., de-DE: Zum Kaufen drücken Sie die 1. }
  thanks: { en-US: Thank you., de-DE: Danke. }
  sorry: { en-US: Sorry., de-DE: Leider nicht. }
on: { error: sorry }
steps:
  hello: { say: hello }
  main:
    menu: { prompt: ask, attempts: 2, choices: [{ key: 1, goto: thanks }] }
    on: { exhausted: sorry }
  thanks: { say: thanks, next: hangup }
  sorry: { say: sorry, next: hangup }
`;

interface Told {
  from: number;
  items: ({ code: string; since: number; text: string } & Record<string, unknown>)[];
  itemsLeftOut: number;
}

function attending({ admin, file }: ApiScene) {
  const upload = async (text: string) => {
    const { body } = await admin('POST', '/projects/default/flows', { files: { 'flow.yaml': text } });
    const { versions } = body as { versions: { version: string }[] };
    return versions[0]?.version ?? '';
  };
  let number = 0;
  /** Adds counts of calls on a version, `name=count`, as a node does. */
  const count = async (version: string, calls: string[], steps: string[] = [], at = Date.now()) => {
    const store = openSqliteStore({ file });
    const minute = at - (at % 60_000);
    const parse = (sums: string[], of: string) =>
      sums.map((sum) => {
        const [name = '', amount] = sum.split('=');
        return { version: of, name, count: Number(amount) };
      });
    const add = (flow: string, sheet: Sheet, sums: ReturnType<typeof parse>) => ({
      ...{ project: 'default', flow, sheet, width: 'minute' as const, at: minute },
      ...{ keptUntil: at + 36_000_000, sums },
    });
    number += 1;
    const added = [
      add('desk', 'calls', parse(calls, version)),
      add('desk', 'steps', parse(steps, version)),
      add(ALL_COUNTED, 'flows', parse(calls, 'desk')),
    ];
    await store.counts.add({ node: 'other', number, now: at, added });
    await store.close();
  };
  return {
    upload,
    count,
    deploy: (version: string, more: object = {}) =>
      admin('PUT', '/projects/default/deployments/desk', { version, ...more }),
    attention: async (query = '') => (await admin('GET', `/projects/default/attention${query}`)).body as Told,
  };
}

describe('attention', () => {
  test('is needed by nothing where nothing goes wrong', async () => {
    const scene = await openApi();
    const { upload, deploy, count, attention } = attending(scene);
    const version = await upload(desk('Hello.'));
    expect((await attention()).items).toEqual([]);
    await deploy(version);
    await count(
      version,
      ['begun=40', 'ended=40', 'failed=2', 'hung_up=4'],
      ['visit main=40', 'left main 1=40'],
    );
    expect(await attention()).toMatchObject({ items: [], itemsLeftOut: 0 });
    const env = { RINGFLOW_URL: scene.service.url, RINGFLOW_TOKEN: scene.adminKey };
    expect(await run(['attention'], { env })).toMatchObject({ code: 0, stdout: 'nothing needs attention\n' });
  });

  test('is needed by failing calls and steps of versions that take calls, the most urgent first', async () => {
    const scene = await openApi();
    const { upload, deploy, count, attention } = attending(scene);
    const old = await upload(desk('Hello.'));
    const version = await upload(desk('Good day.', 'Schönen guten Tag.'));
    await deploy(old);
    await deploy(version);
    await count(old, ['ended=40', 'failed=40']);
    const steps = [
      'visit main=20',
      'left main exhausted=8',
      'left main silent=4',
      'visit hello=40',
      'left hello failed=30',
    ];
    await count(version, ['ended=40', 'failed=3', 'hung_up=5'], steps);
    const told = await attention();
    const place = { flow: 'desk', version, since: told.from };
    expect(told.items).toMatchObject([
      { ...place, code: 'calls_failing', share: { count: 3, of: 40, percent: 7.5 } },
      { ...place, code: 'step_failing', step: 'hello', share: { count: 30, of: 40, percent: 75 } },
      { ...place, code: 'callers_hanging_up', share: { count: 5, of: 40, percent: 12.5 } },
      { ...place, code: 'input_exhausted', step: 'main', share: { count: 12, of: 20, percent: 60 } },
    ]);
    expect(told.items[1]?.text).toBe('desk: 30 of 40 visits of step hello failed');
    const env = { RINGFLOW_URL: scene.service.url, RINGFLOW_TOKEN: scene.adminKey };
    expect((await run(['attention'], { env })).stdout).toMatch(
      /^calls_failing +\S+Z +desk: 3 of 40 calls failed$/m,
    );
  });

  test('is only needed by what happened in the period', async () => {
    const { upload, deploy, count, attention } = attending(await openApi());
    const version = await upload(desk('Hello.'));
    await deploy(version);
    await count(version, ['ended=40', 'failed=40'], [], Date.now() - 2 * 3_600_000);
    expect((await attention()).items).toEqual([]);
    const earlier = new Date(Date.now() - 2.5 * 3_600_000).toISOString();
    expect((await attention(`?from=${earlier}`)).items).toMatchObject([{ code: 'calls_failing' }]);
  });

  test('is needed by a canary once enough of its calls have ended, unless they breach its guard', async () => {
    const { upload, deploy, count, attention } = attending(await openApi());
    const live = await upload(desk('Hello.'));
    const canary = await upload(desk('Good day.', 'Schönen guten Tag.'));
    await deploy(live);
    await deploy(canary, { percent: 20, guard: { maxHangupPercent: 50, minCalls: 30 } });
    await count(canary, ['ended=29']);
    expect((await attention()).items).toEqual([]);
    await count(canary, ['ended=2', 'hung_up=1']);
    expect((await attention()).items).toMatchObject([
      { code: 'canary_ready', version: canary, canary: { percent: 20, ended: 31, failed: 0, hungUp: 1 } },
    ]);
    await deploy(canary);
    expect((await attention()).items).toEqual([]);
  });

  test('is needed by a text that changed in one language only, until the other follows', async () => {
    const { upload, deploy, attention } = attending(await openApi());
    await deploy(await upload(desk('Hello.')));
    const version = await upload(desk('Good day.'));
    await deploy(version);
    expect((await attention()).items).toMatchObject([
      { code: 'text_not_translated', flow: 'desk', version, unchangedIn: ['de-DE'] },
    ]);
    await deploy(await upload(desk('Good day dear caller.', 'Schönen guten Tag.')));
    expect((await attention()).items).toEqual([]);
  });

  test('is needed by a campaign that the service paused, not by one that somebody paused', async () => {
    const scene = await openApi();
    const { upload, deploy, attention } = attending(scene);
    await deploy(await upload(desk('Hello.')));
    const settings = { flow: 'desk', from: '+4930555000', pace: { perSecond: 1, atOnce: 1 } };
    for (const id of ['spring', 'summer'])
      await scene.admin('PUT', `/projects/default/campaigns/${id}`, settings);
    const store = openSqliteStore({ file: scene.file });
    const campaigns = new Collection<Campaign>(store.registry, 'campaigns', 'default');
    for (const [id, more] of [
      ['spring', { problem: 'the platform refuses the caller number', problemAt: 7_000 }],
      ['summer', {}],
    ] as const) {
      const kept = await campaigns.get(id);
      if (kept === undefined) throw new Error(`there is no campaign ${id}`);
      await store.registry.write([campaigns.change(id, kept, { ...kept.value, state: 'paused', ...more })]);
    }
    await store.close();
    expect((await attention()).items).toMatchObject([
      { code: 'campaign_paused', campaign: 'spring', flow: 'desk', since: 7_000 },
    ]);
  });

  test.each([
    ['?from=2099-01-01T00:00:00Z', 422, 'the period ends before it begins'],
    ['?from=2020-01-01T00:00:00Z', 422, 'the period has more than 2500 hours'],
    ['?from=now', 400, 'is invalid'],
    ['?minutes=5', 400, 'is invalid'],
  ])('%s is refused', async (query, status, detail) => {
    const { admin } = await openApi();
    const answer = await admin('GET', `/projects/default/attention${query}`);
    expect(answer).toMatchObject({ status, body: { detail: expect.stringContaining(detail) as string } });
  });

  test('of an unknown project, or to a key of another project, is refused', async () => {
    const { admin, as } = await openApi();
    expect(await admin('GET', '/projects/nowhere/attention')).toMatchObject({ status: 404 });
    const stranger = await as({ project: 'other', role: 'admin' });
    expect(await stranger('GET', '/projects/default/attention')).toMatchObject({ status: 403 });
    const viewer = await as({ project: 'default', role: 'viewer' });
    expect(await viewer('GET', '/projects/default/attention')).toMatchObject({ status: 200 });
  });
});
