/** Campaigns on a service with SQLite, before an emulator: who is called, how often, and when not. */
import { describe, expect, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import { createCampaign } from '../../../src/service/campaigns/campaign.ts';
import { CampaignDocuments, Campaigns } from '../../../src/service/campaigns/index.ts';
import { toDueId } from '../../../src/service/campaigns/queues.ts';
import { AuditLog } from '../../../src/service/management/index.ts';
import type { Ask } from '../http/api/scene.ts';
import { closeAfterEach } from '../http/api/scene.ts';
import { until } from '../../engine/until.ts';
import {
  campaignOf,
  dialled,
  hangUp,
  inService,
  numberOf,
  openScene,
  recipientsCsv,
  reminderFlow,
  rings,
  settings,
  slowly,
} from './scene.ts';
import type { Progress } from './scene.ts';

closeAfterEach();

async function when(admin: Ask, holds: (progress: Progress) => boolean): Promise<Progress> {
  const { progress } = campaignOf(admin);
  return until(async () => {
    const now = await progress();
    return holds(now) ? now : undefined;
  });
}

const ended = (entries: readonly { kind: string }[]) => entries.filter(({ kind }) => kind === 'ended').length;
const isDone = ({ state }: Progress) => state === 'done';

describe('a campaign', () => {
  test('calls every recipient once, with what is theirs, and tells what came of it', async () => {
    const { admin, emulator } = await openScene();
    const spring = campaignOf(admin);
    expect((await spring.put()).status).toBe(201);
    expect(await spring.load(recipientsCsv(5))).toMatchObject({
      status: 200,
      body: { taken: 5, refused: 0 },
    });
    expect(await spring.progress()).toMatchObject({ state: 'draft', recipients: 5, counts: { waiting: 5 } });
    expect((await spring.take('start')).status).toBe(200);
    expect(await when(admin, isDone)).toMatchObject({
      counts: { waiting: 0, calling: 0, results: { answered: 5 } },
    });
    expect(rings(emulator)).toEqual(new Map([1, 2, 3, 4, 5].map((n) => [numberOf(n), 1])));
    const said = emulator.act((model) => model.journal.readAfter(0)).filter(({ kind }) => kind === 'speech');
    expect(said.map((entry) => entry.kind === 'speech' && entry.text)).toEqual(
      Array.from({ length: 5 }, () => 'See you on Monday.'),
    );
    const results = await spring.results();
    expect(
      results.map(({ row, number, result, attempts, outcomes }) => [row, number, result, attempts, outcomes]),
    ).toEqual([1, 2, 3, 4, 5].map((n) => [String(n), numberOf(n), 'answered', '1', 'told']));
    const { body } = await admin('GET', `/projects/default/calls/${results[0]?.call ?? ''}`);
    expect(body).toMatchObject({ number: numberOf(1), outcomes: ['told'] });
  });

  test('calls again who was busy, as often as it is told, and nobody else', async () => {
    const busy = { on_ring: 'busy', afterMs: 10 } as const;
    const rejects = { on_ring: 'rejects', afterMs: 10 } as const;
    const { admin, emulator } = await openScene({
      [numberOf(1)]: busy,
      [numberOf(2)]: busy,
      [numberOf(3)]: rejects,
    });
    const spring = campaignOf(admin);
    expect((await spring.put({ retries: { busy: { times: 1, afterSeconds: 2 } } })).status).toBe(201);
    await spring.load(recipientsCsv(3));
    await spring.take('start');
    // The first call of each is over, and the second ones are to come.
    await until(() => emulator.act(({ journal }) => ended(journal.readAfter(0))) === 3);
    emulator.act((model) => {
      model.control.setParty(numberOf(1), { afterMs: 10 });
    });
    expect(await when(admin, isDone)).toMatchObject({
      counts: { results: { answered: 1, busy: 1, rejected: 1 } },
    });
    expect(dialled(emulator)).toEqual({ [numberOf(1)]: 2, [numberOf(2)]: 2, [numberOf(3)]: 1 });
    expect((await spring.results()).map(({ result, attempts }) => [result, attempts])).toEqual([
      ['answered', '2'],
      ['busy', '2'],
      ['rejected', '1'],
    ]);
  });

  test('never has more calls under way than it may', async () => {
    const { admin, emulator } = await openScene();
    const spring = campaignOf(admin);
    await spring.put({ pace: { perSecond: 20, atOnce: 2 } });
    await spring.load(recipientsCsv(6));
    await spring.take('start');
    await when(admin, isDone);
    let under = 0;
    let most = 0;
    for (const { kind } of emulator.act((model) => model.journal.readAfter(0))) {
      if (kind === 'ringing') under += 1;
      if (kind === 'ended') under -= 1;
      most = Math.max(most, under);
    }
    expect(most).toBeLessThanOrEqual(2);
    expect(rings(emulator).size).toBe(6);
  });

  test('that is paused begins no call until it is resumed', async () => {
    const { admin, emulator } = await openScene({}, slowly);
    const spring = campaignOf(admin);
    await spring.put({ pace: { perSecond: 20, atOnce: 1 } });
    await spring.load(recipientsCsv(3));
    await spring.take('start');
    await when(admin, ({ counts }) => counts.calling === 1);
    expect(await spring.take('pause')).toMatchObject({ status: 200, body: { state: 'paused' } });
    await hangUp(emulator, 1);
    const { counts } = await when(admin, ({ counts: { calling } }) => calling === 0);
    expect(counts.waiting).toBe(2);
    expect(rings(emulator).size).toBe(1);
    expect((await spring.take('pause')).status).toBe(422);
    await spring.take('resume');
    for (let others = 0; others < 2; others += 1) await hangUp(emulator, 1);
    await when(admin, isDone);
    expect([...rings(emulator).values()]).toEqual([1, 1, 1]);
  });

  test('that is stopped calls nobody any more, nor can it be resumed', async () => {
    const { admin, emulator } = await openScene({}, slowly);
    const spring = campaignOf(admin);
    await spring.put({ pace: { perSecond: 20, atOnce: 1 } });
    await spring.load(recipientsCsv(3));
    await spring.take('start');
    await when(admin, ({ counts }) => counts.calling === 1);
    await spring.take('stop');
    await hangUp(emulator, 1);
    const { counts } = await when(admin, ({ counts: { calling } }) => calling === 0);
    expect(counts).toMatchObject({ waiting: 2, results: { answered: 1 } });
    expect(await spring.take('resume')).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
    expect(rings(emulator).size).toBe(1);
    const results = await spring.results();
    expect(results.map(({ row, result, attempts }) => [row, result, attempts])).toEqual([
      ['1', 'answered', '1'],
      ['2', 'stopped', '0'],
      ['3', 'stopped', '0'],
    ]);
    expect(results.every(({ ended_at: ended = '' }) => ended.startsWith('20'))).toBe(true);
  });

  test('leaves out whom nobody may call, also who asked for that after it was loaded', async () => {
    const { admin, emulator } = await openScene();
    const list = '/projects/default/do-not-call';
    expect((await admin('PUT', `${list}/${numberOf(1)}`)).status).toBe(204);
    const spring = campaignOf(admin);
    await spring.put();
    expect((await spring.load(recipientsCsv(3))).body).toMatchObject({ taken: 2, doNotCall: 1, refused: 0 });
    await admin('PUT', `${list}/${numberOf(2)}`);
    await spring.take('start');
    expect((await when(admin, isDone)).counts.results).toEqual({ answered: 1, do_not_call: 1 });
    expect([...rings(emulator).keys()]).toEqual([numberOf(3)]);
    expect((await admin('DELETE', `${list}/${numberOf(1)}`)).status).toBe(204);
    expect((await admin('DELETE', `${list}/${numberOf(1)}`)).status).toBe(404);
    expect((await admin('GET', list)).body).toMatchObject({ items: [{ number: numberOf(2) }] });
  });

  test('is done with whose parameters do not fit the flow any more, without a call', async () => {
    const { admin } = await openScene();
    const spring = campaignOf(admin);
    await spring.put();
    await spring.load(recipientsCsv(2));
    await inService(
      admin,
      reminderFlow.replace('hour: { type: int, default: 9 }', 'place: { type: string }'),
    );
    await spring.take('start');
    expect((await when(admin, isDone)).counts.results).toEqual({ unfit: 2 });
    const [first] = await spring.results();
    expect(first).toMatchObject({ attempts: '0', detail: expect.stringContaining('place') as string });
  });

  test('cannot be started without a flow in service, nor changed while it runs', async () => {
    const { admin } = await openScene();
    const spring = campaignOf(admin);
    expect((await spring.take('start')).status).toBe(404);
    await spring.put({ flow: 'other' });
    expect(await spring.take('start')).toMatchObject({ status: 422, body: { code: 'flow_not_in_service' } });
    await spring.put({ pace: { perSecond: 0.01, atOnce: 1 } });
    await spring.load(recipientsCsv(2));
    await spring.take('start');
    expect(await spring.put()).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
    expect(await spring.load(recipientsCsv(1))).toMatchObject({
      status: 422,
      body: { code: 'invalid_state' },
    });
  });

  test('every step is in the audit log', async () => {
    const { admin } = await openScene();
    const spring = campaignOf(admin);
    await spring.put();
    await spring.load(recipientsCsv(1));
    await spring.take('start');
    const { body } = await admin('GET', '/audit?limit=3');
    expect((body as { items: { action: string }[] }).items.map(({ action }) => action)).toEqual([
      'campaign.start',
      'campaign.load',
      'campaign.put',
    ]);
  });
});

test('the results of a campaign that is stopped while recipients are loaded have none of those', async () => {
  const { registry } = openMemoryStore();
  const documents = new CampaignDocuments(registry);
  const ref = { project: 'default', id: 'spring' };
  const campaign = { ...createCampaign(settings, { id: 'a', at: 0 }), state: 'stopped' as const, rows: 1 };
  const { waiting } = documents.openQueues(ref);
  await registry.write([
    documents.openCampaigns('default').change('spring', undefined, campaign),
    ...[1, 2].map((row) =>
      waiting.change(toDueId(row, 0), undefined, { number: numberOf(row), row, attempt: 1 }),
    ),
  ]);
  const audit = new AuditLog(registry, () => 'entry');
  const flowInService = () => Promise.resolve(undefined);
  const campaigns = new Campaigns({ documents, audit, flowInService, now: () => 1 });
  const rows = [];
  for await (const { row } of await campaigns.listResults(ref)) rows.push(row);
  expect(rows).toEqual([1]);
});
