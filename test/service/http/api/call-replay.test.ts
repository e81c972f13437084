/** What the API computes of recorded calls: their states, their scenarios, and their course on another version. */
import { describe, expect, test } from 'vitest';
import { aProject, secretsOfProject } from '../../../builders/project.ts';
import { dedented } from '../../../builders/flow.ts';
import { until } from '../../../engine/until.ts';
import { CALLER, closeCallsAfterEach, desk, DESK_TEXT, onSqlite } from './call-scene.ts';
import type { CallScene } from './call-scene.ts';
import type { Ask } from './scene.ts';

closeCallsAfterEach();

const PIN = '8035';
const SECRET_SETTING = 'canary-setting-5f1c';
const at = (id: string, what = '') => `/projects/default/calls/${id}${what}`;
const first = ({ nodes }: CallScene) => nodes[0] ?? expect.fail();
const open = () => onSqlite({ ...secretsOfProject, env: { TOKEN: SECRET_SETTING } });

/** Somebody calls, presses these keys one after the other, and hangs up. */
async function record(scene: CallScene, ...keys: string[]): Promise<string> {
  const { id, voiceId } = await scene.calls();
  const { admin } = first(scene);
  for (const digits of keys) await admin('POST', at(id, '/events'), { type: 'digits', digits });
  scene.emulator.act((model, now) => model.people.hangUp(voiceId, now));
  await until(async () => ((await admin('GET', at(id))).body as { endedAt?: number }).endedAt);
  return id;
}

interface Traced {
  trace: { seq: number; after?: { step: string; line: number; variables: unknown[]; attempts?: unknown } }[];
  unknownStates?: unknown;
}

/** Uploads a changed version of the desk. */
async function upload(admin: Ask, from: string, to: string): Promise<string> {
  const text = `ringflow: 1\nname: case\n${dedented(DESK_TEXT).replace(from, to)}`;
  const { body } = await admin('POST', '/projects/default/flows', { files: { 'flow.yaml': text } });
  const { versions: [uploaded] = [] } = body as { versions?: { version: string }[] };
  return uploaded?.version ?? expect.fail(JSON.stringify(body));
}

const path = (version: string) => `/projects/default/flows/case/versions/${version}/preview`;

describe('the trace with its states', () => {
  test('tells step, line, variables and attempts of each entry, and nothing secret', async () => {
    const scene = await open();
    const id = await record(scene, '9', '2', PIN);
    const { admin } = first(scene);
    const plain = (await admin('GET', at(id, '/trace'))).body as Traced;
    expect(plain.trace.some((entry) => 'after' in entry)).toBe(false);
    const { status, body } = await admin('GET', at(id, '/trace?detail=variables'));
    const { trace, unknownStates } = body as Traced;
    expect({ status, unknownStates }).toEqual({ status: 200, unknownStates: undefined });
    expect(trace.map(({ after: _after, ...entry }) => entry)).toEqual(plain.trace);
    expect(trace.every(({ seq, after }) => (after as { seq?: number } | undefined)?.seq === seq)).toBe(true);
    const states = trace.map(({ after }) => after);
    expect(states).toContainEqual(
      expect.objectContaining({
        ...{ step: 'ask', line: desk.steps.ask?.line },
        attempts: { failed: 1, left: 2 },
        variables: [{ name: 'pin', isSecret: true }],
      }),
    );
    expect(states.some((state) => state?.step === 'pin')).toBe(true);
    expect(JSON.stringify(body)).not.toContain(PIN);
    expect(JSON.stringify(body)).not.toContain(SECRET_SETTING);
  });

  test('is there of a call under way, for a viewer', async () => {
    const scene = await open();
    const { id } = await scene.calls();
    const viewer = await scene.as({ project: 'default', role: 'viewer' });
    const { trace } = (await viewer('GET', at(id, '/trace?detail=variables'))).body as Traced;
    expect(trace.at(-1)?.after?.step).toBe('ask');
  });

  test('is refused for calls that are not there or of others, and for other details', async () => {
    const scene = await open();
    const id = await record(scene, '1');
    const { admin } = first(scene);
    expect((await admin('PUT', '/projects/other', aProject)).status).toBe(201);
    const query = '/trace?detail=variables';
    expect((await admin('GET', at('default.nobody', query))).status).toBe(404);
    expect((await admin('GET', `/projects/other/calls/${id}${query}`)).status).toBe(404);
    expect((await admin('GET', at(id, '/trace?detail=everything'))).status).toBe(400);
    const other = await scene.as({ project: 'other', role: 'admin' });
    expect((await other('GET', at(id, query))).status).toBe(403);
  });
});

describe('the scenario of a call', () => {
  test('passes on the version of the call, without its number and secrets', async () => {
    const scene = await open();
    const id = await record(scene, '1');
    const author = await scene.as({ project: 'default', role: 'author' });
    const { status, body } = await author('POST', at(id, '/scenario'), {});
    const { text, isReproduced, remarks } = body as {
      text: string;
      isReproduced: boolean;
      remarks: { code: string }[];
    };
    expect({ status, isReproduced }).toEqual({ status: 200, isReproduced: true });
    expect(text).not.toContain(CALLER.slice(4));
    expect(remarks.map(({ code }) => code)).toEqual(expect.arrayContaining(['source', 'number_replaced']));
    const files = { 'flow.yaml': `ringflow: 1\nname: case\n${dedented(DESK_TEXT)}`, 'a.scenario.yaml': text };
    const { body: run } = await first(scene).admin('POST', '/projects/default/tests', { files });
    expect(run).toMatchObject({ passed: 1, failed: 0 });
  });

  test('names what was made up, keeps the number on request, and never has what was secret', async () => {
    const scene = await open();
    const id = await record(scene, '2', PIN);
    const { body } = await first(scene).admin('POST', at(id, '/scenario'), {
      ...{ keepNumbers: true, name: 'books: with a PIN' },
    });
    const { text, remarks } = body as { text: string; remarks: { code: string }[] };
    expect(remarks.map(({ code }) => code)).toContain('input_made_up');
    expect(text).toContain(CALLER);
    expect(text).toMatch(/name: ["']books: with a PIN["']/);
    expect(text).not.toContain(PIN);
    expect(text).not.toContain(SECRET_SETTING);
  });

  test('is refused while the call is live, where there is none, and for other projects', async () => {
    const scene = await open();
    const { id } = await scene.calls();
    const { admin } = first(scene);
    expect((await admin('PUT', '/projects/other', aProject)).status).toBe(201);
    expect(await admin('POST', at(id, '/scenario'), {})).toMatchObject({
      status: 409,
      body: { code: 'call_live' },
    });
    expect((await admin('POST', at('default.nobody', '/scenario'), {})).status).toBe(404);
    expect((await admin('POST', at(id, '/scenario'), { keep: 1 })).status).toBe(400);
    const other = await scene.as({ project: 'other', role: 'admin' });
    expect((await other('POST', at(id, '/scenario'), {})).status).toBe(403);
  });
});

describe('the preview of a version', () => {
  test('tells which of the last calls would go the same way, hear something else or end differently', async () => {
    const scene = await open();
    const [one, two] = [await record(scene, '1'), await record(scene, '2', PIN)];
    const author = await scene.as({ project: 'default', role: 'author' });
    const changed = await upload(author, 'Your PIN.', 'Your secret number.');
    const heard = await author('POST', path(changed), { last: 10 });
    expect(heard).toMatchObject({
      status: 200,
      body: {
        ...{ flow: 'case', version: changed, found: 2, examined: 2, madeUp: 1 },
        same: { count: 1, calls: [{ call: one }] },
        hears: {
          count: 1,
          calls: [
            {
              ...{ call: two, step: 'pin' },
              before: { kind: 'hears', text: 'Your PIN.' },
              after: { kind: 'hears', text: 'Your secret number.' },
            },
          ],
        },
        ...{ ends: { count: 0, calls: [] }, notReplayable: { count: 0, calls: [] } },
      },
    });
    const elsewhere = await upload(author, 'key: 1, goto: thanks', 'key: 1, goto: bye');
    const { body } = await author('POST', path(elsewhere), {});
    expect(body).toMatchObject({ same: { count: 1 }, ends: { count: 1, calls: [{ call: one }] } });
    expect(JSON.stringify([heard.body, body])).not.toMatch(new RegExp(`${PIN}|${SECRET_SETTING}`));
  });

  test('replays a call that an operator ended', async () => {
    const scene = await open();
    const { admin } = first(scene);
    const { id } = await scene.calls();
    expect((await admin('POST', at(id, '/end'))).status).toBeLessThan(300);
    await until(async () => ((await admin('GET', at(id))).body as { endedAt?: number }).endedAt);
    const changed = await upload(admin, 'Press 1.', 'Please press 1.');
    expect((await admin('POST', path(changed), {})).body).toMatchObject({
      ...{ found: 1, notReplayable: { count: 0, calls: [] } },
      hears: { count: 1, calls: [{ call: id, after: { text: 'Please press 1.' } }] },
    });
    const { body } = await admin('POST', at(id, '/scenario'), {});
    expect(body).toMatchObject({ isReproduced: true });
  });

  test('takes the newest calls, and says why others cannot be replayed', async () => {
    const scene = await open();
    await record(scene, '1');
    const newest = await record(scene, '1');
    const { admin } = first(scene);
    const same = await upload(admin, 'Your PIN.', 'Your PIN now.');
    expect((await admin('POST', path(same), { last: 1 })).body).toMatchObject({
      ...{ found: 1, examined: 1 },
      same: { count: 1, calls: [{ call: newest }] },
    });
    const needy = await upload(admin, 'vars:', 'params: { customer: { type: string } }\nvars:');
    expect((await admin('POST', path(needy), {})).body).toMatchObject({
      notReplayable: { count: 2, calls: [{ code: 'params_missing' }, { code: 'params_missing' }] },
    });
  });

  test('is nothing where nobody has called', async () => {
    const scene = await open();
    const { admin } = first(scene);
    const version = await upload(admin, 'Your PIN.', 'PIN?');
    expect((await admin('POST', path(version), {})).body).toMatchObject({
      ...{ found: 0, examined: 0, same: { count: 0, calls: [] } },
    });
  });

  test('refuses other numbers of calls, versions that are not there, projects of others and readers', async () => {
    const scene = await open();
    const { admin } = first(scene);
    expect((await admin('PUT', '/projects/other', aProject)).status).toBe(201);
    const version = await upload(admin, 'Your PIN.', 'PIN?');
    for (const last of [0, -1, 1e9, 501, 1.5, 'all', null])
      expect((await admin('POST', path(version), { last })).status).toBe(400);
    expect(await admin('POST', path('0123456789abcdef'), {})).toMatchObject({
      status: 404,
      body: { code: 'unknown_version' },
    });
    expect((await admin('POST', path(version).replace('default', 'other'), {})).status).toBe(404);
    expect((await admin('POST', path('nonsense'), {})).status).toBe(400);
    const viewer = await scene.as({ project: 'default', role: 'viewer' });
    expect((await viewer('POST', path(version), {})).status).toBe(403);
    const other = await scene.as({ project: 'other', role: 'admin' });
    expect((await other('POST', path(version), {})).status).toBe(403);
  });
});
