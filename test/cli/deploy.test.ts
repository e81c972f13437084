/** `ringflow deploy` at a real service, in this process. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerDeploy } from '../../src/cli/operate/deploy.ts';
import { registerRoute } from '../../src/cli/operate/route.ts';
import type { DeployReport } from '../../src/cli/operate/deploy-words.ts';
import { flowSaying, useFolders } from '../authoring/flow-files/folder.ts';
import { closeAfterEach, openApi } from '../service/http/api/scene.ts';
import type { Grant } from '../../src/service/management/index.ts';
import type { Ask } from '../service/http/api/scene.ts';
import { runCommand } from './command.ts';

closeAfterEach();
const newFolder = useFolders();

beforeEach(() => {
  // What somebody has logged in to on this machine is no part of a test.
  vi.stubEnv('XDG_CONFIG_HOME', newFolder().path);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const hears = (text: string) => `scenarios: [{ name: greets, script: [hears: ${text}] }]\n`;
const operator: Grant = { project: 'default', role: 'operator' };

async function scene(grant = operator) {
  const { service, key, admin } = await openApi();
  vi.stubEnv('RINGFLOW_URL', service.url);
  vi.stubEnv('RINGFLOW_TOKEN', (await key(grant)).replace('Bearer ', ''));
  const folder = newFolder();
  const deploy = (...args: string[]) => runCommand(registerDeploy, ['deploy', folder.path, ...args]);
  return { folder, deploy, admin };
}

const reportIn = ({ out }: { out: string }) => JSON.parse(out) as DeployReport;

async function versionsAt(admin: Ask): Promise<unknown[]> {
  const { body } = await admin('GET', '/projects/default/flows');
  return (body as { items: unknown[] }).items;
}

describe('a deployment', () => {
  test('tells of each flow what is new, what a caller notices, and what is as before', async () => {
    const { folder, deploy } = await scene();
    folder.write('desk/flow.yaml', flowSaying('One.'));
    folder.write('night/flow.yaml', flowSaying('Good night.', 'night'));
    folder.write('old/flow.yaml', flowSaying('Bye.', 'old'));
    expect((await deploy()).out.replaceAll(/[0-9a-f]{16}/g, 'V')).toBe(
      'desk: V takes all calls (new)\nnight: V takes all calls (new)\nold: V takes all calls (new)\n',
    );
    folder.write('desk/flow.yaml', flowSaying('Two.'));
    folder.write('old/flow.yaml', flowSaying('More.', 'more'));
    const { out, err, code } = await deploy();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.replaceAll(/[0-9a-f]{16}/g, 'V')).toBe(
      [
        'desk: V takes all calls (before: V)',
        '  at hello: the wording changed: “One.” → “Two.”',
        'night: V takes all calls as before',
        'more: V takes all calls (new)',
        'not in this folder, unchanged: old',
        '',
      ].join('\n'),
    );
  });

  test('of which a caller notices nothing says so', async () => {
    const { folder, deploy } = await scene();
    folder.write('flow.yaml', flowSaying('One.'));
    await deploy();
    folder.write('flow.yaml', flowSaying('One.').replaceAll('hello', 'welcome'));
    expect((await deploy()).out).toContain('\n  no changes for callers\n');
  });

  test('is told to programs with --json', async () => {
    const { folder, deploy } = await scene();
    folder.write('flow.yaml', flowSaying('One.'));
    folder.write('a.scenario.yaml', hears('One'));
    await deploy();
    folder.write('flow.yaml', flowSaying('One more.'));
    const report = reportIn(await deploy('--json', '--canary', '12.5'));
    expect(report).toMatchObject({
      dryRun: false,
      removed: [],
      diagnostics: [],
      tests: { passed: 1, failed: 0, skipped: 0 },
      flows: [{ flow: 'desk', change: 'changed', what: 'canary', changes: [{ kind: 'wording' }] }],
    });
  });

  test('can wait for its time', async () => {
    const { folder, deploy, admin } = await scene();
    folder.write('flow.yaml', flowSaying('One.'));
    await deploy();
    folder.write('flow.yaml', flowSaying('Two.'));
    const at = '2100-01-01T00:00:00Z';
    expect((await deploy('--at', at)).out).toMatch(
      /^desk: [0-9a-f]{16} takes all calls from 2100-01-01T00:00:00.000Z on \(until then: [0-9a-f]{16}\)\n/,
    );
    const { body } = await admin('GET', '/projects/default/deployments/desk');
    expect(body).toMatchObject({ scheduled: { at: Date.parse(at) } });
  });

  test('of what takes the calls already ends what is tried or scheduled in its place', async () => {
    const { folder, deploy, admin } = await scene();
    const desk = async () => (await admin('GET', '/projects/default/deployments/desk')).body;
    folder.write('flow.yaml', flowSaying('One.'));
    await deploy();
    const { live } = (await desk()) as { live: string };
    for (const [flag, value] of [
      ['--canary', '20'],
      ['--at', '2100-01-01T00:00:00Z'],
    ] as const) {
      folder.write('flow.yaml', flowSaying('Two.'));
      await deploy(flag, value);
      folder.write('flow.yaml', flowSaying('One.'));
      const expected = (verb: string) =>
        new RegExp(`^desk: ${live} ${verb} all calls \\(cancelled: (?!${live})[0-9a-f]{16}\\)\n`);
      expect((await deploy('--dry-run')).out).toMatch(expected('would take'));
      expect((await deploy()).out).toMatch(expected('takes'));
      const after = await desk();
      expect(after).toMatchObject({ live });
      expect(after).not.toHaveProperty('canary');
      expect(after).not.toHaveProperty('scheduled');
    }
    expect((await deploy()).out).toBe(`desk: ${live} takes all calls as before
`);
  });

  test('on some calls leaves what takes the others alone, and says which version it tries no more', async () => {
    const { folder, deploy, admin } = await scene();
    folder.write('flow.yaml', flowSaying('One.'));
    await deploy();
    folder.write('flow.yaml', flowSaying('Two.'));
    await deploy('--canary', '20');
    folder.write('flow.yaml', flowSaying('One.'));
    expect((await deploy('--canary', '30')).out).toMatch(
      /^desk: [0-9a-f]{16} takes 80 of 100 calls as before\n$/,
    );
    folder.write('flow.yaml', flowSaying('Three.'));
    expect((await deploy('--canary', '2.5')).out).toMatch(
      /^desk: [0-9a-f]{16} takes 2.5 of 100 calls \(the others: [0-9a-f]{16}; cancelled: [0-9a-f]{16}\)\n/,
    );
    expect((await admin('GET', '/projects/default/deployments/desk')).body).toMatchObject({
      canary: { percent: 2.5 },
    });
  });

  test('of more flows than a page lists knows all that take calls', async () => {
    const { folder, deploy } = await scene();
    for (let at = 0; at < 203; at += 1) folder.write(`${at}.flow.yaml`, flowSaying('One.', `flow-${at}`));
    expect(reportIn(await deploy('--json')).flows).toHaveLength(203);
    const { flows, removed } = reportIn(await deploy('--json'));
    expect(new Set(flows.map(({ change }) => change))).toEqual(new Set(['unchanged']));
    expect(removed).toEqual([]);
  });
});

describe('a dry run', () => {
  test('tells what would change, and changes nothing', async () => {
    const { folder, deploy, admin } = await scene();
    folder.write('flow.yaml', flowSaying('One.'));
    await deploy();
    const before = await versionsAt(admin);
    folder.write('flow.yaml', flowSaying('Two.'));
    folder.write('night.flow.yaml', flowSaying('Night.', 'night'));
    const { out } = await deploy('--dry-run', '--canary', '20');
    expect(out.replaceAll(/[0-9a-f]{16}/g, 'V')).toBe(
      [
        'desk: V would take 20 of 100 calls (the others: V)',
        '  at hello: the wording changed: “One.” → “Two.”',
        'night: V would take all calls (new)',
        'dry run: nothing was changed',
        '',
      ].join('\n'),
    );
    expect(await versionsAt(admin)).toEqual(before);
    const dry = reportIn(await deploy('--dry-run', '--json', '--at', '2100-01-01T00:00:00Z'));
    expect(dry.flows.map(({ what }) => what)).toEqual(['scheduled', 'scheduled']);
    const done = reportIn(await deploy('--json'));
    expect(done.flows.map(({ version }) => version)).toEqual(dry.flows.map(({ version }) => version));
  });
});

describe('nothing is deployed', () => {
  test('where a flow has errors: they are told as validate tells them', async () => {
    const { folder, deploy, admin } = await scene();
    folder.write('night.flow.yaml', flowSaying('Night.', 'night'));
    folder.write('flow.yaml', flowSaying('One.').replace('next: hangup', 'next: nowhere'));
    const refused = await deploy();
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('flow.yaml:6:');
    expect(refused.err).toContain('ringflow: the flows have errors; nothing was deployed\n');
    expect(JSON.parse((await deploy('--json')).out)).toMatchObject({
      refused: 'the flows have errors; nothing was deployed',
      diagnostics: [{ code: 'dangling-target', start: { line: 6 } }],
    });
    expect(await versionsAt(admin)).toEqual([]);
  });

  test('where a scenario fails, unless it is forced and a reason given', async () => {
    const { folder, deploy, admin } = await scene();
    folder.write('flow.yaml', flowSaying('One.'));
    folder.write('a.scenario.yaml', hears('Two'));
    const refused = await deploy();
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('did not hear "Two"');
    expect(JSON.parse((await deploy('--json')).out)).toMatchObject({
      tests: { passed: 0, failed: 1, cases: [{ name: 'greets', passed: false }] },
    });
    expect(await deploy('--force')).toMatchObject({
      code: 2,
      err: 'ringflow: --force requires --reason "…", which is written to the audit log\n',
    });
    expect(await versionsAt(admin)).toEqual([]);

    const forced = await deploy('--force', '--reason', 'no time');
    expect(forced).toMatchObject({ code: 0, out: expect.stringContaining('takes all calls') as string });
    expect(forced.err).toContain('did not hear "Two"');
    expect((await admin('GET', '/audit')).body).toMatchObject({
      items: [
        { action: 'flow.deploy', detail: { failed: 1, reason: 'no time' } },
        { action: 'flow.put', detail: { failed: 1, reason: 'no time' } },
      ],
    });
  });

  test('by who may not, which is told in one line', async () => {
    const { folder, deploy, admin } = await scene({ project: 'default', role: 'viewer' });
    folder.write('flow.yaml', flowSaying('One.'));
    expect(await deploy()).toEqual({
      code: 1,
      out: '',
      err: 'ringflow: this requires a role that permits flows.write in this project\n',
    });
    expect(JSON.parse((await deploy('--json')).out)).toEqual({
      refused: 'this requires a role that permits flows.write in this project',
    });
    expect(await versionsAt(admin)).toEqual([]);
  });

  test.each([
    [['--canary', '0'], '--canary is "0": expected a percentage above 0 and below 100'],
    [['--canary', '100'], '--canary is "100": expected a percentage above 0 and below 100'],
    [['--canary', 'half'], '--canary is "half": expected a percentage above 0 and below 100'],
    [['--max-errors', '101'], '--max-errors is "101": expected a percentage from 0 to 100'],
    [['--max-hangups', 'many'], '--max-hangups is "many": expected a percentage from 0 to 100'],
    [['--min-calls', '0'], '--min-calls is "0": expected a whole number of at least 1'],
    [['--canary', '5', '--at', '2100-01-01T00:00:00Z'], '--canary cannot be combined with --at'],
    [['--reason', 'because'], '--reason requires --force'],
    [
      ['--at', 'yesterday'],
      '--at is "yesterday": expected a time such as 2026-08-01 or 2026-08-01T09:00+02:00',
    ],
    [['--at', '12'], '--at is "12": expected a time such as 2026-08-01 or 2026-08-01T09:00+02:00'],
  ])('by %s', async (args, message) => {
    const { folder, deploy, admin } = await scene();
    folder.write('flow.yaml', flowSaying('One.'));
    expect(await deploy(...args)).toEqual({ code: 2, out: '', err: `ringflow: ${message}\n` });
    expect(await versionsAt(admin)).toEqual([]);
  });

  test('where there is no flow', async () => {
    const { folder, deploy } = await scene();
    folder.write('notes.yaml', 'a: b\n');
    expect((await deploy()).err).toContain('no flow found in');
  });
});

test('a deployment that a carrier of a route cannot run is refused, in a dry run too', async () => {
  const { folder, deploy, admin } = await scene();
  folder.write(
    'mailbox.flow.yaml',
    `ringflow: 1
name: mailbox
on: { error: bye }
vars: { recording: '' }
steps:
  message:
    voicemail: { prompt: Leave a message., save: recording }
    on: { silent: bye }
  bye: { hangup: Goodbye. }
`,
  );
  await admin('PUT', '/projects/default/routes/main', {
    ...{ number: '+4930555000', flow: 'mailbox', takes: 'calls' },
  });
  const lack = `"mailbox" on route "main": line 6: step "message" records a message of the caller alone, which the platform cannot do`;
  for (const args of [['--dry-run'], []]) {
    const { err, out, code } = await deploy(...args);
    expect({ err, out, code }).toMatchObject({
      err: expect.stringContaining(lack) as string,
      out: '',
      code: 1,
    });
  }
  const { out } = await deploy('--dry-run', '--json');
  expect(JSON.parse(out)).toMatchObject({ obstacles: [{ flow: 'mailbox', carrier: 'platform' }] });
  expect((await deploy('--force', '--reason', 'a test line')).code).toBe(0);
  const route = { number: '+4930555001', flow: 'mailbox', takes: 'calls' };
  const { status, body } = await admin('PUT', '/projects/default/routes/other', route);
  expect({ status, body }).toMatchObject({ status: 422, body: { code: 'carrier_lacks' } });
  const toNumber = (...args: string[]) =>
    runCommand(registerRoute, ['route', '+4930555001', 'mailbox', ...args]);
  expect(await toNumber()).toMatchObject({ out: '', code: 1 });
  expect(await toNumber('--force')).toMatchObject({ out: '', code: 2 });
  expect((await toNumber('--force', '--reason', 'a test line')).code).toBe(0);
});
