/** The emulator's phone in the console. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useConsole } from './scene.ts';
import type { ConsoleScene } from './scene.ts';

const openScene = useConsole();

const NUMBER = '+12025550100';

async function openPhone(scene: ConsoleScene): Promise<Page> {
  scene.emulator.act(({ control }) => {
    control.setNumber(NUMBER, { webhook: scene.service.hookUrl, label: 'front-desk' });
  });
  const page = await scene.open('default/phone');
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
  return page;
}

test('a call is placed, answered by keys and ended; it is the service that answers', async () => {
  const scene = await openScene({ hasPhone: true });
  const page = await openPhone(scene);
  expect(await page.getByRole('link', { name: 'Phone' }).getAttribute('aria-current')).toBe('page');
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  const transcript = page.getByRole('log', { name: 'Call transcript' });
  await transcript.getByText('Welcome to Acme').waitFor();
  await page.keyboard.press('1');
  await transcript.getByText('For sales, press 1.').waitFor();
  const { items } = (await scene.ask('GET', '/projects/default/calls?state=live')) as { items: unknown[] };
  expect(items).toHaveLength(1);
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('region', { name: 'Phone' }).getByRole('status').getByText('ended').waitFor();
  expect(scene.complaints).toEqual([]);
});

test('a service without the emulator has no phone, and says so at its address', async () => {
  const scene = await openScene();
  const page = await scene.open('default/phone');
  await page.getByText('This service runs without the emulator').waitFor();
  expect(await page.getByRole('link', { name: 'Phone' }).count()).toBe(0);
});

test('a viewer has no phone, and is told at its address which role it takes', async () => {
  const scene = await openScene({ hasPhone: true });
  const page = await scene.open('default/phone', { role: 'viewer' });
  await page.getByText('takes the role operator').waitFor();
  expect(await page.getByRole('link', { name: 'Phone' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Call', exact: true }).count()).toBe(0);
});
