/** Routes by which calls would not get through: set up, with a warning, by the API and by the command line. */
import { afterEach, expect, test, vi } from 'vitest';
import { registerRoute } from '../../../../src/cli/operate/route.ts';
import { runCommand } from '../../../cli/command.ts';
import { flowSaying } from '../../../authoring/flow-files/folder.ts';
import { closeAfterEach, openApi } from './scene.ts';
import type { Ask } from './scene.ts';

closeAfterEach();
afterEach(() => {
  vi.unstubAllEnvs();
});

const NUMBER = '+4930555000';
const ROUTE = '/projects/default/routes/main';
const NEEDY = 'params: { day: string, hour: { type: int, default: 9 } }\nsteps:';

async function deployed(admin: Ask, text: string, more: object = {}): Promise<string> {
  const files = { 'flow.yaml': text };
  const { body } = await admin('POST', '/projects/default/flows', { files });
  const [{ version }] = (body as { versions: [{ version: string }] }).versions;
  const put = await admin('PUT', '/projects/default/deployments/desk', { version, ...more });
  expect(put.status).toBe(200);
  return version;
}

const warningsOf = async (answer: ReturnType<Ask>) =>
  ((await answer).body as { warnings: { code: string; message: string }[] }).warnings;

const needy = (text: string) => flowSaying(text).replace('steps:', NEEDY);

test('a route to a flow of which no version is in service says so, until one is', async () => {
  const { admin } = await openApi();
  const route = { number: NUMBER, flow: 'desk' };
  const warning = { code: 'not_in_service', message: 'no version of "desk" takes calls: deploy one' };
  expect(await warningsOf(admin('PUT', ROUTE, route))).toEqual([warning]);
  expect(await warningsOf(admin('GET', ROUTE))).toEqual([warning]);
  await deployed(admin, flowSaying('Hello.'));
  expect(await warningsOf(admin('GET', ROUTE))).toEqual([]);
  expect(await warningsOf(admin('PUT', ROUTE, route))).toEqual([]);
});

test('a route that does not give what each version in service needs says which, and why', async () => {
  const { admin } = await openApi();
  await deployed(admin, flowSaying('Hello.'));
  const canary = await deployed(admin, needy('Good day.'), { percent: 20 });
  const route = { number: NUMBER, flow: 'desk' };
  const missing = `version ${canary} of "desk" cannot take calls on this route: parameter "day" is missing`;
  expect(await warningsOf(admin('PUT', ROUTE, route))).toEqual([
    { code: 'invalid_params', message: missing },
  ]);
  await deployed(admin, needy('Good day.'));
  const given = (params: object) => warningsOf(admin('PUT', ROUTE, { ...route, params }));
  expect(await given({ day: 'Monday' })).toEqual([]);
  expect(await given({ day: 'Monday', hour: 'nine' })).toMatchObject([
    { message: expect.stringMatching(/"hour" must be of type int$/) as string },
  ]);
});

test('the list has the warnings of its page, where it is asked for them', async () => {
  const { admin } = await openApi();
  await admin('PUT', ROUTE, { number: NUMBER, flow: 'desk' });
  await admin('PUT', '/projects/default/routes/second', { number: '*', flow: 'desk' });
  const listOf = async (query: string) =>
    ((await admin('GET', `/projects/default/routes?limit=1${query}`)).body as { items: object[] }).items;
  expect(await listOf('')).toEqual([{ id: 'main', number: NUMBER, takes: 'calls', flow: 'desk' }]);
  expect(await listOf('&warnings=true')).toMatchObject([
    { id: 'main', warnings: [{ code: 'not_in_service' }] },
  ]);
});

test('the command line prints warnings beside the route, and it is set up', async () => {
  const { service, admin, adminKey } = await openApi();
  vi.stubEnv('RINGFLOW_URL', service.url);
  vi.stubEnv('RINGFLOW_TOKEN', adminKey);
  expect(await runCommand(registerRoute, ['route', NUMBER, 'desk'])).toEqual({
    code: 0,
    out: `${NUMBER}: calls are routed to desk\n`,
    err: 'warning: no version of "desk" takes calls: deploy one\n',
  });
  await deployed(admin, flowSaying('Hello.'));
  expect((await runCommand(registerRoute, ['route', NUMBER])).err).toBe('');
});

test('the list of the default project begins with the numbers that the settings route', async () => {
  const settings = { routes: new Map([[NUMBER, 'desk']]), messageRoutes: new Map([['+4930555001', 'desk']]) };
  const { admin } = await openApi({}, { ...settings, defaultFlow: 'desk' });
  await admin('PUT', ROUTE, { number: '+4930555002', flow: 'desk' });
  await admin('PUT', '/projects/default/routes/second', { number: '+4930555003', flow: 'desk' });
  const { body } = await admin('GET', '/projects/default/routes?limit=1');
  expect(body).toMatchObject({
    items: [{ id: 'main' }],
    ofSettings: [
      { number: NUMBER, takes: 'calls', flow: 'desk' },
      { number: '+4930555001', takes: 'messages', flow: 'desk' },
      { number: '*', takes: 'calls', flow: 'desk' },
    ],
  });
  const { next } = body as { next: string };
  const rest = await admin('GET', `/projects/default/routes?limit=1&after=${next}`);
  expect(rest.body).toEqual({ items: [expect.objectContaining({ id: 'second' })] });
});
