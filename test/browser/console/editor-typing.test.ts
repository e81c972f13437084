/** Typing over selections in the editor: the browser's own way of doing it adds inline styles, which the page refuses. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { saveNewDraft } from './drafts.ts';
import { useConsole } from './scene.ts';

const startScene = useConsole();

const FLOW = `ringflow: 1
name: front-desk
languages: [en-US]
on: { error: sorry }
steps:
  hello: { say: Hello., next: hangup }
  sorry: { say: Sorry., next: hangup }
`;

const text = (page: Page) => page.getByRole('textbox', { name: /^Text of .*flow\.yaml$/ });

async function openEditor() {
  const scene = await startScene();
  await saveNewDraft(scene, FLOW);
  const page = await scene.open('default/flows/front-desk/edit');
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  await text(page).focus();
  const readLines = () => text(page).locator('.cm-line').allTextContents();
  const selectTwoLines = async () => {
    for (const key of ['Control+Home', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
  };
  return { scene, page, readLines, selectTwoLines };
}

const lines = FLOW.split('\n');
const rest = lines.slice(3);

test('text is typed over a selection of lines without a complaint of the browser, and one undo brings them back', async () => {
  const { scene, page, readLines, selectTwoLines } = await openEditor();
  await selectTwoLines();
  await page.keyboard.type('x');
  await expect.poll(readLines).toEqual([`x${lines[2]}`, ...rest]);
  await page.keyboard.press('Control+z');
  await expect.poll(readLines).toEqual(lines);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('new');
  await expect.poll(readLines).toEqual(['new']);
  await page.keyboard.press('Control+z');
  await expect.poll(readLines).toEqual(lines);
  expect(scene.complaints).toEqual([]);
});

test('a quote goes around a selection, and the key stroke that replaces a word leaves the rest of its line', async () => {
  const { scene, page, readLines } = await openEditor();
  for (const key of ['Control+Home', 'Shift+End']) await page.keyboard.press(key);
  await page.keyboard.type('"');
  await expect.poll(readLines).toEqual([`"${lines[0]}"`, ...lines.slice(1)]);
  await page.keyboard.press('Control+z');
  for (const key of ['Control+Home', 'Shift+Control+ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.type('r');
  await expect.poll(readLines).toEqual(['r: 1', ...lines.slice(1)]);
  expect(scene.complaints).toEqual([]);
});

test('an input method writes over a selection of lines', async () => {
  const { scene, page, readLines, selectTwoLines } = await openEditor();
  await selectTwoLines();
  const client = await page.context().newCDPSession(page);
  for (const written of ['に', 'にほ', 'にほん'])
    await client.send('Input.imeSetComposition', {
      text: written,
      selectionStart: written.length,
      selectionEnd: written.length,
    });
  await client.send('Input.insertText', { text: '日本' });
  await expect.poll(readLines).toEqual([`日本${lines[2]}`, ...rest]);
  // Without a selection nothing is removed.
  await client.send('Input.imeSetComposition', { text: 'ご', selectionStart: 1, selectionEnd: 1 });
  await client.send('Input.insertText', { text: '語' });
  await expect.poll(readLines).toEqual([`日本語${lines[2]}`, ...rest]);
  await page.keyboard.press('Control+z');
  await expect.poll(readLines).toEqual(lines);
  expect(scene.complaints).toEqual([]);
});

test('a selection that the menu of the browser deletes goes as a change of the editor', async () => {
  const { scene, page, readLines, selectTwoLines } = await openEditor();
  await selectTwoLines();
  await page.evaluate(`document.querySelector('.code-host').shadowRoot.querySelector('.cm-content').dispatchEvent(
    new InputEvent('beforeinput', { inputType: 'deleteContentBackward', bubbles: true, cancelable: true }))`);
  await expect.poll(readLines).toEqual([lines[2], ...rest]);
  expect(scene.complaints).toEqual([]);
});
