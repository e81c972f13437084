/** An operator's walk: from what needs attention to the call that was cut off, its reason, a scenario, the fix and its deployment. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { takeCalls } from './desk-calls.ts';
import { useConsole } from './scene.ts';

const openScene = useConsole();

/** Nobody has told the name when it is spoken, and the apology speaks it too: the caller is cut off. */
const FLAWED = `ringflow: 1
name: desk
languages: [en-US]
on: { error: sorry }
vars: { name: '' }
steps:
  main:
    menu:
      prompt: To buy press 1.
      timeout: 1m
      attempts: 2
      choices: [{ key: 1, goto: thanks }]
    on: { exhausted: thanks }
  thanks:
    say: 'Thank you, \${vars.name.split(" ")[1]}.'
    next: hangup
  sorry:
    say: 'We are sorry, \${vars.name.split(" ")[1]}.'
    next: hangup
`;

/** Ended calls after which the service judges a flow. */
const JUDGED = 20;

const text = (page: Page, file: RegExp) => page.getByRole('textbox', { name: file });

/** Replaces a text in the file that is shown, by the editor's own search. */
async function replaceText(page: Page, found: string, by: string): Promise<void> {
  await page.keyboard.press('Control+f');
  await page.keyboard.type(found);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.insertText(by);
}

test('an operator finds the call that was cut off, makes a scenario of it, mends the flow and deploys it', async () => {
  const scene = await openScene({ flows: [] });
  const { call, deploy, uploadFiles, readDeployment } = await takeCalls(scene);
  const flawed = await uploadFiles({ 'desk/flow.yaml': FLAWED });
  await deploy(flawed);
  for (let calls = 0; calls < JUDGED; calls += 1) await call('1');

  const page = await scene.open('default');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await attention.getByRole('link', { name: 'Show calls: desk: calls fail' }).click();
  const rows = page.locator('table.calls tbody tr');
  await expect.poll(() => rows.filter({ hasText: 'failed' }).count()).toBe(JUDGED);
  await rows.last().getByRole('link').click();

  const state = page.getByRole('complementary', { name: 'State' });
  await state.getByText('thanks: a list has no element at this index').waitFor();
  await page.getByRole('button', { name: 'Make a scenario' }).click();
  await page.getByText('goes as the call did', { exact: true }).waitFor();
  await page.getByText('Change its last lines to what should have happened').waitFor();
  await page.getByRole('button', { name: 'Put into the draft' }).click();

  await page.getByText('1 of 1 pass').waitFor();
  await text(page, /\.scenario\.yaml$/).focus();
  await replaceText(page, '- expects', '- hears: Thank you\n      - expects');
  await page.getByText('0 of 1 pass').waitFor();
  await page.getByRole('button', { name: 'flow.yaml', exact: true }).click();
  await text(page, /flow\.yaml$/).focus();
  await replaceText(page, ', ${vars.name.split(" ")[1]}', ' for calling');
  await page.getByText('1 of 1 pass').waitFor();

  await page.getByRole('button', { name: 'Deploy…' }).click();
  await page.getByRole('button', { name: 'Upload the draft' }).click();
  await page.getByLabel('All calls').check();
  await page.getByRole('button', { name: 'Give it all calls' }).click();
  await page.getByText('This version takes all calls').waitFor();
  expect((await readDeployment()).live).not.toBe(flawed);
  await call('1');
  expect(scene.complaints).toEqual([]);
});
