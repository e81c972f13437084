/** The diagram, the phone, the scenarios and the findings beside the text of a draft. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FRONT_DESK, readDraftFiles, saveNewDraft } from './drafts.ts';
import { expectAccessible, useConsole } from './scene.ts';
import type { ConsoleScene } from './scene.ts';

const openScene = useConsole();

/** A flow whose menu leads to `jobs` with key 4; its prompts and callers bring markup. */
const FLOW = `ringflow: 1
name: front-desk
languages: [en-US]
steps:
  main:
    menu:
      prompt: 'Welcome to A<img src=x onerror=globalThis.hit=1>B. For jobs, press 4.'
      choices:
        - { key: 4, goto: jobs }
      no_input: [Are you still there?]
      no_match: ['Sorry, that is not one of the choices.']
    on: { exhausted: jobs }
  jobs:
    say: You will find our open positions on our web site.
    next: hangup
`;

/** Saves the flow as a draft and opens its editor. */
async function openDraft(scene: ConsoleScene, flow = FLOW): Promise<Page> {
  await saveNewDraft(scene, flow);
  const page = await scene.open('default/flows/front-desk/edit');
  await card(page, 'jobs').waitFor();
  return page;
}

const card = (page: Page, step: string) => page.locator(`[data-step="${step}"]`);
const box = (page: Page, step: string, mark: 'now' | 'on-path') =>
  page.locator('.step', { has: card(page, step) }).locator(`.card-box.${mark}`);

/** Waits until the first element is shown whole by the second one. */
async function expectInside(page: Page, inner: string, outer: string): Promise<void> {
  const isInside = () =>
    page.evaluate<boolean>(`(() => {
      const inner = document.querySelector('${inner}').getBoundingClientRect();
      const outer = document.querySelector('${outer}').getBoundingClientRect();
      return inner.top >= outer.top && inner.bottom <= outer.bottom && inner.left >= outer.left && inner.right <= outer.right;
    })()`);
  await expect.poll(isInside, { message: inner, timeout: 10_000 }).toBe(true);
}

/** Calls the draft and waits until it has asked for a key. */
async function callDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Call this draft' }).click();
  await page.getByRole('button', { name: 'Skip ahead' }).click();
  await page.getByRole('log').getByText('For jobs, press 4.').first().waitFor();
}

test('key 4 pressed on the phone lights the step it leads to, in the diagram and in the text', async () => {
  const scene = await openScene();
  const page = await openDraft(scene);
  await callDraft(page);
  await page.getByRole('button', { name: '4', exact: true }).click();
  await box(page, 'jobs', 'now').waitFor();
  await page.locator('.cm-called').getByText('jobs:').waitFor();
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.evaluate('globalThis.hit')).toBeUndefined();
  expect(scene.complaints).toEqual([]);
});

test('diagram and transcript follow the call: what happens now is in view, and the focus stays', async () => {
  const scene = await openScene();
  await saveNewDraft(scene, FRONT_DESK);
  const looks = { width: 1280, height: 800 };
  const page = await scene.open('default/flows/front-desk/edit', looks);
  await card(page, 'greeting').waitFor();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Call this draft' }).click();
  const press = async (key: string, step: string) => {
    await page.getByRole('button', { name: 'Skip ahead' }).click();
    await page.getByText(/^Waits for 1/).waitFor();
    await page.getByRole('button', { name: key, exact: true }).click();
    await box(page, step, 'now').waitFor();
  };
  await press('1', 'main');
  await press('0', 'operator_announced');
  await expectInside(page, '.card-box.now', '.diagram-view');
  await page.getByRole('button', { name: 'Skip ahead' }).click();
  await box(page, 'operator_desk', 'now').waitFor();
  await expectInside(page, '.card-box.now', '.diagram-view');
  await expectInside(page, '.bubbles li:last-child', '.bubbles');
  for (const part of ['.bubbles', '.phone .button.danger', '.keypad'])
    await expectInside(page, part, '.panel-phone');
  expect(await page.evaluate('document.activeElement.innerText')).toBe('Skip ahead');
});

test('scenarios and findings stand beside the phone where there is room, and are chosen where there is none', async () => {
  const scene = await openScene();
  await openDraft(scene);
  const parts = ['Phone', 'Scenarios', 'Findings', 'Mistakes'];
  const shown = async (width: number) => {
    const page = await scene.open('default/flows/front-desk/edit', { width });
    const checks = page.getByRole('region', { name: 'Checks' });
    await checks.getByRole('region').first().waitFor();
    const regions = parts.map(async (name) =>
      (await checks.getByRole('region', { name }).count()) > 0 ? [name] : [],
    );
    return (await Promise.all(regions)).flat();
  };
  expect(await shown(1440)).toEqual(['Phone', 'Scenarios', 'Findings']);
  expect(await shown(1280)).toEqual(['Phone', 'Scenarios']);
});

test('a call is kept as a scenario, which passes', async () => {
  const scene = await openScene();
  const page = await openDraft(scene);
  await callDraft(page);
  await page.getByRole('button', { name: '4', exact: true }).click();
  await box(page, 'jobs', 'now').waitFor();
  await page.getByRole('button', { name: 'Keep as scenario' }).click();
  await page.getByText('1 of 1 pass').waitFor();
  const untaken = page.getByRole('list', { name: 'Taken by no scenario' });
  expect(await untaken.getByRole('listitem').allInnerTexts()).toEqual([
    'main → exhausted, silent',
    'jobs → done',
  ]);
  await page.getByRole('button', { name: 'call-1.scenario.yaml' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved/).waitFor();
  const files = await readDraftFiles(scene);
  expect(files['call-1.scenario.yaml']).toMatch(/presses: '?4/);
  expect(scene.complaints).toEqual([]);
});

test('the draft is called at a time of choice', async () => {
  const scene = await openScene();
  const page = await openDraft(
    scene,
    `ringflow: 1
name: front-desk
languages: [en-US]
hours: { office: { timezone: UTC, open: { mon-fri: '09:00-18:00' } } }
steps:
  time: { hours: office, on: { closed: closed } }
  jobs: { say: We are open., next: hangup }
  closed: { say: We are closed., next: hangup }
`,
  );
  const call = async (at: string) => {
    await page.getByLabel('Time of the call').fill(at);
    await page.getByRole('button', { name: /^Call/ }).click();
  };
  await call('2026-01-07T12:00');
  await page.getByRole('log').getByText('We are open.').waitFor();
  await call('2026-01-10T12:00');
  await page.getByRole('log').getByText('We are closed.').waitFor();
  await expectAccessible(page);
  expect(scene.complaints).toEqual([]);
});

test('the other party is set to busy while the call runs, which the kept scenario repeats', async () => {
  const scene = await openScene();
  const flow = FLOW.replace(
    `    say: You will find our open positions on our web site.`,
    `    connect: { to: '+4930231250', ring: 20s }\n    on: { busy: busy, no_answer: hangup, failed: hangup }`,
  );
  const page = await openDraft(
    scene,
    `${flow}  busy:\n    say: The line is busy. Goodbye.\n    next: hangup\n`,
  );
  await callDraft(page);
  await page.getByLabel('Party', { exact: true }).fill('+4930231250');
  await page.getByLabel('Behaviour of the party').selectOption('is busy');
  await page.getByRole('button', { name: 'Set the party' }).click();
  await page.getByRole('status').getByText('+4930231250 is busy.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: '4', exact: true }).click();
  await page.getByRole('button', { name: 'Skip ahead' }).click();
  await page.getByRole('log').getByText('The line is busy.').first().waitFor();
  await page.getByRole('button', { name: 'Keep as scenario' }).click();
  await page.getByText('1 of 1 pass').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved/).waitFor();
  expect((await readDraftFiles(scene))['call-1.scenario.yaml']).toMatch(/\+4930231250.*busy/);
  expect(scene.complaints).toEqual([]);
});

test('a card moves the cursor, the cursor chooses the card, and while the text has errors the last picture stays', async () => {
  const scene = await openScene();
  const page = await openDraft(scene);
  await card(page, 'jobs').click();
  await page.locator('.cm-activeLine').getByText('jobs:').waitFor();
  await page.getByRole('toolbar', { name: 'Edit the step jobs' }).waitFor();
  await page.getByRole('textbox', { name: 'Text of flow.yaml' }).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('x');
  await page.getByText('This is the last diagram without them.').waitFor();
  expect(await card(page, 'jobs').count()).toBe(1);
  await page.keyboard.press('Control+z');
  await page.getByText('This is the last diagram without them.').waitFor({ state: 'detached' });
  expect(scene.complaints).toEqual([]);
});

test('a draft with errors of a flow that was never in service shows the steps that can be read', async () => {
  const scene = await openScene({ flows: [] });
  await saveNewDraft(scene, FLOW.replace('say: You', 'sya: You'));
  const page = await scene.open('default/flows/front-desk/edit');
  await page.getByText('These are the steps that can be read.').waitFor();
  await page.locator('.diagram.stale').waitFor();
  await card(page, 'main').waitFor();
  expect(await page.getByRole('toolbar', { name: /^Edit the step/ }).count()).toBe(0);
  await page.locator('.stale-note').getByRole('button').click();
  await page.locator('.cm-activeLine').getByText('sya').waitFor();
  await page.keyboard.press('Control+.');
  await page.locator('.diagram:not(.stale)').waitFor();
  await card(page, 'jobs').waitFor();
  expect(scene.complaints).toEqual([]);
});

test('a draft that is opened with errors shows the version in service, greyed, with the mistake', async () => {
  const scene = await openScene();
  await saveNewDraft(scene, FRONT_DESK.replace('\nsteps:', '\nsteps: ]'));
  const page = await scene.open('default/flows/front-desk/edit');
  await page.getByText('This is the version in service.').waitFor();
  expect(await card(page, 'greeting').count()).toBe(1);
  await page.locator('.diagram.stale').waitFor();
  await page.locator('.stale-note').getByRole('button').click();
  await page.locator('.cm-activeLine').getByText('steps:').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.locator('.diagram:not(.stale)').waitFor();
  expect(scene.complaints).toEqual([]);
});

test('a step is inserted, a way pointed elsewhere and a step removed in the diagram; undo is that of the editor', async () => {
  const scene = await openScene();
  const page = await openDraft(scene);
  await card(page, 'jobs').click();
  await page.getByRole('button', { name: 'Insert a step behind' }).click();
  await page.getByLabel('Name').fill('thanks');
  await page.getByLabel('It says').fill('Thank you.');
  await page.getByRole('dialog').getByRole('button', { name: 'Insert a step behind' }).click();
  await card(page, 'thanks').waitFor();
  await page.getByRole('button', { name: 'Insert a step behind' }).click();
  await page.getByLabel('Name', { exact: true }).fill('pause');
  await page.getByLabel('What it does').selectOption('waits');
  await page.getByLabel('Time, such as 2s').fill('2s');
  await page.getByRole('dialog').getByRole('button', { name: 'Insert a step behind' }).click();
  await card(page, 'pause').waitFor();
  await card(page, 'jobs').click();
  await page.getByRole('button', { name: 'Point a way elsewhere' }).click();
  await page.getByLabel('To', { exact: true }).selectOption('main');
  await page.getByRole('dialog').getByRole('button', { name: 'Point a way elsewhere' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Text of flow.yaml' }).focus();
  for (let edits = 0; edits < 3; edits += 1) await page.keyboard.press('Control+z');
  await card(page, 'thanks').waitFor({ state: 'detached' });
  await page.getByText(/^Saved/).waitFor();
});

test('a step is removed to where it goes straight on, one with several ways only to a chosen step', async () => {
  const scene = await openScene();
  const page = await openDraft(scene);
  const listChoices = async (step: string) => {
    await card(page, step).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Remove' }).click();
    const field = page.getByLabel('What led to it leads to');
    await field.waitFor();
    const choices = await field.getByRole('option').allTextContents();
    await page.getByRole('button', { name: 'Cancel' }).click();
    return choices;
  };
  expect(await listChoices('jobs')).toContain('where it goes straight on');
  const [first, ...steps] = await listChoices('main');
  expect(first).toBe('choose a step');
  expect(steps).not.toContain('where it goes straight on');
  // Nothing is removed before a step is chosen.
  await page.getByRole('toolbar').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  expect(await page.getByLabel('What led to it leads to').inputValue()).toBe('');
  expect(await page.getByRole('dialog').getByRole('alert').count()).toBe(0);
});

test('the chosen card stays where it is on the screen when steps come and go', async () => {
  const scene = await openScene();
  await saveNewDraft(scene, FRONT_DESK);
  const page = await scene.open('default/flows/front-desk/edit?step=callback_offer');
  const chosen = card(page, 'callback_offer');
  await page.locator('[aria-current][data-step=callback_offer]').waitFor();
  const findPlace = async () => {
    const box = await chosen.boundingBox();
    return [box?.x, box?.y].map((at) => Math.round(at ?? NaN));
  };
  const before = await findPlace();
  await page.getByRole('button', { name: 'Insert a step behind' }).click();
  await page.getByLabel('Name').fill('thanks');
  await page.getByLabel('It says').fill('Thank you.');
  await page.getByRole('dialog').getByRole('button', { name: 'Insert a step behind' }).click();
  await card(page, 'thanks').waitFor();
  expect(await findPlace()).toEqual(before);
  await page.getByRole('textbox', { name: 'Text of flow.yaml' }).focus();
  await page.keyboard.press('Control+z');
  await card(page, 'thanks').waitFor({ state: 'detached' });
  expect(await findPlace()).toEqual(before);
});

test('a sub-flow is extracted into a file of its own, which a step runs and undo removes; the draft is called as before', async () => {
  const scene = await openScene();
  const flow = FLOW.replace('  jobs:', '  jobs: # open positions').replace(
    'steps:',
    'on: { error: sorry }\nsteps:',
  );
  const page = await openDraft(
    scene,
    `${flow}  sorry:\n    say: I am sorry, something went wrong.\n    next: hangup\n`,
  );
  await card(page, 'main').click();
  await page.getByRole('button', { name: 'Extract a sub-flow' }).click();
  const name = page.getByLabel('Name of the sub-flow');
  expect(await name.inputValue()).toBe('front-desk-main');
  await name.fill('front-desk');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Extract a sub-flow' }).click();
  await dialog.getByRole('alert').getByText('there is already a flow "front-desk"').waitFor();
  await name.fill('menu-of-jobs');
  await dialog.getByRole('button', { name: 'Extract a sub-flow' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'menu-of-jobs.flow.yaml' }).waitFor();
  await card(page, 'jobs').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  await page.getByRole('textbox', { name: 'Text of flow.yaml' }).focus();
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'menu-of-jobs.flow.yaml' }).waitFor({ state: 'detached' });
  await card(page, 'jobs').waitFor();
  await page.keyboard.press('Control+y');
  await page.getByRole('button', { name: 'menu-of-jobs.flow.yaml' }).waitFor();
  await card(page, 'jobs').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  await callDraft(page);
  await page.getByRole('button', { name: '4', exact: true }).click();
  await page.getByRole('button', { name: 'Skip ahead' }).click();
  await page.getByRole('log').getByText('You will find our open positions').first().waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved/).waitFor();
  const files = await readDraftFiles(scene);
  expect(files['menu-of-jobs.flow.yaml']).toContain('  jobs: # open positions');
  expect(files['flow.yaml']).toContain('run: { flow: menu-of-jobs }');
  expect(scene.complaints).toEqual([]);
});

test('an edit that is not possible says why', async () => {
  const scene = await openScene();
  const page = await openDraft(scene);
  await card(page, 'main').click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByLabel('What led to it leads to').selectOption('hang up');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('alert').getByText('calls begin with the step "main"').waitFor();
});

test('a scenario that fails leads to the line of its failure', async () => {
  const scene = await openScene();
  const page = await openDraft(scene);
  await callDraft(page);
  await page.getByRole('button', { name: '4', exact: true }).click();
  await box(page, 'jobs', 'now').waitFor();
  await page.getByRole('button', { name: 'Keep as scenario' }).click();
  await page.getByText('1 of 1 pass').waitFor();
  await page.getByRole('button', { name: 'flow.yaml', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text of flow.yaml' }).focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('web site');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.type('home page');
  await page.getByText('0 of 1 pass').waitFor();
  await page.getByRole('button', { name: /^line \d+$/ }).click();
  await page.getByRole('textbox', { name: 'Text of call-1.scenario.yaml' }).waitFor();
});

/** Its apology cannot be spoken when the request has failed, which prove finds. */
const FLAWED = `ringflow: 1
name: front-desk
languages: [en-US]
on: { error: sorry }
vars: { name: '' }
steps:
  hello:
    say: Lakeside Fibre. We are looking up your connection.
  find:
    http:
      get: https://net.lakeside.example/customers
      timeout: 4s
      save: { name: '\${response.json.name}' }
  jobs:
    say: Hello, \${vars.name}. Your connection is back.
    next: hangup
  sorry:
    say: 'I am sorry, Mr or Mrs \${vars.name.split(" ")[1]}, something went wrong.'
    next: hangup
`;

test('a proof lists its findings, and the steps that lead to one are lit one after the other', async () => {
  const scene = await openScene();
  const page = await openDraft(scene, FLAWED);
  await page.getByText('Findings', { exact: true }).click();
  await page.getByRole('button', { name: 'Prove every path' }).click();
  const finding = page.getByRole('article').filter({ hasText: 'cut-off-by-failure' }).first();
  const way = finding.getByRole('list', { name: 'Path to it' });
  await way.getByRole('button', { name: 'hello' }).click();
  await box(page, 'hello', 'on-path').waitFor();
  await page.locator('.cm-called').getByText('hello:').waitFor();
  expect(await box(page, 'find', 'on-path').count()).toBe(0);
  await way.getByRole('button', { name: 'find' }).click();
  await box(page, 'find', 'on-path').waitFor();
  await box(page, 'hello', 'on-path').waitFor();
  await page.locator('.cm-called').getByText('find:').waitFor();
  await finding.getByRole('button', { name: /^Go to line/ }).click();
  await finding.getByRole('button', { name: 'Keep as scenario' }).click();
  await page.getByRole('button', { name: 'cut-off-by-failure-1.scenario.yaml' }).waitFor();
  await page.getByText('1 of 1 passes').waitFor();
  expect(scene.complaints).toEqual([]);
});

test('assistive technology reads the steps of the diagram in the order of the file', async () => {
  const scene = await openScene();
  await saveNewDraft(scene, FRONT_DESK);
  const page = await scene.open('default/flows/front-desk/edit');
  await card(page, 'greeting').waitFor();
  const tree = await page.getByRole('list', { name: 'Steps of front-desk' }).ariaSnapshot();
  const read = [...tree.matchAll(/link "([a-z_]+),/g)].map(([, step]) => step);
  const inFile = [...FRONT_DESK.slice(FRONT_DESK.indexOf('\nsteps:')).matchAll(/^ {2}([a-z_]+):/gm)].map(
    ([, step]) => step,
  );
  expect(read.length).toBeGreaterThan(20);
  expect(read).toEqual(inFile.filter((step) => read.includes(step)));
});
