/** The list of calls and one call moment by moment, in a real browser. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FRONT_DESK, saveNewDraft } from './drafts.ts';
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
  await caller.press('1');
  await isAt('main');
  caller.hangUp();
  await expect.poll(async () => (await findCall(scene, from))?.endedAt !== undefined).toBe(true);
  return (await findCall(scene, from))?.id ?? '';
}

const rows = (page: Page): Locator => page.locator('table.calls tbody tr');

test('a call is replayed on the draft, which goes the same way, says something else, or has mistakes', async () => {
  const scene = await openScene(desk);
  const id = await placeEndedCall(scene, anna);
  const page = await scene.open(`default/calls/${id}`);
  const replay = async () => {
    await page.getByRole('button', { name: 'Replay on the draft' }).click();
    const told = page.getByRole('dialog').getByRole('status');
    await expect.poll(() => told.innerText()).not.toMatch(/^$|Replaying/);
    const text = await told.innerText();
    await page.getByRole('button', { name: 'Close' }).click();
    return text;
  };
  expect(await replay()).toBe('goes the same way');
  await saveNewDraft(scene, FRONT_DESK.replaceAll('For sales, press 1', 'If you want to buy, press 1'));
  expect(await replay()).toMatch(/^hears something else[^]*at main[^]*For sales[^]*If you want to buy/);
  const path = '/projects/default/drafts/front-desk';
  await scene.ask(
    'PUT',
    path,
    { files: { 'flow.yaml': 'ringflow: 1\nname: front-desk\n' } },
    { 'if-match': '*' },
  );
  expect(await replay()).toContain('The draft has mistakes');
  expect(scene.complaints).toEqual([]);
});

test('a filter that the API refuses is told, and a flow without calls says so', async () => {
  const scene = await openScene(desk);
  const page = await scene.open('default/calls?since=abc');
  const told = await page.getByRole('alert').innerText();
  expect(told).toContain('since must match');
  expect(told).not.toContain('querystring');
  await page.goto(`${scene.service.url}/console/default/flows/front-desk/calls`);
  await page.getByText('No call of this flow is recorded.').waitFor();
  await page.getByText('ringflow call front-desk').waitFor();
  expect(await page.getByRole('combobox', { name: 'Flow' }).count()).toBe(0);
});

test('a number is found as people write it; a part of one is told beside its field without a question to the API', async () => {
  const scene = await openScene(desk);
  await placeEndedCall(scene, anna);
  const page = await scene.open('default/calls');
  const number = page.getByRole('textbox', { name: 'Number' });
  await rows(page).getByText(anna).waitFor();
  await number.fill('12');
  await number.press('Enter');
  await page.getByText('Type a whole number, such as +49171….').waitFor();
  await page.getByText('No calls are listed').waitFor();
  expect(await number.getAttribute('aria-invalid')).toBe('true');
  await number.fill('0049 (151) 123 400-01');
  await number.press('Enter');
  await rows(page).getByText(anna).waitFor();
  await number.fill('0151 12340001');
  await number.press('Enter');
  await page
    .getByText(/^There is no call that matches the filters\. Numbers are compared with their country/)
    .waitFor();
  expect(scene.complaints).toEqual([]);
});

test('a project without calls says so, and proposes a flow that it has or none', async () => {
  const scene = await openScene({ flows: [] });
  const page = await scene.open('default/calls');
  await page.getByText('No call is recorded.').waitFor();
  expect(await page.getByText('ringflow call').count()).toBe(0);
  await page.goto(`${scene.service.url}/console/default/calls?state=live`);
  await page.getByText('There is no call that matches the filters.').waitFor();
  expect(scene.complaints).toEqual([]);
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

test('the filters are in the address, survive a reload, and are cleared', async () => {
  const scene = await openScene(desk);
  await placeEndedCall(scene, anna);
  openPhone(scene).call(bert);
  const page = await scene.open('default/calls');
  await rows(page).getByText(bert).waitFor();
  await page.getByLabel('State').selectOption('ended');
  await rows(page).getByText(bert).waitFor({ state: 'detached' });
  await page.getByLabel('Number').fill('+49 151 12340001');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.has('number'));
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    state: 'ended',
    number: '+49 151 12340001',
  });
  await page.reload();
  await rows(page).getByText(anna).waitFor();
  expect(await page.getByLabel('State').inputValue()).toBe('ended');
  expect(await rows(page).count()).toBe(1);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await rows(page).getByText(bert).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.goBack();
  await rows(page).getByText(bert).waitFor({ state: 'detached' });
});

test('keys lead through the calls and through the moments of one, whose place is in the address', async () => {
  const scene = await openScene(desk);
  await placeEndedCall(scene, bert);
  const id = await placeEndedCall(scene, anna);
  const page = await scene.open('default/calls');
  await rows(page).getByRole('link', { name: anna }).focus();
  for (const key of ['j', 'k', 'Enter']) await page.keyboard.press(key);
  await page.waitForURL(`**/calls/${id}`);
  await page.locator('header.top').getByText('hung up early').waitFor();
  const view = page.locator('.call-chart .diagram-view');
  await view.locator('[data-step]').first().waitFor();
  expect(await view.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const place = page.getByRole('region', { name: 'Time line' }).getByText(/^move \d+ of \d+/);
  await place.waitFor();
  const count = Number(/of (\d+)/.exec((await place.textContent()) ?? '')?.[1]);
  expect(count).toBeGreaterThan(3);
  await page.keyboard.press('ArrowLeft');
  await page.getByText(`move ${count - 1} of ${count}`).waitFor();
  expect(new URL(page.url()).searchParams.get('at')).toBe(String(count - 1));
  for (let move = count - 1; move > 1; move -= 1) await page.keyboard.press('ArrowLeft');
  await page.getByText(`move 1 of ${count}`).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await page.getByText(`move 2 of ${count}`).waitFor();
  await page.reload();
  await page.getByText(`move 2 of ${count}`).waitFor();
  await page.getByRole('complementary', { name: 'State' }).getByText('greeting').first().waitFor();
  await page.keyboard.press('Space');
  await page.getByText(`move ${count} of ${count}`).waitFor();
});

test('a moment before the first or behind the last is that one, in the address too', async () => {
  const scene = await openScene(desk);
  const id = await placeEndedCall(scene, anna);
  const page = await scene.open(`default/calls/${id}?at=-2`);
  await page.getByText(/^move 1 of \d+/).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?at=1');
  await page.goto(`${scene.service.url}/console/default/calls/${id}?at=999`);
  const told = await page.getByText(/^move \d+ of \d+/).innerText();
  const [, at, last] = /^move (\d+) of (\d+)/.exec(told) ?? [];
  expect(at).toBe(last);
  await expect.poll(() => new URL(page.url()).search).toBe(`?at=${last}`);
  expect(scene.complaints).toEqual([]);
});

test('the scenario of a call is put into the draft, where it passes', async () => {
  const scene = await openScene(desk);
  const id = await placeEndedCall(scene, anna);
  const page = await scene.open(`default/calls/${encodeURIComponent(id)}`);
  await page.getByRole('button', { name: 'Make a scenario' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('goes as the call did', { exact: true }).waitFor();
  expect(await dialog.getByLabel('Text of the scenario').textContent()).not.toContain(anna);
  await dialog.getByRole('button', { name: 'Put into the draft' }).click();
  await page.waitForURL('**/flows/front-desk/edit?*');
  await page.getByText(/^(\d+) of \1 pass$/).waitFor();
  await page.getByRole('button', { name: /^call-.*\.scenario\.yaml$/ }).waitFor();
  const { files } = (await scene.ask('GET', '/projects/default/drafts/front-desk')) as { files: object };
  expect(Object.keys(files).filter((path) => path.includes('call-'))).toHaveLength(1);
  await page.goBack();
  await page.getByRole('button', { name: 'Make a scenario' }).click();
  await dialog.getByLabel('Name of the scenario').fill('Cut off: in English');
  await dialog.getByRole('button', { name: 'Put into the draft' }).click();
  await page.getByRole('button', { name: 'cut-off-in-english.scenario.yaml' }).waitFor();
  await page
    .getByText("name: 'Cut off: in English'")
    .or(page.getByText('name: "Cut off: in English"'))
    .first()
    .waitFor();
});
