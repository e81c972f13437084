import { describe, expect, test } from 'vitest';
import { OperationalError } from '../../../src/engine/ports/index.ts';
import { until } from '../../engine/until.ts';
import { useServer } from './scene.ts';

const scene = useServer();

async function get(url: string) {
  const server = await scene().open();
  return server.inject({ url });
}

describe('/healthz', () => {
  test('says that the process answers, whatever the store does', async () => {
    scene().checkReady = () => Promise.reject(new Error('away'));
    const answer = await get('/healthz');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: 'ok' });
  });
});

describe('/readyz', () => {
  test('says ready when the store can be written', async () => {
    const answer = await get('/readyz');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: 'ready' });
  });

  test('names the carriers that no node is connected to, and stays ready', async () => {
    const desk = { project: 'default', carrier: 'desk' };
    scene().carriers = {
      admit: () => undefined,
      list: () => [
        { ...desk, isConnected: false },
        { ...desk, carrier: 'trunk', isConnected: true },
      ],
    };
    const answer = await get('/readyz');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      status: 'ready',
      connectedCarriers: [{ ...desk, carrier: 'trunk' }],
      lostCarriers: [desk],
    });
  });

  test.each([
    [
      'the store has no room',
      new OperationalError('store_full', 'calls.db has no room to grow', { retryable: true }),
    ],
    ['the service stops', new OperationalError('draining', 'the service is stopping', { retryable: false })],
  ])('says why not when %s, and tells the log', async (_what, error) => {
    scene().checkReady = () => Promise.reject(error);
    const answer = await get('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'not_ready', detail: error.message });
    expect(scene().log.lines).toMatchObject([
      { level: 'warn', fields: { reason: error.message }, message: 'not ready' },
    ]);
  });

  test('says no more than that for a bug of ours', async () => {
    scene().checkReady = () => Promise.reject(new TypeError('secret of undefined'));
    const answer = await get('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(answer.body).not.toContain('secret');
  });

  test('checks once for all who ask at a time, and again when a second has passed', async () => {
    let checks = 0;
    scene().checkReady = () => {
      checks += 1;
      return checks === 1 ? Promise.resolve('ready') : Promise.reject(new Error('away'));
    };
    const server = await scene().open();
    const statusOf = async () => (await server.inject({ url: '/readyz' })).statusCode;
    expect(await Promise.all([statusOf(), statusOf(), statusOf()])).toEqual([200, 200, 200]);
    scene().clock.pass(999);
    expect([await statusOf(), checks]).toEqual([200, 1]);
    scene().clock.pass(1);
    expect([await statusOf(), await statusOf(), checks]).toEqual([503, 503, 2]);
  });

  test('says no when the store does not answer in time', async () => {
    scene().checkReady = () => new Promise(() => undefined);
    const answering = get('/readyz');
    await until(() => scene().clock.waits(4_500));
    scene().clock.pass(4_500);
    expect((await answering).statusCode).toBe(503);
  });
});
