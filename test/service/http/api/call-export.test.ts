/** Calls as they were recorded, by the API: the document that the command line writes of the same store. */
import { showEntry } from '../../../../src/call/index.ts';
import { describe, expect, test } from 'vitest';
import { registerCalls } from '../../../../src/cli/operate/recorded-calls-command.ts';
import { readRecording } from '../../../../src/verification/recording/index.ts';
import { runCommand } from '../../../cli/command.ts';
import { aProject, secretsOfProject } from '../../../builders/project.ts';
import { until } from '../../../engine/until.ts';
import { CALLER, closeCallsAfterEach, desk, onRedis, onSqlite } from './call-scene.ts';
import type { CallScene } from './call-scene.ts';

closeCallsAfterEach();

const PIN = '8035';
const at = (id: string, what = '') => `/projects/default/calls/${id}${what}`;
const last = ({ nodes }: CallScene) => nodes.at(-1) ?? expect.fail();

/** Somebody who is asked for a PIN, gives it and hangs up. */
async function over(scene: CallScene): Promise<string> {
  const { id, voiceId } = await scene.calls();
  const { admin } = last(scene);
  await admin('POST', at(id, '/events'), { type: 'digits', digits: '2' });
  await admin('POST', at(id, '/events'), { type: 'digits', digits: PIN });
  scene.emulator.act((model, now) => model.people.hangUp(voiceId, now));
  await until(async () => ((await admin('GET', at(id))).body as { endedAt?: number }).endedAt);
  return id;
}

const exported = async (scene: CallScene, ...args: string[]) =>
  (await runCommand(registerCalls, ['calls', 'export', '--ndjson', ...args, '--store', scene.place])).out;

describe.each([
  ['on SQLite', onSqlite],
  ['on two nodes of one Redis, the other one of which is asked', onRedis],
])('the export of a call %s', (_where, open) => {
  test('is byte by byte what the command line writes of the store, with and without numbers', async () => {
    const scene = await open();
    const id = await over(scene);
    const { admin } = last(scene);
    const answer = await admin('GET', at(id, '/export'));
    expect(answer).toMatchObject({ status: 200, type: 'application/x-ndjson; charset=utf-8' });
    expect(answer.body).toBe(await exported(scene, id));
    expect(answer.body).not.toContain(CALLER.slice(4));
    const whole = await admin('GET', at(id, '/export?keep_numbers=true'));
    expect(whole.body).toBe(await exported(scene, id, '--keep-numbers'));
    expect(whole.body).toContain(CALLER);
  });

  test('has the version and the whole trace, and nothing of what was secret', async () => {
    const scene = await open();
    const id = await over(scene);
    const { admin } = last(scene);
    const text = (await admin('GET', at(id, '/export?keep_numbers=true'))).body as string;
    const { calls, flows, wrongLines } = readRecording(text);
    const { trace } = (await admin('GET', at(id, '/trace'))).body as { trace: unknown[] };
    expect(wrongLines).toEqual([]);
    expect([...flows.values()]).toEqual([desk]);
    expect(calls).toMatchObject([{ id, from: CALLER, flow: { version: desk.version } }]);
    expect(calls[0]?.trace.map(showEntry)).toEqual(trace);
    expect(text).not.toContain(`"${PIN}"`);
  });
});

describe('an export', () => {
  test('of a call under way is what it has done so far', async () => {
    const scene = await onSqlite();
    const { id } = await scene.calls();
    const text = (await last(scene).admin('GET', at(id, '/export'))).body as string;
    expect(readRecording(text).calls[0]).not.toHaveProperty('endedAt');
    expect(text).toBe(await exported(scene, id));
  });

  test.each([
    ['default', 'default.nobody', ''],
    ['other', undefined, ': ids of calls of this project begin with "other."'],
  ])('in project %s of a call that is not there is 404', async (project, named, hint) => {
    const scene = await onSqlite(secretsOfProject);
    expect((await last(scene).admin('PUT', '/projects/other', aProject)).status).toBe(201);
    const id = named ?? (await scene.calls()).id;
    expect(await last(scene).admin('GET', `/projects/${project}/calls/${id}/export`)).toMatchObject({
      status: 404,
      body: { code: 'unknown_call', detail: `there is no call "${id}"${hint}` },
    });
  });

  test('is refused where it is asked for in a way that there is not', async () => {
    const scene = await onSqlite();
    const { id } = await scene.calls();
    const ask = async (query: string) => (await last(scene).admin('GET', at(id, `/export?${query}`))).status;
    expect(await ask('keep_numbers=perhaps')).toBe(400);
    expect(await ask('numbers=true')).toBe(400);
  });
});
