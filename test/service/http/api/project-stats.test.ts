/** The statistics of all flows of a project: on a real service, with calls that the emulator has placed. */
import { describe, expect, test } from 'vitest';
import type { ProjectStats } from '../../../../src/service/stats/index.ts';
import { aProject, secretsOfProject } from '../../../builders/project.ts';
import { until } from '../../../engine/until.ts';
import { run } from '../../../e2e/command.ts';
import { closeAfterEach, openApi } from './scene.ts';
import type { ApiScene } from './scene.ts';

closeAfterEach();

const menu = (name: string) => `ringflow: 1
name: ${name}
languages: [en-US]
on: { error: bye }
steps:
  main:
    menu:
      prompt: To buy press 1.
      timeout: 1m
      attempts: 2
      choices: [{ key: 1, goto: sold }]
    on: { exhausted: bye }
  sold: { outcome: sold }
  bye: { say: Goodbye., next: hangup }
`;

/** Flows in service, each under a number. */
async function withFlows({ admin, emulator, service }: ApiScene, ...names: string[]) {
  const files = Object.fromEntries(names.map((name) => [`${name}.flow.yaml`, menu(name)]));
  const { body } = await admin('POST', '/projects/default/flows', { files });
  const { versions } = body as { versions: { flow: string; version: string }[] };
  for (const { flow, version } of versions)
    await admin('PUT', `/projects/default/deployments/${flow}`, { version });
  for (const [nth, flow] of names.entries()) {
    const number = `+493055570${nth}`;
    emulator.act(({ control }) => control.setNumber(number, { webhook: service.hookUrl }));
    await admin('PUT', `/projects/default/routes/${flow}`, { number, flow });
  }
  let callers = 0;
  /** Somebody calls and hears the menu. */
  const ring = async (flow: string) => {
    callers += 1;
    const [from, to] = [`+49151${10_000_000 + callers}`, `+493055570${names.indexOf(flow)}`];
    const id = emulator.act(({ people }, now) => people.ring({ from, to }, now));
    if (id === undefined) throw new Error('nobody answers the number');
    await until(() => emulator.act(({ control }) => control.call(id)?.listens));
    return id;
  };
  const ends = (id: string) =>
    until(() => emulator.act(({ control }) => control.call(id)?.state === 'disconnected'));
  return {
    ring,
    hangUp: async (id: string) => {
      emulator.act(({ people }, now) => people.hangUp(id, now));
      await ends(id);
    },
    buy: async (id: string) => {
      emulator.act(({ people }, now) => people.press(id, '1', now));
      await ends(id);
    },
    stats: async (query = '') => (await admin('GET', `/projects/default/stats${query}`)).body as ProjectStats,
  };
}

describe('the counts of a project', () => {
  test('tell how the calls of each flow ended, which are live, and the same of all by time', async () => {
    const routes = new Map([['+4930555999', 'alpha']]);
    const scene = await openApi({}, { routes }, { charactersPerSecond: 500 });
    const { ring, hangUp, buy, stats } = await withFlows(scene, 'alpha', 'beta', 'silent');
    await hangUp(await ring('beta'));
    await buy(await ring('beta'));
    await buy(await ring('alpha'));
    const reminders = { flow: 'alpha', from: '+4930555700', pace: { perSecond: 1, atOnce: 1 } };
    await scene.admin('PUT', '/projects/default/campaigns/reminders', reminders);
    const live = await ring('beta');
    const told = await until(async () => {
      const now = await stats();
      return now.calls.ended === 3 && now.calls.begun === 4 ? now : undefined;
    });
    const none = { failed: 0, talked: 0 };
    expect(told).toMatchObject({
      bucket: 'hour',
      calls: { begun: 4, ended: 3, hungUp: 1, served: 2, ...none },
      live: 1,
      flows: [
        { flow: 'beta', calls: { begun: 3, ended: 2, hungUp: 1, served: 1, ...none }, live: 1 },
        { flow: 'alpha', calls: { begun: 1, ended: 1, hungUp: 0, served: 1, ...none }, live: 0 },
        { flow: 'silent', calls: { begun: 0, ended: 0, hungUp: 0, served: 0, ...none }, live: 0 },
      ],
      flowsLeftOut: 0,
      campaigns: 1,
      routes: 4,
    });
    const minutes = await stats('?bucket=minute');
    expect(minutes.buckets.reduce((sum, { begun }) => sum + begun, 0)).toBe(4);
    expect(minutes.buckets.reduce((sum, { hungUp }) => sum + hungUp, 0)).toBe(1);
    expect(minutes.buckets.every(({ at }) => at % 60_000 === 0)).toBe(true);
    expect(minutes.flows.every(({ series }) => series === undefined)).toBe(true);
    const { flows } = await stats('?bucket=minute&series=true');
    const begun = flows.map(({ flow, series = [] }) => [
      flow,
      series.reduce((sum, one) => sum + one.begun, 0),
    ]);
    expect(begun).toEqual([
      ['beta', 3],
      ['alpha', 1],
      ['silent', 0],
    ]);

    const env = { RINGFLOW_URL: scene.service.url, RINGFLOW_TOKEN: scene.adminKey };
    const { stdout } = await run(['stats'], { env });
    expect(stdout).toMatch(/^flow +calls +ended +talked +served +hung up +failed +live now$/m);
    expect(stdout).toMatch(/^beta +3 +2 +0 +1 +1 \(50 %\) +0 +1$/m);
    expect(stdout).toMatch(/^all +4 +3 +0 +2 +1 \(33.3 %\) +0 +1$/m);
    const of = await run(['stats', '--of', '0123456789abcdef'], { env });
    expect(of).toMatchObject({ code: 2, stdout: '' });
    expect(of.stderr).toContain('name the flow');
    await hangUp(live);
  });

  test('are nothing for a project without flows, and for another time', async () => {
    const scene = await openApi({}, secretsOfProject);
    const { stats } = await withFlows(scene, 'alpha');
    expect(await stats('?from=2026-01-01T00:30:00Z&to=2026-01-02T00:00:00Z')).toMatchObject({
      from: Date.parse('2026-01-01T00:00:00Z'),
      live: 0,
      flows: [{ flow: 'alpha', calls: { begun: 0, ended: 0 } }],
      buckets: [],
    });
    await scene.admin('PUT', '/projects/empty', aProject);
    const { body } = await scene.admin('GET', '/projects/empty/stats');
    expect(body).toMatchObject({ calls: { begun: 0 }, live: 0, flows: [], flowsLeftOut: 0, buckets: [] });
    expect(body).toMatchObject({ campaigns: 0, routes: 0 });
  });

  test.each([
    ['?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 422, 'the period ends before it begins'],
    ['?from=2020-01-01T00:00:00Z', 422, 'the period has more than 2500 hours: shorten it'],
    ['?bucket=minute&from=2020-01-01T00:00:00Z&series=true', 422, 'more than 400 minutes'],
    ['?bucket=day', 400, 'is invalid'],
    ['?bucket=0', 400, 'is invalid'],
    ['?from=yesterday', 400, 'is invalid'],
    ['?flow=desk', 400, 'is invalid'],
  ])('%s is refused', async (query, status, detail) => {
    const { admin } = await openApi();
    const answer = await admin('GET', `/projects/default/stats${query}`);
    expect(answer).toMatchObject({ status, body: { detail: expect.stringContaining(detail) as string } });
  });

  test('are refused for an unknown project, and to keys of other projects', async () => {
    const { admin, as } = await openApi();
    expect(await admin('GET', '/projects/nowhere/stats')).toMatchObject({
      status: 404,
      body: { code: 'unknown_project' },
    });
    const stranger = await as({ project: 'other', role: 'admin' });
    expect(await stranger('GET', '/projects/default/stats')).toMatchObject({ status: 403 });
    expect(await (await as())('GET', '/projects/default/stats')).toMatchObject({ status: 401 });
  });
});
