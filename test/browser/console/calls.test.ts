/** The list of calls and one call moment by moment, in a real browser. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPhone } from './phone.ts';
import type { ConsoleScene } from './scene.ts';
import { useConsole } from './scene.ts';

const openScene = useConsole();
const desk = { config: { defaultFlow: 'front-desk' } };
const [anna, bert] = ['+4915112340001', '+4915112340002'];

interface CallPage {
  items: { id: string; step: string; endedAt?: number }[];
}

async function findCall({ ask }: ConsoleScene, number: string) {
  const query = `number=${encodeURIComponent(number)}`;
  const { items } = (await ask('GET', `/projects/default/calls?${query}`)) as CallPage;
  return items[0];
}

/** Places a call that presses 1 and hangs up; returns its id when it is over. */
async function placeEndedCall(scene: ConsoleScene, from: string): Promise<string> {
  const caller = openPhone(scene).call(from);
  const isAt = (step: string) => expect.poll(async () => (await findCall(scene, from))?.step).toBe(step);
  await isAt('greeting');
  caller.press('1');
  await isAt('main');
  caller.hangUp();
  await expect.poll(async () => (await findCall(scene, from))?.endedAt !== undefined).toBe(true);
  return (await findCall(scene, from))?.id ?? '';
}

const rows = (page: Page): Locator => page.locator('table.calls tbody tr');

test('a filter that the API refuses is told, and a flow without calls says so', async () => {
  const scene = await openScene(desk);
  const page = await scene.open('default/calls?number=abc');
  await page.getByRole('alert').getByText('invalid').waitFor();
  await page.goto(`${scene.service.url}/console/default/flows/front-desk/calls`);
  await page.getByText('There is no call that matches the filters.').waitFor();
  expect(await page.getByRole('combobox', { name: 'Flow' }).count()).toBe(0);
});

test('a call that begins while the list is shown waits until it is asked for', async () => {
  const scene = await openScene(desk);
  await placeEndedCall(scene, anna);
  const page = await scene.open('default/calls');
  await rows(page).getByText(anna).waitFor();
  await page.getByText('Connected, live').waitFor();
  openPhone(scene).call(bert);
  await page.getByRole('button', { name: '1 new' }).click();
  await rows(page).getByText(bert).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'new' }).count()).toBe(0);
});
