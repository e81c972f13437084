/** Campaigns whose calls the platform is asked for together. */
import { describe, expect, test } from 'vitest';
import { until } from '../../engine/until.ts';
import { closeAfterEach } from '../http/api/scene.ts';
import type { Emulator } from '../../../src/platform/emulator/http/index.ts';
import { campaignOf, inService, numberOf, openScene, recipientsCsv, reminderFlow, rings } from './scene.ts';

closeAfterEach();

const everybody = (count: number) => new Map(Array.from({ length: count }, (_, at) => [numberOf(at + 1), 1]));

/** The requests that place calls, repetitions apart: where, and for whom. */
function requests({ act }: Pick<Emulator, 'act'>): { path: string; to: string[] }[] {
  return act((model) => model.journal.readAfter(0)).flatMap((entry) => {
    if (entry.kind !== 'request' || entry.method !== 'POST' || entry.replayed === true) return [];
    const { to, recipients } = JSON.parse(entry.body ?? '{}') as {
      to?: string;
      recipients?: { to: string }[];
    };
    const all = recipients?.map((one) => one.to) ?? [to ?? ''];
    return [{ path: entry.path, to: all }];
  });
}

/** How often each number was asked for. */
function askedFor(emulator: Pick<Emulator, 'act'>): Map<string, number> {
  const counted = new Map<string, number>();
  for (const number of requests(emulator).flatMap(({ to }) => to))
    counted.set(number, (counted.get(number) ?? 0) + 1);
  return counted;
}

describe('a campaign by broadcast', () => {
  test('calls everybody once, with few requests, and tells what came of each', async () => {
    const { admin, emulator } = await openScene({ [numberOf(2)]: { on_ring: 'busy', afterMs: 10 } });
    const spring = campaignOf(admin);
    expect(await spring.put({ by: 'broadcast', pace: { perSecond: 5, atOnce: 50 } })).toMatchObject({
      status: 201,
      body: { by: 'broadcast' },
    });
    await spring.load(recipientsCsv(12));
    await spring.take('start');
    await until(async () => (await spring.progress()).state === 'done');
    expect((await spring.progress()).counts.results).toEqual({ answered: 11, busy: 1 });
    expect(askedFor(emulator)).toEqual(everybody(12));
    const asked = requests(emulator);
    expect(asked.every(({ path }) => path.endsWith('/voice/v1/broadcast'))).toBe(true);
    expect(Math.max(...asked.map(({ to }) => to.length))).toBe(5);
    const results = await spring.results();
    expect(results.map(({ result, outcomes }) => [result, outcomes])).toEqual(
      results.map((_, at) => (at === 1 ? ['busy', ''] : ['answered', 'told'])),
    );
  });

  test('never has more calls under way than it may, and calls again as its retries say', async () => {
    const { admin, emulator } = await openScene({ [numberOf(1)]: { on_ring: 'busy', afterMs: 10 } });
    const spring = campaignOf(admin);
    const retries = { busy: { times: 1, afterSeconds: 1 } };
    await spring.put({ by: 'broadcast', pace: { perSecond: 20, atOnce: 2 }, retries });
    await spring.load(recipientsCsv(4));
    await spring.take('start');
    await until(async () => (await spring.progress()).state === 'done');
    expect(askedFor(emulator)).toEqual(everybody(4).set(numberOf(1), 2));
    expect(Math.max(...requests(emulator).map(({ to }) => to.length))).toBe(2);
  });

  test('is done with whose parameters do not fit, and calls the others', async () => {
    const { admin, emulator } = await openScene();
    const spring = campaignOf(admin);
    await spring.put({ by: 'broadcast' });
    const rows = ['number,day,place', `${numberOf(1)},Monday,here`, `${numberOf(2)},Monday,`, ''].join('\n');
    await inService(
      admin,
      reminderFlow.replace('default: 9 }', "default: 9 }, place: { type: string, default: '' }"),
    );
    expect((await spring.load(rows)).body).toMatchObject({ taken: 2 });
    await inService(admin);
    await spring.take('start');
    await until(async () => (await spring.progress()).state === 'done');
    expect((await spring.progress()).counts.results).toEqual({ unfit: 1, answered: 1 });
    expect([...rings(emulator).keys()]).toEqual([numberOf(2)]);
  });

  test('whose flow does more than speak first pauses by itself, and goes on by calls', async () => {
    const { admin, emulator, service } = await openScene();
    await inService(
      admin,
      reminderFlow.replace(
        '  hello: { say: "See you on ${params.day}.", next: told }',
        '  hello: { http: { get: "https://crm.example.com/" }, on: { ok: told, client_error: told, server_error: told, timeout: told, failed: told } }',
      ),
    );
    const spring = campaignOf(admin);
    await spring.put({ by: 'broadcast' });
    await spring.load(recipientsCsv(2));
    await spring.take('start');
    const { problem } = await until(async () => {
      const now = await spring.progress();
      return now.state === 'paused' ? now : undefined;
    });
    expect(problem).toContain('a broadcast cannot');
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('ringflow_campaign_pauses_total{project="default"} 1\n');
    expect(rings(emulator).size).toBe(0);
    await inService(admin);
    await spring.put({ by: 'calls' });
    await spring.take('resume');
    await until(async () => (await spring.progress()).state === 'done');
    expect(rings(emulator)).toEqual(everybody(2));
  });

  test('that the platform refuses fails each of its calls, and calls nobody', async () => {
    const { admin, emulator } = await openScene({}, { numbers: { '+4930999': {} } });
    const spring = campaignOf(admin);
    await spring.put({ by: 'broadcast' });
    await spring.load(recipientsCsv(2));
    await spring.take('start');
    await until(async () => (await spring.progress()).state === 'done');
    expect((await spring.progress()).counts.results).toEqual({ failed: 2 });
    expect(rings(emulator).size).toBe(0);
  });
});
