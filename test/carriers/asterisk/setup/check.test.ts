import { expect, test } from 'vitest';
import { checkAsterisk, checkEvents } from '../../../../src/carriers/asterisk/setup/index.ts';
import type { Check } from '../../../../src/carriers/asterisk/setup/index.ts';

type Answers = Record<string, { status: number; body?: unknown }>;

const READY: Answers = {
  '/asterisk/info': { status: 200, body: { system: { version: '22.5.0' }, config: { name: 'desk' } } },
  '/channels/ringflow-check/answer': { status: 404 },
  '/bridges/ringflow-check/record': { status: 201 },
  '/recordings/stored/ringflow-check': { status: 200 },
  '/playbacks/ringflow-check': { status: 200, body: { state: 'playing' } },
  '/endpoints/PJSIP/trunk': { status: 200, body: { state: 'online' } },
  '/events/user/ringflow-check': { status: 204 },
};

const withInfo = (version: string, name = 'desk'): Answers => ({
  ...READY,
  '/asterisk/info': { status: 200, body: { system: { version }, config: { name } } },
});

function check(answers: Answers, dial = 'PJSIP/{number}@trunk'): Promise<Check[]> {
  const ask = (_method: string, path: string) => {
    const { status = 404, body } = answers[path.split('?')[0] ?? ''] ?? {};
    return Promise.resolve({ status, body });
  };
  const expected = { name: 'desk', application: 'ringflow-default', dial, sound: '/prompts/ringflow-check' };
  return checkAsterisk(ask, expected, () => Promise.resolve());
}

/** What is not ok. */
async function findProblems(answers: Answers, dial?: string): Promise<string[]> {
  return (await check(answers, dial))
    .filter(({ result }) => result !== 'ok')
    .map(({ code, result }) => `${code} ${result}`);
}

test('an Asterisk with everything passes all checks', async () => {
  const codes = (await check(READY)).map(({ code, result }) => [code, result]);
  const all = [
    'credentials',
    'version',
    'system-name',
    'write-access',
    'recording',
    'prompts',
    'endpoint',
    'application',
  ];
  expect(codes).toEqual(all.map((code) => [code, 'ok']));
});

test.each([
  [0, 'reachable failed'],
  [401, 'credentials failed'],
  [404, 'reachable failed'],
])('without access nothing else is checked: status %d', async (status, problem) => {
  expect(await findProblems({ '/asterisk/info': { status } })).toEqual([problem]);
});

test.each(['22.10.1+dfsg', '20.15.0', '21.10.2', '23.0.0', 'certified-22.8-cert1'])(
  'version %s opens the event socket',
  async (version) => {
    expect(await findProblems(withInfo(version))).toEqual([]);
  },
);

test.each(['22.4.1', '20.14.0', '21.9.0', '18.26.4', '19.99.0', ''])(
  'version %s does not',
  async (version) => {
    expect(await findProblems(withInfo(version))).toEqual(['version failed']);
  },
);

test('another system name, no write access and a missing endpoint are found', async () => {
  expect(await findProblems(withInfo('22.5.0', ''))).toEqual(['system-name failed']);
  const readOnly = { ...READY, '/channels/ringflow-check/answer': { status: 403 } };
  expect(await findProblems(readOnly)).toEqual(['write-access failed']);
  const noFolder = { ...READY, '/bridges/ringflow-check/record': { status: 500 } };
  expect(await findProblems(noFolder)).toEqual(['recording failed']);
  const notWritable = { ...READY, '/recordings/stored/ringflow-check': { status: 404 } };
  expect(await findProblems(notWritable)).toEqual(['recording failed']);
  expect(await findProblems(READY, 'PJSIP/{number}@other')).toEqual(['endpoint failed']);
  expect(await findProblems(READY, 'Local/{number}@all')).toEqual(['endpoint failed']);
});

test('a telephone that is not registered and a service that does not run are only pending', async () => {
  const alone = {
    ...READY,
    '/endpoints/PJSIP/trunk': { status: 200, body: { state: 'offline' } },
    '/events/user/ringflow-check': { status: 404 },
  };
  expect(await findProblems(alone)).toEqual(['endpoint pending', 'application pending']);
});

test.each([
  [{ connectedCarriers: [{ carrier: 'desk' }] }, 'ok', 'receives its events'],
  [{ lostCarriers: [{ carrier: 'desk' }] }, 'failed', 'receives no events'],
  [{ connectedCarriers: [{ carrier: 'other' }] }, 'failed', 'knows no carrier "desk"'],
  [undefined, 'pending', 'no service answers'],
])('the service tells whether it receives the events: %j', (state, result, text) => {
  const found = checkEvents(state, 'desk', 'http://127.0.0.1:8080');
  expect(found).toMatchObject({ code: 'events', result });
  expect(found.text).toContain(text);
});

test('prompts that it cannot read are told with their folder', async () => {
  const checks = await check({ ...READY, '/playbacks/ringflow-check': { status: 404 } });
  expect(checks.filter(({ result }) => result !== 'ok')).toEqual([
    { code: 'prompts', result: 'failed', text: expect.stringContaining('able to read /prompts,') as string },
  ]);
});
