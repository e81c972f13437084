/** `ringflow dial --at` and `ringflow planned` at a real service, in this process. */
import { afterEach, expect, test, vi } from 'vitest';
import { registerDial } from '../../src/cli/operate/dial.ts';
import { renderPlannedCalls, registerPlanned } from '../../src/cli/operate/planned.ts';
import type { PlannedAnswer } from '../../src/cli/operate/planned.ts';
import { FROM, numberOf, openScene } from '../service/campaigns/scene.ts';
import { until } from '../engine/until.ts';
import { closeAfterEach } from '../service/http/api/scene.ts';
import { runCommand } from './command.ts';

closeAfterEach();
afterEach(() => {
  vi.unstubAllEnvs();
});

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

async function operated() {
  const scene = await openScene({ [numberOf(1)]: { on_ring: 'busy', afterMs: 10 } });
  vi.stubEnv('RINGFLOW_URL', scene.service.url);
  vi.stubEnv('RINGFLOW_TOKEN', scene.adminKey);
  const dial = (...args: string[]) =>
    runCommand(registerDial, [
      ...['dial', 'reminder', numberOf(1), '--from', FROM, '--param', 'day=Monday'],
      ...args,
    ]);
  const planned = (...args: string[]) => runCommand(registerPlanned, ['planned', ...args]);
  const read = async (...args: string[]) => JSON.parse((await planned(...args, '--json')).out) as unknown;
  return { ...scene, dial, planned, read };
}

test('a call is planned, once under a key, shown, and taken back', async () => {
  const { dial, planned, read } = await operated();
  const at = inHours(2);
  const asked = ['--at', at, '--retry', 'busy=3/60s', '--retry', 'no_answer=1/2h', '--key', 'k'];
  const { out, err, code } = await dial(...asked);
  expect({ err, code }).toEqual({ err: '', code: 0 });
  const id = out.trim();
  expect(JSON.parse((await dial(...asked, '--json')).out)).toMatchObject({ id, state: 'waiting' });
  expect(await read('show', id)).toMatchObject({
    id,
    dueAt: Date.parse(at),
    retries: { busy: { times: 3, afterSeconds: 60 }, no_answer: { times: 1, afterSeconds: 7_200 } },
  });
  const cancelled = await planned('cancel', id);
  expect(cancelled.out).toContain(`${id}  cancelled  ${at.slice(0, 19)}  reminder  ${numberOf(1)}`);
  expect(await read('list', '--state', 'waiting')).toEqual([]);
});

test('planned calls are listed in the order of their times, with the reason of what could not be', async () => {
  const { dial, planned, read } = await operated();
  const times = [inHours(3), inHours(1), inHours(2)];
  for (const at of times) await dial('--at', at);
  const all = (await read('list')) as PlannedAnswer[];
  expect(all.map(({ dueAt }) => dueAt)).toEqual(times.map((at) => Date.parse(at)).sort((a, b) => a - b));
  const { out } = await planned('list');
  expect(out.split('\n')).toHaveLength(5);
  expect(out).toMatch(/^planned call +state +due +flow +to +result +last call\n/);
  const unfit = { ...all[0], state: 'done', result: 'unfit', detail: 'no such flow' } as PlannedAnswer;
  expect(renderPlannedCalls([unfit])).toMatch(/ unfit +- +no such flow\n$/);
});

test('a call with retries alone is placed at once, and its result is told', async () => {
  const { dial, read, planned } = await operated();
  const id = (await dial('--retry', 'busy=1/1s')).out.trim();
  const over = await until(async () => {
    const now = (await read('show', id)) as PlannedAnswer;
    return now.state === 'done' ? now : undefined;
  });
  expect(over).toMatchObject({ result: 'busy', calls: [expect.any(String), expect.any(String)] });
  expect(await planned('cancel', id)).toMatchObject({ out: '', code: 1 });
});

test('a project without any has an empty list', async () => {
  const { planned } = await operated();
  expect(await planned('list')).toEqual({ out: '', err: '', code: 0 });
});

test.each([
  [['--at', 'tomorrow'], /^ringflow: --at is "tomorrow": expected a time/, 2],
  [['--at', '2020-01-01'], /^ringflow: .*in the past.*\n$/, 1],
  [
    ['--retry', 'answered=1/1s'],
    /^ringflow: --retry is "answered=1\/1s": expected a value such as busy=3\/60s/,
    2,
  ],
  [['--retry', 'busy=1'], /^ringflow: --retry is "busy=1": expected/, 2],
  [['--retry', 'busy=99/1s'], /^ringflow: the body is invalid: body\/retries\/busy\/times/, 1],
])('%j is refused in one line', async (args, told, code) => {
  const { dial, planned } = await operated();
  const ran = await dial(...args);
  expect(ran).toMatchObject({ out: '', code });
  expect(ran.err).toMatch(told);
  expect((await planned('list')).out).toBe('');
});

test.each(['../keys', '', 'abc', 'A'.repeat(32)])('"%s" is no planned call', async (id) => {
  const { planned } = await operated();
  const { err, code } = await planned('show', id);
  expect({ err, code }).toEqual({
    err: `ringflow: "${id}" is not the id of a planned call: see "ringflow planned list"\n`,
    code: 2,
  });
});
