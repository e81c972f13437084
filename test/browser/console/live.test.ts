/** The live view in a real browser: calls appear, move and end, and survive a restart of the service. */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { takeCalls } from './desk-calls.ts';
import { openPhone } from './phone.ts';
import { expectAccessible, useConsole } from './scene.ts';
import type { ConsoleScene } from './scene.ts';

const startScene = useConsole();

/** Renders a menu that waits for minutes. */
const renderMenu = (prompt: string, next: string) =>
  `{ prompt: '${prompt}', timeout: 1m, attempts: 6, choices: [{ key: 1, goto: ${next} }] }`;

const FLOW = `ringflow: 1
name: front-desk
languages: [en-US]
on: { error: sorry }
steps:
  greeting:
    menu: ${renderMenu('Welcome to Acme. For English, press 1.', 'main')}
    on: { exhausted: sorry }
  main:
    menu: ${renderMenu('For sales, press 1.', 'sorry')}
    on: { exhausted: sorry }
  sorry: { say: Sorry., next: hangup }
`;

/** Starts a service whose numbers lead to the flow. */
async function openScene(): Promise<ConsoleScene> {
  const scene = await startScene({ flows: [] });
  const body = { files: { 'flow.yaml': FLOW } };
  const { versions } = (await scene.ask('POST', '/projects/default/flows', body)) as {
    versions: { version: string }[];
  };
  await scene.ask('PUT', '/projects/default/deployments/front-desk', { version: versions[0]?.version });
  await scene.ask('PUT', '/projects/default/routes/all', { number: '*', takes: 'calls', flow: 'front-desk' });
  return scene;
}

const [anna, bert, carl] = ['+4915112340001', '+4915112340002', '+4915112340003'];

/** Opens a line to the service, at an address of its own, that can be cut and mended. */
async function openLine({ service }: ConsoleScene) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  };
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((inward) => {
    if (isCut) {
      inward.destroy();
      return;
    }
    const outward = connect(Number(new URL(service.url).port), '127.0.0.1');
    join(inward, outward);
    join(outward, inward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      isCut = false;
    },
  };
}

const list = (page: Page): Locator => page.getByRole('region', { name: 'Calls', exact: true });
const row = (page: Page, number: string): Locator => list(page).getByRole('row').filter({ hasText: number });

async function countLive({ ask }: ConsoleScene): Promise<number> {
  return ((await ask('GET', '/projects/default/calls?state=live')) as { items: unknown[] }).items.length;
}

async function expectStep(page: Page, number: string, step: string): Promise<void> {
  await row(page, number).getByText(step, { exact: true }).waitFor();
}

test('after a restart of the service all goes on without a reload: nothing lost, nothing doubled', async () => {
  const scene = await openScene();
  const phone = openPhone(scene);
  const page = await scene.open('default/live?flow=front-desk');
  const [first, second] = [phone.call(anna), phone.call(bert)];
  await expectStep(page, anna, 'greeting');
  await expectStep(page, bert, 'greeting');
  await page.evaluate('window.isSamePage = true');
  await scene.restart();
  await first.press('1');
  second.hangUp();
  phone.call(carl);
  await expectStep(page, anna, 'main');
  await expectStep(page, carl, 'greeting');
  await row(page, bert).waitFor({ state: 'detached' });
  expect(await list(page).locator('tbody tr').count()).toBe(2);
  await page.getByText('Connected, live').waitFor();
  expect(await page.evaluate('window.isSamePage')).toBe(true);
});

test('a call appears, moves and ends, in the list and on the diagram', async () => {
  const scene = await openScene();
  const phone = openPhone(scene);
  const page = await scene.open('default/live?flow=front-desk');
  await page.getByText('No call is live.').waitFor();
  const chart = page.getByRole('list', { name: 'Steps of front-desk' });
  const caller = phone.call(anna);
  await expectStep(page, anna, 'greeting');
  await chart.getByRole('link', { name: /^greeting, .*1 call/ }).waitFor();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Live\s*1$/ })
    .waitFor();
  await caller.press('1');
  await expectStep(page, anna, 'main');
  await chart.getByRole('link', { name: /^main, .*1 call/ }).waitFor();
  expect(await chart.getByRole('link', { name: /^greeting, .*1 call/ }).count()).toBe(0);
  caller.hangUp();
  await page.getByText('No call is live.').waitFor();
  expect(scene.complaints).toEqual([]);
});

test('while the line is cut calls move, end and begin; when the stream resumes nothing is lost or doubled', async () => {
  const scene = await openScene();
  const phone = openPhone(scene);
  const line = await openLine(scene);
  const page = await scene.open('default');
  await page.goto(`${line.url}/console/default/live?flow=front-desk`);
  const [first, second] = [phone.call(anna), phone.call(bert)];
  await expectStep(page, anna, 'greeting');
  await expectStep(page, bert, 'greeting');
  await row(page, anna).getByRole('link').click();
  const heard = page.getByRole('region', { name: 'Followed call' }).getByRole('listitem');
  await heard.filter({ hasText: 'Welcome to Acme' }).first().waitFor();
  // The list would stand still under the pointer and around the focus.
  await page.getByRole('heading', { name: 'Live', exact: true }).click();
  line.cut();
  await page.getByText('Not connected since').waitFor();
  await first.press('1');
  second.hangUp();
  phone.call(carl);
  await expect.poll(() => countLive(scene)).toBe(2);
  line.mend();
  await expectStep(page, anna, 'main');
  await expectStep(page, carl, 'greeting');
  await row(page, bert).waitFor({ state: 'detached' });
  expect(await list(page).locator('tbody tr').count()).toBe(2);
  await heard.filter({ hasText: 'For sales, press 1.' }).first().waitFor();
  expect(await heard.filter({ hasText: 'For sales, press 1.' }).count()).toBe(1);
  expect(await heard.filter({ hasText: 'Welcome to Acme' }).count()).toBe(1);
});

test('a followed call is read on as it goes, and ended after a question', async () => {
  const scene = await openScene();
  const caller = openPhone(scene).call(anna);
  const page = await scene.open('default/live?flow=front-desk');
  await row(page, anna).getByRole('link').click();
  const followed = page.getByRole('region', { name: 'Followed call' });
  const heard = followed.getByRole('log', { name: 'Transcript' });
  await heard.getByText('Welcome to Acme').waitFor();
  await caller.press('1');
  await heard.getByText('For sales, press 1.').waitFor();
  await followed.getByRole('button', { name: 'End call' }).click();
  await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await countLive(scene)).toBe(1);
  await followed.getByRole('button', { name: 'End call' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End call' }).click();
  await page.getByText('No call is live.').waitFor();
  await heard.getByText('an operator ends the call').waitFor();
  expect(await countLive(scene)).toBe(0);
  expect(await followed.getByRole('button', { name: 'End call' }).count()).toBe(0);
});

test('keys are pressed for a caller, and the calls of the last full minute are counted', async () => {
  const scene = await openScene();
  openPhone(scene).call(anna);
  const page = await scene.open('default/live?flow=front-desk');
  await row(page, anna).getByRole('link').click();
  const followed = page.getByRole('region', { name: 'Followed call' });
  await followed.getByRole('listitem').getByText('Welcome to Acme').waitFor();
  await followed.getByText(/^at greeting, \d+:\d\d$/).waitFor();
  const open = followed.getByRole('button', { name: 'Press keys…' });
  await followed.getByText('Waits for 1', { exact: true }).waitFor();
  await expectAccessible(page);
  await open.click();
  await followed.getByLabel('Press keys or say something for the caller').fill('1');
  await page.keyboard.press('Enter');
  await expectStep(page, anna, 'main');
  await open.click();
  expect(await followed.getByRole('textbox').count()).toBe(0);
  await page.getByText('1 began in the last full minute').waitFor();
  expect(scene.complaints).toEqual([]);
});

test('the list stands still under the pointer and says how many calls are new', async () => {
  const scene = await openScene();
  const phone = openPhone(scene);
  const page = await scene.open('default/live');
  phone.call(anna);
  await row(page, anna).waitFor();
  await list(page).getByRole('heading').hover();
  const caller = phone.call(bert);
  const waiting = list(page).getByRole('button', { name: '1 new' });
  await waiting.waitFor();
  expect(await row(page, bert).count()).toBe(0);
  await waiting.click();
  await row(page, bert).waitFor();
  caller.hangUp();
  await row(page, bert).getByText('ended').waitFor();
  await page.getByRole('heading', { name: 'Live', exact: true }).hover();
  await row(page, bert).waitFor({ state: 'detached' });
});

test('a paused view stands still, and shows the present when it goes on', async () => {
  const scene = await openScene();
  const phone = openPhone(scene);
  const page = await scene.open('default/live?flow=front-desk');
  const caller = phone.call(anna);
  await expectStep(page, anna, 'greeting');
  await page.getByRole('button', { name: 'Pause view' }).click();
  await row(page, anna).getByRole('link').click();
  await caller.press('1');
  // The followed call is read on, so what it hears next tells that the event has come.
  await page
    .getByRole('region', { name: 'Followed call' })
    .getByRole('listitem')
    .getByText('For sales, press 1.')
    .waitFor();
  await expectStep(page, anna, 'greeting');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expectStep(page, anna, 'main');
});

test('a refused stream is asked for again when the time has come that the service names', async () => {
  const scene = await startScene({ flows: [] });
  const page = await scene.open('default/keys');
  await page.getByText('Connected, live').waitFor();
  let requests = 0;
  await page.route('**/projects/default/events', (route) => {
    requests += 1;
    return route.fulfill({ status: 429, headers: { 'retry-after': '60' } });
  });
  await page.clock.install({ time: 0 });
  await page.goto(`${scene.service.url}/console/default/live`);
  await page.getByText('Live events interrupted').waitFor();
  await page.clock.pauseAt(40_000);
  await page.clock.runFor(19_000);
  expect(requests).toBe(1);
  await page.clock.runFor(42_000);
  await expect.poll(() => requests).toBe(2);
});

test('a viewer may look and listen, with numbers masked, but is not offered to end a call', async () => {
  const scene = await openScene();
  openPhone(scene).call(anna);
  const page = await scene.open('default/live?flow=front-desk', { role: 'viewer' });
  await row(page, '+49 ••• 001').getByRole('link').click();
  await page.getByRole('link', { name: 'Open trace' }).waitFor();
  expect(await page.getByRole('button', { name: /End call|Press keys/ }).count()).toBe(0);
});

test('the list marks calls on a canary, and without a chosen flow tells the flow of each', async () => {
  const scene = await startScene({ flows: [] });
  const { upload, deploy, begin } = await takeCalls(scene);
  await deploy(await upload('To buy'));
  await deploy(await upload('To order'), { percent: 99.99 });
  await begin();
  const page = await scene.open('default/live');
  const row = page.getByRole('region', { name: 'Calls', exact: true }).getByRole('row', { name: '+49151' });
  await row.getByText('canary').waitFor();
  await row.getByText('desk', { exact: true }).waitFor();
  expect(scene.complaints).toEqual([]);
});
