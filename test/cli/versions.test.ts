/** `ringflow versions` at a real service, in this process. */
import { afterEach, expect, test, vi } from 'vitest';
import { registerDeploy } from '../../src/cli/operate/deploy.ts';
import { registerRollback } from '../../src/cli/operate/rollback.ts';
import { registerWithdraw } from '../../src/cli/operate/withdraw.ts';
import { registerVersions } from '../../src/cli/operate/versions.ts';
import { loadFlowsWithSources } from '../../src/authoring/flow-files/index.ts';
import { flowSaying, useFolders } from '../authoring/flow-files/folder.ts';
import { closeAfterEach, openApi } from '../service/http/api/scene.ts';
import { runCommand } from './command.ts';

closeAfterEach();
const newFolder = useFolders();
afterEach(() => {
  vi.unstubAllEnvs();
});

/** So many at most come with one page of the API. */
const PAGE = 200;

async function scene(served?: Parameters<typeof openApi>[3]) {
  const { service, adminKey, admin } = await openApi({}, {}, {}, served);
  vi.stubEnv('RINGFLOW_URL', service.url);
  vi.stubEnv('RINGFLOW_TOKEN', adminKey);
  const folder = newFolder();
  const deploy = (...args: string[]) => runCommand(registerDeploy, ['deploy', folder.path, ...args]);
  const versions = async (...args: string[]) =>
    (await runCommand(registerVersions, ['versions', 'desk', ...args])).out;
  return { folder, deploy, versions, admin };
}

const told = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^[0-9a-f]{16} {2}\S+ {2}\S+ {0,2}/, ''));

test('what is to take all calls later is told, beside what it takes until then', async () => {
  const { folder, deploy, versions } = await scene();
  folder.write('flow.yaml', flowSaying('One.'));
  await deploy();
  folder.write('flow.yaml', flowSaying('Two.'));
  await deploy('--canary', '20');
  const later = await deploy('--at', '2100-01-01T00:00:00Z');
  expect(later.out.replaceAll(/[0-9a-f]{16}/g, 'V')).toMatch(
    /^desk: V takes all calls from 2100-01-01T00:00:00.000Z on \(until then: V, and V for 20 of 100 calls\)\n/,
  );
  expect(told(await versions())).toEqual([
    'takes 20 % of the calls  takes all calls from 2100-01-01T00:00:00.000Z on',
    'takes 80 % of the calls',
  ]);
  const listed = JSON.parse(await versions('--json')) as object[];
  expect(listed[0]).toMatchObject({ percent: 20, takesAllAt: Date.UTC(2100, 0) });
  expect(listed[1]).not.toHaveProperty('takesAllAt');
});

test('all versions of a flow are told, and which takes calls though many flows do', async () => {
  const { versions, admin } = await scene();
  const many = Object.fromEntries(
    Array.from({ length: PAGE + 1 }, (_, count) => [
      `f${count}/flow.yaml`,
      flowSaying('Hello.', `a${count}`),
    ]),
  );
  const put = async (files: Record<string, string>) => {
    const { body } = await admin('POST', '/projects/default/flows', { files });
    return (body as { versions: { flow: string; version: string }[] }).versions;
  };
  const others = await put(many);
  const [desk] = await put({ 'flow.yaml': flowSaying('Hello.') });
  const flows = Object.fromEntries(
    [...others, desk].map((one) => [one?.flow ?? '', { version: one?.version ?? '' }]),
  );
  await admin('PUT', '/projects/default/deployments', { flows });
  expect(told(await versions())).toEqual(['takes 100 % of the calls']);
});

test('what takes the calls after a step back is told to programs with --json', async () => {
  const { folder, deploy } = await scene();
  folder.write('flow.yaml', flowSaying('One.'));
  await deploy();
  folder.write('flow.yaml', flowSaying('Two.'));
  await deploy('--canary', '20');
  const back = (...args: string[]) => runCommand(registerRollback, ['rollback', ...args]);
  const after = JSON.parse((await back('desk', '--json')).out) as object;
  expect(after).toMatchObject({ flow: 'desk', live: expect.stringMatching(/^[0-9a-f]{16}$/) as string });
  expect(after).not.toHaveProperty('canary');
  expect(await back('../desk')).toMatchObject({ code: 1, out: '' });
});

test('a new flow can be scheduled, and withdrawn before its time', async () => {
  const { folder, deploy, versions } = await scene();
  folder.write('flow.yaml', flowSaying('One.'));
  const first = await deploy('--at', '2100-01-01T00:00:00Z');
  expect(first.out).toContain('takes all calls from 2100-01-01T00:00:00.000Z on');
  expect(told(await versions())).toEqual(['takes all calls from 2100-01-01T00:00:00.000Z on']);
  const withdraw = () => runCommand(registerWithdraw, ['withdraw', 'desk']);
  expect(await withdraw()).toMatchObject({ code: 0, out: 'desk: no version takes calls\n' });
  expect(told(await versions())).toEqual(['']);
  expect(await withdraw()).toMatchObject({ code: 1, out: '' });
});

test('a flow that the service runs from files is deployed as it is, and withdrawn to its files', async () => {
  const files = newFolder();
  files.write('flow.yaml', flowSaying('One.'));
  const { loaded, sources } = loadFlowsWithSources(files.path);
  const { folder, deploy } = await scene({
    flows: loaded.flows,
    folder: { path: files.path, sources, isFollowed: false },
  });
  const version = loaded.flows[0]?.version;
  folder.write('flow.yaml', flowSaying('One.'));
  expect((await deploy()).out).toContain(`desk: ${version} takes all calls\n`);
  expect((await deploy()).out).toContain(`desk: ${version} takes all calls as before\n`);
  const withdrawn = await runCommand(registerWithdraw, ['withdraw', 'desk']);
  expect(withdrawn).toMatchObject({ code: 0, out: `desk: ${version} takes all calls, from files\n` });
});

test('a name that is none is refused in one line', async () => {
  await scene();
  const { err, code } = await runCommand(registerVersions, ['versions', 'a&limit=/../x']);
  expect(err).toMatch(/^ringflow: the query is invalid: flow must match pattern .* \(Name of a flow\)\n$/);
  expect(code).toBe(1);
});
