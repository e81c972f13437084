/** Versions are compared with the carriers of the routes that lead to them: when they are deployed, and on each route. */
import { expect, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import { carrierProfiles } from '../../../src/carriers/index.ts';
import { buildBundle } from '../../../src/service/build/build-bundle.ts';
import { findRouteWarnings, openManagement, SYSTEM } from '../../../src/service/management/index.ts';
import type { Management } from '../../../src/service/management/index.ts';
import type { Route } from '../../../src/service/management/index.ts';

const SPOKEN = `ringflow: 1
name: desk
on: { error: bye }
steps:
  ask:
    menu: { prompt: Say it., choices: [{ phrases: it, goto: bye }] }
    on: { exhausted: bye }
  bye: { hangup: }
`;
/** A flow that needs nothing itself but runs the other one. */
const RUNNING = `ringflow: 1
name: front
on: { error: bye }
steps:
  desk: { goto: { flow: desk } }
  bye: { hangup: }
`;
const platform = { name: 'platform', capabilities: carrierProfiles.platform };
const pbx = { name: 'pbx', capabilities: carrierProfiles.asterisk };

/** What the settings of the service route. */
const settingsRoutes: { number: string; flow: string }[] = [];

/** Opens a project with these carriers and uploads both flows. */
async function openWith(...carriers: (typeof platform | typeof pbx)[]) {
  const store = openMemoryStore();
  let ids = 0;
  const management = openManagement({
    ...{ registry: store.registry, flows: store, calls: store, env: {}, editing: 'on' },
    unreadable: () => undefined,
    inUse: () => Promise.resolve(undefined),
    folder: { runTests: () => Promise.reject(new Error('there is no folder')) },
    clock: { now: () => 1_000 } as never,
    log: { info: () => undefined, warn: () => undefined } as never,
    newId: () => String((ids += 1)),
    secrets: { hash: () => Promise.resolve(''), matches: () => Promise.resolve(false) } as never,
    listCarriers: () => carriers,
    listSettingsRoutes: () => settingsRoutes,
    onDeploying: () => undefined,
  });
  const { versions } = buildBundle({ 'desk.flow.yaml': SPOKEN, 'front.flow.yaml': RUNNING });
  await management.versions.put(SYSTEM, 'default', { versions, at: 1_000 });
  return { management, versions };
}

type Opened = Awaited<ReturnType<typeof openWith>>;

function deploy({ management, versions }: Opened, flow: string, reason?: string) {
  const version = versions.find((one) => one.flow === flow)?.version ?? '';
  return management.deployments.deploy(SYSTEM, 'default', {
    flows: { [flow]: { version } },
    ...(reason !== undefined && { reason }),
  });
}

const toRoute = (flow: string, carrier?: string): Route => ({
  ...{ number: '+4930555000', takes: 'calls' as const, flow },
  ...(carrier !== undefined && { carrier }),
});

const addRoute = (management: Management, route: Route) =>
  management.routes.put(SYSTEM, { project: 'default', id: 'main' }, { route });

test('a version is not deployed for a route whose carrier cannot run it, unless a reason is given', async () => {
  const opened = await openWith(platform, pbx);
  await addRoute(opened.management, toRoute('desk', 'pbx'));
  await expect(deploy(opened, 'desk')).rejects.toMatchObject({
    code: 'carrier_lacks',
    message:
      '"desk" on route "main": line 6: a choice of step "ask" can only be said, and carrier "pbx" does not understand speech',
  });
  await expect(deploy(opened, 'desk', 'a test line')).resolves.toMatchObject([{ flow: 'desk' }]);
  const { items } = await opened.management.audit.list({ limit: 10 }, ['default']);
  const deployed = items.filter(({ action }) => action === 'flow.deploy');
  expect(deployed).toMatchObject([{ detail: { lacks: 1, reason: 'a test line' } }]);
});

test('the flows that a version goes on with count like its own steps', async () => {
  const opened = await openWith(pbx);
  await addRoute(opened.management, toRoute('front'));
  await expect(deploy(opened, 'front')).rejects.toMatchObject({ code: 'carrier_lacks' });
});

test('a version is deployed if a carrier of each route can run it; the route has a warning for the other', async () => {
  const opened = await openWith(platform, pbx);
  const route = toRoute('desk');
  await addRoute(opened.management, route);
  await deploy(opened, 'desk');
  expect(await findRouteWarnings(opened.management, 'default', route)).toMatchObject([
    { code: 'carrier_lacks', message: expect.stringContaining('carrier "pbx"') as string },
  ]);
  expect(await findRouteWarnings(opened.management, 'default', toRoute('desk', 'platform'))).toEqual([]);
});

test('a version is not deployed for a number of the settings whose carriers cannot run it', async () => {
  const opened = await openWith(pbx);
  await expect(deploy(opened, 'desk')).resolves.toMatchObject([{ flow: 'desk' }]);
  settingsRoutes.push({ number: '*', flow: 'desk' });
  await expect(deploy(opened, 'desk')).rejects.toMatchObject({
    code: 'carrier_lacks',
    message: expect.stringContaining('"desk" on route "*": line 6: a choice of step "ask"') as string,
  });
  settingsRoutes.splice(0);
});

test('a route that names none of the carriers takes no calls, and says so', async () => {
  const opened = await openWith(platform, pbx);
  expect(await findRouteWarnings(opened.management, 'default', toRoute('desk', 'pbxx'))).toEqual([
    {
      code: 'unknown_carrier',
      message: 'no call comes from "pbxx": the carriers of this project are platform, pbx',
    },
  ]);
});
