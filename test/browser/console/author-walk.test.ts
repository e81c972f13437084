/** An author's walk: a flow from a template, called, broken, mended, tested, deployed, changed, given some calls, rolled back. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useConsole } from './scene.ts';

const openScene = useConsole();

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of night-line/flow.yaml' });

/** Replaces a text of the flow, by the editor's own search. */
async function replaceText(page: Page, found: string, by: string): Promise<void> {
  await text(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+f');
  await page.keyboard.type(found);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.insertText(by);
}

/** Uploads the draft that is being edited; shows its version. */
async function uploadDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Deploy…' }).click();
  await page.getByRole('button', { name: 'Upload the draft' }).click();
  await page.waitForURL(/deploy\/[0-9a-f]{16}$/);
}

test('an author makes a flow from a template, tries it, mends it, deploys it, and takes a change back', async () => {
  const scene = await openScene({ flows: [] });
  const page = await scene.open('default/flows');
  await page.getByRole('main').getByRole('link', { name: 'New flow' }).last().click();
  await page.getByLabel('Name').fill('night-line');
  await page.getByLabel('survey').check();
  await page.getByRole('button', { name: 'Create flow' }).click();

  await text(page).waitFor();
  await page.getByRole('button', { name: 'Call this draft' }).click();
  await page.getByRole('button', { name: 'Skip ahead' }).click();
  await page.getByRole('log').getByText('Has the problem been solved?').first().waitFor();
  await page.getByRole('button', { name: '1', exact: true }).click();
  await page.getByRole('log').getByText('How likely are you to recommend us').first().waitFor();

  await replaceText(page, 'languages', 'langages');
  await page.getByRole('button', { name: '1 error' }).waitFor();
  await page.keyboard.press('Control+.');
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  await page.getByText('Scenarios', { exact: true }).click();
  await page.getByText(/^(\d+) of \1 pass$/).waitFor();

  await uploadDraft(page);
  await page.getByRole('button', { name: 'Give it all calls' }).click();
  await page.getByText('This version takes all calls').waitFor();
  const live = page.url().slice(-16);
  await page.getByRole('link', { name: 'Numbers that lead to it' }).click();
  await page.getByLabel('Number', { exact: true }).fill('+4930555999');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('rowheader', { name: '+4930555999' }).waitFor();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await replaceText(page, 'about our last visit', 'about our visit last week');
  await uploadDraft(page);
  const next = page.url().slice(-16);
  await page
    .getByRole('region', { name: 'What callers will notice' })
    .getByText('our visit last week')
    .waitFor();
  await page.getByRole('button', { name: 'Start the canary' }).click();
  await page.getByText(`night-line: ${next.slice(0, 8)} takes 20 % of the calls`).waitFor();
  await page.getByRole('button', { name: `Roll back to ${live.slice(0, 8)}` }).click();
  await page.getByText('night-line: the canary is rolled back').waitFor();
  const deployment = await scene.ask('GET', '/projects/default/deployments/night-line');
  expect(deployment).toMatchObject({ live });
  expect(deployment).not.toHaveProperty('canary');
});
