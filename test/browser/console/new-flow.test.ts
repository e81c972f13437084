/** A new flow from a template: in a project without flows, with a name that is checked, and for those who may. */
import { expect, test } from 'vitest';
import { expectAccessible, expectNoOverflow, useConsole } from './scene.ts';

const openScene = useConsole();

test('with nothing in service a flow is made from a template, opened with its scenarios, and listed as a draft', async () => {
  const scene = await openScene({ flows: [] });
  const page = await scene.open('default/flows');
  await page.getByText('No flow is in service in this project.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'New flow' }).last().click();
  await page.getByLabel('Name').fill('night-line');
  await page.getByLabel('callback').check();
  await page.getByRole('button', { name: 'Create flow' }).click();
  await page.getByRole('textbox', { name: 'Text of night-line/flow.yaml' }).waitFor();
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  await page.getByText('Scenarios', { exact: true }).click();
  await page.getByText('2 of 2 pass').waitFor();
  await page.goto(`${scene.service.url}/console/default/flows`);
  await page
    .getByRole('region', { name: 'Drafts not in service' })
    .getByRole('link', { name: 'night-line' })
    .click();
  await page.getByRole('textbox', { name: 'Text of night-line/flow.yaml' }).waitFor();
  expect(scene.complaints).toEqual([]);
});

test('a name that is taken or not allowed is told beside its field', async () => {
  const scene = await openScene();
  const page = await scene.open('default/new-flow');
  const name = page.getByLabel('Name');
  const create = async (text: string) => {
    await name.fill(text);
    await page.getByRole('button', { name: 'Create flow' }).click();
  };
  await create('<b>Night</b> Line');
  await page.getByRole('alert').getByText('such as b-night-b-line').waitFor();
  await create('front-desk');
  await page.getByRole('alert').getByText('There is already a flow "front-desk".').waitFor();
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  await create('my-line');
  await page.getByRole('textbox', { name: 'Text of my-line/flow.yaml' }).waitFor();
  await page.goto(`${scene.service.url}/console/default/new-flow`);
  await create('my-line');
  await page.getByRole('alert').getByText('There is already a draft of a flow "my-line".').waitFor();
});

test('an empty flow is one step without mistakes', async () => {
  const scene = await openScene({ flows: [] });
  const page = await scene.open('default/new-flow');
  await page.getByLabel('Name').fill('plain');
  await page.getByLabel('Empty flow').check();
  await page.getByRole('button', { name: 'Create flow' }).click();
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  expect(scene.complaints).toEqual([]);
});

test('a flow may be named "new": it is created, edited and shown like any other', async () => {
  const scene = await openScene({ flows: [] });
  const page = await scene.open('default/new-flow');
  await page.getByLabel('Name').fill('new');
  await page.getByRole('button', { name: 'Create flow' }).click();
  await page.getByRole('textbox', { name: 'Text of new/flow.yaml' }).waitFor();
  const { files } = (await scene.ask('GET', '/projects/default/drafts/new')) as { files: object };
  const body = { files };
  const { versions } = (await scene.ask('POST', '/projects/default/flows', body)) as {
    versions: { version: string }[];
  };
  await scene.ask('PUT', '/projects/default/deployments/new', { version: versions[0]?.version });
  await page.goto(`${scene.service.url}/console/default/flows/new`);
  await page.getByRole('list', { name: 'Steps of new' }).waitFor();
});

test('a viewer is offered no new flow, and told which role it takes', async () => {
  const scene = await openScene();
  const page = await scene.open('default/flows', { role: 'viewer' });
  await page.getByRole('rowheader', { name: 'front-desk' }).waitFor();
  expect(await page.getByRole('link', { name: 'New flow' }).count()).toBe(0);
  await page.goto(`${scene.service.url}/console/default/new-flow`);
  await page.getByText('This view takes the role author in default.').waitFor();
});

test.each(['light', 'dark'] as const)('is accessible and fits its window, %s', async (theme) => {
  const scene = await openScene();
  const page = await scene.open('default/new-flow', { theme });
  await page.getByLabel('Name').fill('Bad name');
  await page.getByRole('button', { name: 'Create flow' }).click();
  await page.getByRole('alert').waitFor();
  await expectAccessible(page);
  for (const width of [1440, 1280, 768, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page);
  }
  expect(scene.complaints).toEqual([]);
});
