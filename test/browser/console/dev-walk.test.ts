/** An author's walk under `ringflow dev`, on files: edit, deploy in steps, save, upload, give some calls, roll back, return to files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { flowSaying, useFolders } from '../../authoring/flow-files/folder.ts';
import { Command } from '../../e2e/command.ts';
import { openBrowser, openPage } from '../browser.ts';
import { expectAccessible } from './scene.ts';

const newFolder = useFolders();
const running: Command[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
afterEach(async () => {
  for (const command of running.splice(0)) if (!command.isOver) await command.kill();
});

/** Runs a folder with the flow `desk`, and opens a page of the console, which signs in by itself. */
async function startDev(): Promise<{ command: Command; file: string; page: Page; home: string }> {
  const { path, write } = newFolder();
  const file = write('desk/flow.yaml', flowSaying('Hello there.'));
  const store = `sqlite:${join(newFolder().path, 'dev.sqlite')}`;
  const ports = ['--port', '0', '--emulator-port', '0', '--host', '127.0.0.1'];
  const command = new Command(['dev', path, ...ports, '--store', store]);
  running.push(command);
  await command.wrote('Stop with Ctrl-C');
  const address = /Ringflow on (\S+)/.exec(command.stderr)?.[1] ?? '';
  return { command, file, page: await openPage(browser), home: `${address}default/flows/desk` };
}

/** Replaces a text of the flow by the search of the editor, and saves. */
async function saveChange(page: Page, found: string, by: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Text of desk/flow.yaml' }).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+f');
  await page.keyboard.type(found);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.insertText(by);
  await page.getByText('Unsaved changes').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved /).waitFor();
}

test('a flow from files is edited, deployed in steps, changed, given some calls, rolled back, and returns to its files', async () => {
  const { command, file, page, home } = await startDev();
  await page.goto(`${home}/edit`);
  await page.getByText('A save takes calls at once.').waitFor();
  await saveChange(page, 'there', 'caller');
  await command.wrote('reloaded desk');

  await page.getByRole('link', { name: 'Deploy in steps…' }).click();
  await page.getByText('From then on a save is a draft').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Deploy in steps' }).click();
  await page.getByText('This version takes all calls').waitFor();
  const live = page.url().slice(-16);

  await page.goto(`${home}/edit`);
  await page.getByText('A save is a draft.').waitFor();
  await saveChange(page, 'caller', 'stranger');
  expect(readFileSync(file, 'utf8')).toContain('Hello stranger.');
  await command.wrote(`saved desk: version ${live} is deployed and goes on taking calls`);

  await page.getByRole('button', { name: 'Deploy…' }).click();
  await page.getByRole('button', { name: 'Upload the draft' }).click();
  await page.waitForURL(/deploy\/[0-9a-f]{16}$/);
  const next = page.url().slice(-16);
  expect(next).not.toBe(live);
  await page.getByRole('region', { name: 'What callers will notice' }).getByText('stranger').waitFor();
  await page.getByRole('button', { name: 'Start the canary' }).click();
  await page.getByText(`desk: ${next.slice(0, 8)} takes 20 % of the calls`).waitFor();
  await page.getByRole('button', { name: `Roll back to ${live.slice(0, 8)}` }).click();
  await page.getByText('desk: the canary is rolled back').waitFor();

  const files = page.getByRole('region', { name: 'Files' });
  await files.getByText(`version ${next.slice(0, 8)}`).waitFor();
  await expectAccessible(page);
  await files.getByRole('button', { name: 'Return to files' }).click();
  await page.getByText('desk: its files take all calls').waitFor();
  await page.getByRole('heading', { name: 'From files' }).waitFor();
  await page.goto(home);
  await page.getByRole('link', { name: 'Deploy in steps…' }).waitFor();
});

test('the first step is undone, which returns the flow to its files', async () => {
  const { page, home } = await startDev();
  await page.goto(home);
  await page.getByRole('link', { name: 'Deploy in steps…' }).click();
  await page.getByRole('button', { name: 'Deploy in steps' }).click();
  await page.getByText('This version takes all calls').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'From files' }).waitFor();
});

test('a version that was saved before can be a canary beside that of the files, in one step', async () => {
  const { command, page, home } = await startDev();
  await page.goto(`${home}/edit`);
  await page.getByText('A save takes calls at once.').waitFor();
  await saveChange(page, 'there', 'caller');
  await command.wrote('reloaded desk');
  await page.goto(`${home}/versions`);
  await page.getByRole('link', { name: /^Deploy / }).click();
  await page.getByText('a save of the files is a draft from then on').waitFor();
  await page.getByRole('button', { name: 'Start the canary' }).click();
  await page.getByText(/^desk: [0-9a-f]{8} takes 20 % of the calls$/).waitFor();
  await page.getByRole('region', { name: 'Canary' }).waitFor();
});

test('the page of a flow tells that the last save has errors, until it is mended', async () => {
  const { command, page, home } = await startDev();
  await page.goto(`${home}/edit`);
  await page.getByText('A save takes calls at once.').waitFor();
  await saveChange(page, 'next: hangup', 'next: nowhere');
  await command.wrote('dangling-target');
  await page.goto(home);
  const note = page.getByText(/^The last save has 1 error and takes no calls: version [0-9a-f]{8}/);
  await note.waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show in the editor' }).click();
  await page.getByText('A save with errors takes no calls.').waitFor();
  await saveChange(page, 'next: nowhere', 'next: hangup');
  await page.goto(home);
  await page.getByRole('link', { name: 'Deploy in steps…' }).waitFor();
  expect(await note.count()).toBe(0);
});
