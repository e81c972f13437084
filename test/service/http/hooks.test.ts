import { describe, expect, test } from 'vitest';
import { createPlatformWebhooks } from '../../../src/platform/client/index.ts';
import fc from 'fast-check';
import { callId, projectId } from '../../../src/call/index.ts';
import { digestHookToken } from '../../../src/service/management/index.ts';
import { OperationalError } from '../../../src/engine/ports/index.ts';
import { Hooks } from '../../../src/service/http/index.ts';
import { encryptNotification } from '../../../src/platform/wire/index.ts';
import { locked, storeWith } from '../../engine/store-with.ts';
import { until } from '../../engine/until.ts';
import { hook, notification, TOKEN, useServer } from './scene.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

const scene = useServer();
const call = callId('default.v1');
const never = () => new Promise<never>(() => undefined);

type Payload = string | object;

async function post(payload: Payload | undefined, url = hook, headers: Record<string, string> = {}) {
  const server = await scene().open();
  return server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    ...(payload !== undefined && { payload }),
  });
}

describe('a notification', () => {
  test('is taken with 200 once it is stored', async () => {
    const answer = await post(notification());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({});
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '2',
      connection: 'keep-alive',
    });
    expect(await scene().memory.load(call)).toMatchObject({ record: { seq: 1 } });
  });

  test('is taken while the service is about to stop, as the last one of its connection', async () => {
    scene().isDraining = true;
    const answer = await post(notification());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({});
    expect(answer.headers.connection).toBe('close');
  });

  test('is told of by what became of it, once', async () => {
    await post(notification());
    await post(notification({ voice_id: 'stray', state: 'connected' }));
    await post({});
    scene().store = storeWith(scene().memory, { commit: () => Promise.reject(locked) });
    await post(notification({ voice_id: 'other' }));
    expect(scene().taken).toEqual(['voice applied', 'voice unknown_call', 'voice failed']);
  });

  test.each([
    ['application/json; charset=utf-8'],
    ['application/x-www-form-urlencoded'],
    ['text/plain'],
    ['application/vnd.platform+json'],
  ])('is taken as %s too', async (type) => {
    const answer = await post(JSON.stringify(notification()), hook, { 'content-type': type });
    expect(answer.statusCode).toBe(200);
    expect(await scene().memory.load(call)).toBeDefined();
  });

  test('is taken without any content type', async () => {
    const server = await scene().open();
    const answer = await server.inject({
      method: 'POST',
      url: hook,
      payload: JSON.stringify(notification()),
    });
    expect(answer.statusCode).toBe(200);
    expect(await scene().memory.load(call)).toBeDefined();
  });

  test('that is encrypted is taken as what it hides', async () => {
    const encryption = { algorithm: 'aes-256-cbc', form: 'hex' } as const;
    const { headers, body } = encryptNotification(notification(), 'demo-app-id', encryption);
    const answer = await post(body, hook, headers);
    expect(answer.statusCode).toBe(200);
    expect(await scene().memory.load(call)).toMatchObject({ record: { seq: 1 } });
  });

  test('that echoes much custom data is taken', async () => {
    const answer = await post(notification({ custom_data: { notes: 'x'.repeat(70_000) } }));
    expect(answer.statusCode).toBe(200);
    expect(await scene().memory.load(call)).toMatchObject({ record: { seq: 1 } });
  });

  test('that was encrypted with the App ID of somebody else is not taken', async () => {
    const encryption = { algorithm: 'aes-256-cbc', form: 'hex' } as const;
    const { headers, body } = encryptNotification(notification(), 'somebody-else', encryption);
    expect((await post(body, hook, headers)).statusCode).toBe(415);
    expect(await scene().memory.load(call)).toBeUndefined();
  });

  test('of an unknown state is taken, and kept in the trace of its call (I5)', async () => {
    await post(notification());
    const answer = await post(notification({ state: 'sandstorm' }));
    expect(answer.statusCode).toBe(200);
    const trace = await scene().memory.trace(call);
    expect(trace.at(-1)).toMatchObject({ event: { type: 'unknown', state: 'sandstorm' } });
  });

  test('of an unknown call is taken, and told to the log', async () => {
    const answer = await post(notification({ state: 'connected', voice_id: 'stranger' }));
    expect(answer.statusCode).toBe(200);
    expect(scene().log.of('warn')).toEqual(['no call takes this notification']);
  });

  test.each([
    ['nothing at all', undefined],
    ['an empty text', ''],
    ['spaces', ' \n '],
    ['an empty object', '{}'],
    ['null', 'null'],
    ['an empty array', '[]'],
    ['an array of nothing', '[{}, null]'],
    ['a byte order mark alone', '\ufeff'],
  ])('that is a probe (%s) is taken without a word', async (_what, payload) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(200);
    expect(scene().log.lines).toEqual([]);
  });

  test.each([['[1]'], ['[[{}]]'], ['"text"'], ['42'], ['true']])(
    'that is JSON but no object (%s) is taken, and told to the log',
    async (payload) => {
      const answer = await post(payload);
      expect(answer.statusCode).toBe(200);
      expect(scene().log.of('warn')).toEqual(['a notification that is not a JSON object was ignored']);
    },
  );
});

test('a notification that is encrypted twice is taken, and told to the log for what it is', async () => {
  const encryption = { algorithm: 'aes-256-cbc', form: 'base64' } as const;
  const { headers, body } = encryptNotification({ encrypted_data: 'YWJj' }, 'demo-app-id', encryption);
  expect((await post(body, hook, headers)).statusCode).toBe(200);
  expect(scene().log.of('warn')).toEqual(['a notification that is still encrypted was ignored']);
});

describe('what is refused', () => {
  const problem = (status: number, code: string) => ({
    type: 'about:blank',
    status,
    code,
    requestId: 'request-of-ours-1',
  });

  const utf16 = Buffer.from(`\ufeff${JSON.stringify(notification())}`, 'utf16le');

  test.each([
    ['{"voice_id":'],
    ['voice_id=v1&state=connected'],
    ['payload=%5B%7B%22voice_id%22%3A%22v1%22%7D%5D'],
    ['<xml/>'],
    ['{]'],
    ['[{"voice_id":"v1"},]'],
    ['\ufeff\ufeff{}'],
    [utf16],
    [utf16.subarray(2)],
    [utf16.swap16()],
  ])('with 400: what is not JSON (%s)', async (payload) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toMatch('application/problem+json');
    expect(answer.json()).toMatchObject(problem(400, 'not_json'));
  });

  test('with 413: what is too large', async () => {
    const answer = await post(notification({ filler: 'x'.repeat(1024 * 1024) }));
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({
      ...problem(413, 'too_large'),
      detail: 'the body exceeds the size limit',
    });
  });

  test.each([
    ['voice', 1_000, 200],
    ['voice', 1_001, 413],
    ['sms', 1_000, 200],
    ['sms', 1_001, 413],
  ])(
    'by its size: at /%s a body of %i bytes, where 1,000 are allowed, with %i',
    async (service, size, status) => {
      scene().notificationBytes = 1_000;
      const body = JSON.stringify(notification({ filler: '' }));
      const payload = body.replace('"filler":""', `"filler":"${'x'.repeat(size - body.length)}"`);
      expect(payload).toHaveLength(size);
      const answer = await post(payload, hook.replace(/voice$/, service));
      expect(answer.statusCode).toBe(status);
      expect(scene().log.lines.filter(({ fields }) => fields.code === 'too_large')).toHaveLength(
        status === 413 ? 1 : 0,
      );
    },
  );

  test('with 415: what is encrypted and cannot be decrypted', async () => {
    const answer = await post({ encrypted_data: 'c2VjcmV0' }, hook, { 'x-algoritm': 'aes-256-cbc' });
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject(problem(415, 'encrypted'));
  });

  const unknown: [string, string][] = [
    ['a wrong token', '/hooks/default/another-token-of-hooks/voice'],
    ['a token that only begins right', `/hooks/default/${TOKEN}x/voice`],
    ['a part of the token', `/hooks/default/${TOKEN.slice(0, -1)}/voice`],
    ['a token longer than any', `/hooks/default/${'x'.repeat(500)}/voice`],
    ['an unknown project', `/hooks/other/${TOKEN}/voice`],
    ['a project named like a property', `/hooks/__proto__/${TOKEN}/voice`],
    ['an empty token', '/hooks/default//voice'],
    ['an unknown service', `/hooks/default/${TOKEN}/fax`],
    ['an address that cannot be decoded', '/hooks/%zz/%/voice'],
    ['another address', '/'],
  ];

  test.each(unknown)('with 404: %s', async (_what, url) => {
    const answer = await post(notification(), url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({
      ...problem(404, 'not_found'),
      detail: 'there is no resource at this path',
    });
    expect(await scene().memory.load(call)).toBeUndefined();
  });

  test('with 404: everything but a POST', async () => {
    const server = await scene().open();
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const)
      expect((await server.inject({ method, url: hook })).statusCode).toBe(404);
  });

  test('before its body is looked at, when the token is wrong', async () => {
    const answer = await post('{"voice_id":', '/hooks/default/another-token-of-hooks/voice');
    expect(answer.statusCode).toBe(404);
  });
});

test('a token that two projects have opens each its own, as long as it holds there (HOOK-2)', () => {
  const hooks = new Hooks();
  const [one, other] = [projectId('one'), projectId('other')];
  const digest = digestHookToken(TOKEN);
  const webhooks = createPlatformWebhooks();
  hooks.replace([
    { hook: { project: one, webhooks, appIds: {} }, tokens: [{ digest }] },
    { hook: { project: other, webhooks, appIds: {} }, tokens: [{ digest, expiresAt: 10 }] },
  ]);
  const openedOf = (project: string, now: number) => hooks.findHook({ project, token: TOKEN }, now)?.project;
  expect([openedOf('one', 9), openedOf('other', 9), openedOf('third', 9)]).toEqual([one, other, undefined]);
  expect([openedOf('one', 10), openedOf('other', 10)]).toEqual([one, undefined]);
});

describe('a store that fails', () => {
  test.each([
    ['is locked', locked],
    ['is full', new OperationalError('store_full', '/secret/path has no room', { retryable: true })],
    [
      'is damaged',
      new OperationalError('store_unavailable', '/secret/path is damaged', { retryable: false }),
    ],
  ])('because it %s: 503, to be sent again, and nothing acknowledged (I1)', async (_what, error) => {
    scene().store = storeWith(scene().memory, { commit: () => Promise.reject(error) });
    const answer = await post(notification());
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.headers['content-type']).toMatch('application/problem+json');
    expect(answer.json()).toMatchObject({
      status: 503,
      code: error.code,
      detail: 'not stored; send it again',
    });
    expect(answer.body).not.toContain('/secret/path');
    expect(await scene().memory.load(call)).toBeUndefined();
    expect(scene().log.lines.at(-1)).toMatchObject({
      level: 'error',
      message: 'cannot store a notification',
      fields: { code: error.code, reason: error.message },
    });
  });

  test('to answer: 503 before the platform gives up (I6)', async () => {
    scene().store = storeWith(scene().memory, { commit: never });
    const server = await scene().open();
    const answering = server.inject({ method: 'POST', url: hook, payload: notification() });
    await until(() => scene().clock.waits(4_500));
    scene().clock.pass(4_999);
    const answer = await answering;
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.json()).toMatchObject({ code: 'store_slow' });
    expect(scene().log.lines.at(-1)).toMatchObject({
      level: 'error',
      fields: { reason: 'the store did not answer in time' },
    });
  });

  test('by what is no error at all: 500', async () => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- whoever does not keep to it is the point
    scene().store = storeWith(scene().memory, { commit: () => Promise.reject('a text') });
    const answer = await post(notification());
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: 'internal' });
  });

  test('by a bug of ours: 500 that says nothing, and a log line without the token (I7)', async () => {
    scene().store = storeWith(scene().memory, {
      commit: () => Promise.reject(new TypeError('cannot read secret of undefined')),
    });
    const answer = await post(notification());
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      type: 'about:blank',
      status: 500,
      code: 'internal',
      detail: 'internal error',
      requestId: 'request-of-ours-1',
    });
    expect(scene().log.lines.at(-1)).toMatchObject({
      level: 'error',
      fields: { path: '/hooks/default', requestId: 'request-of-ours-1' },
    });
    expect(JSON.stringify(scene().log.lines)).not.toContain(TOKEN);
  });
});

describe('whatever comes in', () => {
  const state = fc.oneof(
    fc.constantFrom('incomingcall', 'connected', 'playfinished', 'digitcollected', 'bridged', 'disconnected'),
    fc.string(),
    fc.jsonValue(),
  );
  const body = fc.oneof(
    fc.record(
      {
        voice_id: fc.oneof(fc.constantFrom('v1', 'v2'), fc.jsonValue()),
        voice_Id: fc.jsonValue(),
        state,
        playstate: state,
        digit: fc.jsonValue(),
        prompt_ref: fc.oneof(fc.constant('default.v1.2'), fc.jsonValue()),
        from: fc.jsonValue(),
        to: fc.jsonValue(),
        timestamp: fc.jsonValue(),
        disconnect_reason: fc.jsonValue(),
        custom_data: fc.jsonValue(),
        owner_ref: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
    fc.jsonValue(),
  );

  test('as JSON is never answered with 500, and never throws away a call', async () => {
    const server = await scene().open();
    const bodies = fc.array(fc.oneof(body, fc.array(body, { maxLength: 4 })), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(bodies, async (sent) => {
        for (const payload of sent) {
          const text = JSON.stringify(payload);
          const answer = await server.inject({ method: 'POST', url: hook, payload: text });
          expect([200, 415]).toContain(answer.statusCode);
        }
      }),
      { numRuns: scaleRuns(200) },
    );
    expect(scene().log.of('error')).toEqual([]);
  });

  test('as bytes, in any address, is never answered with 500', async () => {
    const server = await scene().open();
    const query = fc.webQueryParameters();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), query, async (bytes, parameters) => {
        const payload = Buffer.from(bytes);
        const answer = await server.inject({ method: 'POST', url: `${hook}?${parameters}`, payload });
        expect([200, 400, 415]).toContain(answer.statusCode);
      }),
      { numRuns: scaleRuns(200) },
    );
  });
});

describe('what is refused', () => {
  test.each([
    ['not JSON', 'x{', 'not_json'],
    ['too large', `{"a":"${'x'.repeat(1024 * 1024)}"}`, 'too_large'],
    ['encrypted', { encrypted_data: 'YWJj' }, 'encrypted'],
  ])('leaves a line in the log when the token was right: %s', async (_what, payload, code) => {
    const { statusCode } = await post(payload);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(scene().log.lines).toMatchObject([{ level: 'warn', fields: { project: 'default', code } }]);
  });

  test('leaves none when the token was wrong: strangers cannot fill the log', async () => {
    await post('x{', '/hooks/default/not-the-token-at-all/voice');
    expect(scene().log.lines).toEqual([]);
  });
});
