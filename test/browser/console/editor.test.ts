/** The editor of a draft: mistakes and fixes, saving, conflicts, and text that must not get lost. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useFolders } from '../../authoring/flow-files/folder.ts';
import { takeCalls } from './desk-calls.ts';
import { expectAccessible, useConsole } from './scene.ts';
import { FRONT_DESK, readDraftFiles, saveNewDraft } from './drafts.ts';
import type { ConsoleScene } from './scene.ts';

const startScene = useConsole();
const newFolder = useFolders();

/** Starts a service that has a draft of the sample `front-desk`. */
async function openScene(): Promise<ConsoleScene> {
  const scene = await startScene();
  await saveNewDraft(scene, FRONT_DESK);
  return scene;
}

const ADDRESS = 'default/flows/front-desk/edit';

const text = (page: Page) => page.getByRole('textbox', { name: /^Text of .*flow\.yaml$/ });

/** Opens the editor and waits until its first check is done. */
async function openEditor({ open }: ConsoleScene, looks: Parameters<ConsoleScene['open']>[1] = {}) {
  const page = await open(ADDRESS, looks);
  await text(page).waitFor();
  return page;
}

/** Deletes the first letter of the key `voice`: a mistake with one fix. */
async function typeMistake(page: Page): Promise<void> {
  await text(page).focus();
  await page.keyboard.press('Control+Home');
  for (let line = 1; line < 6; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
}

/** Types a comment at the top of the flow. */
async function typeComment(page: Page, comment: string): Promise<void> {
  await text(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(`# ${comment}`);
  await page.keyboard.press('Enter');
}

/** Opens the list of mistakes. */
const showMistakes = (page: Page) => page.getByRole('button', { name: '1 error' }).click();

const fix = (page: Page) => page.getByRole('button', { name: 'Change "oice" to "voice"' });

const readFlow = async (scene: ConsoleScene) => (await readDraftFiles(scene))['flow.yaml'];

test('a mistake is typed, shown with its place, and mended by its fix; the change can be undone', async () => {
  const scene = await openScene();
  const page = await openEditor(scene);
  await typeMistake(page);
  await showMistakes(page);
  await fix(page).waitFor();
  await page.getByRole('button', { name: 'Go to line 6' }).click();
  await page.keyboard.press('Control+.');
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  await page.getByText(/^Saved/).waitFor();
  await page.keyboard.press('Control+z');
  await fix(page).click();
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  expect(scene.complaints).toEqual([]);
});

test('the fixes of a mistake are at its line: at the underlined text, at the mark beside it, and with F8', async () => {
  const scene = await openScene();
  const page = await openEditor(scene);
  await typeMistake(page);
  await page.getByRole('button', { name: '1 error' }).waitFor();
  const card = page.getByRole('group', { name: 'Mistakes of line 6' });
  const atLine = card.getByRole('button', { name: /^Change "oice" to "voice"/ });
  const { y: lineAt } = (await page.locator('.cm-lintRange').first().boundingBox()) ?? { y: NaN };
  const opened = [
    () => page.locator('.cm-lintRange').first().click(),
    () => page.locator('.cm-mistake-mark').click(),
    async () => {
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('F8');
    },
  ];
  for (const open of opened) {
    await open();
    await atLine.waitFor();
    const { y: cardAt } = (await card.boundingBox()) ?? { y: NaN };
    expect(cardAt - lineAt).toBeLessThan(40);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
  }
  await page.keyboard.press('F8');
  await atLine.click();
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  await card.waitFor({ state: 'detached' });
  expect(scene.complaints).toEqual([]);
});

test('a fix that may be wrong is chosen, not applied at once: the likely name comes before a step to add', async () => {
  const scene = await startScene();
  await saveNewDraft(scene, FRONT_DESK.replace('goto: sales }', 'goto: salez }'));
  const page = await openEditor(scene);
  const card = page.getByRole('group', { name: /^Mistakes of line/ });
  await page.getByRole('button', { name: /^\d+ error/ }).waitFor();
  await text(page).focus();
  await page.keyboard.press('F8');
  await card.getByText('there is no step "salez"').waitFor();
  await card.getByRole('button').nth(1).waitFor();
  expect(await card.getByRole('button').allTextContents()).toEqual([
    'Change "salez" to "sales"',
    'Add the step "salez"',
  ]);
  await text(page).focus();
  await page.keyboard.press('Control+.');
  await page.locator('.cm-fix-button:focus').waitFor();
  expect(await text(page).textContent()).toContain('goto: salez }');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  expect(scene.complaints).toEqual([]);
});

test('a save with an error of a flow that the service runs from files says that it is not in service', async () => {
  const folder = newFolder();
  folder.write('front-desk/flow.yaml', FRONT_DESK);
  const scene = await startScene({ flows: [folder.path], isFollowed: true });
  const page = await openEditor(scene);
  await page.getByText('A save takes calls at once.').waitFor();
  await typeMistake(page);
  await page.getByRole('button', { name: '1 error' }).waitFor();
  await page.keyboard.press('Control+s');
  await page
    .getByText(/^Saved .*, not in service because of 1 error; the last version without errors goes on$/)
    .waitFor();
  await page.getByText('A save with errors takes no calls.').waitFor();
  await page.keyboard.press('Control+.');
  await page.getByText('A save takes calls at once.').waitFor();
  expect(scene.complaints).toEqual([]);
});

test('the transcript of the phone to the draft has room for several lines at 1440 by 900', async () => {
  const scene = await openScene();
  const page = await openEditor(scene, { width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Call this draft' }).click();
  const { height } = (await page.getByRole('log').boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThanOrEqual(200);
});

test('each file tells that it is checked before it tells its mistakes', async () => {
  const scene = await startScene();
  const files = { 'flow.yaml': FRONT_DESK, 'front-desk.scenario.yaml': 'scenarios: [{ nam: none }]\n' };
  await scene.ask('PUT', '/projects/default/drafts/front-desk', { files }, { 'if-none-match': '*' });
  const page = await scene.open(ADDRESS);
  const status = page.getByRole('navigation', { name: 'Files of the draft' }).getByRole('status');
  await status.getByText('No mistakes in this file').waitFor();
  await page.evaluate(`globalThis.told = [];
    const status = document.querySelector('.files [role=status]');
    const observer = new MutationObserver(() => told.push(status.textContent));
    observer.observe(status, { subtree: true, childList: true, characterData: true });`);
  await page.getByRole('button', { name: 'front-desk.scenario.yaml' }).click();
  await status.getByText(/^\d+ (error|warning|note).* in this file$/).waitFor();
  await page.getByRole('button', { name: 'flow.yaml', exact: true }).click();
  await status.getByText('No mistakes in this file').waitFor();
  expect(await page.evaluate<string[]>('told')).toEqual([
    'Checking…',
    expect.stringMatching(/^\d+ (error|warning|note).* in this file$/),
    'Checking…',
    'No mistakes in this file',
  ]);
  expect(scene.complaints).toEqual([]);
});

test('a draft is mended and saved by keyboard alone', async () => {
  const scene = await openScene();
  const page = await openEditor(scene);
  await typeMistake(page);
  await page.getByRole('button', { name: '1 error' }).waitFor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('F8');
  await page.keyboard.press('Control+.');
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('# by hand ');
  await page.getByText('Unsaved changes').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved/).waitFor();
  expect(await readFlow(scene)).toMatch(/^# by hand /);
  expect(scene.complaints).toEqual([]);
});

test('each file has its own changes to undo, and the draft tells what it changes', async () => {
  const scene = await startScene();
  const page = await openEditor(scene);
  const undo = page.getByRole('button', { name: 'Undo' });
  const isOff = () => undo.getAttribute('aria-disabled');
  const showDiff = () => page.getByRole('button', { name: 'Diff', exact: true }).click();
  expect(await isOff()).toBe('true');
  await typeComment(page, 'first');
  await expect.poll(isOff).toBe('false');
  const files = page.getByRole('navigation', { name: 'Files of the draft' });
  expect(await files.getByRole('button', { name: /\.yaml$/ }).count()).toBe(3);
  await files.getByLabel('More files').selectOption({ label: 'transfers.scenario.yaml' });
  await files.getByRole('button', { name: 'transfers.scenario.yaml' }).waitFor();
  expect(await files.getByRole('button', { name: /\.yaml$/ }).count()).toBe(3);
  await expect.poll(isOff).toBe('true');
  await files.getByRole('button', { name: 'flow.yaml', exact: true }).click();
  await expect.poll(isOff).toBe('false');

  await showDiff();
  const dialog = page.getByRole('dialog', { name: /^Changes since [0-9a-f]{8}$/ });
  const changes = dialog.getByRole('region', { name: /^Changes of .*flow\.yaml$/ });
  await changes.locator('.added', { hasText: '+# first' }).waitFor();
  expect(await dialog.getByRole('region', { name: /^Changes of/ }).count()).toBe(1);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  // Keys that were typed with a pause are undone one after the other.
  while ((await isOff()) === 'false') await undo.click();
  expect(await text(page).getByText('# first').count()).toBe(0);
  await showDiff();
  await dialog.getByText('The draft changes nothing.').waitFor();
  expect(scene.complaints).toEqual([]);
});

test('a name is changed everywhere with F2', async () => {
  const scene = await openScene();
  const page = await openEditor(scene);
  await text(page).focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('department:');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('F2');
  const name = page.getByLabel('New name');
  const { height } = (await name.boundingBox()) ?? { height: NaN };
  expect(height).toBeGreaterThanOrEqual(28);
  await name.fill('2 words');
  await page.getByRole('alert').getByText('"2 words" is not a valid').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Rename: department' }).waitFor();
  await expectAccessible(page);
  await name.fill('division');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('End');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved/).waitFor();
  const saved = await readFlow(scene);
  expect(saved).toContain('division:');
  expect(saved).not.toMatch(/\bdepartment\b:/);
});

test('somebody else has saved since: both texts are shown, and either can stay', async () => {
  const scene = await openScene();
  const [mine, theirs] = [await openEditor(scene), await openEditor(scene)];
  await typeComment(theirs, 'theirs');
  await theirs.keyboard.press('Control+s');
  await theirs.getByText(/^Saved/).waitFor();
  await typeComment(mine, 'mine');
  await mine.keyboard.press('Control+s');
  const dialog = mine.getByRole('dialog', { name: 'Somebody else has saved this draft' });
  await dialog.getByText('# mine').waitFor();
  await dialog.getByText('# theirs').waitFor();
  await expectAccessible(mine);
  await dialog.getByRole('button', { name: 'Keep my text' }).click();
  await mine.getByText(/^Saved/).waitFor();
  expect(await readFlow(scene)).toMatch(/^# mine/);
  await typeComment(theirs, 'again');
  await theirs.keyboard.press('Control+s');
  await theirs.getByRole('button', { name: 'Take the saved text' }).click();
  await theirs.getByText(/^Saved/).waitFor();
  await theirs.getByText('# mine').waitFor();
  expect(await readFlow(scene)).toMatch(/^# mine/);
});

test('text that was not saved is restored after a reload, and discarded', async () => {
  const scene = await openScene();
  const page = await openEditor(scene);
  await typeComment(page, 'not saved');
  await page.getByText('Unsaved changes').waitFor();
  await page.reload();
  await page.getByText(/^Changes from .* that were not saved are restored\.$/).waitFor();
  await text(page).getByText('# not saved').waitFor();
  await page.getByText('Unsaved changes').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText(/^Saved/).waitFor();
  expect(await text(page).getByText('# not saved').count()).toBe(0);
  await page.reload();
  await text(page).waitFor();
  expect(await page.getByRole('button', { name: 'Discard' }).count()).toBe(0);
  expect(
    await page.evaluate('Object.keys(localStorage).filter((key) => key.includes("front-desk"))'),
  ).toEqual([]);
});

test('while the service is away the text is kept and checked, and saved when it is back', async () => {
  const scene = await openScene();
  const page = await openEditor(scene);
  await typeMistake(page);
  await showMistakes(page);
  await fix(page).waitFor();
  await text(page).focus();
  await page.context().setOffline(true);
  await page.keyboard.press('Control+s');
  await page.getByText('Not saved since the service is away; kept in this browser').waitFor();
  await page.keyboard.press('Control+.');
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  await typeComment(page, 'while away');
  await page.context().setOffline(false);
  await page.getByText(/^Saved/).waitFor();
  expect(await readFlow(scene)).toMatch(/^# while away/);
});

test('the notice of restored text goes when it is saved', async () => {
  const scene = await openScene();
  const page = await openEditor(scene);
  await typeComment(page, 'not saved');
  await page.getByText('Unsaved changes').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
  expect(await readFlow(scene)).toMatch(/^# not saved/);
});

test('somebody has saved since: unsaved changes are offered, and what is typed before is offered in their place', async () => {
  const scene = await openScene();
  const page = await openEditor(scene);
  await typeComment(page, 'before');
  await page.getByText('Unsaved changes').waitFor();
  const files = { 'flow.yaml': `# theirs\n${FRONT_DESK}` };
  await scene.ask('PUT', '/projects/default/drafts/front-desk', { files }, { 'if-match': '*' });
  await page.reload();
  const restore = page.getByRole('button', { name: /^Restore unsaved changes from/ });
  await restore.waitFor();
  await typeComment(page, 'since');
  await restore.click();
  await text(page).getByText('# before').waitFor();
  expect(await text(page).getByText('# since').count()).toBe(0);
  await restore.click();
  await text(page).getByText('# since').waitFor();
  await page.reload();
  await text(page).getByText('# since').waitFor();
});

test('the editor is left and opened again while the service is away: it begins with the text of this browser, and saves it later', async () => {
  const scene = await openScene();
  const page = await scene.open('default/flows/front-desk');
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await text(page).waitFor();
  await scene.stop();
  await typeComment(page, 'away');
  await page.keyboard.press('Control+s');
  await page.getByText('The draft can be edited, checked and called').waitFor();
  expect(await page.getByText('changes are not possible').count()).toBe(0);
  await page.goBack();
  await text(page).waitFor({ state: 'detached' });
  await page.getByText('changes are not possible').waitFor();
  await page.goForward();
  await text(page).getByText('# away').waitFor();
  await page.getByText('Not saved since the service is away; kept in this browser').waitFor();
  await typeComment(page, 'still');
  await scene.start();
  await page.getByText(/^Saved/).waitFor();
  expect(await readFlow(scene)).toMatch(/^# still\n# away\n/);
});

test('a key is revoked while a draft is edited: after signing in with another one the text is there, and saved', async () => {
  const scene = await openScene();
  const page = await openEditor(scene, { role: 'author' });
  await typeComment(page, 'not lost');
  await page.getByText('Unsaved changes').waitFor();
  const { items } = (await scene.ask('GET', '/keys')) as {
    items: { id: string; grants: { role: string }[] }[];
  };
  // The draft itself was saved with another key of an author.
  for (const { id, grants } of items)
    if (grants.some(({ role }) => role === 'author')) await scene.ask('DELETE', `/keys/${id}`);
  await page.keyboard.press('Control+s');
  const key = await scene.newKey({ project: '*', role: 'author' });
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await text(page).getByText('# not lost').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved/).waitFor();
  expect(await readFlow(scene)).toMatch(/^# not lost/);
});

test('the service is stopped and started again while a draft is edited: checks go on, and the save succeeds without a reload', async () => {
  const scene = await openScene();
  const page = await openEditor(scene);
  await page.evaluate('globalThis.isSamePage = true');
  await scene.stop();
  await typeMistake(page);
  await page.keyboard.press('Control+s');
  await page.getByText('Not saved since the service is away; kept in this browser').waitFor();
  await page.getByText(/^Not connected since/).waitFor();
  await showMistakes(page);
  await fix(page).click();
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  await typeComment(page, 'while stopped');
  await scene.start();
  await page.getByText(/^Saved/).waitFor();
  expect(await readFlow(scene)).toMatch(/^# while stopped/);
  expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
});

test('a restart hands out a new key, as that of dev: a save that was asked for is repeated after the new sign-in', async () => {
  const scene = await startScene({ isLocal: true });
  await saveNewDraft(scene, FRONT_DESK);
  const page = await scene.open(ADDRESS, { key: '' });
  await text(page).waitFor();
  await typeComment(page, 'asked for');
  await scene.stop();
  await page.keyboard.press('Control+s');
  await page.getByText('Not saved since the service is away; kept in this browser').waitFor();
  await scene.start();
  await page.getByText(/^Saved/).waitFor();
  expect(await readFlow(scene)).toMatch(/^# asked for/);
  await typeComment(page, 'not asked for');
  await page.getByText('Unsaved changes').waitFor();
  await scene.restart();
  await page.getByRole('button', { name: 'Discard' }).waitFor();
  await page.getByText('Unsaved changes').waitFor();
  expect(await readFlow(scene)).toMatch(/^# asked for/);
});

test('a save of which the answer was lost is no conflict', async () => {
  const scene = await openScene();
  const page = await openEditor(scene);
  let isLost = true;
  await page.route('**/drafts/front-desk', async (route) => {
    if (route.request().method() !== 'PUT' || !isLost) return route.fallback();
    isLost = false;
    await route.fetch();
    return route.abort();
  });
  await typeComment(page, 'arrived');
  await page.keyboard.press('Control+s');
  await page.getByText('Not saved since the service is away').waitFor();
  await page.getByText(/^Saved/).waitFor();
  expect(await readFlow(scene)).toMatch(/^# arrived/);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a viewer reads the version in service and is told why nothing can be changed', async () => {
  const scene = await startScene();
  const page = await openEditor(scene, { role: 'viewer' });
  await page.getByText(/^Read only: this is the version in service/).waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  const before = await text(page).textContent();
  await text(page).focus();
  await page.keyboard.type('x');
  expect(await text(page).textContent()).toBe(before);
});

test('a project whose editing is switched off says so', async () => {
  const scene = await startScene({ config: { editing: 'off' } });
  const page = await openEditor(scene);
  await page.getByText(/^Read only: editing is switched off for this project/).waitFor();
});

test('a flow that is not in service is told, with the command for those who may deploy', async () => {
  const scene = await startScene({ flows: [] });
  await saveNewDraft(scene, FRONT_DESK);
  const viewer = await scene.open(ADDRESS, { role: 'viewer' });
  await viewer.getByText('There is no flow "front-desk" of which a version is uploaded.').waitFor();
  expect(await viewer.getByRole('alert').count()).toBe(0);
  expect(await viewer.getByText('ringflow deploy').count()).toBe(0);
  const operator = await scene.open('default/flows/front-desk', { role: 'operator' });
  await operator.getByText('No version of this flow is in service.').waitFor();
  await operator.getByText('ringflow deploy front-desk').waitFor();
  const author = await scene.open(ADDRESS, { role: 'author' });
  await text(author).waitFor();
});

test('markup in the text, in mistakes and hover texts is shown as text', async () => {
  const scene = await openScene();
  const page = await openEditor(scene);
  await text(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('<img src=x onerror=globalThis.hit=1>: 1');
  await page.keyboard.press('Enter');
  await page.getByText('Mistakes', { exact: true }).click();
  await page.getByRole('article').first().getByText('<img src=x onerror=globalThis.hit=1>').waitFor();
  await text(page).getByText('female').hover();
  expect(await page.evaluate('globalThis.hit')).toBeUndefined();
  expect(await page.locator('img').count()).toBe(0);
  expect(scene.complaints).toEqual([]);
});

test('completions come with their documentation, as text', async () => {
  const scene = await openScene();
  const page = await openEditor(scene);
  await text(page).focus();
  await page.keyboard.press('Control+Home');
  for (const key of ['ArrowDown', 'ArrowDown', 'End', 'Enter']) await page.keyboard.press(key);
  await page.keyboard.type('par');
  const option = page.getByRole('option', { name: 'params' });
  await option.waitFor();
  const info = page.locator('.cm-completionInfo');
  await info.waitFor();
  expect(await info.textContent()).toContain('Expressions read them as params.<name>.');
  await page.keyboard.press('Enter');
  await page.getByText('params:').first().waitFor();
  expect(scene.complaints).toEqual([]);
});

test('a draft begins with the version in service and its scenarios', async () => {
  const scene = await startScene({ flows: [] });
  const { upload, deploy } = await takeCalls(scene);
  await deploy(await upload('To buy'));
  const page = await scene.open('default/flows/desk/edit');
  await page.getByRole('button', { name: 'buys.scenario.yaml' }).waitFor();
  await page.getByText('1 of 1 pass').waitFor();
});
