/** Pictures of the views, light and dark: in docs/console/ when `npm run pictures` runs this file, else in a temporary folder. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { afterEach, expect, test, vi } from 'vitest';
import { useConsole } from './scene.ts';
import type { ConsoleScene } from './scene.ts';
import { goBack, LINES, peopleTown } from './town.ts';

const openScene = useConsole();

const FOLDER =
  process.env.RINGFLOW_PICTURES === '1' ? 'docs/console' : mkdtempSync(join(tmpdir(), 'pictures-'));
const P = '/projects/default';
const FRONT_DESK = 'flows/front-desk';

interface Picture {
  name: string;
  path: string;
  /** Resolves when the view shows what the picture is taken for. */
  prepare?: (page: Page) => Promise<unknown>;
}

const closers: (() => unknown)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0)) close();
});

test('each view has its picture, light and dark', async () => {
  const dates = goBack(20);
  const env = { STATUS_URL: await serveOutages(), ACCOUNTS_URL: 'http://127.0.0.1:9' };
  const scene = await openScene({ flows: ['flows'], config: { env, apiRate: 1_000 }, hasPhone: true });
  const town = await peopleTown(scene, dates);
  await startCampaign(scene, { id: 'june-reminders', recipients: 12, pace: { perSecond: 2, atOnce: 6 } });
  await town.live(8);
  const version = await deployCanary(scene);
  await startCampaign(scene, { id: 'july-reminders', recipients: 60, pace: { perSecond: 0.1, atOnce: 3 } });
  await town.live(0);
  await Promise.all(Object.keys(LINES).flatMap((flow) => [town.wait(flow), town.wait(flow)]));
  const pictures = [...showFlows(version), ...showCalls(await findCall(scene)), ...showOperations()];
  const page = await scene.open('default');
  for (const { name, path, prepare } of pictures) {
    await page.goto(`${scene.service.url}/console/default${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await prepare?.(page);
    await page.evaluate('document.fonts.ready');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) });
    }
  }
  expect(scene.complaints).toEqual([]);
});

/** A service that knows of one outage; returns its address. */
async function serveOutages(): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"outages":1,"until":"6 pm"}');
  });
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Puts a changed front desk into service for a share of the calls; returns its version. */
async function deployCanary({ ask }: ConsoleScene): Promise<string> {
  const files = Object.fromEntries(
    readdirSync(FRONT_DESK).map((name) => [
      `front-desk/${name}`,
      readFileSync(join(FRONT_DESK, name), 'utf8').replace(
        'find us at Hamburger Platz 5',
        'find us at Hamburger Platz 7',
      ),
    ]),
  );
  const { live } = (await ask('GET', `${P}/deployments/front-desk`)) as { live: string };
  const { versions } = (await ask('POST', `${P}/flows`, { files })) as { versions: { version: string }[] };
  const version = versions[0]?.version ?? '';
  await ask('PUT', `${P}/deployments/front-desk`, { version: live });
  await ask('PUT', `${P}/deployments/front-desk`, {
    version,
    percent: 20,
    guard: { maxErrorPercent: 5, minCalls: 50 },
  });
  return version;
}

interface WantedCampaign {
  id: string;
  recipients: number;
  pace: { perSecond: number; atOnce: number };
}

/** Calls patients: some confirm, some cancel, some are busy. */
async function startCampaign(
  { ask, emulator, service, newKey }: ConsoleScene,
  { id, recipients, pace }: WantedCampaign,
): Promise<void> {
  const rows = Array.from({ length: recipients }, (_, at) => `+49151300000${String(at).padStart(2, '0')}`);
  emulator.act(({ control }) => {
    for (const [at, number] of rows.entries()) {
      if (at % 7 === 3) control.setParty(number, { on_ring: 'busy' });
      else control.setParty(number, { acts: [{ afterMs: 400, presses: at % 5 === 4 ? '2' : '1' }] });
    }
  });
  const settings = { flow: 'appointment-reminder', from: '+493023127', pace };
  await ask('PUT', `${P}/campaigns/${id}`, settings);
  const key = await newKey({ project: 'default', role: 'operator' });
  const added = await fetch(`${service.url}/api/v1${P}/campaigns/${id}/recipients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: ['number', ...rows].join('\n'),
  });
  expect(added.status).toBe(200);
  await ask('POST', `${P}/campaigns/${id}/start`);
}

/** Returns a call that talked to somebody. */
async function findCall({ ask }: ConsoleScene): Promise<string> {
  const { items } = (await ask('GET', `${P}/calls?flow=front-desk&result=talked&limit=200`)) as {
    items: { id: string }[];
  };
  return items[0]?.id ?? '';
}

const isDrawn = (page: Page) =>
  page
    .getByRole('link', { name: /^greeting, menu/ })
    .first()
    .waitFor();

function showFlows(version: string): Picture[] {
  const callDraft = async (page: Page) => {
    await isDrawn(page);
    await page.getByText('48 of 48 pass').waitFor();
    await page.getByRole('button', { name: 'Call this draft' }).click();
    await page.getByText('Welcome to Acme.', { exact: false }).last().waitFor();
    await page.getByRole('button', { name: '1', exact: true }).click();
    await page.getByText('For sales, press 1.', { exact: false }).last().waitFor();
  };
  const replay = async (page: Page) => {
    await page.getByRole('button', { name: 'Replay' }).click();
    await page
      .getByText(/hears? something else/)
      .first()
      .waitFor();
  };
  return [
    { name: 'overview', path: '' },
    { name: 'flows', path: '/flows', prepare: (page) => page.getByText('48 pass').first().waitFor() },
    { name: 'flow', path: '/flows/front-desk?step=main&range=20m', prepare: isDrawn },
    { name: 'editor', path: '/flows/front-desk/edit?step=main', prepare: callDraft },
    {
      name: 'versions',
      path: '/flows/front-desk/versions',
      prepare: (page) => page.getByText('1 change').waitFor(),
    },
    { name: 'deploy', path: `/flows/front-desk/deploy/${version}`, prepare: replay },
    { name: 'tests', path: '/flows/front-desk/tests' },
    { name: 'new-flow', path: '/new-flow' },
    { name: 'import', path: '/import', prepare: importFlow },
  ];
}

/** Imports a flow of another system; shows the original beside the flow. */
async function importFlow(page: Page): Promise<void> {
  await page
    .getByLabel('Choose files')
    .setInputFiles('test/importers/studio/cases/front-desk/front-desk.json');
  await page.getByRole('region', { name: 'Original' }).scrollIntoViewIfNeeded();
}

/** Follows the oldest call of the list. */
async function followCall(page: Page): Promise<void> {
  await isDrawn(page);
  await page.locator('.live-list tbody a').last().click();
  await page.getByRole('region', { name: 'Followed call' }).getByRole('listitem').first().waitFor();
}

function showCalls(call: string): Picture[] {
  return [
    { name: 'live', path: '/live?flow=front-desk', prepare: followCall },
    { name: 'calls', path: '/calls' },
    { name: 'call', path: `/calls/${call}?at=5`, prepare: isDrawn },
  ];
}

function showOperations(): Picture[] {
  return [
    { name: 'campaigns', path: '/campaigns' },
    { name: 'campaign', path: '/campaigns/july-reminders' },
    { name: 'numbers', path: '/numbers' },
    { name: 'keys', path: '/keys' },
    { name: 'projects', path: '/projects' },
    { name: 'audit', path: '/audit' },
    { name: 'phone', path: '/phone' },
    { name: 'sign-in', path: '', prepare: (page) => page.getByRole('button', { name: 'Sign out' }).click() },
  ];
}
