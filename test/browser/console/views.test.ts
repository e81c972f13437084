/** Every view, full and empty, in both themes and at every width; markup in its texts stays text, and the key stays hidden. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectNoOverflow, useConsole } from './scene.ts';
import { bareViews, buildWorld, fullViews, MARKUP, showView, worldOptions } from './world.ts';
import type { View, World } from './world.ts';

const openScene = useConsole(afterAll);

const WIDTHS = [1440, 1280, 768, 320];

let world: World;
/** Signed in with the key at the sign-in. */
let page: Page;
let key: string;
const requested: string[] = [];
const addresses: string[] = [];
const messages: string[] = [];

beforeAll(async () => {
  world = await buildWorld(await openScene(worldOptions));
  key = await world.newKey({ project: '*', role: 'admin' });
  page = await world.open('default/flows', { key: '' });
  page.on('request', (request) => requested.push(request.url()));
  page.on('console', (message) => messages.push(message.text()));
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in with key' }).click();
  await page.getByRole('heading', { name: 'Flows' }).waitFor();
});

/** Fails where the page is not accessible in a theme, or too wide for a window. Themes differ in their colours alone. */
async function expectFit(shown: Page): Promise<void> {
  await shown.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(shown);
  await shown.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(shown, ['color-contrast', 'link-in-text-block']);
  for (const width of WIDTHS) {
    await shown.setViewportSize({ width, height: 900 });
    await expectNoOverflow(shown);
  }
  await shown.setViewportSize({ width: 1440, height: 900 });
}

/** Takes the messages of the browser's console since the last time. */
const takeMessages = () => world.complaints.splice(0);

interface OpenedView extends Pick<View, 'name' | 'path' | 'shows' | 'hasMarkup' | 'reports'> {
  /** Opens a part of the view. */
  open?: (page: Page) => Promise<unknown>;
}

const findButton = (shown: Page, name: string) => shown.getByRole('button', { name }).first();

/** Clicks a button and waits for its dialog. */
const openDialog = (name: string) => async (shown: Page) => {
  await findButton(shown, name).click();
  await shown.getByRole('dialog').waitFor();
};

/** Chooses a panel of the editor and waits for its text. */
const openPanel = (name: string, text: string) => async (shown: Page) => {
  await shown.getByText(name, { exact: true }).click();
  await shown.getByText(text).first().waitFor();
};

/** Parts of views that are opened by hand. */
const openedViews: readonly OpenedView[] = [
  {
    name: 'Create a number',
    path: 'default/numbers',
    shows: 'wrong parameters',
    open: openDialog('Add a number'),
  },
  {
    name: 'Change a number',
    path: 'default/numbers',
    shows: 'wrong parameters',
    hasMarkup: true,
    open: openDialog('Change wrong'),
  },
  { name: 'Create a key', path: 'default/keys', shows: 'viewer of shop', open: openDialog('Create a key') },
  { name: 'Revoke a key', path: 'default/keys', shows: 'viewer of shop', open: openDialog('Revoke') },
  { name: 'Change a project', path: 'default/projects/shop', shows: 'env:', open: openDialog('Change') },
  {
    name: 'Create a token',
    path: 'default/projects/shop',
    shows: 'env:',
    open: openDialog('Create a token'),
  },
  {
    name: 'Create a campaign',
    path: 'default/campaigns',
    shows: '3 of 3 done',
    open: openDialog('Create a campaign'),
  },
  {
    name: 'Stop a campaign',
    path: 'default/campaigns/autumn',
    shows: '0 of 3 done',
    open: openDialog('Stop…'),
  },
  {
    name: 'Make a scenario',
    path: 'default/calls/{endedCall}',
    shows: 'booked',
    hasMarkup: true,
    open: openDialog('Make a scenario'),
  },
  {
    name: 'A call on the draft',
    path: 'default/calls/{endedCall}',
    shows: 'booked',
    open: async (shown) => {
      await openDialog('Replay on the draft')(shown);
      await shown.getByText('hears something else').waitFor();
    },
  },
  {
    name: 'Refused recipients',
    path: 'default/campaigns/winter',
    shows: '3 loaded',
    hasMarkup: true,
    open: async (shown) => {
      const buffer = Buffer.from(`number,name\n"${MARKUP.replaceAll('"', '""')}",Anna\n`);
      await shown.getByLabel('CSV file').setInputFiles({ name: 'winter.csv', mimeType: 'text/csv', buffer });
      await shown.getByRole('region', { name: 'Refused rows' }).waitFor();
    },
  },
  {
    name: 'Replay',
    path: 'default/flows/desk/deploy/{canary}',
    shows: 'Replay',
    hasMarkup: true,
    open: async (shown) => {
      await findButton(shown, 'Replay').click();
      await shown.getByText('2 hear something else').click();
    },
  },
  {
    name: 'A call on the phone',
    path: 'default/phone',
    shows: 'Live calls',
    hasMarkup: true,
    open: async (shown) => {
      await shown.getByRole('button', { name: 'Call', exact: true }).click();
      await shown.getByRole('log').getByText(MARKUP).waitFor();
    },
  },
  {
    name: 'A call to the draft',
    path: 'default/flows/desk/edit',
    shows: 'No mistakes',
    hasMarkup: true,
    open: async (shown) => {
      await findButton(shown, 'Call this draft').click();
      await shown.getByRole('log').getByText(MARKUP).waitFor();
    },
  },
  {
    name: 'Scenarios of the draft',
    path: 'default/flows/desk/edit',
    shows: 'No mistakes',
    hasMarkup: true,
    open: openPanel('Scenarios', '1 of 1 pass'),
  },
  {
    name: 'Changes of the draft',
    path: 'default/flows/desk/edit',
    shows: 'No mistakes',
    open: openDialog('Diff'),
  },
  {
    name: 'Findings',
    path: 'default/flows/desk/edit',
    shows: 'No mistakes',
    open: openPanel('Findings', 'Prove every path'),
  },
  {
    name: 'Mistakes',
    path: 'default/flows/sketch/edit',
    shows: /^\d+ (error|warning)s?/,
    hasMarkup: true,
    open: openPanel('Mistakes', 'Go to line'),
  },
];

test.each<OpenedView>([...fullViews, ...openedViews, ...bareViews])('$name', async (view) => {
  takeMessages();
  await showView(page, world, view);
  await view.open?.(page);
  if (view.hasMarkup === true) await page.getByText(MARKUP).first().waitFor();
  await expectFit(page);
  expect(await page.locator('[onload], [onerror], img').count()).toBe(0);
  expect(await page.evaluate('top.hit')).toBeUndefined();
  expect(takeMessages().filter((text) => view.reports?.test(text) !== true)).toEqual([]);
});

test('the key is in no address, no request line, no message and no storage but that of the tab', async () => {
  await page.goto(`${world.service.url}/console/default`);
  await page.getByRole('heading', { name: 'How calls ended' }).waitFor();
  expect(await page.evaluate('sessionStorage.getItem("ringflow.key")')).toBe(key);
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(key);
  expect(await page.evaluate('indexedDB.databases()')).toEqual([]);
  expect(await page.evaluate('caches.keys()')).toEqual([]);
  expect(await page.evaluate('document.cookie')).toBe('');
  expect(requested.length).toBeGreaterThan(fullViews.length);
  for (const text of [...requested, ...addresses, ...messages]) expect(text).not.toContain(key);
});

test('the sign-in', async () => {
  const stranger = await world.open('default/flows', { key: '' });
  await stranger.getByLabel('API key').waitFor();
  await expectFit(stranger);
  expect(takeMessages()).toEqual([]);
});

test.each([
  'default/keys',
  'default/audit',
  'default/projects',
  'default/phone',
  'default/flows/desk/deploy/draft',
])('%s, forbidden', async (path) => {
  takeMessages();
  const viewer = await world.open(path, { role: 'viewer' });
  await viewer.getByText('takes the role').waitFor();
  await expectFit(viewer);
  expect(takeMessages()).toEqual([]);
});
