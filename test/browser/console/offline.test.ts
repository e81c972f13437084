/** The service goes away and comes back while every view is open: the views say so, change nothing meanwhile, and go on. */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { useConsole } from './scene.ts';
import { buildWorld, fullViews, showView, worldOptions } from './world.ts';
import type { View } from './world.ts';

const openScene = useConsole(afterAll);

/** Buttons that change something at the service. */
const WRITES = new RegExp(
  [
    '^(Add|Change|Create|Deploy|Remove|Revoke|Roll|Send|Start)\\b.*',
    '^(Stop…|Pause|Resume|End call|Give it all calls|Run again|Upload the draft)$',
  ].join('|'),
);

/** The emulator of the phone stays, and the editor goes on without the service. */
const INDEPENDENT = ['Phone', 'Editor'];

/** Opens a view in a tab of the browser that has the page. */
async function openTab(page: Page, world: Parameters<typeof showView>[1], view: View): Promise<Page> {
  const tab = await page.context().newPage();
  await showView(tab, world, view);
  await tab.getByText('Connected, live').waitFor();
  await tab.evaluate('top.isSamePage = true');
  return tab;
}

test('every view tells that the service is away, switches changes off, and is up to date when it is back', async () => {
  const world = await buildWorld(await openScene(worldOptions));
  const page = await world.open('default');
  const tabs: { view: View; tab: Page; alerts: number }[] = [];
  for (const view of fullViews) {
    const tab = await openTab(page, world, view);
    tabs.push({ view, tab, alerts: await tab.getByRole('alert').count() });
  }

  await world.stop();
  let writes = 0;
  for (const { view, tab } of tabs) {
    await tab.getByText('Not connected since').waitFor();
    await tab.getByText(view.shows).first().waitFor();
    if (INDEPENDENT.includes(view.name)) continue;
    const buttons = tab.getByRole('main').getByRole('button', { name: WRITES });
    for (const button of await buttons.all()) {
      expect(await button.isDisabled(), `${view.name}: ${await button.innerText()}`).toBe(true);
      writes += 1;
    }
  }
  expect(writes).toBeGreaterThan(20);

  const refreshed = tabs
    .filter(({ view }) => !INDEPENDENT.includes(view.name))
    .map(({ view: { reads }, tab }) =>
      tab.waitForResponse((response) => response.ok() && new URL(response.url()).pathname.endsWith(reads)),
    );
  await world.start();
  await Promise.all(refreshed);
  for (const { view, tab, alerts } of tabs) {
    await tab.getByText('Connected, live').waitFor();
    await tab.getByText('Not connected since').waitFor({ state: 'detached' });
    await expect.poll(() => tab.getByRole('alert').count(), { message: view.name }).toBe(alerts);
    expect(await tab.evaluate('top.isSamePage'), view.name).toBe(true);
  }
  for (const { view, tab } of tabs) {
    if (INDEPENDENT.includes(view.name)) continue;
    for (const button of await tab.getByRole('main').getByRole('button', { name: WRITES }).all())
      expect(await button.isDisabled(), view.name).toBe(false);
  }
});
