/** A flow as a diagram in the console. */
import { expect, test } from 'vitest';
import { flowOfSteps } from '../../../bench/flow-text.ts';
import { until } from '../../engine/until.ts';
import { takeCalls } from './desk-calls.ts';
import { useConsole } from './scene.ts';

const openScene = useConsole();

test('all steps are links in the order of the file', async () => {
  const { open, complaints } = await openScene();
  const page = await open('default/flows/front-desk?step=main');
  const diagram = page.getByRole('list', { name: 'Steps of front-desk' });
  await diagram.waitFor();
  const names = await diagram
    .getByRole('link')
    .evaluateAll((links: { getAttribute: (name: string) => string | null }[]) =>
      links.map((link) => link.getAttribute('data-step')),
    );
  expect(names.slice(0, 4)).toEqual(['greeting', 'english', 'german', 'main']);
  expect(
    await diagram.getByRole('link', { name: /^main, menu, line 134\. For sales, press 1\./ }).count(),
  ).toBe(1);
  await page.getByRole('complementary', { name: 'Step' }).getByText('flow.yaml').waitFor();
  await page.getByText('List', { exact: true }).click();
  await page.getByRole('list', { name: 'Steps of front-desk' }).getByText('no_choice').first().waitFor();
  expect(complaints).toEqual([]);
});

test('no text of the diagram is drawn under 10 px at any zoom', async () => {
  const { open, complaints } = await openScene();
  const page = await open('default/flows/front-desk');
  await page.locator('[data-step=greeting]').waitFor();
  const seen = new Set<string>();
  for (let zoom = 0; zoom < 7; zoom += 1) {
    const texts = await page.evaluate<[string, number][]>(
      `[...document.querySelectorAll('.diagram-view text')].map((text) =>
        [text.getAttribute('class'), parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a])`,
    );
    expect(texts.filter(([, size]) => size < 9.99)).toEqual([]);
    for (const [name] of texts) seen.add(name);
    await page.getByRole('button', { name: 'Zoom out' }).click();
  }
  expect([...seen]).toEqual(expect.arrayContaining(['name', 'says', 'port-text', 'jump']));
  expect(complaints).toEqual([]);
});

test('arrow keys and Enter choose a step', async () => {
  const { open } = await openScene();
  const page = await open('default/flows/front-desk');
  await page.locator('[data-step=greeting]').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('complementary').getByRole('heading', { name: 'support' }).waitFor();
  expect(new URL(page.url()).searchParams.get('step')).toBe('support');
});

test('the error path is folded until it is asked for, and in Live while no call is there', async () => {
  const { ask, open, service } = await openScene({ flows: [] });
  const flow = `ringflow: 1
name: desk
on: { error: sorry }
steps:
  main: { say: Good day. }
  sorry: { say: Something went wrong. }
`;
  await ask('PUT', '/projects/default/deployments/desk', await upload(ask, flow));
  const page = await open('default/flows/desk');
  await page.locator('[data-step=main]').waitFor();
  expect(await page.locator('[data-step=sorry]').count()).toBe(0);
  await page.getByRole('button', { name: 'Error path' }).click();
  await page.locator('[data-step=sorry]').waitFor();
  await page.getByRole('button', { name: 'Error path' }).click();
  await page.locator('[data-step=sorry]').waitFor({ state: 'detached' });
  await page.goto(`${service.url}/console/default/live?flow=desk`);
  await page.locator('[data-step=main]').waitFor();
  expect(await page.locator('[data-step=sorry]').count()).toBe(0);
});

test('at 1,280 px a flow of four columns fits with what its steps say, and the panel has the keys that always count', async () => {
  const { open } = await openScene();
  const page = await open('default/flows/front-desk?step=main', { width: 1280, height: 800 });
  await page.locator('[data-step=greeting]').waitFor();
  await page.locator('.says', { hasText: 'department' }).first().waitFor();
  const excess =
    'document.querySelector(".diagram-view").scrollWidth - document.querySelector(".diagram-view").clientWidth';
  expect(await page.evaluate(excess)).toBe(0);
  expect(await page.locator('.minimap svg').count()).toBe(0);
  const sizes = await page
    .locator('.says')
    .evaluateAll((texts: { getBoundingClientRect: () => { height: number } }[]) =>
      texts.map((text) => text.getBoundingClientRect().height),
    );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(10);
  const panel = page.getByRole('complementary', { name: 'Step' });
  await panel.getByText('0 → operator').waitFor();
  await panel.getByText('* → said again').waitFor();
  expect(await panel.locator('.source-key').allInnerTexts()).toEqual(
    expect.arrayContaining(['menu', 'goto', 'exhausted']),
  );
  await panel.getByRole('heading', { name: 'Where callers leave' }).waitFor();
});

test('visits are counted on the cards', async () => {
  const { emulator, service, open } = await openScene();
  emulator.act(({ control }) => {
    control.setNumber('+12025550100', { webhook: service.hookUrl, label: 'front-desk' });
  });
  for (const from of ['+491713920001', '+491713920002'])
    emulator.act((model, now) => model.people.ring({ from, to: '+12025550100' }, now));
  const page = await open('default/flows/front-desk');
  const counted = page.getByRole('link', { name: /^greeting, .* 2 visits\./ });
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole('link', { name: /^greeting, / }).waitFor();
      return counted.count();
    })
    .toBe(1);
});

test('a badge shows its way while it is pointed at, and the ways of a chosen step are lit', async () => {
  const { open } = await openScene();
  const page = await open('default/flows/front-desk');
  await page.locator('[data-step=informed]').waitFor();
  const ways = page.locator('.jump-line');
  expect(await ways.count()).toBe(0);
  await page.locator('.jump', { hasText: 'goodbye' }).first().hover();
  await ways.first().waitFor();
  await page.mouse.move(0, 0);
  await ways.waitFor({ state: 'detached' });
  await page.locator('[data-step=informed]').focus();
  await ways.first().waitFor();
  await page.evaluate('window.isSamePage = true');
  await page.locator('[data-step=main]').click();
  await page.getByRole('complementary').getByRole('heading', { name: 'main' }).waitFor();
  expect(await page.locator('.wire.on-path').count()).toBeGreaterThan(2);
  // The page was not loaded anew.
  expect(await page.evaluate('window.isSamePage')).toBe(true);
});

test('the period of the counts is chosen, and stays in the address', async () => {
  const { open } = await openScene();
  const page = await open('default/flows/front-desk?step=main');
  await page.getByText('0 calls in 24 hours').waitFor();
  await page.getByLabel('7 d').check();
  await page.getByText('0 calls in 7 days').waitFor();
  await page.reload();
  await page.getByText('0 calls in 7 days').waitFor();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('step'), searchParams.get('range')]).toEqual(['main', '7d']);
});

const MARKUP = `<img src=x onerror="document.title='run'">`;

test('markup in prompts is shown as text', async () => {
  const flow = `ringflow: 1\nname: desk\nsteps:\n  main:\n    say: '${MARKUP.replaceAll("'", "''")} Good day.'\n`;
  const { ask, open, complaints } = await openScene({ flows: [] });
  await ask('PUT', '/projects/default/deployments/desk', await upload(ask, flow));
  const page = await open('default/flows/desk');
  await page.getByRole('complementary').getByText('onerror').first().waitFor();
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.title()).not.toContain('run');
  expect(complaints).toEqual([]);
});

/** The number of names that are written on cards, and whether a step is on the screen. */
const lookAt = (step: string) => `(() => {
  const [view, card] = ['.diagram-view', '[data-step=${step}]'].map((selector) =>
    document.querySelector(selector).getBoundingClientRect());
  return {
    drawn: document.querySelectorAll('.diagram .name').length,
    isShown: card.left >= view.left && card.right <= view.right && card.top >= view.top && card.bottom <= view.bottom,
  };
})()`;

test('a long flow opens at its entry: all steps are in the list, and the cards near the view are drawn', async () => {
  const { ask, open, complaints } = await openScene({ flows: [] });
  await ask('PUT', '/projects/default/deployments/bench', await upload(ask, flowOfSteps(400)));
  const page = await open('default/flows/bench');
  await page.locator('.diagram .name').first().waitFor();
  const list = page.getByRole('list', { name: 'Steps of bench' });
  expect(await list.getByRole('listitem').count()).toBe(400);
  expect(await list.getByRole('link', { name: /^main70, menu, line / }).count()).toBe(1);
  const first = await page.evaluate<{ drawn: number; isShown: boolean }>(lookAt('greeting0'));
  expect(first.isShown).toBe(true);
  expect(first.drawn).toBeLessThan(60);
  await page.locator('[data-step=main70]').focus();
  await page
    .locator('.step', { has: page.locator('[data-step=main70]') })
    .locator('.name')
    .waitFor();
  const then = await page.evaluate<{ drawn: number; isShown: boolean }>(lookAt('main70'));
  expect(then.isShown).toBe(true);
  expect(then.drawn).toBeLessThan(60);
  expect(complaints).toEqual([]);
});

async function upload(ask: (method: string, path: string, body?: unknown) => Promise<unknown>, text: string) {
  const body = { files: { 'desk/flow.yaml': text } };
  const { versions } = (await ask('POST', '/projects/default/flows', body)) as {
    versions: { version: string }[];
  };
  return { version: versions[0]?.version };
}

test('the ways out of a step that is repeated are counted apart from its visits', async () => {
  const scene = await openScene({ flows: [] });
  const { emulator, open } = scene;
  const { begin, uploadFiles, deploy } = await takeCalls(scene);
  const flow = `ringflow: 1
name: desk
languages: [en-US]
always: { keys: { '*': repeat } }
on: { error: sorry }
steps:
  main:
    menu: { prompt: To buy press 1., timeout: 1m, choices: [{ key: 1, goto: thanks }] }
    on: { exhausted: sorry }
  thanks: { say: Thank you., next: hangup }
  sorry: { say: Sorry., next: hangup }
`;
  await deploy(await uploadFiles({ 'desk/flow.yaml': flow }));
  const call = await begin();
  const countTexts = () =>
    emulator
      .act(({ journal }) => journal.readAfter(0, call))
      .filter((entry) => entry.kind === 'speech' && entry.text !== '').length;
  for (const [key, texts] of [
    ['*', 2],
    ['*', 3],
    ['1', 4],
  ] as const) {
    await until(() => emulator.act(({ control }) => control.call(call)?.listens));
    emulator.act(({ people }, now) => people.press(call, key, now));
    await until(() => countTexts() === texts);
  }
  const page = await open('default/flows/desk?step=main');
  await page.getByRole('heading', { name: 'Ways out, taken 3 times' }).waitFor();
  await page.getByText('1 visit in the last 24 hours').waitFor();
});
