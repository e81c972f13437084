/** The console in a window of 768 px: one part of the editor at a time, and everything of the rail. */
import { expect, test } from 'vitest';
import { FRONT_DESK, saveNewDraft } from './drafts.ts';
import { expectAccessible, expectNoOverflow, useConsole } from './scene.ts';
import { worldOptions } from './world.ts';

const openScene = useConsole();

const NARROW = { width: 768, height: 1024 };

test('text, diagram, phone and checks of a draft are tabs, and a mistake leads back to the text', async () => {
  const scene = await openScene();
  await saveNewDraft(scene, FRONT_DESK.replace('voice: female', 'oice: female'));
  const page = await scene.open('default/flows/front-desk/edit', NARROW);
  const tabs = page.getByRole('group', { name: 'Part of the editor' });
  const parts = {
    Text: page.getByRole('textbox', { name: 'Text of flow.yaml' }),
    Diagram: page.getByRole('list', { name: 'Steps of front-desk' }),
    Phone: page.getByRole('button', { name: 'Call this draft' }),
    Findings: page.getByRole('button', { name: 'Prove every path' }),
    Mistakes: page.getByRole('button', { name: 'Go to line 6' }),
  };
  await page.locator('[data-step="greeting"]').waitFor({ state: 'attached' });
  for (const [label, part] of Object.entries(parts)) {
    await tabs.getByText(label, { exact: true }).click();
    await part.waitFor();
    const others = Object.values(parts).filter((other) => other !== part);
    for (const other of others) expect(await other.isVisible(), label).toBe(false);
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
  await parts.Mistakes.click();
  await parts.Text.waitFor();
  await page.locator('.cm-activeLine').getByText('oice: female').waitFor();
  expect(scene.complaints).toEqual([]);
});

test('the rail tells who is signed in and switches the project', async () => {
  const scene = await openScene(worldOptions);
  const platform = { appId: 'env:RINGFLOW_PROJECT_SHOP_ID', appKey: 'env:RINGFLOW_PROJECT_SHOP_KEY' };
  await scene.ask('PUT', '/projects/shop', { platform });
  const page = await scene.open('default', NARROW);
  const rail = page.getByRole('navigation', { name: 'Main' });
  await rail.getByText('test · admin', { exact: true }).waitFor();
  await rail.getByText('default', { exact: true }).first().waitFor();
  await rail.getByLabel('Project').selectOption('shop');
  await page.waitForURL('**/console/shop');
  await rail.getByText('shop', { exact: true }).first().waitFor();
  await expectAccessible(page);
});
