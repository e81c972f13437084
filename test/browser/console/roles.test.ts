/** Roles: each action is offered to those who may do it, and to others neither shown, nor possible by its address or the API. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roles } from '../../../src/service/management/index.ts';
import type { Role } from '../../../src/service/management/index.ts';
import { described } from '../../service/http/api/documented.ts';
import { expectAccessible, useConsole } from './scene.ts';
import { buildWorld, fillPath, worldOptions } from './world.ts';
import type { World } from './world.ts';

const openScene = useConsole(afterAll);

/** An operation of the API that not every role may use. */
interface Operation {
  /** The least role that may use it. */
  role: Role;
  /** The view that offers it; absent: the console has no use for it. */
  view?: keyof typeof views;
  /** Its control in the view. */
  control?: (page: Page) => Locator;
}

/** View → its address, and text that it shows to all who may see it. */
const views = {
  flow: { path: 'default/flows/desk', shows: 'Ways out' },
  editor: { path: 'default/flows/desk/edit', shows: 'No mistakes' },
  versions: { path: 'default/flows/desk/versions', shows: 'What callers notice' },
  deploy: { path: 'default/flows/desk/deploy/{failing}', shows: '0 of 1 scenario passes' },
  draft: { path: 'default/flows/desk/deploy/draft', shows: 'saved', takes: 'author' },
  flowNumbers: { path: 'default/flows/desk/numbers', shows: '+4930555777' },
  numbers: { path: 'default/numbers', shows: 'wrong parameters' },
  live: { path: 'default/live?flow=desk&call={liveCall}', shows: 'Open trace' },
  liveCall: { path: 'default/calls/{liveCall}', shows: 'Variables at' },
  endedCall: { path: 'default/calls/{endedCall}', shows: 'Variables at' },
  campaigns: { path: 'default/campaigns', shows: '3 of 3 done' },
  draftCampaign: { path: 'default/campaigns/winter', shows: 'How it calls' },
  runningCampaign: { path: 'default/campaigns/summer', shows: 'How it calls' },
  pausedCampaign: { path: 'default/campaigns/autumn', shows: 'How it calls' },
  doNotCall: { path: 'default/campaigns?list=do-not-call', shows: 'Since', takes: 'author' },
  import: { path: 'default/import', shows: 'Drop files', takes: 'author' },
  projects: { path: 'default/projects', shows: 'that of the service', takes: 'admin' },
  project: { path: 'default/projects/shop', shows: 'env:RINGFLOW_PROJECT_SHOP_ID', takes: 'admin' },
  keys: { path: 'default/keys', shows: 'admin of all projects', takes: 'admin' },
  audit: { path: 'default/audit', shows: 'key.create', takes: 'operator' },
  phone: { path: 'default/phone', shows: 'Live calls', takes: 'operator' },
} as const satisfies Record<string, { path: string; shows: string | RegExp; takes?: Role }>;

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name });
const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name });

/** `operationId` → who may use it. An operation that changes something and is missing here fails the first test. */
const operations: Readonly<Record<string, Operation>> = {
  listDrafts: { role: 'author' },
  getDraft: { role: 'author', view: 'flow', control: link(/^Edit at line/) },
  putDraft: { role: 'author', view: 'editor', control: button('Save') },
  deleteDraft: { role: 'author' },
  uploadFlows: { role: 'author', view: 'draft', control: button('Upload the draft') },
  runTests: { role: 'author' },
  repeatTests: { role: 'author', view: 'deploy', control: button('Run again') },
  previewFlowVersion: { role: 'author', view: 'deploy', control: button('Replay') },
  deployFlow: { role: 'operator', view: 'deploy', control: button('Start the canary') },
  deployFlows: { role: 'operator' },
  withdrawFlow: { role: 'operator' },
  rollBackDeployment: { role: 'operator', view: 'versions', control: button(/^Roll back to/) },
  putRoute: { role: 'operator', view: 'flowNumbers', control: button('Add') },
  deleteRoute: { role: 'operator', view: 'flowNumbers', control: button('Remove +4930555777') },
  createScenarioOfCall: { role: 'author', view: 'endedCall', control: button('Make a scenario') },
  sendCallEvent: { role: 'operator', view: 'liveCall', control: button('Send') },
  endCall: { role: 'operator', view: 'liveCall', control: button('End call') },
  placeCall: {
    role: 'operator',
    view: 'phone',
    control: (page) => page.getByRole('button', { name: 'Call', exact: true }),
  },
  cancelPlannedCall: { role: 'operator' },
  getRecording: { role: 'operator' },
  putCampaign: { role: 'operator', view: 'campaigns', control: button('Create a campaign') },
  loadRecipients: { role: 'operator', view: 'draftCampaign', control: (page) => page.getByLabel('CSV file') },
  deleteCampaign: { role: 'operator', view: 'draftCampaign', control: button('Remove…') },
  startCampaign: { role: 'operator', view: 'draftCampaign', control: button('Start') },
  pauseCampaign: { role: 'operator', view: 'runningCampaign', control: button('Pause') },
  stopCampaign: { role: 'operator', view: 'runningCampaign', control: button('Stop…') },
  resumeCampaign: { role: 'operator', view: 'pausedCampaign', control: button('Resume') },
  listDoNotCallNumbers: { role: 'author' },
  addDoNotCallNumber: { role: 'operator', view: 'doNotCall', control: button('Add number') },
  removeDoNotCallNumber: { role: 'operator', view: 'doNotCall', control: button(/^Remove/) },
  listAuditEntries: {
    role: 'operator',
    view: 'audit',
    control: (page) => page.getByRole('row', { name: 'key.create' }).first(),
  },
  listHookTokens: { role: 'operator' },
  createHookToken: { role: 'admin', view: 'project', control: button('Create a token') },
  revokeHookToken: { role: 'admin', view: 'project', control: button(/^Revoke/) },
  putProject: { role: 'admin', view: 'projects', control: button('Create a project') },
  deleteProject: { role: 'admin', view: 'project', control: button('Remove…') },
  listKeys: {
    role: 'admin',
    view: 'keys',
    control: (page) => page.getByRole('row', { name: 'admin of all projects' }).first(),
  },
  createKey: { role: 'admin', view: 'keys', control: button('Create a key') },
  revokeKey: {
    role: 'admin',
    view: 'keys',
    control: (page) => page.getByRole('button', { name: /^Revoke/ }).first(),
  },
};

/** Further controls of operations above. */
const furtherControls: readonly Required<Operation>[] = [
  { role: 'author', view: 'flow', control: link('Edit') },
  { role: 'author', view: 'editor', control: button('Call this draft') },
  { role: 'author', view: 'editor', control: (page) => page.getByText('Findings', { exact: true }) },
  { role: 'operator', view: 'versions', control: link(/^Deploy/) },
  { role: 'operator', view: 'live', control: button('End call') },
  { role: 'operator', view: 'numbers', control: button('Add a number') },
  { role: 'operator', view: 'numbers', control: button('Change main') },
  { role: 'operator', view: 'numbers', control: button('Remove main') },
  { role: 'operator', view: 'draftCampaign', control: button('Change') },
  { role: 'admin', view: 'project', control: button('Change') },
  { role: 'admin', view: 'flow', control: link('Projects') },
  { role: 'admin', view: 'flow', control: link('Keys') },
  { role: 'operator', view: 'flow', control: link('Audit log') },
  { role: 'operator', view: 'flow', control: link('Phone') },
];

interface DescribedOperation {
  operationId: string;
  method: string;
  path: string;
}

const describedOperations: readonly DescribedOperation[] = Object.entries(described.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operationId: (operation as unknown as { operationId: string }).operationId,
      method: method.toUpperCase(),
      path,
    })),
);

/** Shows an address without a new page, as a link does. */
const goTo = (page: Page, path: string) =>
  page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(`/console/${path}`)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );

const includes = (role: Role, needed: Role) => roles.indexOf(role) >= roles.indexOf(needed);

let world: World;
beforeAll(async () => {
  world = await buildWorld(await openScene(worldOptions));
});

test('every operation of the API that changes something is in the table', () => {
  const changing = describedOperations.filter(({ method }) => method !== 'GET');
  expect(Object.keys(operations)).toEqual(
    expect.arrayContaining(changing.map(({ operationId }) => operationId)),
  );
  const known = describedOperations.map(({ operationId }) => operationId);
  expect(known).toEqual(expect.arrayContaining(Object.keys(operations)));
});

describe.each(roles)('the role %s', (role) => {
  test('is refused by the API what the table says, and nothing else', async () => {
    const key = await world.newKey({ project: '*', role });
    for (const { operationId, method, path } of describedOperations) {
      const address = world.service.url + path.replace('{project}', 'default').replaceAll(/\{\w+\}/g, 'a');
      const hasBody = method === 'POST' || method === 'PUT';
      const closing = new AbortController();
      const { status } = await fetch(address, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(hasBody && { 'content-type': 'application/json' }) },
        ...(hasBody && { body: '{}' }),
        signal: closing.signal,
      });
      closing.abort();
      const isPermitted = includes(role, operations[operationId]?.role ?? 'viewer');
      expect(status !== 403, `${operationId} by ${role}: ${status}`).toBe(isPermitted);
    }
  });

  test('is offered what it may do, and told which role the rest takes', async () => {
    const page = await world.open('default', { role });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await page.locator('.whoami').innerText()).toMatch(new RegExp(`· ${role}$`));
    const offers = [...Object.values(operations), ...furtherControls];
    for (const [name, view] of Object.entries(views)) {
      await goTo(page, fillPath(view.path, world.ids));
      const isPermitted = !('takes' in view) || includes(role, view.takes);
      const text = isPermitted || !('takes' in view) ? view.shows : `takes the role ${view.takes}`;
      await page.getByText(text).first().waitFor();
      for (const { role: needed, control } of offers.filter((offer) => offer.view === name)) {
        const found = control?.(page);
        if (found === undefined) continue;
        if (includes(role, needed)) await found.first().waitFor();
        expect((await found.count()) > 0, `${found.toString()} in ${name} for ${role}`).toBe(
          includes(role, needed),
        );
      }
    }
    expect(world.complaints.splice(0)).toEqual([]);
  });
});

test('who has no role in a project is told so at its address, and led to the projects of the key', async () => {
  const key = await world.newKey({ project: 'shop', role: 'viewer' });
  const page = await world.open('default/flows', { key });
  await page.getByText('test has no role in the project default.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the project shop' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(world.complaints.splice(0)).toEqual([]);
});
