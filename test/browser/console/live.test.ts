/** The live view in a real browser: calls appear, move and end, and survive a restart of the service. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPhone } from './phone.ts';
import { useConsole } from './scene.ts';

const openScene = useConsole();
const desk = { config: { defaultFlow: 'front-desk' } };
const [anna, bert, carl] = ['+4915112340001', '+4915112340002', '+4915112340003'];

const list = (page: Page): Locator => page.getByRole('region', { name: 'Calls', exact: true });
const row = (page: Page, number: string): Locator => list(page).getByRole('row').filter({ hasText: number });

async function expectStep(page: Page, number: string, step: string): Promise<void> {
  await row(page, number).getByText(step, { exact: true }).waitFor();
}

test('after a restart of the service all goes on without a reload: nothing lost, nothing doubled', async () => {
  const scene = await openScene(desk);
  const phone = openPhone(scene);
  const page = await scene.open('default/live?flow=front-desk');
  const [first, second] = [phone.call(anna), phone.call(bert)];
  await expectStep(page, anna, 'greeting');
  await expectStep(page, bert, 'greeting');
  await page.evaluate('window.isSamePage = true');
  await scene.restart();
  first.press('1');
  second.hangUp();
  phone.call(carl);
  await expectStep(page, anna, 'main');
  await expectStep(page, carl, 'greeting');
  await row(page, bert).waitFor({ state: 'detached' });
  expect(await list(page).locator('tbody tr').count()).toBe(2);
  await page.getByText('Connected, live').waitFor();
  expect(await page.evaluate('window.isSamePage')).toBe(true);
});

test('the list stands still under the pointer and says how many calls are new', async () => {
  const scene = await openScene(desk);
  const phone = openPhone(scene);
  const page = await scene.open('default/live');
  phone.call(anna);
  await row(page, anna).waitFor();
  await list(page).getByRole('heading').hover();
  const caller = phone.call(bert);
  const waiting = list(page).getByRole('button', { name: '1 new' });
  await waiting.waitFor();
  expect(await row(page, bert).count()).toBe(0);
  await waiting.click();
  await row(page, bert).waitFor();
  caller.hangUp();
  await row(page, bert).getByText('ended').waitFor();
  await page.getByRole('heading', { name: 'Live', exact: true }).hover();
  await row(page, bert).waitFor({ state: 'detached' });
});

test('a paused view stands still, and shows the present when it goes on', async () => {
  const scene = await openScene(desk);
  const phone = openPhone(scene);
  const page = await scene.open('default/live?flow=front-desk');
  const caller = phone.call(anna);
  await expectStep(page, anna, 'greeting');
  await page.getByRole('button', { name: 'Pause view' }).click();
  await row(page, anna).getByRole('link').click();
  caller.press('1');
  // The followed call is read on, so what it hears next tells that the event has come.
  await page
    .getByRole('region', { name: 'Followed call' })
    .getByRole('listitem')
    .getByText('For sales, press 1.')
    .waitFor();
  await expectStep(page, anna, 'greeting');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expectStep(page, anna, 'main');
});

test('a viewer may look and listen, but is not offered to end a call', async () => {
  const scene = await openScene(desk);
  openPhone(scene).call(anna);
  const page = await scene.open('default/live?flow=front-desk', { role: 'viewer' });
  await row(page, anna).getByRole('link').click();
  await page.getByRole('link', { name: 'Open trace' }).waitFor();
  expect(await page.getByRole('button', { name: 'End call' }).count()).toBe(0);
});
