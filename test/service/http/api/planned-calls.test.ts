/** Calls that are asked for ahead, at services before an emulator. */
import { describe, expect, test } from 'vitest';
import {
  FROM,
  dialled,
  hangUp,
  inService,
  numberOf,
  openScene,
  reminderFlow,
  rings,
  slowly,
} from '../../campaigns/scene.ts';
import { until } from '../../../engine/until.ts';
import { CALLER, closeCallsAfterEach, onRedis, onSqlite, OUR_NUMBER } from './call-scene.ts';
import type { CallScene } from './call-scene.ts';
import { asker, closeAfterEach } from './scene.ts';
import type { Ask } from './scene.ts';

closeAfterEach();
closeCallsAfterEach();

const CALLS = '/projects/default/calls';
const PLANNED = '/projects/default/planned-calls';
const wanted = { flow: 'reminder', from: FROM, to: numberOf(1), params: { day: 'Monday' } };
const toCaller = { flow: 'case', from: OUR_NUMBER, to: CALLER, params: {} };
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

interface Planned {
  id: string;
  state: string;
  result?: string;
  calls: string[];
}

/** Asked for ahead without a time of its own: it is due at once, however long the request took. */
const dueAtOnce = { retries: { busy: { times: 1, afterSeconds: 1 } } };

async function planned(admin: Ask, more: object = {}, key?: string): Promise<Planned> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const { status, body } = await admin('POST', CALLS, { ...wanted, ...more }, headers);
  expect({ status, body }).toMatchObject({ status: 202, body: { id: expect.any(String) as string } });
  return body as Planned;
}

async function whenOver(admin: Ask, id: string): Promise<Planned> {
  return until(async () => {
    const body = (await admin('GET', `${PLANNED}/${id}`)).body as Planned & { endedAt?: number };
    return body.endedAt === undefined ? undefined : body;
  });
}

describe('a call that is asked for ahead', () => {
  test('is placed at its time, and leads to the call that it became', async () => {
    const { admin, emulator } = await openScene();
    const at = inMs(4_000);
    const { id, state } = await planned(admin, { at });
    expect(state).toBe('waiting');
    expect(rings(emulator).size).toBe(0);
    const over = await whenOver(admin, id);
    expect(over).toMatchObject({ state: 'done', result: 'answered', outcomes: ['told'] });
    expect(over.calls).toHaveLength(1);
    const { body } = await admin('GET', `${CALLS}/${over.calls[0] ?? ''}`);
    expect(body).toMatchObject({ number: wanted.to, outcomes: ['told'] });
    expect((body as { startedAt: number }).startedAt).toBeGreaterThanOrEqual(Date.parse(at));
    expect(rings(emulator)).toEqual(new Map([[wanted.to, 1]]));
    expect(await admin('DELETE', `${PLANNED}/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'call_over' },
    });
  });

  test('is placed again while nobody answers or somebody is busy, each as often as it says', async () => {
    const { admin, emulator } = await openScene({
      [numberOf(1)]: { on_ring: 'busy', afterMs: 10 },
      [numberOf(2)]: { on_ring: 'rejects', afterMs: 10 },
    });
    const retries = { busy: { times: 1, afterSeconds: 1 } };
    const [busy, rejecting] = [
      await planned(admin, { retries }),
      await planned(admin, { retries, to: numberOf(2) }),
    ];
    expect(await whenOver(admin, busy.id)).toMatchObject({ state: 'done', result: 'busy', retries });
    expect((await whenOver(admin, busy.id)).calls).toHaveLength(2);
    expect(await whenOver(admin, rejecting.id)).toMatchObject({ result: 'rejected' });
    expect(dialled(emulator)).toEqual({ [numberOf(1)]: 2, [numberOf(2)]: 1 });
  });

  test('is told with its address, and without the values of parameters', async () => {
    const { admin, service, adminKey } = await openScene();
    const response = await fetch(`${service.url}/api/v1${CALLS}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...wanted, at: inMs(3_600_000) }),
    });
    const body = (await response.json()) as Planned;
    const location = new URL(response.headers.get('location') ?? '', response.url);
    expect(location.pathname).toBe(`/api/v1${PLANNED}/${body.id}`);
    expect((await admin('GET', `${PLANNED}/${body.id}`)).body).toEqual(body);
    expect((await admin('GET', PLANNED)).body).toEqual({ items: [body] });
    expect((await admin('GET', `${PLANNED}?state=done`)).body).toEqual({ items: [] });
    const audit = await admin('GET', '/audit?limit=1');
    expect(audit.body).toMatchObject({
      items: [{ action: 'call.plan', subject: 'reminder', detail: { id: body.id } }],
    });
    expect(JSON.stringify([body, audit.body])).not.toContain('Monday');
  });

  test('is planned once under a key, which then places no call at once, nor the other way round', async () => {
    const { admin } = await openScene();
    const at = inMs(3_600_000);
    const { id } = await planned(admin, { at }, 'k');
    expect((await planned(admin, { at }, 'k')).id).toBe(id);
    const underKey = (body: object, key: string) => admin('POST', CALLS, body, { 'idempotency-key': key });
    const reused = { status: 409, body: { code: 'key_reused' } };
    expect(await underKey({ ...wanted, at: inMs(7_200_000) }, 'k')).toMatchObject(reused);
    expect(await underKey(wanted, 'k')).toMatchObject(reused);
    expect((await underKey(wanted, 'l')).status).toBe(201);
    expect(await underKey({ ...wanted, at }, 'l')).toMatchObject(reused);
  });

  test.each([
    ['for a time that is over', { at: '2020-01-01T00:00:00Z' }, 422, 'invalid_time'],
    ['for a time in two years', { at: inMs(2 * 366 * 86_400_000) }, 422, 'invalid_time'],
    ['for a time without its distance to UTC', { at: '2030-01-01T00:00:00' }, 400, 'invalid'],
    ['by a flow that is not there', { at: inMs(60_000), flow: 'nowhere' }, 404, 'unknown_flow'],
    ['without what its flow has to know', { at: inMs(60_000), params: {} }, 422, 'bad_params'],
    ['again after an answer', { retries: { answered: { times: 1, afterSeconds: 1 } } }, 400, 'invalid'],
    ['again for ever', { retries: { busy: { times: 21, afterSeconds: 1 } } }, 400, 'invalid'],
  ])('is refused %s, and nothing is planned', async (_what, more, status, code) => {
    const { admin } = await openScene();
    expect(await admin('POST', CALLS, { ...wanted, ...more })).toMatchObject({ status, body: { code } });
    expect((await admin('GET', PLANNED)).body).toEqual({ items: [] });
  });

  test('is taken back: before its time there is no call, during it none follows', async () => {
    const { admin, emulator } = await openScene({}, slowly);
    const later = await planned(admin, { at: inMs(3_600_000), to: numberOf(2) });
    const taken = { status: 200, body: { state: 'cancelled', calls: [] } };
    expect(await admin('DELETE', `${PLANNED}/${later.id}`)).toMatchObject(taken);
    expect(await admin('DELETE', `${PLANNED}/${later.id}`)).toMatchObject(taken);
    const { id } = await planned(admin, { retries: { no_answer: { times: 3, afterSeconds: 1 } } });
    await until(async () => ((await admin('GET', `${PLANNED}/${id}`)).body as Planned).state === 'calling');
    expect((await admin('DELETE', `${PLANNED}/${id}`)).body).toMatchObject({ state: 'calling' });
    await hangUp(emulator, 1);
    expect(await whenOver(admin, id)).toMatchObject({ state: 'cancelled', result: 'answered' });
    expect(rings(emulator)).toEqual(new Map([[numberOf(1), 1]]));
    const { body } = await admin('GET', '/audit?limit=4');
    expect((body as { items: { action: string }[] }).items.map(({ action }) => action)).toEqual([
      'call.cancel',
      'call.plan',
      'call.cancel',
      'call.plan',
    ]);
  });

  test('is not placed to whom nobody may call, and is unfit where its flow has changed', async () => {
    const { admin, emulator } = await openScene();
    const { id } = await planned(admin, { at: inMs(1_000) });
    expect((await admin('PUT', `/projects/default/do-not-call/${wanted.to}`)).status).toBe(204);
    expect(await whenOver(admin, id)).toMatchObject({ state: 'done', result: 'do_not_call', calls: [] });
    const other = await planned(admin, { at: inMs(1_000), to: numberOf(2) });
    await inService(admin, reminderFlow.replace(', default: 9', ''));
    const unfit = { state: 'done', result: 'unfit', detail: expect.stringContaining('hour') as string };
    expect(await whenOver(admin, other.id)).toMatchObject(unfit);
    expect(rings(emulator).size).toBe(0);
  });

  test('is unknown to another project', async () => {
    const { admin, as } = await openScene();
    const { id } = await planned(admin, { at: inMs(3_600_000) });
    const stranger = await as({ project: 'other', role: 'admin' });
    expect((await stranger('GET', `${PLANNED}/${id}`)).status).toBe(403);
    const nobodys = await admin('GET', `${PLANNED}/${'0'.repeat(32)}`);
    expect(nobodys).toMatchObject({ status: 404, body: { code: 'unknown_planned_call' } });
  });
});

test('of two nodes on one Redis one places it, and any of them tells of it', async () => {
  const { nodes, emulator, newKey } = await onRedis();
  const [first, second] = nodes as [CallScene['nodes'][number], CallScene['nodes'][number]];
  const operator = asker(`${first.url}/api/v1`, await newKey({ project: 'default', role: 'operator' }));
  const { id } = await planned(operator, { ...toCaller, ...dueAtOnce });
  const calling = await until(async () => {
    const now = (await second.admin('GET', `${PLANNED}/${id}`)).body as Planned;
    return now.state === 'calling' ? now : undefined;
  });
  await hangUp(emulator, 1);
  expect(await whenOver(second.admin, id)).toMatchObject({ state: 'done', calls: calling.calls });
  expect(dialled(emulator)).toEqual({ [CALLER]: 1 });
});

test('a service that is started again places what an earlier one was asked for', async () => {
  const scene = await onSqlite();
  const [{ admin, service }] = scene.nodes as [CallScene['nodes'][number]];
  const { id } = await planned(admin, { ...toCaller, at: inMs(4_000) });
  await service.stop();
  const next = await scene.another();
  await hangUp(scene.emulator, 1);
  expect(await whenOver(next.admin, id)).toMatchObject({ state: 'done', result: 'answered' });
  expect(dialled(scene.emulator)).toEqual({ [CALLER]: 1 });
});
