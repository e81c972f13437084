/** POST /dev/calls: only for whoever sits at this machine. */
import { describe, expect, test } from 'vitest';
import { OperationalError } from '../../../src/engine/ports/index.ts';
import { useServer } from './scene.ts';

const scene = useServer();
const wanted = { flow: 'desk', from: '+4930222', to: '+4930111' };

async function post(payload: unknown, headers: Record<string, string> = {}) {
  const server = await scene().open();
  return server.inject({
    method: 'POST',
    url: '/dev/calls',
    headers: { 'content-type': 'application/json', host: '127.0.0.1:8080', ...headers },
    payload: JSON.stringify(payload),
  });
}

describe('a call that is asked for', () => {
  test('is placed, and its id given', async () => {
    const asked: unknown[] = [];
    scene().dial = (call) => {
      asked.push(call);
      return Promise.resolve('default.out');
    };
    const answer = await post(wanted);
    expect([answer.statusCode, answer.json()]).toEqual([201, { call: 'default.out' }]);
    expect(asked).toEqual([wanted]);
  });

  test('is begun with the parameters that are given', async () => {
    const asked: unknown[] = [];
    scene().dial = (call) => {
      asked.push(call);
      return Promise.resolve('default.out');
    };
    await post({ ...wanted, params: { day: 'Monday' } });
    expect(asked).toEqual([{ ...wanted, params: { day: 'Monday' } }]);
  });

  test('is refused with 400 when the flow does not take the parameters', async () => {
    scene().dial = () =>
      Promise.reject(new OperationalError('bad_params', 'parameter "day" is missing', { retryable: false }));
    const answer = await post(wanted);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({
      status: 400,
      code: 'bad_params',
      detail: 'parameter "day" is missing',
    });
  });

  test.each([
    ['with parameters as a list', { ...wanted, params: ['Monday'] }],
    ['without a flow', { ...wanted, flow: undefined }],
    ['to what is no number', { ...wanted, to: 'home' }],
    ['as a list', [wanted]],
  ])('%s is refused with 400', async (_what, payload) => {
    scene().dial = () => Promise.reject(new Error('must not be called'));
    expect((await post(payload)).statusCode).toBe(400);
  });

  test('of a flow that is not there is refused with 404', async () => {
    scene().dial = () =>
      Promise.reject(new OperationalError('unknown_flow', 'no such flow', { retryable: false }));
    const answer = await post(wanted);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'unknown_flow' });
  });

  test.each([
    ['to another name of this machine', { host: 'evil.example' }, 403],
    ['as text, which any page may send', { 'content-type': 'text/plain' }, 415],
  ])('%s is refused', async (_what, headers, status) => {
    scene().dial = () => Promise.reject(new Error('must not be called'));
    expect((await post(wanted, headers)).statusCode).toBe(status);
  });

  test('is not even heard of where it is not offered', async () => {
    expect((await post(wanted)).statusCode).toBe(404);
  });
});

describe('a call that is looked at', () => {
  const look = async (id: string, headers: Record<string, string> = {}) => {
    const server = await scene().open();
    const known = { host: '127.0.0.1:8080', 'content-type': 'application/json', ...headers };
    return server.inject({ method: 'GET', url: `/dev/calls/${id}`, headers: known });
  };

  test('is shown with its trace, as the store has it', async () => {
    const stored = { record: { id: 'default.7' }, trace: [{ seq: 1 }] } as never;
    scene().findCall = (id) => Promise.resolve(id === 'default.7' ? stored : undefined);
    const found = await look('default.7');
    expect([found.statusCode, found.json()]).toEqual([200, stored]);
    expect((await look('default.8')).statusCode).toBe(404);
  });

  test.each([
    ['from another machine', { host: 'desk.example.com' }, 403],
    ['by a page', { 'content-type': 'text/plain' }, 415],
  ])('is not shown %s', async (_who, headers, status) => {
    scene().findCall = () => Promise.reject(new Error('nobody may look'));
    expect((await look('default.7', headers)).statusCode).toBe(status);
  });

  test('is not shown by a service that is not dev', async () => {
    expect((await look('default.7')).statusCode).toBe(404);
  });
});
