/** Find, the keys and the theme: what every view has. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { takeCalls } from './desk-calls.ts';
import { openPhone } from './phone.ts';
import { expectAccessible, expectNoOverflow, useConsole } from './scene.ts';

const openScene = useConsole();
const desk = { config: { defaultFlow: 'front-desk' } };

const field = (page: Page) => page.getByRole('combobox', { name: 'Flow, step, call, number or command' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
/** The name of the element that has the focus. */
const focusedText = (page: Page) => page.evaluate<string>('document.activeElement.textContent');

test('a step is found by what it says and opened, by keyboard alone', async () => {
  const scene = await openScene();
  const page = await scene.open('default/calls');
  await page.getByRole('heading', { name: 'Calls' }).waitFor();
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.type('main sales, press 1');
  await option(page, /^main front-desk · For sales/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Step' }).getByRole('heading', { name: 'main' }).waitFor();
  expect(page.url()).toBe(`${scene.service.url}/console/default/flows/front-desk?step=main`);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await focusedText(page)).toBe('front-desk');
  expect(scene.complaints).toEqual([]);
});

test('flows, numbers, calls and commands are found; arrow keys choose', async () => {
  const scene = await openScene(desk);
  const route = { number: '+4930555777', takes: 'calls', flow: 'front-desk' };
  await scene.ask('PUT', '/projects/default/routes/hotline', route);
  openPhone(scene).call('+4915112340001');
  const calls = async () =>
    (await scene.ask('GET', '/projects/default/calls')) as { items: { id: string }[] };
  await expect.poll(async () => (await calls()).items.length).toBe(1);
  const page = await scene.open('default');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('option', { name: 'front-desk', exact: true }).waitFor();
  await field(page).fill('+49 30 555777');
  await option(page, '+4930555777 hotline, calls to front-desk').waitFor();
  await field(page).fill('+49 151 1234 0001');
  await option(page, /^\+4915112340001 front-desk/).waitFor();
  const [{ id } = { id: '' }] = (await calls()).items;
  await field(page).fill(id);
  await option(page, new RegExp(id)).first().click();
  await page.waitForURL(`**/calls/${encodeURIComponent(id)}`);
  await page.keyboard.press('Control+k');
  await field(page).fill('go to');
  await option(page, 'Go to Overview').waitFor();
  const chosen = page.getByRole('listbox').getByRole('option', { selected: true });
  const first = await chosen.textContent();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  const second = await chosen.textContent();
  expect([first?.trim(), second?.trim()]).toEqual(['Go to Overview', 'Go to Flows']);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/console/default/flows');
  await page.keyboard.press('Control+k');
  await field(page).fill('no such thing');
  await page.getByText('Nothing found.').waitFor();
  await page.keyboard.press('Escape');
  await field(page).waitFor({ state: 'detached' });
});

test('a viewer finds no view that takes another role', async () => {
  const scene = await openScene();
  const page = await scene.open('default', { role: 'viewer' });
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.keyboard.press('Control+k');
  await field(page).fill('go to');
  await option(page, 'Go to Flows').waitFor();
  expect(await option(page, /Audit|Keys|Projects/).count()).toBe(0);
});

test('g and a letter lead to views, j and k to rows, e to the editor', async () => {
  const scene = await openScene(desk);
  const phone = openPhone(scene);
  for (const from of ['+4915112340001', '+4915112340002']) phone.call(from);
  const page = await scene.open('default');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.keyboard.type('gc');
  await page.waitForURL('**/console/default/calls');
  await page.locator('table.calls tbody tr').nth(1).waitFor();
  const numbers = await page.locator('table.calls tbody th a').allTextContents();
  const walked: string[] = [];
  for (const key of 'jjk') {
    await page.keyboard.press(key);
    walked.push(await focusedText(page));
  }
  expect(walked).toEqual([numbers[0], numbers[1], numbers[0]]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: numbers[0] ?? '' }).waitFor();
  await page.keyboard.type('gf');
  await page.getByRole('row', { name: 'front-desk' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Steps of front-desk' }).waitFor();
  await page.keyboard.press('e');
  await page.waitForURL('**/flows/front-desk/edit*');
  expect(scene.complaints).toEqual([]);
});

test('/ moves to the filter of a list, and finds where there is none', async () => {
  const scene = await openScene();
  const page = await scene.open('default/calls');
  await page.getByLabel('Number').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('gf/?');
  expect(await page.getByLabel('Number').inputValue()).toBe('gf/?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.goto(`${scene.service.url}/console/default/numbers`);
  await page.getByRole('heading', { name: 'Numbers' }).waitFor();
  await page.keyboard.press('/');
  await field(page).waitFor();
});

test('single keys are switched off, and stay off; the combination goes on to find', async () => {
  const scene = await openScene();
  const page = await scene.open('default');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.keyboard.press('?');
  await page.getByLabel('Single keys act').uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.keyboard.type('?gf');
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/default');
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keys' }).click();
  await page.getByLabel('Single keys act').check();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.type('gf');
  await page.waitForURL('**/console/default/flows');
});

test('d leads to the deployment of the draft, which a flow without one has not', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy } = await takeCalls(scene);
  await deploy(await upload('To buy'));
  const page = await scene.open('default/flows/desk');
  await page.getByRole('link', { name: 'Deploy…' }).waitFor();
  await page.keyboard.press('d');
  await page.waitForURL('**/flows/desk/deploy/draft');
  await page.getByText('This flow has no draft').waitFor();
  await deploy(await upload('To order'), { percent: 20 });
  await page.goBack();
  await page.getByText('canary 20 %').waitFor();
  expect(await page.getByRole('link', { name: 'Deploy…' }).getAttribute('href')).not.toContain('draft');
});

const background = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
const [LIGHT, DARK] = ['rgb(246, 247, 249)', 'rgb(14, 16, 20)'];

test('the theme is that of the system until one is chosen, which is there before the console loads', async () => {
  const scene = await openScene();
  const page = await scene.open('default', { theme: 'dark' });
  expect(await background(page)).toBe(DARK);
  await page.getByRole('button', { name: 'Theme: as the system' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).waitFor();
  expect(await background(page)).toBe(LIGHT);
  const console = '**/console/assets/index-*.js';
  await page.route(console, (request) => request.abort());
  await page.reload();
  expect(await background(page)).toBe(LIGHT);
  await page.unroute(console);
  await page.reload();
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await page.getByRole('button', { name: 'Theme: dark' }).click();
  await page.getByRole('button', { name: 'Theme: as the system' }).waitFor();
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background(page)).toBe(LIGHT);
});

test.each(['light', 'dark'] as const)('the dialogs are accessible and fit every width, %s', async (theme) => {
  const scene = await openScene();
  const page = await scene.open('default/flows', { theme });
  await page.getByRole('row', { name: 'front-desk' }).waitFor();
  const dialogs = [
    { button: 'Find', shown: page.getByRole('option', { name: 'front-desk' }) },
    { button: 'Keys', shown: page.getByRole('heading', { name: 'Everywhere' }) },
  ];
  for (const { button, shown } of dialogs) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: button }).click();
    await shown.waitFor();
    await expectAccessible(page);
    for (const width of [768, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoOverflow(page);
    }
    await page.keyboard.press('Escape');
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Find' }).click();
  await field(page).fill('no such thing');
  await page.getByText('Nothing found.').waitFor();
  await expectAccessible(page);
  expect(scene.complaints).toEqual([]);
});
