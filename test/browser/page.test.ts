/** The emulator's page in a real browser, on a real service with a sample flow. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { expectAccessible, expectNoOverflow } from './console/scene.ts';
import { deskNumber, openDesk } from './desk.ts';
import type { Desk } from './desk.ts';

const me = '+491713920001';
const stranger = '+491713920055';

let browser: Browser;
let desk: Desk;
let page: Page;
/** What the browser complained of. */
let complaints: string[];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  complaints = [];
  desk = await openDesk();
  page = await openPage(browser);
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`${desk.emulator.url}/_emulator`);
  await page.getByText('Live', { exact: true }).waitFor();
});
afterEach(async () => {
  await page.close();
  await desk.close();
});

const region = (name: string): Locator => page.getByRole('region', { name });
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const transcript = (): Locator => page.getByRole('log', { name: 'Call transcript' });
const heard = (text: string | RegExp): Locator => transcript().locator('.flow').getByText(text);
const said = (text: string): Locator => transcript().locator('.caller').getByText(text);

function state(text: string): Promise<void> {
  return region('Phone').getByRole('status').getByText(text).waitFor();
}

async function callTheDesk(): Promise<void> {
  await button('Call').click();
  await heard('Welcome to Acme').waitFor();
}

describe('the phone', () => {
  test('calls a flow, goes through its menu by keypad and hangs up', async () => {
    await callTheDesk();
    await button('1').click();
    await heard('For sales, press 1.').waitFor();
    await button('3').click();
    await heard(/We are open/i).waitFor();
    expect(await transcript().locator('.caller').allTextContents()).toEqual(['1', '3']);
    await button('Hang up').click();
    await state('ended');
    expect(await button('1').isEnabled()).toBe(false);
    expect(desk.emulator.act((model) => model.control.calls())).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('takes keys of the keyboard as soon as it has called, and speaks the language that was chosen', async () => {
    await callTheDesk();
    await page.keyboard.press('2');
    const menu = heard('Für den Vertrieb drücken Sie die 1.');
    await menu.waitFor();
    expect(await menu.getAttribute('lang')).toBe('de-DE');
  });

  test('says what is typed', async () => {
    await callTheDesk();
    await page.getByLabel('Say something').fill('the <b>operator</b>, please');
    await page.keyboard.press('Enter');
    await said('“the <b>operator</b>, please”').waitFor();
    expect(await page.getByLabel('Say something').inputValue()).toBe('');
  });

  test('shows a call to its own number, which was answered by itself', async () => {
    const call = { from: deskNumber, to: me, event_url: 'http://127.0.0.1:9/' };
    const { voice_id: id } = await desk.platform('POST', '/voice/v1/call', call);
    await state(`Call from ${deskNumber}, connected`);
    await desk.platform('PUT', `/voice/v1/call/${String(id)}/play`, { text: 'Your table is ready.' });
    await heard('Your table is ready.').waitFor();
    await button('Hang up').click();
    await state('ended');
  });

  test('lets either party end a bridge', async () => {
    const call = { from: deskNumber, to: me, event_url: 'http://127.0.0.1:9/' };
    const { voice_id: id } = await desk.platform('POST', '/voice/v1/call', call);
    await state('connected');
    await desk.platform('PUT', `/voice/v1/call/${String(id)}/connect`, { from: deskNumber, to: stranger });
    await state(`bridged to ${stranger}`);
    await button('Second party hangs up').click();
    await state('connected');
  });

  test('turns to another live call when it is chosen', async () => {
    desk.emulator.act((model, now) => model.people.ring({ from: stranger, to: deskNumber }, now));
    await region('Live calls').getByRole('button', { name: stranger }).click();
    await heard('Welcome to Acme').waitFor();
    await button('Hang up').click();
    await region('Live calls').getByRole('button', { name: stranger }).waitFor({ state: 'detached' });
  });

  test('says why a number cannot be called', async () => {
    await page.getByLabel('Number to call').selectOption('Another number…');
    await page.getByLabel('Another number').fill('nobody');
    await button('Call').click();
    await region('Phone').getByRole('alert').getByText('nobody is not a number of any project').waitFor();
  });

  test('speaks what is played, when that is wished', async () => {
    await page.evaluate(`
      window.spoken = [];
      speechSynthesis.speak = ({ text, lang }) => window.spoken.push({ text, lang });
    `);
    await page.getByLabel('Speak aloud').check();
    await callTheDesk();
    // The page's policy forbids what waits inside it, so it is asked from outside.
    await expect.poll(() => page.evaluate<number>('window.spoken.length')).toBeGreaterThan(0);
    await page.getByLabel('Speak aloud').uncheck();
    await button('2').click();
    await heard('Für den Vertrieb').waitFor();
    const spoken = await page.evaluate<{ text: string }[]>('window.spoken');
    expect(spoken[0]?.text).toContain('Welcome to Acme');
    expect(spoken.filter(({ text }) => text.includes('Für den Vertrieb'))).toEqual([]);
  });
});

describe('messages', () => {
  const thread = (): Locator => page.getByRole('log', { name: 'Messages of your number' });

  test('are sent to the application and received from it', async () => {
    await page.getByLabel('Message', { exact: true }).fill('Are you open?');
    await button('Send').click();
    await thread().getByText('Are you open?').waitFor();
    const order = { template_id: 'demo', campaign_id: 'demo', to: [me], data: { text: 'From nine to six.' } };
    await desk.platform('POST', '/sms/v1/messages', order);
    await thread().getByText('From nine to six.').waitFor();
    await expect
      .poll(() => thread().locator('li span').allTextContents())
      .toEqual(['Are you open?', 'From nine to six.']);
  });

  test('of another number are not shown', async () => {
    await page.getByLabel('Message', { exact: true }).fill('Are you open?');
    await button('Send').click();
    await thread().getByText('Are you open?').waitFor();
    await page.getByLabel('Your number', { exact: true }).fill(stranger);
    await page.keyboard.press('Tab');
    await thread().getByText('Are you open?').waitFor({ state: 'detached' });
  });
});

describe('rooms', () => {
  async function roomWithToken(name: string): Promise<string> {
    const { room } = await desk.platform('POST', '/video/v2/rooms', { name: 'Board', owner_ref: 'o' });
    const { room_id: id } = room as { room_id: string };
    const holder = { name, role: 'moderator', user_ref: name };
    const { token } = await desk.platform('POST', `/video/v2/rooms/${id}/tokens`, holder);
    return String(token);
  }

  test('are joined, locked and left', async () => {
    const token = await roomWithToken('Ann');
    await page.getByLabel('Join with a token').fill(token);
    await button('Join').click();
    await region('Rooms').getByText('Ann, moderator').waitFor();
    await button('Lock').click();
    await button('Unlock').waitFor();
    expect(await page.locator(':focus').textContent()).toBe('Unlock');
    await button('Leave: Ann').click();
    await region('Rooms').getByText('no session').waitFor();
  });

  test('say why a token does not let anybody in', async () => {
    await page.getByLabel('Join with a token').fill('no token');
    await button('Join').click();
    await region('Rooms')
      .getByRole('alert')
      .getByText('Wrong, missing or badly encoded credentials')
      .waitFor();
  });
});

describe('the journal', () => {
  const lines = (): Locator => page.getByRole('list', { name: 'Journal entries' }).locator('> li:visible');

  test('tells what was there before, shows an entry whole, and can be filtered', async () => {
    await callTheDesk();
    await page.reload();
    const speech = lines().filter({ hasText: 'Welcome to Acme' });
    await speech.waitFor();
    await speech.locator('summary').click();
    await speech.getByText('"kind": "speech"').waitFor();
    await page.getByRole('checkbox', { name: 'calls', exact: true }).uncheck();
    await expect.poll(() => speech.count()).toBe(0);
    await page.getByLabel('Filter', { exact: true }).fill('/accept');
    await expect
      .poll(() => lines().allTextContents())
      .toEqual([expect.stringContaining('/accept → 200') as string]);
  });

  test('begins again with the emulator', async () => {
    await callTheDesk();
    await fetch(`${desk.emulator.url}/_emulator/reset`, { method: 'POST' });
    await desk.platform('GET', '/video/v2/rooms');
    await lines().filter({ hasText: '/video/v2/rooms' }).waitFor();
    await expect.poll(() => lines().filter({ hasText: '/accept' }).count()).toBe(0);
    await state('ended');
  });
});

test('the page is drawn in the colours that the person prefers', async () => {
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ground).not.toBe(light);
});

test.each(['light', 'dark'] as const)('axe finds nothing during a call, %s', async (colorScheme) => {
  await page.emulateMedia({ colorScheme });
  await callTheDesk();
  await button('1').click();
  await said('1').waitFor();
  await page.getByRole('list', { name: 'Journal entries' }).locator('summary').first().click();
  await page.locator('details pre').first().waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('markup in labels, numbers, speech, messages and names is shown as text', async () => {
  const markup = '<img src=x onerror="window.hacked = true">';
  desk.emulator.act(({ control, people }, now) => {
    control.setNumber('+12025550177', { label: markup });
    people.ring({ from: markup, to: deskNumber }, now);
  });
  await region('Live calls').getByText(markup).waitFor();
  await page.locator('option', { hasText: markup }).waitFor({ state: 'attached' });
  const call = { from: deskNumber, to: me, event_url: 'http://127.0.0.1:9/' };
  const { voice_id: id } = await desk.platform('POST', '/voice/v1/call', call);
  await state('connected');
  await desk.platform('PUT', `/voice/v1/call/${String(id)}/play`, { text: `Hello ${markup}` });
  await heard(`Hello ${markup}`).waitFor();
  await page.getByLabel('Say something').fill(markup);
  await button('Say').click();
  await said(markup).waitFor();
  await page.getByLabel('Message', { exact: true }).fill(markup);
  await button('Send').click();
  await page.getByRole('log', { name: 'Messages of your number' }).getByText(markup).waitFor();
  await desk.platform('POST', '/video/v2/rooms', { name: markup, owner_ref: 'o' });
  await region('Rooms').getByText(markup).waitFor();
  const row = region('Journal').getByRole('listitem').filter({ hasText: 'Said' });
  await row.locator('summary').click();
  await row.locator('pre').waitFor();
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(complaints).toEqual([]);
});

test('the page runs nothing inline and cannot be framed', async () => {
  const answer = await page.reload();
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
  const run = `const script = document.createElement('script');
    script.textContent = 'window.hacked = true'; document.head.append(script);`;
  await page.evaluate(run).catch(() => undefined);
  expect(await page.evaluate('window.hacked')).toBeUndefined();
});

test('every field and button has a name', async () => {
  const controls = await page.locator('input, select, button').all();
  const snapshots = await Promise.all(controls.map((control) => control.ariaSnapshot()));
  expect(snapshots.length).toBeGreaterThan(20);
  for (const snapshot of snapshots.filter((one) => one !== '')) expect(snapshot).toMatch(/^- \w+ "[^"]+"/);
});

describe.each([1_280, 768, 320])('%i pixels wide', (width) => {
  const long = 'customer service for everything that a caller may want to know of an order';

  /** What reaches out of its card, or of the header, by more than a rounded pixel. */
  const overflowing = `
    [...document.querySelectorAll('input, select, button')]
      .filter((control) => control.checkVisibility())
      .flatMap((control) => {
        const box = control.getBoundingClientRect();
        const card = control.closest('.card:not(button), section, header').getBoundingClientRect();
        const isInside = box.left >= card.left - 1 && box.right <= card.right + 1;
        return isInside ? [] : [(control.textContent || control.id) + ': ' + box.right + ' > ' + card.right];
      })
  `;

  test('every field and button stays inside its card', async () => {
    await page.setViewportSize({ width, height: 900 });
    desk.emulator.act(({ control, people }, now) => {
      control.setNumber('+12025550177', { label: long });
      people.ring({ from: stranger, to: '+12025550177' }, now);
    });
    const name = long.replaceAll(' ', '');
    const { room } = await desk.platform('POST', '/video/v2/rooms', { name, owner_ref: 'o' });
    const path = `/video/v2/rooms/${(room as { room_id: string }).room_id}/tokens`;
    const { token } = await desk.platform('POST', path, { name, role: 'moderator', user_ref: 'u' });
    await page.reload();
    await page.getByLabel('Join with a token').fill(String(token));
    await button('Join').click();
    await button('Lock').waitFor();
    await page
      .getByLabel('Number to call')
      .locator('option', { hasText: long })
      .waitFor({ state: 'attached' });
    expect(await page.evaluate(overflowing)).toEqual([]);
    await callTheDesk();
    expect(await page.evaluate(overflowing)).toEqual([]);
    await expectNoOverflow(page);
  });
});
