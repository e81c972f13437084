/** What the API tells of calls that the emulator has placed, and of canaries that are taken back by themselves. */
import { describe, expect, test } from 'vitest';
import { ALL_COUNTED } from '../../../../src/engine/ports/index.ts';
import { openSqliteStore } from '../../../../src/adapters/store-sqlite/index.ts';
import { run } from '../../../e2e/command.ts';
import { until } from '../../../engine/until.ts';
import { closeAfterEach, openApi } from './scene.ts';
import type { ApiScene } from './scene.ts';

closeAfterEach();

const NUMBER = '+4930555777';
const FLOW = '/projects/default/flows/desk';

/** A menu whose only way leads somewhere; `broken` versions fail on it. */
const desk = (text: string, way = 'say: Thank you.') => `ringflow: 1
name: desk
languages: [en-US]
on: { error: sorry }
steps:
  main:
    menu:
      prompt: ${text} press 1.
      timeout: 1m
      attempts: 2
      choices: [{ key: 1, goto: sold }]
    on: { exhausted: sorry }
  sold: { outcome: sold }
  thanks: { ${way}, next: hangup }
  sorry: { say: Sorry., next: hangup }
`;

interface Told {
  from: number;
  to: number;
  bucket: string;
  versions: {
    version: string;
    takes?: string;
    calls: Record<string, unknown> & { ended: number };
    outcomes: unknown[];
    steps: { step: string; visits: number; outcomes: Record<string, number>; noInput: number }[];
    buckets: { at: number; ended: number }[];
  }[];
}

async function inService({ admin, emulator, service }: ApiScene) {
  emulator.act(({ control }) => control.setNumber(NUMBER, { webhook: service.hookUrl }));
  await admin('PUT', '/projects/default/routes/main', { number: NUMBER, flow: 'desk' });
  const handIn = async (text: string, way?: string) => {
    const put = await admin('POST', '/projects/default/flows', { files: { 'flow.yaml': desk(text, way) } });
    const { versions } = put.body as { versions: { version: string }[] };
    return versions[0]?.version ?? '';
  };
  const deploy = (version: string, more: object = {}) =>
    admin('PUT', '/projects/default/deployments/desk', { version, ...more });
  const stats = async (query = '') => (await admin('GET', `${FLOW}/stats${query}`)).body as Told;
  const asked = (id: string) =>
    emulator
      .act(({ journal }) => journal.readAfter(0, id))
      .filter((entry) => entry.kind === 'speech' && entry.text !== '').length;
  let callers = 0;
  /** Somebody calls, and presses these in turn, each time they are asked; with nothing to press they hang up. */
  const call = async (...answers: string[]) => {
    callers += 1;
    const from = `+49151${10_000_000 + callers}`;
    const id = emulator.act(({ people }, now) => people.ring({ from, to: NUMBER }, now));
    if (id === undefined) throw new Error('nobody answers the number');
    for (const [before, keys] of answers.entries()) {
      await until(() => asked(id) > before && emulator.act(({ control }) => control.call(id)?.listens));
      emulator.act(({ people }, now) => {
        if (keys === '') people.hangUp(id, now);
        else people.press(id, keys, now);
      });
    }
    await until(() => emulator.act(({ control }) => control.call(id)?.state === 'disconnected'));
  };
  return { handIn, deploy, stats, call };
}

describe('the counts of a flow', () => {
  test('tell what became of its calls, step by step in its order, for each version', async () => {
    const scene = await openApi({}, {}, { charactersPerSecond: 500 });
    const { handIn, deploy, stats, call } = await inService(scene);
    const first = await handIn('To buy');
    await deploy(first);
    await call('1');
    await call('1');
    await call('');
    const one = await until(async () => {
      const told = await stats();
      return told.versions[0]?.calls.ended === 3 ? told : undefined;
    });
    expect(one.versions).toMatchObject([
      {
        version: first,
        takes: 'live',
        calls: {
          begun: 3,
          ended: 3,
          failed: 0,
          hungUp: 1,
          bridged: 0,
          byReason: { normal: 3 },
          failedPercent: 0,
          hungUpPercent: 33.3,
        },
        outcomes: [{ name: 'sold', calls: 2, percent: 66.7 }],
        steps: [
          { step: 'main', verb: 'menu', visits: 3, noInput: 0, noMatch: 0, hungUp: 1 },
          { step: 'sold', verb: 'outcome', visits: 2, outcomes: { done: 2 }, hungUp: 0 },
          { step: 'thanks', verb: 'say', visits: 2 },
          { step: 'sorry', verb: 'say', visits: 0, outcomes: {} },
        ],
      },
    ]);
    const second = await handIn('To sell');
    await deploy(second);
    await call('1');
    const both = await until(async () => {
      const told = await stats(`?version=${second}&against=${first}&bucket=minute`);
      return told.versions[0]?.calls.ended === 1 ? told : undefined;
    });
    expect(both.versions.map(({ version, takes }) => [version, takes])).toEqual([
      [second, 'live'],
      [first, undefined],
    ]);
    for (const { calls, buckets } of both.versions)
      expect(buckets.reduce((sum, { ended }) => sum + ended, 0)).toBe(calls.ended);
  });

  test('are nothing where there were no calls, and of another time', async () => {
    const scene = await openApi();
    const { stats } = await inService(scene);
    const day = await stats('?from=2026-01-01T00:30:00Z&to=2026-01-02T00:00:00Z');
    expect(day).toMatchObject({ bucket: 'hour', from: Date.parse('2026-01-01T00:00:00Z'), versions: [] });
    expect((await stats('?bucket=minute')).versions).toEqual([]);
  });

  test.each([
    ['?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 422, 'the period ends before it begins'],
    ['?from=2020-01-01T00:00:00Z', 422, 'the period has more than 2500 hours: shorten it'],
    [
      '?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z&bucket=minute',
      422,
      'the period has more than 2500 minutes: shorten it, or use hours',
    ],
    ['?bucket=day', 400, 'is invalid'],
    ['?version=latest', 400, 'is invalid'],
    ['?from=yesterday', 400, 'is invalid'],
  ])('%s is refused', async (query, status, detail) => {
    const { admin } = await openApi();
    const answer = await admin('GET', `${FLOW}/stats${query}`);
    expect(answer).toMatchObject({ status, body: { detail: expect.stringContaining(detail) as string } });
  });

  test('hold no number, key or word of a caller', async () => {
    const scene = await openApi({}, {}, { charactersPerSecond: 500 });
    const { handIn, deploy, stats, call } = await inService(scene);
    await deploy(await handIn('To buy'));
    await call('77777', '');
    const told = await until(async () => {
      const now = await stats();
      return now.versions[0]?.calls.ended === 1 ? now : undefined;
    });
    expect(told.versions[0]?.steps[0]).toMatchObject({ step: 'main', noMatch: 1 });
    expect(JSON.stringify(told)).not.toMatch(/77777|4915|4930/);
    const store = openSqliteStore({ file: scene.file });
    for (const sheet of ['calls', 'steps', 'flows', 'project'] as const) {
      const flow = sheet === 'calls' || sheet === 'steps' ? 'desk' : ALL_COUNTED;
      const series = { project: 'default', flow, sheet, width: 'hour' as const };
      const kept = await store.counts.read(series, { from: 0, until: Date.now() });
      expect(kept.flatMap(({ sums }) => Object.keys(sums)).join('\n')).toMatch(/^[a-z_ \n]+$/);
    }
    await store.close();
  });

  test('are all there when the service has ended', async () => {
    const scene = await openApi({}, {}, { charactersPerSecond: 500 });
    const { handIn, deploy, call } = await inService(scene);
    await deploy(await handIn('To buy'));
    await call('1');
    await until(async () => {
      const { body } = await scene.admin('GET', '/projects/default/calls?state=ended');
      return (body as { items: unknown[] }).items.length === 1;
    });
    await scene.service.stop();
    const store = openSqliteStore({ file: scene.file });
    const counted = await store.counts.read(
      { project: 'default', flow: 'desk', sheet: 'calls', width: 'hour' },
      { from: 0, until: Date.now() },
    );
    await store.close();
    expect(counted).toMatchObject([{ sums: { ended: 1 } }]);
  });
});

test('a canary that fails is taken back, and whoever asks is told why', async () => {
  const scene = await openApi({}, {}, { charactersPerSecond: 500 });
  const { handIn, deploy, call, stats } = await inService(scene);
  const { admin, log, service } = scene;
  const good = await handIn('To buy');
  // Nobody listens on that port.
  const bad = await handIn('To buy now', 'http: { get: "http://127.0.0.1:9/" }');
  await deploy(good);
  await deploy(bad, { percent: 99.99, guard: { maxErrorPercent: 10, minCalls: 3 } });
  const deployment = async () =>
    (await admin('GET', '/projects/default/deployments/desk')).body as Record<string, unknown>;
  while ((await deployment()).takenBack === undefined) await call('1');
  const after = await deployment();
  expect(after).toMatchObject({
    live: good,
    changedBy: 'system',
    takenBack: {
      version: bad,
      reason: expect.stringMatching(/^\d+ of \d+ calls failed, more than 10 %/) as string,
    },
  });
  expect(after).not.toHaveProperty('canary');
  expect((await admin('GET', '/projects/default/attention')).body).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({
        ...{ code: 'canary_rolled_back', flow: 'desk', version: bad },
        since: (after.takenBack as { at: number }).at,
      }),
    ]) as unknown,
  });
  const { body } = await admin('GET', '/audit');
  const { items } = body as { items: { by: string; action: string }[] };
  expect(items.filter(({ by }) => by === 'system')).toMatchObject([{ action: 'flow.rollback' }]);
  expect(log.of('error')).toEqual(['canary rolled back']);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toContain('ringflow_canaries_taken_back_total 1');
  const env = { RINGFLOW_URL: service.url, RINGFLOW_TOKEN: scene.adminKey };
  const listed = await run(['versions', 'desk'], { env });
  expect(listed.stdout).toMatch(
    new RegExp(`^${bad} .*rolled back at \\S+Z: \\d+ of \\d+ calls failed, more than 10 %`, 'm'),
  );
  expect(listed.stdout).toMatch(new RegExp(`^${good} .*takes 100 % of the calls$`, 'm'));
  const told = await stats(`?version=${bad}`);
  expect(told.versions[0]?.steps.find(({ step }) => step === 'thanks')?.outcomes.failed).toBeGreaterThan(2);
});
