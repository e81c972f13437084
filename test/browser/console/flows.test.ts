/** The list of flows, and the numbers of a flow. */
import { expect, test } from 'vitest';
import { FAILING, MARKUP, takeCalls } from './desk-calls.ts';
import { expectAccessible, useConsole } from './scene.ts';

const openScene = useConsole();

test('the list tells versions, canary, tests, numbers and calls of each flow', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy, call, begin } = await takeCalls(scene);
  const live = await upload('To buy');
  await deploy(live);
  const page = await scene.open('default/flows');
  const row = page.getByRole('row', { name: 'desk' });
  await row.getByText('Sells things.').waitFor();
  await row.getByText('no calls').waitFor();
  await row.getByText('1 pass').waitFor();
  await row.getByText('+4930555777').waitFor();
  const { items } = (await scene.ask('GET', '/projects/default/flows')) as { items: { steps: number }[] };
  expect(await row.getByRole('cell').last().innerText()).toBe(String(items[0]?.steps));
  await call('1');
  await call();
  await begin();
  await row.getByText('well').waitFor();
  await row.getByRole('img', { name: '1 served by the flow, 1 hung up' }).waitFor();
  await row.getByRole('img', { name: /^Calls begun by hour: \d+ now, \d+ at most$/ }).waitFor();
  await page.getByLabel('No calls 0').check();
  await page.getByText('No flow is like that now.').waitFor();
  const canary = await upload('To order', FAILING);
  await deploy(canary, { percent: 20 });
  await page.goto(`${scene.service.url}/console/default/flows?show=canary`);
  await page.getByRole('link', { name: 'Flows 1', exact: true }).waitFor();
  await row.getByRole('link', { name: `canary 20 %, ${canary.slice(0, 8)}` }).waitFor();
  expect(scene.complaints).toEqual([]);
});

test('a number is added, told apart from one that exists, removed, and back after Undo', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy } = await takeCalls(scene);
  await deploy(await upload('To buy'));
  const page = await scene.open('default/flows/desk/numbers');
  await page.getByRole('cell', { name: 'main' }).waitFor();
  await page.getByLabel('Number', { exact: true }).fill(MARKUP);
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Number', { exact: true }).fill('+4930555888');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('rowheader', { name: '+4930555888' }).waitFor();
  await page.getByLabel('Number', { exact: true }).fill('+4930555888');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('alert').getByText('route_exists').waitFor();
  await page.getByRole('button', { name: 'Remove +4930555888' }).click();
  await page.getByRole('rowheader', { name: '+4930555888' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('rowheader', { name: '+4930555888' }).waitFor();
});

test('a viewer sees the numbers and is offered no change of them', async () => {
  const scene = await openScene({ flows: [] });
  await takeCalls(scene);
  const page = await scene.open('default/flows/desk/numbers', { role: 'viewer' });
  await page.getByRole('rowheader', { name: '+4930555777' }).waitFor();
  expect(await page.getByRole('button', { name: /Add|Remove/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
});

test('a name that no flow has is told in each of its views, with the flow that was probably meant', async () => {
  const scene = await openScene({ flows: [] });
  const { upload } = await takeCalls(scene);
  await upload('To buy');
  const page = await scene.open('default/flows/dask');
  for (const view of ['', '/edit', '/versions', '/tests', '/numbers', '/deploy/draft']) {
    await page.goto(`${scene.service.url}/console/default/flows/dask${view}`);
    await page.getByText('There is no flow "dask".').waitFor();
  }
  const main = page.getByRole('main');
  expect(await main.getByRole('link', { name: 'New flow' }).count()).toBe(1);
  await page.goto(`${scene.service.url}/console/default/flows/dask`);
  await main.getByText('Did you mean').getByRole('link', { name: 'desk' }).click();
  // The flow has a version, though none is in service.
  await page.getByText('No version of this flow is in service.').waitFor();
  await expectAccessible(page);
});
