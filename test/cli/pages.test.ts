/** Commands that show all there is: more than fits on a page of the API. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerCampaign } from '../../src/cli/operate/campaign.ts';
import { registerProject } from '../../src/cli/operate/project.ts';
import { registerVersions } from '../../src/cli/operate/versions.ts';
import { runCommand } from './command.ts';

const COUNT = 450;
const names = Array.from({ length: COUNT }, (_, at) => `n${String(at).padStart(3, '0')}`);
const version = (name: string) => name.slice(1).padStart(16, '0');

/** What the lists of the service hold, by the last part of their addresses. */
const lists: Record<string, object[]> = {
  projects: names.map((id) => ({ id, isDefault: false, platform: { appId: 'env:A' } })),
  deployments: names.map((flow) => ({ flow, live: version(flow) })),
  // In the order of versions, which is not that of time.
  flows: names.map((name, at) => ({
    flow: 'n449',
    version: version(name),
    createdAt: at * 1_000,
    createdBy: 'key:a',
  })),
  campaigns: names.map((id) => ({
    ...{ id, flow: 'a', state: 'draft', recipients: 0, counts: { waiting: 0, calling: 0, results: {} } },
  })),
};

const server = createServer(({ url = '' }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://service');
  const list = lists[pathname.split('/').at(-1) ?? ''] ?? [];
  const from = Number(searchParams.get('after') ?? 0);
  const to = from + Number(searchParams.get('limit'));
  response.end(
    JSON.stringify({ items: list.slice(from, to), ...(to < list.length && { next: String(to) }) }),
  );
});

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubEnv('RINGFLOW_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('RINGFLOW_TOKEN', 'rf_key');
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

test('the newest version of many is listed first, with the calls that it takes', async () => {
  const { out } = await runCommand(registerVersions, ['versions', 'n449', '--json']);
  const listed = JSON.parse(out) as { version: string; percent: number }[];
  expect(listed).toHaveLength(COUNT);
  expect(listed[0]).toMatchObject({ version: version('n449'), percent: 100 });
});

test.each([
  ['project', registerProject],
  ['campaign', registerCampaign],
] as const)('%s list tells all of them', async (command, register) => {
  const { out } = await runCommand(register, [command, 'list', '--json']);
  expect(JSON.parse(out)).toHaveLength(COUNT);
});
