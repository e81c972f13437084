/** Campaigns and the do-not-call list in the console. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { flowSaying } from '../../authoring/flow-files/folder.ts';
import { expectAccessible, useConsole } from './scene.ts';
import type { ConsoleScene } from './scene.ts';

const openScene = useConsole();

const PROJECT = '/projects/default';
const CAMPAIGN = `${PROJECT}/campaigns/reminders`;
const SETTINGS = { flow: 'desk', from: '+4930555000', pace: { perSecond: 20, atOnce: 10 } };
const MARKUP = '<img src=x onerror=alert(1)>';

/** Asks a question and waits for long. */
const PATIENT = `ringflow: 1
name: desk
languages: [en-US]
steps:
  ask:
    menu: { prompt: Press 1., choices: [{ key: 1, goto: hangup }], timeout: 1m }
    on: { exhausted: hangup }
`;

/** Puts the flow into service that the campaigns call with. */
async function deployFlow({ ask }: ConsoleScene, text = flowSaying('Hello.')): Promise<void> {
  const files = { 'flow.yaml': text };
  const { versions } = (await ask('POST', `${PROJECT}/flows`, { files })) as {
    versions: { version: string }[];
  };
  await ask('PUT', `${PROJECT}/deployments/desk`, { version: versions[0]?.version });
}

async function openCampaigns(): Promise<ConsoleScene> {
  const scene = await openScene();
  await deployFlow(scene);
  return scene;
}

function chooseFile(page: Page, text: string): Promise<void> {
  return page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'recipients.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}

test('a campaign is created, loaded with the good rows of a file, and calls until it is done', async () => {
  const { open, ask, complaints } = await openCampaigns();
  const page = await open('default/campaigns', { role: 'operator' });
  await page.getByText('There are no campaigns.').waitFor();
  await page.getByRole('button', { name: 'Create a campaign' }).click();
  await page.getByLabel('Name').fill('reminders');
  await page.getByRole('combobox', { name: 'Flow' }).fill('desk');
  await page.getByLabel('From').fill('+4930555000');
  await page.getByLabel('Calls started per second').fill('20');
  await page.getByLabel('Calling hours').fill('mon-sun 00:00-24:00');
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByRole('heading', { name: 'reminders', exact: true }).waitFor();
  await page.getByText('mon-sun 00:00-24:00').waitFor();
  expect(await page.getByRole('button', { name: 'Start' }).count()).toBe(0);

  await chooseFile(page, `number\n+4915112345678\n${MARKUP}\n+4915112345679\n+4915112345678\n`);
  const refused = page.getByRole('region', { name: 'Refused rows' }).getByRole('row');
  await refused.filter({ hasText: 'does not begin with +' }).waitFor();
  expect(await refused.filter({ hasText: 'does not begin with +' }).textContent()).toContain(`3${MARKUP}`);
  expect(await refused.filter({ hasText: 'already in line 2' }).textContent()).toContain('5+4915112345678');
  await page.getByText('0 recipients added.').waitFor();
  await page.getByRole('button', { name: 'Add only the 2 valid rows' }).click();
  await page.getByText('2 recipients added.').waitFor();

  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('2 of 2 done').waitFor();
  await page.getByRole('table', { name: 'Calls placed per minute' }).getByText('(so far)').waitFor();
  await page.getByText('done', { exact: true }).waitFor();
  const results = page.getByRole('region', { name: 'Results' }).getByRole('row', { name: '+49151123456' });
  await results.first().waitFor();
  expect(await results.count()).toBe(2);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Results as CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('reminders-results.csv');
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/^row,number,result[^\n]*\n1,\+4915112345678,/);
  expect(await ask('GET', CAMPAIGN)).toMatchObject({ state: 'done', recipients: 2 });
  expect(complaints).toEqual([]);
});

test('a running campaign shows who is on the line, its calls by time and the campaign before it', async () => {
  const scene = await openScene();
  const { open, ask, complaints } = scene;
  await deployFlow(scene, PATIENT);
  await ask('PUT', `${PROJECT}/campaigns/earlier`, { ...SETTINGS, pace: { perSecond: 0.05, atOnce: 1 } });
  const page = await open('default/campaigns/earlier');
  await chooseFile(page, 'number\n+4915112345677\n');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('limit: 0.05 a second, 1 at once · the limit of 1 is what holds').waitFor();
  const placed = page.getByRole('table', { name: 'Calls placed per minute' });
  await placed.getByRole('cell', { name: '1', exact: true }).waitFor();
  await page.locator('.bars-chart .limit').waitFor({ state: 'attached' });
  await ask('PUT', CAMPAIGN, SETTINGS);
  await page.goto(page.url().replace('earlier', 'reminders'));
  await chooseFile(page, 'number\n+4915112345678\n+4915112345679\n');
  await page.getByRole('button', { name: 'Start' }).click();
  const before = page.getByRole('region', { name: 'Before it' });
  await before.getByRole('link', { name: 'earlier' }).waitFor();
  await before.getByText('1 recipient', { exact: true }).waitFor();
  const onLine = page.getByRole('region', { name: 'On the line now' });
  await onLine.getByRole('row', { name: '+4915112345678 ask on the line' }).waitFor();
  await onLine.getByRole('row', { name: '+4915112345679 ask on the line' }).waitFor();
  await expectAccessible(page);
  const { items } = (await ask('GET', `${PROJECT}/calls?campaign=reminders&limit=1`)) as {
    items: { id: string; number: string }[];
  };
  const [{ id, number }] = items as [(typeof items)[0]];
  await ask('POST', `${PROJECT}/calls/${id}/end`);
  await page.getByRole('region', { name: 'Results' }).getByRole('row', { name: number }).waitFor();
  await page.getByLabel('Ended', { exact: true }).check();
  const chart = page.getByRole('table', { name: 'Calls ended per minute' });
  await chart.getByRole('cell', { name: '1', exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'Calls', exact: true }).last().click();
  await page.getByRole('row', { name: '+4915112345678' }).waitFor();
  expect(new URL(page.url()).search).toBe('?campaign=reminders');
  expect(complaints).toEqual([]);
});

test('mistakes of the settings stand beside their fields', async () => {
  const { open } = await openCampaigns();
  const page = await open('default/campaigns');
  await page.getByRole('button', { name: 'Create a campaign' }).click();
  const create = page.getByRole('button', { name: 'Create campaign' });
  await page.getByLabel('Name').fill('Reminders');
  await page.getByLabel('From').fill('030 555');
  await page.getByLabel('Calls at once').fill('0');
  await page.getByLabel('Calling hours').fill('always\nmon 20:00-09:00');
  await create.click();
  await page.getByRole('alert').first().waitFor();
  const listInvalid = () =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('[aria-invalid=true]')].map((field) => field.name)`,
    );
  expect(await listInvalid()).toEqual(['id', 'flow', 'from', 'pace.atOnce', 'windows']);
  expect(await page.evaluate('document.activeElement.name')).toBe('id');
  const windows = page.getByRole('alert').filter({ hasText: 'is never open' });
  expect(await windows.textContent()).toContain('"always" is no calling hour');
  await expectAccessible(page);

  await page.getByLabel('Name').fill('reminders');
  await page.getByRole('combobox', { name: 'Flow' }).fill('desk');
  await page.getByLabel('From').fill('+4930555000');
  await page.getByLabel('Calls at once').fill('5');
  await page.getByLabel('Calling hours').fill('');
  await page.getByText('Columns, parameters and further calls').click();
  await page.getByLabel('Parameters for all recipients').fill('colour = red');
  await page.getByLabel('Columns of the file').fill('size = Size');
  await page.getByLabel('Country').fill('xx');
  await create.click();
  await page.getByRole('alert').getByText('The flow has no parameter "size".').waitFor();
  expect(await listInvalid()).toEqual(['params', 'columns', 'country']);
});

test('a campaign is paused, taken up again, stopped after a question, and removed', async () => {
  const { open, ask } = await openCampaigns();
  // Nobody is called: the window is open for one minute of a day that is not today.
  const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(new Date().getUTCDay() + 3) % 7];
  const windows = [{ days: [day], from: '03:00', until: '03:01' }];
  await ask('PUT', CAMPAIGN, { ...SETTINGS, windows });
  const page = await open('default/campaigns/reminders');
  await chooseFile(page, 'number\n+4915112345678\n');
  const readState = async () => ((await ask('GET', CAMPAIGN)) as { state: string }).state;
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  expect(await readState()).toBe('paused');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  expect(await readState()).toBe('running');
  await page.getByRole('button', { name: 'Stop…' }).click();
  await page.getByText('not called any more: 1.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await readState()).toBe('running');
  await page.getByRole('button', { name: 'Stop…' }).click();
  await page.getByRole('button', { name: 'Stop campaign' }).click();
  await page.getByText('stopped', { exact: true }).first().waitFor();
  expect(await readState()).toBe('stopped');
  await page.getByRole('button', { name: 'Remove…' }).click();
  await page.getByLabel('Type reminders to confirm').fill('reminders');
  await page.getByRole('button', { name: 'Remove campaign' }).click();
  await page.getByText('There are no campaigns.').waitFor();
  await expect(readState()).rejects.toThrow('unknown_campaign');
});

test('the do-not-call list takes and gives numbers, by keyboard alone', async () => {
  const { open, ask } = await openCampaigns();
  const listNumbers = async () =>
    ((await ask('GET', `${PROJECT}/do-not-call`)) as { items: { number: string }[] }).items.map(
      ({ number }) => number,
    );
  const page = await open('default/campaigns?list=do-not-call');
  await page.getByText('No number is on').waitFor();
  await page.getByLabel('Number', { exact: true }).focus();
  await page.keyboard.type('0151');
  await page.keyboard.press('Enter');
  await page.locator('[name=number][aria-invalid=true]').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('+4915112345678');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: '+4915112345678' }).waitFor();
  expect(await listNumbers()).toEqual(['+4915112345678']);
  await page.getByRole('button', { name: 'Remove +4915112345678' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('No number is on').waitFor();
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: '+4915112345678' }).waitFor();
  expect(await listNumbers()).toEqual(['+4915112345678']);
});

test('a viewer sees results without the middle of numbers, and nothing that changes campaigns', async () => {
  const { open, ask, complaints } = await openCampaigns();
  await ask('PUT', CAMPAIGN, SETTINGS);
  const author = await open('default/campaigns/reminders');
  await chooseFile(author, 'number\n+4915112345678\n');
  await author.getByRole('button', { name: 'Start' }).click();
  await author.getByRole('row', { name: '+4915112345678' }).waitFor();
  const page = await open('default/campaigns', { role: 'viewer' });
  const main = page.getByRole('main');
  await page.getByRole('row', { name: 'reminders' }).waitFor();
  expect(await main.getByRole('button').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Do not call' }).count()).toBe(0);
  await page.getByRole('link', { name: 'reminders' }).click();
  await page.getByRole('row', { name: '+49 ••• 678' }).waitFor();
  expect(await page.content()).not.toContain('12345');
  expect(await main.getByRole('button').allTextContents()).toEqual(['Results as CSV']);
  await page.goto(`${page.url().split('/campaigns')[0] ?? ''}/campaigns?list=do-not-call`);
  await page.getByText('This view takes the role author in default.').waitFor();
  expect(complaints).toEqual([]);
});
