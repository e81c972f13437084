/** What operators do to calls by the API, on one node and on two that share a Redis. */
import { describe, expect, test } from 'vitest';
import { until } from '../../../engine/until.ts';
import { CALLER, closeCallsAfterEach, onRedis, onSqlite, OUR_NUMBER } from './call-scene.ts';
import { aProject, secretsOfProject } from '../../../builders/project.ts';
import type { CallScene } from './call-scene.ts';
import { asker } from './scene.ts';

closeCallsAfterEach();

const at = (id: string, what = '') => `/projects/default/calls/${id}${what}`;

describe.each([
  ['on SQLite', onSqlite],
  ['on two nodes of one Redis, the other one of which is asked', onRedis],
])('a call %s', (_where, open) => {
  test('is ended, is over then, and both is in the audit log', async () => {
    const scene = await open();
    const { id } = await scene.calls();
    const { admin } = scene.nodes.at(-1) ?? expect.fail();
    const asked = await admin('POST', at(id, '/end'));
    expect(asked).toMatchObject({ status: 202, body: { id, flow: 'case' } });
    await until(async () => {
      const { body } = await admin('GET', at(id));
      return (body as { endedAt?: number }).endedAt;
    });
    expect(
      scene.emulator.act((model) => model.journal.readAfter(0)).filter(({ kind }) => kind === 'ended'),
    ).toHaveLength(1);
    expect(await admin('POST', at(id, '/end'))).toMatchObject({ status: 409, body: { code: 'call_over' } });
    const { body } = await admin('GET', '/audit?limit=2');
    expect(body).toMatchObject({ items: [{ action: 'call.end', subject: id }, { action: 'call.end' }] });
    const trace = await admin('GET', at(id, '/trace'));
    expect(JSON.stringify(trace.body)).toContain('"hang_up"');
  });

  test('is given keys, once under a key, of which the audit log tells only the kind', async () => {
    const scene = await open();
    const { id } = await scene.calls();
    const { admin } = scene.nodes.at(-1) ?? expect.fail();
    const give = (body: object, key: string) =>
      admin('POST', at(id, '/events'), body, { 'idempotency-key': key });
    const keys = { type: 'digits', digits: '2' };
    const [one, other] = await Promise.all([give(keys, 'one'), give(keys, 'one')]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.body).toMatchObject({ id, step: 'pin' });
    expect(await give({ type: 'digits', digits: '12' }, 'one')).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    });
    expect(await give({ type: 'digits', digits: '4711' }, 'two')).toMatchObject({ body: { step: 'text' } });
    expect(await give(keys, 'three')).toMatchObject({ status: 409, body: { code: 'not_awaited' } });
    expect(await give({ type: 'message', text: 'yes' }, 'four')).toMatchObject({ body: { step: 'bye' } });
    const { body } = await admin('GET', '/audit?limit=6');
    const { items } = body as { items: { action: string; detail: object }[] };
    expect(items[0]).toMatchObject({ action: 'call.event', detail: { type: 'message' } });
    const told = JSON.stringify([body, (await admin('GET', at(id, '/trace'))).body, scene.log]);
    expect(told).not.toMatch(/(?<![\w-])4711(?![\w-])/);
  });
});

describe('a call that is placed', () => {
  const wanted = { flow: 'case', from: OUR_NUMBER, to: CALLER, params: {} };

  test('is in the audit log, by whom and from where to where', async () => {
    const scene = await onSqlite();
    const [{ admin }] = scene.nodes as [CallScene['nodes'][number]];
    expect((await admin('POST', '/projects/default/calls', wanted)).status).toBe(201);
    const { body } = await admin('GET', '/audit');
    const entry = { action: 'call.place', project: 'default', subject: 'case' };
    expect(body).toMatchObject({ items: [{ ...entry, detail: { from: OUR_NUMBER, to: CALLER } }] });
  });

  test('is noted though it is refused then, but not where nobody may place it', async () => {
    const scene = await onSqlite();
    const [{ admin, url }] = scene.nodes as [CallScene['nodes'][number]];
    const viewer = asker(`${url}/api/v1`, await scene.newKey({ project: '*', role: 'viewer' }));
    expect((await viewer('POST', '/projects/default/calls', wanted)).status).toBe(403);
    const nowhere = { ...wanted, flow: 'nowhere', params: { pin: '4711' } };
    expect((await admin('POST', '/projects/default/calls', nowhere)).status).toBe(404);
    const { body } = await admin('GET', '/audit');
    expect(body).toMatchObject({ items: [{ action: 'call.place', subject: 'nowhere' }] });
    expect(JSON.stringify(body)).not.toMatch(/(?<![\w-])4711(?![\w-])/);
  });
});

describe('what cannot be done', () => {
  test.each(['/end', '/events'])(
    'to a call of another project or to none: %s is a 404 alike',
    async (what) => {
      const scene = await onSqlite(secretsOfProject);
      const { id } = await scene.calls();
      const [{ admin }] = scene.nodes as [CallScene['nodes'][number]];
      expect((await admin('PUT', '/projects/other', aProject)).status).toBe(201);
      const body = what === '/events' ? { type: 'digits', digits: '1' } : undefined;
      for (const path of [
        at('default.nobody', what),
        at(id, what).replace('projects/default', 'projects/other'),
      ])
        expect(await admin('POST', path, body)).toMatchObject({
          status: 404,
          body: { code: 'unknown_call' },
        });
      expect((await admin('GET', '/audit')).body).toMatchObject({ items: [{ action: 'project.put' }] });
    },
  );

  test('is an event that is none, or not as it is described', async () => {
    const scene = await onSqlite();
    const { id } = await scene.calls();
    const [{ admin }] = scene.nodes as [CallScene['nodes'][number]];
    for (const body of [
      {},
      { type: 'connected' },
      { type: 'disconnected', reason: 'normal' },
      { type: 'digits', digits: '' },
      { type: 'digits', digits: '1a' },
      { type: 'digits', digits: '1', lossy: true },
      { type: 'message', text: 'x', from: 'somebody' },
      { type: 'speech', text: 7 },
    ])
      expect(await admin('POST', at(id, '/events'), body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { code: 'invalid' },
      });
    expect((await admin('GET', at(id))).body).toMatchObject({ step: 'ask' });
  });

  test('by who may only look', async () => {
    const scene = await onSqlite();
    const { id } = await scene.calls();
    const [{ url }] = scene.nodes as [CallScene['nodes'][number]];
    const viewer = asker(`${url}/api/v1`, await scene.newKey({ project: 'default', role: 'viewer' }));
    expect((await viewer('POST', at(id, '/end'))).status).toBe(403);
    expect((await viewer('GET', at(id))).body).toMatchObject({ leg: 'connected' });
  });
});

test('calls are found by why they ended, how they went, and what they got to', async () => {
  const scene = await onSqlite();
  const [{ admin }] = scene.nodes as [CallScene['nodes'][number]];
  const [served, other] = [await scene.calls(), await scene.calls('+4930999')];
  await admin('POST', at(served.id, '/events'), { type: 'digits', digits: '1' });
  scene.emulator.act((model, now) => model.people.hangUp(served.voiceId, now));
  const found = async (query: string) => {
    const { body } = await admin('GET', `/projects/default/calls?${query}`);
    return (body as { items: { id: string }[] }).items.map(({ id }) => id);
  };
  await until(async () => (await found('state=ended')).length === 1);
  expect(await found('ended=normal')).toEqual([served.id]);
  expect(await found('ended=busy')).toEqual([]);
  expect(await found('outcome=served')).toEqual([served.id]);
  expect(await found('outcome=served&ended=normal&flow=case')).toEqual([served.id]);
  expect(await found('outcome=served&state=live')).toEqual([]);
  expect((await found('limit=200')).toSorted()).toEqual([served.id, other.id].toSorted());
  expect(await found('result=served')).toEqual([served.id]);
  scene.emulator.act((model, now) => model.people.hangUp(other.voiceId, now));
  await until(async () => (await found('state=ended')).length === 2);
  expect(await found('result=hung_up')).toEqual([other.id]);
  expect(await found('result=failed')).toEqual([]);
  expect((await admin('GET', '/projects/default/calls?result=lost')).status).toBe(400);
  expect((await admin('GET', at(other.id))).body).toMatchObject({ result: 'hung_up', ended: 'normal' });
});
