/** What /metrics tells of a service beside the steps of its calls: process, API, limits, campaigns, planned and failed calls. */
import { expect, test } from 'vitest';
import type { Config } from '../../../src/service/config/config.ts';
import type { EmulatorSettings } from '../../../src/platform/emulator/model/index.ts';
import { aProject, secretsOfProject } from '../../builders/project.ts';
import {
  campaignOf,
  FROM,
  hangUp,
  inService,
  numberOf,
  recipientsCsv,
  reminderFlow,
  slowly,
} from '../campaigns/scene.ts';
import { until } from '../../engine/until.ts';
import { closeAfterEach, openApi } from '../http/api/scene.ts';

closeAfterEach();

const CALLS = '/projects/default/calls';
const wanted = { flow: 'reminder', from: FROM, to: numberOf(1), params: { day: 'Monday' } };

async function opened(platform: EmulatorSettings = {}, settings: Partial<Config> = {}) {
  const scene = await openApi({}, settings, { charactersPerSecond: 1_000, setupMs: 1, ...platform });
  await inService(scene.admin);
  const metrics = async () => (await fetch(`${scene.service.url}/metrics`)).text();
  /** Resolves when a line is there. */
  const told = (line: string) => until(async () => (await metrics()).split('\n').includes(line));
  return { ...scene, metrics, told };
}

test('the process and what runs in it are told', async () => {
  const { metrics } = await opened();
  const text = await metrics();
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'process_open_fds',
  ])
    expect(text).toMatch(new RegExp(`^${name} [\\d.e+-]+$`, 'm'));
  expect(text).toMatch(/^ringflow_build_info\{version="\d[^"]*"\} 1$/m);
  expect(text).toContain('\nringflow_draining 0\n');
  expect(text).toContain('ringflow_hook_refused_total{project="default",code="not_found"} 0');
});

test('a wrong hook token is counted for the project that it was tried on, and for no other name', async () => {
  const { service, told, metrics } = await opened();
  for (const project of ['default', 'no-such-project'])
    await fetch(`${service.url}/hooks/${project}/a-token-that-is-wrong/voice`, {
      method: 'POST',
      body: '{}',
    });
  await told('ringflow_hook_refused_total{project="default",code="not_found"} 1');
  await told('ringflow_hook_refused_total{project="other",code="not_found"} 1');
  expect(await metrics()).not.toContain('no-such-project');
});

test('requests to the API are counted by the template of their route', async () => {
  const { admin, told, metrics } = await opened();
  await admin('GET', '/projects/default/calls?limit=1');
  await admin('GET', '/projects/default/calls/default.nothing');
  const route = 'route="/api/v1/projects/:project/calls';
  await told(`ringflow_api_requests_total{method="GET",${route}",status="200"} 1`);
  await told(`ringflow_api_requests_total{method="GET",${route}/:id",status="404"} 1`);
  expect(await metrics()).not.toContain('default.nothing');
});

test('limits of the API and of hooks are counted', async () => {
  const { admin, service, told } = await opened({}, { apiRate: 1 });
  await until(async () => (await admin('GET', '/projects')).status === 429);
  await told('ringflow_limits_hit_total{project="other",limit="api_rate"} 1');
  await fetch(service.hookUrl, { method: 'POST', body: ' '.repeat(2 * 1024 * 1024) });
  await told('ringflow_limits_hit_total{project="default",limit="body"} 1');
});

test('the limit on calls at once is counted for its project', async () => {
  const { admin, told } = await opened({}, secretsOfProject);
  await admin('PUT', '/projects/shop', { ...aProject, limits: { concurrentCalls: 1 } });
  const { body } = await admin('POST', '/projects/shop/flows', { files: { 'flow.yaml': reminderFlow } });
  const [put] = (body as { versions: { version: string }[] }).versions;
  await admin('PUT', '/projects/shop/deployments/reminder', { version: put?.version });
  const place = async () => (await admin('POST', '/projects/shop/calls', wanted)).status;
  expect([await place(), await place()]).toEqual([201, 429]);
  await told('ringflow_limits_hit_total{project="shop",limit="concurrent_calls"} 1');
});

test('a call that lasts too long is counted as one that ran into a limit and failed', async () => {
  const { admin, told } = await opened(slowly);
  await inService(admin, reminderFlow.replace('on: {', 'limits: { duration: 1s }\non: {'));
  expect((await admin('POST', CALLS, wanted)).status).toBe(201);
  await told('ringflow_limits_hit_total{project="default",limit="call_duration"} 1');
});

test('a call that cannot be placed is a failed one, and those before it are counted from 0', async () => {
  const { admin, told } = await opened({ parties: { [numberOf(9)]: { on_ring: 'unreachable' } } });
  expect((await admin('POST', CALLS, wanted)).status).toBe(201);
  await told('ringflow_calls_failed_total{project="default",flow="reminder"} 0');
  await admin('POST', CALLS, { ...wanted, to: numberOf(9) });
  await told('ringflow_calls_failed_total{project="default",flow="reminder"} 1');
  await told(
    'ringflow_calls_begun_total{project="default",flow="reminder",direction="outbound",carrier="platform"} 2',
  );
});

test('a campaign is told while it runs, and what it has come to stays counted', async () => {
  const { admin, emulator, told, metrics } = await opened(slowly);
  const campaign = campaignOf(admin);
  await campaign.put({ pace: { perSecond: 20, atOnce: 2 } });
  await campaign.load(recipientsCsv(3));
  await campaign.take('start');
  await told('ringflow_campaigns{project="default",state="running"} 1');
  await told('ringflow_campaign_recipients{project="default",state="calling"} 2');
  await told('ringflow_campaign_recipients{project="default",state="waiting"} 1');
  await hangUp(emulator, 2);
  await hangUp(emulator, 1);
  await told('ringflow_campaign_results_total{project="default",result="answered"} 3');
  await told('ringflow_campaign_calls_total{project="default"} 3');
  await until(async () => !(await metrics()).includes('ringflow_campaigns{'));
});

test('a planned call is told of when it is placed and when it is over', async () => {
  const { admin, told } = await opened();
  const at = new Date(Date.now() + 500).toISOString();
  expect((await admin('POST', CALLS, { ...wanted, at })).status).toBe(202);
  await told('ringflow_planned_calls_total{project="default"} 1');
  await told('ringflow_planned_call_results_total{project="default",result="answered"} 1');
});
