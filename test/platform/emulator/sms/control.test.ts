import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';
import { authorization } from '../platform.ts';
import { startReceiver } from '../receiver.ts';
import type { Receiver } from '../receiver.ts';
import { ann, ben, ours } from './sms-platform.ts';

let emulator: Emulator;
let app: Receiver;

beforeEach(async () => {
  app = await startReceiver();
  emulator = await startEmulator({
    settings: {
      numbers: { [ours]: {} },
      projects: [{ appId: 'demo', appKey: 'demo-key', webhook: app.url }],
      sms: { sendMs: 0, phones: { [ann]: { afterMs: 0 } } },
    },
  });
});

afterEach(async () => {
  await emulator.close();
  await app.close();
});

async function ask(method: string, path: string, body?: unknown) {
  const headers = { authorization, 'content-type': 'application/json' };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const answer = await fetch(emulator.url + path, init);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const send = (to: string) =>
  ask('POST', '/sms/v1/messages/', {
    template_id: 'demo',
    campaign_id: 'demo',
    to: [to],
    data: { text: 'hello' },
  });

const told = (status: string) => (body: Record<string, unknown>) =>
  JSON.stringify(body.detailed ?? '').includes(`"${status}"`);

describe('messages on the control plane', () => {
  test('an inbox is read once its message was delivered', async () => {
    const { body } = await send(ann);
    await app.get(told('delivered'));
    expect(await ask('GET', `/_emulator/phones/${encodeURIComponent(ann)}`)).toMatchObject({
      status: 200,
      body: { number: ann, inbox: [{ job_id: body.job_id, text: 'hello', segments: 1 }] },
    });
  });

  test('a phone that nobody wrote to is empty', async () => {
    expect((await ask('GET', `/_emulator/phones/${ben}`)).body).toEqual({ number: ben, inbox: [] });
  });

  test('a message is written to a number of a campaign', async () => {
    const { body } = await ask('POST', '/_emulator/sms', { from: ann, to: ours, text: 'STOP' });
    expect(await app.get(({ id }) => id === body.id)).toMatchObject({ body: 'STOP' });
    expect((await send(ann)).body).toMatchObject({ error_code: 'OPT_OUT' });
  });

  test('to another number it is refused', async () => {
    expect(await ask('POST', '/_emulator/sms', { from: ann, to: '+4930999999', text: 'hi' })).toEqual({
      status: 400,
      body: { error: '+4930999999 belongs to no campaign' },
    });
  });

  test('a phone is told how to behave', async () => {
    const phone = { on_sms: 'fails', afterMs: 0, errorCode: '27', errorText: 'absent' };
    expect(await ask('PUT', `/_emulator/phones/${ann}`, phone)).toEqual({ status: 200, body: {} });
    await send(ann);
    const { detailed } = await app.get(told('failed'));
    expect(detailed).toContainEqual(expect.objectContaining({ error_code: '27', error_des: 'absent' }));
  });

  test.each([
    ['PUT', `/phones/${ann}`, { on_sms: 'explodes' }],
    ['PUT', `/phones/${ann}`, { afterMs: -1 }],
    ['GET', '/phones/ann', undefined],
    ['POST', '/sms', { from: 'ACME', to: ours, text: 'hi' }],
    ['POST', '/sms', { from: ann, to: ours }],
  ])('%s %s %j is refused', async (method, path, body) => {
    const answer = await ask(method, `/_emulator${path}`, body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) as string } });
  });

  test('a failure of a send is ordered like any other', async () => {
    await ask('POST', '/_emulator/faults', { route: 'sms_send', status: 500, body: { result: 500 } });
    expect((await send(ann)).status).toBe(500);
    expect((await send(ann)).status).toBe(200);
  });
});
