/** Bundles that carry their scenarios: what fails is not kept and takes no calls, unless somebody says why. */
import { describe, expect, test } from 'vitest';
import { runFiles } from '../../../../src/cli/author/test-run.ts';
import { findFiles, isScenarioFile } from '../../../../src/authoring/flow-files/index.ts';
import { renderResultsJson } from '../../../../src/verification/testkit/index.ts';
import { until } from '../../../engine/until.ts';
import { flowSaying, useFolders } from '../../../authoring/flow-files/folder.ts';
import { aProject, secretsOfProject } from '../../../builders/project.ts';
import { cheapSecrets } from '../../../builders/secrets.ts';
import { closeAfterEach, openApi, useParts } from './scene.ts';
import type { Answer, Ask } from './scene.ts';

closeAfterEach();
const newFolder = useFolders();

const P = '/projects/default';
const scenario = (name: string, hears: string) =>
  `scenarios: [{ name: ${name}, script: [hears: ${hears}] }]\n`;
const good = { 'flow.yaml': flowSaying('Hello.'), 'a.scenario.yaml': scenario('greets', 'Hello') };
const bad = { 'flow.yaml': flowSaying('Hello.'), 'a.scenario.yaml': scenario('parts', 'Goodbye') };
const force = { reason: 'the line is down, tests come later' };

const handIn = (ask: Ask, body: object) => ask('POST', `${P}/flows`, body);
const versionIn = ({ body }: Answer) =>
  (body as { versions: { version: string }[] }).versions[0]?.version ?? '';

async function auditOf(ask: Ask) {
  const { body } = await ask('GET', '/audit');
  const { items } = body as { items: { action: string; detail: object }[] };
  return items.map(({ action, detail }) => ({ action, detail }));
}

describe('a bundle of which a scenario fails', () => {
  test('is not kept, and the answer tells which one', async () => {
    const { admin } = await openApi();
    const refused = await handIn(admin, { files: bad });
    expect(refused).toMatchObject({
      status: 422,
      type: expect.stringContaining('application/problem+json') as string,
      body: {
        code: 'tests_failed',
        detail: 'nothing was stored: failed scenarios: 1, such as "parts" (a.scenario.yaml:1)',
        tests: { passed: 0, failed: 1, cases: [{ name: 'parts', failure: { line: 1 } }] },
      },
    });
    expect((await admin('GET', `${P}/flows`)).body).toEqual({ items: [] });
    expect(await auditOf(admin)).toEqual([]);
  });

  test.each([
    ['that cannot be read', 'scenarios: [', 'scenario files that cannot be run: 1, such as a.scenario.yaml'],
    [
      'that leaves others out',
      'scenarios: [{ name: x, only: true, script: [hears: Hello] }]\n',
      '"only" is set at a.scenario.yaml:1',
    ],
  ])('is one too with a scenario file %s', async (_what, text, detail) => {
    const { admin } = await openApi();
    const refused = await handIn(admin, { files: { ...good, 'a.scenario.yaml': text } });
    expect(refused).toMatchObject({ status: 422, body: { detail: `nothing was stored: ${detail}` } });
  });

  test('is kept by force, goes into service by force, and the audit log says why', async () => {
    const { admin } = await openApi();
    const version = versionIn(await handIn(admin, { files: bad, force }));
    const wanted = { version };
    expect(await admin('PUT', `${P}/deployments/desk`, wanted)).toMatchObject({
      status: 422,
      body: {
        code: 'tests_failed',
        detail: '"desk": failed scenarios: 1, such as "parts" (a.scenario.yaml:1)',
      },
    });
    expect((await admin('GET', `${P}/deployments/desk`)).status).toBe(404);
    expect(await admin('PUT', `${P}/deployments/desk`, { ...wanted, force })).toMatchObject({
      status: 200,
      body: { live: version },
    });
    expect(await auditOf(admin)).toEqual([
      { action: 'flow.deploy', detail: { version, percent: 100, failed: 1, ...force } },
      { action: 'flow.put', detail: { version, failed: 1, ...force } },
    ]);
  });

  test('goes into service without force once its scenarios pass', async () => {
    const { admin } = await openApi();
    const version = versionIn(await handIn(admin, { files: bad, force }));
    expect(versionIn(await handIn(admin, { files: good }))).toBe(version);
    expect((await admin('PUT', `${P}/deployments/desk`, { version })).status).toBe(200);
  });

  test('does not come to pass by being handed in without its scenarios', async () => {
    const { admin } = await openApi();
    const version = versionIn(await handIn(admin, { files: bad, force }));
    await handIn(admin, { files: { 'flow.yaml': bad['flow.yaml'] } });
    expect((await admin('PUT', `${P}/deployments/desk`, { version })).status).toBe(422);
  });

  test('is not forced without a reason', async () => {
    const { admin } = await openApi();
    for (const nothing of [{}, { reason: '' }, { reason: 'x', more: 1 }])
      expect((await handIn(admin, { files: bad, force: nothing })).status).toBe(400);
  });
});

describe('the results', () => {
  test('stay with the version, with the scenarios themselves', async () => {
    const { admin } = await openApi();
    const version = versionIn(await handIn(admin, { files: good }));
    expect(await admin('GET', `${P}/flows/desk/versions/${version}/tests`)).toMatchObject({
      status: 200,
      body: {
        by: expect.stringMatching(/^key:/) as string,
        results: { passed: 1, failed: 0, cases: [{ name: 'greets', passed: true, flow: 'flow.yaml' }] },
        files: { 'a.scenario.yaml': good['a.scenario.yaml'] },
      },
    });
    const read = await admin('GET', `${P}/flows/desk/versions/${version}`);
    expect(read.body).toMatchObject({ files: { 'flow.yaml': good['flow.yaml'] } });
  });

  test('of a run again are those of the stored scenarios, with the place of the first failure', async () => {
    const { admin, as } = await openApi();
    const version = versionIn(await handIn(admin, { files: bad, force }));
    const path = `${P}/flows/desk/versions/${version}/tests`;
    const kept = (await admin('GET', path)).body;
    const author = await as({ project: 'default', role: 'author' });
    expect(await author('POST', path, {})).toMatchObject({
      status: 200,
      body: {
        ...{ passed: 0, failed: 1 },
        cases: [
          {
            ...{ file: 'a.scenario.yaml', name: 'parts', line: 1, passed: false },
            failure: { line: 1, column: 37, step: { name: 'hello', verb: 'say' } },
          },
        ],
      },
    });
    expect((await admin('GET', path)).body).toEqual(kept);
  });

  test('of a run again are refused to readers, and where there is no such version', async () => {
    const { admin, as } = await openApi({}, secretsOfProject);
    expect((await admin('PUT', '/projects/other', aProject)).status).toBe(201);
    const version = versionIn(await handIn(admin, { files: { 'flow.yaml': flowSaying('Hello.') } }));
    const path = `${P}/flows/desk/versions/${version}/tests`;
    const codeOf = async (ask: Ask, where: string, body: object = {}) =>
      ((await ask('POST', where, body)).body as { code?: string }).code;
    expect(await codeOf(admin, path.replace(version, '0123456789abcdef'))).toBe('unknown_version');
    expect(await codeOf(admin, path.replace('default', 'other'))).toBe('unknown_version');
    expect(await codeOf(admin, path, { files: {} })).toBe('invalid');
    expect(await codeOf(await as({ project: 'default', role: 'viewer' }), path)).toBe('forbidden');
  });

  test('are written once, however often the same is handed in', async () => {
    const { admin } = await openApi();
    await handIn(admin, { files: good });
    await handIn(admin, { files: good });
    expect((await auditOf(admin)).map(({ action }) => action)).toEqual(['flow.put']);
  });

  test('come with a version that names who uploaded it', async () => {
    const { admin } = await openApi();
    await handIn(admin, { files: good });
    const { id, name } = (await admin('GET', '/whoami')).body as { id: string; name: string };
    expect((await admin('GET', `${P}/flows`)).body).toMatchObject({
      items: [{ createdBy: id, createdByName: name }],
    });
  });

  test('are empty where there were no scenarios, also when they run again', async () => {
    const { admin } = await openApi();
    const version = versionIn(await handIn(admin, { files: { 'flow.yaml': flowSaying('Hello.') } }));
    const path = `${P}/flows/desk/versions/${version}/tests`;
    const results = { passed: 0, failed: 0, cases: [], broken: [] };
    expect(await admin('GET', path)).toMatchObject({ status: 200, body: { results, files: {} } });
    expect(await admin('POST', path, {})).toMatchObject({ status: 200, body: results });
    const unknown = await admin('GET', path.replace(version, '0123456789abcdef'));
    expect(unknown).toMatchObject({ status: 404, body: { code: 'unknown_version' } });
  });

  test('are those of "ringflow test --json", with nothing kept', async () => {
    const { admin } = await openApi();
    const files = { ...bad, 'b.scenario.yaml': scenario('greets', 'Hello') };
    const folder = newFolder();
    for (const [name, text] of Object.entries(files)) folder.write(name, text);
    const here = renderResultsJson(runFiles(findFiles([folder.path], isScenarioFile), {}));
    const answer = await admin('POST', `${P}/tests`, { files });
    expect(answer).toMatchObject({
      status: 200,
      body: JSON.parse(here.replaceAll(`${folder.path}/`, '')) as object,
    });
    expect((await admin('GET', `${P}/flows`)).body).toEqual({ items: [] });
  });

  test('of flows that have errors are the errors', async () => {
    const { admin } = await openApi();
    const files = { 'flow.yaml': flowSaying('Hello.').replace('next: hangup', 'next: nowhere') };
    expect(await admin('POST', `${P}/tests`, { files })).toMatchObject({
      status: 422,
      body: { code: 'flow_errors', diagnostics: [{ code: 'dangling-target' }] },
    });
    expect(await admin('POST', `${P}/tests`, { files: { 'notes.txt': 'x' } })).toMatchObject({
      status: 422,
      body: { code: 'flow_errors', diagnostics: [] },
    });
  });
});

describe('a check', () => {
  test('says which versions would be kept, and keeps nothing', async () => {
    const { admin } = await openApi();
    const checked = await handIn(admin, { files: good, check: true });
    expect((await admin('GET', `${P}/flows`)).body).toEqual({ items: [] });
    const kept = await handIn(admin, { files: good });
    expect(versionIn(checked)).toBe(versionIn(kept));
    expect(checked.body).toMatchObject({ added: [versionIn(kept)], tests: { passed: 1 } });
    expect((await handIn(admin, { files: good, check: true })).body).toMatchObject({ added: [] });
  });
});

describe('a bundle that takes long', () => {
  useParts({ secrets: cheapSecrets });

  test('keeps nobody waiting who asks for something else', async () => {
    const { admin, service } = await openApi();
    const many = `scenarios:\n${'  - { name: greets, script: [hears: Hello] }\n'.repeat(1_000)}`;
    const answeredMeanwhile = async () => {
      let isDone = false;
      const long = admin('POST', `${P}/tests`, { files: { ...good, 'a.scenario.yaml': many } }).finally(
        () => {
          isDone = true;
        },
      );
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
      expect((await fetch(service.hookUrl, { method: 'POST', body: '{}' })).status).toBe(200);
      const isMeanwhile = !isDone;
      expect((await long).body).toMatchObject({ passed: 1_000, failed: 0 });
      return isMeanwhile;
    };
    // Again where the machine has held everything up for as long as the bundle takes.
    await until(answeredMeanwhile);
  });

  test('is refused where too many are waited for already, with the time to come again', async () => {
    const { admin, adminKey, service } = await openApi();
    const many = `scenarios:\n${'  - { name: greets, script: [hears: Hello] }\n'.repeat(1_000)}`;
    const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
    const ask = (files: object) =>
      fetch(`${service.url}/api/v1${P}/tests`, { method: 'POST', headers, body: JSON.stringify({ files }) });
    const refusedOfSix = async () => {
      const long = ask({ ...good, 'a.scenario.yaml': many });
      const answers = await Promise.all([long, ...Array.from({ length: 5 }, () => ask(good))]);
      const [refused, ...others] = answers.filter(({ status }) => status === 429);
      expect(others).toEqual([]);
      return refused;
    };
    // Again where the machine has held the others up for as long as the first one takes.
    const refused = await until(refusedOfSix);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await refused.json()).toMatchObject({ code: 'build_queue_full' });
    expect((await admin('GET', '/whoami')).status).toBe(200);
  });
});

describe('versions of several flows', () => {
  const two = (text: string) => ({
    'desk/flow.yaml': flowSaying(text),
    'night/flow.yaml': flowSaying(text, 'night'),
  });

  async function put(ask: Ask, text: string) {
    const { body } = await handIn(ask, { files: two(text) });
    const { versions } = body as { versions: { flow: string; version: string }[] };
    return Object.fromEntries(versions.map(({ flow, version }) => [flow, { version }]));
  }

  test('take calls from the same moment on', async () => {
    const { admin } = await openApi();
    const first = await put(admin, 'One.');
    expect((await admin('PUT', `${P}/deployments`, { flows: first })).status).toBe(200);
    const second = await put(admin, 'Two.');
    const tried = { desk: { ...second.desk, percent: 20 }, night: second.night };
    const { body } = await admin('PUT', `${P}/deployments`, { flows: tried });
    expect(body).toMatchObject({
      items: [
        { flow: 'desk', live: first.desk?.version, canary: { version: second.desk?.version, percent: 20 } },
        { flow: 'night', live: second.night?.version, history: [first.night?.version] },
      ],
    });
    expect((await admin('GET', `${P}/deployments`)).body).toEqual(body);
  });

  test.each([
    ['one is not known', { night: { version: '0123456789abcdef' } }, 404, 'unknown_version'],
    ['nothing takes the other calls of one', { night: { percent: 20 } }, 422, 'invalid_canary'],
    ['the time of one has passed', { night: { at: '2020-01-01T00:00:00Z' } }, 422, 'invalid_schedule'],
  ])('take none where %s', async (_why, more, status, code) => {
    const { admin } = await openApi();
    const flows = await put(admin, 'One.');
    const wanted = { desk: flows.desk, night: { ...flows.night, ...more.night } };
    expect(await admin('PUT', `${P}/deployments`, { flows: wanted })).toMatchObject({
      status,
      body: { code },
    });
    expect((await admin('GET', `${P}/deployments`)).body).toEqual({ items: [] });
    expect((await auditOf(admin)).map(({ action }) => action)).toEqual(['flow.put', 'flow.put']);
  });

  test('go by names that flows can have', async () => {
    const { admin } = await openApi();
    for (const name of ['toString', '__proto__', ''])
      expect((await admin('PUT', `${P}/deployments`, `{"flows":{"${name}":null}}`)).status).toBe(400);
    expect(await admin('PUT', `${P}/deployments`, { flows: {} })).toMatchObject({
      status: 200,
      body: { items: [] },
    });
  });
});
