/** Flows through the API: handed in, put into service, taken back; and calls that get them. */
import { describe, expect, test } from 'vitest';
import { until } from '../../../engine/until.ts';
import { flowSaying } from '../../../authoring/flow-files/folder.ts';
import { closeAfterEach, openApi } from './scene.ts';
import type { ApiScene, Ask } from './scene.ts';

closeAfterEach();

const NUMBER = '+4930555000';

async function handedIn(ask: Ask, text: string, name = 'desk'): Promise<string> {
  const { status, body } = await ask('POST', '/projects/default/flows', {
    files: { [`${name}/flow.yaml`]: flowSaying(text, name) },
  });
  expect(status).toBe(200);
  return (body as { versions: { version: string }[] }).versions[0]?.version ?? '';
}

/** A call to the number; gives what its caller hears first. */
async function heard({ emulator, service }: ApiScene): Promise<string> {
  emulator.act((model) => model.control.setNumber(NUMBER, { webhook: service.hookUrl }));
  const from = emulator.act((model) => model.journal.lastSeq);
  emulator.act((model, now) => model.people.ring({ from: '+4915112345678', to: NUMBER }, now));
  const entry = await until(() =>
    emulator
      .act((model) => model.journal.readAfter(from))
      .find((one) => one.kind === 'speech' && one.text !== ''),
  );
  return entry.kind === 'speech' ? entry.text : '';
}

describe('a flow that is handed in', () => {
  test('takes no calls until it is put into service', async () => {
    const { admin } = await openApi();
    const version = await handedIn(admin, 'Hello.');
    expect(version).toMatch(/^[0-9a-f]{16}$/);
    expect((await admin('GET', '/projects/default/deployments/desk')).status).toBe(404);
  });

  test('is kept once, however often it is handed in, and can be read again', async () => {
    const { admin } = await openApi();
    const version = await handedIn(admin, 'Hello.');
    expect(await handedIn(admin, 'Hello.')).toBe(version);
    const other = await handedIn(admin, 'Good morning.');
    const { body } = await admin('GET', '/projects/default/flows?flow=desk');
    expect((body as { items: unknown[] }).items).toHaveLength(2);
    expect(await admin('GET', `/projects/default/flows/desk/versions/${other}`)).toMatchObject({
      status: 200,
      body: { version: other, files: { 'desk/flow.yaml': flowSaying('Good morning.') } },
    });
  });

  test('tells what the flow says of itself, and nothing where it says nothing', async () => {
    const { admin } = await openApi();
    const text = flowSaying('Hello.').replace('name: desk', 'name: desk\ndescription: The main number.');
    const { body } = await admin('POST', '/projects/default/flows', {
      files: { 'desk/flow.yaml': text, 'shop/flow.yaml': flowSaying('Shop.', 'shop') },
    });
    const described = [{ flow: 'desk', description: 'The main number.' }, { flow: 'shop' }];
    const { versions } = body as { versions: { flow: string; description?: string }[] };
    const pick = (items: readonly { flow: string; description?: string }[]) =>
      items.map(({ flow, description }) => (description === undefined ? { flow } : { flow, description }));
    expect(pick(versions)).toEqual(described);
    const listed = (await admin('GET', '/projects/default/flows')).body as { items: typeof versions };
    expect(pick(listed.items)).toEqual(described);
  });

  test('with errors changes nothing and says what is wrong, with the place', async () => {
    const { admin } = await openApi();
    const text = flowSaying('Hello.').replace('next: hangup', 'next: hangupp');
    const refused = await admin('POST', '/projects/default/flows', { files: { 'flow.yaml': text } });
    expect(refused).toMatchObject({
      status: 422,
      type: expect.stringContaining('application/problem+json') as string,
      body: {
        code: 'flow_errors',
        diagnostics: [{ code: 'dangling-target', file: 'flow.yaml', start: { line: 6 } }],
      },
    });
    expect((await admin('GET', '/projects/default/flows')).body).toEqual({ items: [] });
  });
});

describe('a version that is put into service', () => {
  const route = { number: NUMBER, flow: 'desk' };

  test('takes the calls of the numbers that lead to it, and its trace can be read', async () => {
    const scene = await openApi();
    const { admin } = scene;
    const version = await handedIn(admin, 'Hello.');
    expect(await admin('PUT', '/projects/default/deployments/desk', { version })).toMatchObject({
      status: 200,
      body: { flow: 'desk', live: version, history: [] },
    });
    expect((await admin('PUT', '/projects/default/routes/main', route)).status).toBe(201);
    expect((await admin('PUT', '/projects/default/routes/main', route)).status).toBe(200);
    expect(await heard(scene)).toBe('Hello.');
    const { body } = await admin('GET', '/projects/default/calls?flow=desk');
    const [call] = (body as { items: { id: string; version: string }[] }).items;
    expect(call).toMatchObject({ flow: 'desk', version, direction: 'inbound', number: '+4915112345678' });
    const traced = await admin('GET', `/projects/default/calls/${call?.id ?? ''}/trace`);
    expect(traced.status).toBe(200);
    const { trace } = traced.body as { trace: { seq: number; event: { type: string } }[] };
    expect(trace[0]).toMatchObject({ seq: 1, event: { type: 'incoming' } });
    expect(trace.length).toBeGreaterThan(1);
  });

  test('gives way to the next one, and takes the calls again after a roll-back', async () => {
    const scene = await openApi();
    const { admin } = scene;
    await admin('PUT', '/projects/default/routes/main', route);
    for (const text of ['One.', 'Two.']) {
      const version = await handedIn(admin, text);
      await admin('PUT', '/projects/default/deployments/desk', { version });
      expect(await heard(scene)).toBe(text);
    }
    expect((await admin('POST', '/projects/default/deployments/desk/rollback')).status).toBe(200);
    expect(await heard(scene)).toBe('One.');
    expect(await admin('POST', '/projects/default/deployments/desk/rollback')).toMatchObject({
      status: 422,
      body: { code: 'no_previous_version' },
    });
  });

  test('takes no calls once its flow is withdrawn, and can be put into service again', async () => {
    const scene = await openApi();
    const { admin } = scene;
    const version = await handedIn(admin, 'Hello.');
    await admin('PUT', '/projects/default/deployments/desk', { version });
    await admin('PUT', '/projects/default/routes/main', route);
    expect(await heard(scene)).toBe('Hello.');
    expect((await admin('DELETE', '/projects/default/deployments/desk')).status).toBe(204);
    expect(await admin('DELETE', '/projects/default/deployments/desk')).toMatchObject({
      status: 404,
      body: { code: 'unknown_deployment' },
    });
    expect((await admin('GET', '/projects/default/deployments')).body).toEqual({ items: [] });
    const { body } = await admin('GET', '/projects/default/routes/main');
    expect(body).toMatchObject({ warnings: [{ code: 'not_in_service' }] });
    const { items } = (await admin('GET', '/audit')).body as { items: object[] };
    expect(items[0]).toMatchObject({ action: 'flow.withdraw', subject: 'desk', detail: { version } });
    await admin('PUT', '/projects/default/deployments/desk', { version });
    expect(await heard(scene)).toBe('Hello.');
  });

  test('can be scheduled first, and its schedule cancelled', async () => {
    const { admin } = await openApi();
    const version = await handedIn(admin, 'Hello.');
    const path = '/projects/default/deployments/desk';
    const at = '2100-01-01T00:00:00Z';
    const scheduled = { version, at: Date.parse(at) };
    const { body } = await admin('PUT', path, { version, at });
    expect(body).toMatchObject({ flow: 'desk', scheduled, history: [] });
    expect(body).not.toHaveProperty('live');
    expect((await admin('GET', path)).body).toEqual(body);
    const cancelled = await admin('POST', `${path}/rollback`);
    expect(cancelled.status).toBe(200);
    expect(cancelled.body).not.toHaveProperty('scheduled');
    expect((await admin('GET', path)).status).toBe(404);
  });

  test('is refused while the service lacks a setting that it needs', async () => {
    const { admin } = await openApi();
    const text = flowSaying('${env.SHOP}').replace('steps:', 'env: { SHOP: Name of the shop. }\nsteps:');
    const { body } = await admin('POST', '/projects/default/flows', { files: { 'flow.yaml': text } });
    const [put] = (body as { versions: { version: string }[] }).versions;
    const refused = await admin('PUT', '/projects/default/deployments/desk', { version: put?.version });
    expect(refused).toMatchObject({ status: 422, body: { code: 'missing_settings' } });
    expect((await admin('GET', '/projects/default/deployments/desk')).status).toBe(404);
  });

  test('every change is in the audit log, newest first', async () => {
    const { admin } = await openApi();
    const version = await handedIn(admin, 'Hello.');
    await admin('PUT', '/projects/default/deployments/desk', { version });
    await admin('PUT', '/projects/default/routes/main', route);
    const { body } = await admin('GET', '/audit?limit=2');
    const { items, next } = body as { items: { action: string; subject: string }[]; next: string };
    expect(items.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'route.put main',
      'flow.deploy desk',
    ]);
    expect(await admin('GET', `/audit?after=${next}`)).toMatchObject({
      body: { items: [{ action: 'flow.put' }] },
    });
  });
});

describe('a call that is placed', () => {
  test('begins once under a key, however often it is asked for', async () => {
    const scene = await openApi();
    const { admin } = scene;
    const version = await handedIn(admin, 'Hello.');
    await admin('PUT', '/projects/default/deployments/desk', { version });
    const wanted = { flow: 'desk', from: NUMBER, to: '+4915112345678' };
    const ask = () => admin('POST', '/projects/default/calls', wanted, { 'idempotency-key': 'order-7' });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(answers.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    await until(() =>
      scene.emulator.act((model) => model.journal.readAfter(0)).find(({ kind }) => kind === 'answered'),
    );
    const { body } = await admin('GET', '/projects/default/calls');
    expect((body as { items: unknown[] }).items).toHaveLength(1);
  });

  test('is not taken for another one that is asked for under its key', async () => {
    const { admin } = await openApi();
    const version = await handedIn(admin, 'Hello.');
    await admin('PUT', '/projects/default/deployments/desk', { version });
    const wanted = { flow: 'desk', from: NUMBER, to: '+4915112345678' };
    const ask = (other = {}) =>
      admin('POST', '/projects/default/calls', { ...wanted, ...other }, { 'idempotency-key': 'order-7' });
    const { body } = await ask();
    expect(await ask()).toMatchObject({ status: 201, body });
    expect(await ask({ to: '+4915112345679' })).toMatchObject({ status: 409, body: { code: 'key_reused' } });
  });

  test('of an unknown flow or with wrong parameters is refused', async () => {
    const { admin } = await openApi();
    const wanted = { flow: 'nothing', from: NUMBER, to: '+4915112345678' };
    expect(await admin('POST', '/projects/default/calls', wanted)).toMatchObject({ status: 404 });
    const version = await handedIn(admin, 'Hello.');
    await admin('PUT', '/projects/default/deployments/desk', { version });
    const params = { colour: 'red' };
    expect(await admin('POST', '/projects/default/calls', { ...wanted, flow: 'desk', params })).toMatchObject(
      {
        status: 422,
        body: { code: 'bad_params' },
      },
    );
  });
});
