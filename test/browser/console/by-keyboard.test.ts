/** From signing in to a deployed change without a mouse. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useConsole } from './scene.ts';

const openScene = useConsole();

/** More controls than a view has. */
const MAX_TABS = 150;

/** Moves the focus to an element with Tab. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < MAX_TABS; pressed += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${MAX_TABS} presses of Tab do not lead to ${target.toString()}`);
}

async function activate(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test('a flow is made, changed, saved, uploaded and put into service', async () => {
  const scene = await openScene({ flows: [] });
  const key = await scene.newKey({ project: '*', role: 'admin' });
  const page = await scene.open('default/flows', { key: '' });
  await tabTo(page, page.getByLabel('API key'));
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await activate(page, page.getByRole('link', { name: 'New flow' }).first());
  await tabTo(page, page.getByLabel('Name'));
  await page.keyboard.type('night-line');
  await page.keyboard.press('Enter');
  const text = page.getByRole('textbox', { name: 'Text of night-line/flow.yaml' });
  await tabTo(page, text);
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('# by keyboard');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved/).waitFor();
  await page.keyboard.press('Control+Home');
  await activate(page, page.getByRole('button', { name: 'Deploy…' }));
  await activate(page, page.getByRole('button', { name: 'Upload the draft' }));
  await activate(page, page.getByRole('button', { name: 'Give it all calls' }));
  await expect
    .poll(() => scene.ask('GET', '/projects/default/deployments/night-line').catch(() => undefined))
    .toMatchObject({ flow: 'night-line' });
  // The browser notes that a flow which is not in service yet has no deployment.
  expect(scene.complaints).toEqual([]);
});
