/** The overview: figures, the chart, and what needs attention. */
import { expect, test } from 'vitest';
import { FAILING, takeCalls } from './desk-calls.ts';
import { useConsole } from './scene.ts';

const openScene = useConsole();

test('counts calls as they begin and end, without a reload, and is the landing view', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy, call, begin } = await takeCalls(scene);
  await deploy(await upload('To buy'));
  const reminders = { flow: 'desk', from: '+4930555000', pace: { perSecond: 1, atOnce: 1 } };
  await scene.ask('PUT', '/projects/default/campaigns/reminders', reminders);
  const page = await scene.open('');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(page.url()).toBe(`${scene.service.url}/console/default`);
  const tile = (name: string) => page.getByRole('region', { name, exact: true });
  await tile('Calls now').getByText('nobody is calling').waitFor();
  for (const counted of ['Flows 1', 'Live 0', 'Campaigns 1', 'Numbers 1'])
    await page.getByRole('link', { name: counted, exact: true }).waitFor();
  await call('1');
  await call();
  await begin();
  await tile('Calls begun').getByText('3', { exact: true }).waitFor();
  await tile('Calls now').getByText('1 in desk').waitFor();
  await tile('Calls now')
    .getByRole('img', { name: /^Calls at one time: 1 now, / })
    .waitFor();
  await tile('Failed or hung up').getByText('0 failed · 1 hung up early').waitFor();
  await page.getByRole('img', { name: '1 served by the flow, 1 hung up' }).waitFor();
  await page.getByText('Nothing needs attention.').waitFor();
  expect(scene.complaints).toEqual([]);
});

test('a failing canary of 20 % is taken back by its guard, which the overview tells, and leads to the version', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy, call, readDeployment } = await takeCalls(scene);
  const live = await upload('To buy');
  await deploy(live);
  const bad = await upload('To buy now', FAILING);
  const page = await scene.open(`default/flows/desk/deploy/${bad}`);
  await page.getByLabel('Failed more than, %').fill('10');
  await page.getByLabel('Not before, calls').fill('2');
  await page.getByRole('button', { name: 'Start the canary' }).click();
  await page.getByRole('region', { name: 'Canary' }).getByText('20 %').waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  while ((await readDeployment()).takenBack === undefined) await call('1');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await attention.getByText('desk: canary rolled back').waitFor();
  await attention.getByText(/of \d+ calls failed, more than 10 %/).waitFor();
  await attention.getByRole('link', { name: 'Show: desk: canary rolled back' }).click();
  await page.waitForURL(`**/console/default/flows/desk/deploy/${bad}`);
  await page.getByText('Its guard rolled this version back').waitFor();
  expect(await readDeployment()).toMatchObject({ live, takenBack: { version: bad } });
  expect(scene.complaints).toEqual([]);
});

test('keeps the period in the address', async () => {
  const scene = await openScene();
  const page = await scene.open('default?range=24h');
  await page.getByRole('heading', { name: 'Calls begun per hour' }).waitFor();
  await page.getByLabel('7 d').check();
  await page.getByRole('heading', { name: 'Calls begun per six hours' }).waitFor();
  expect(new URL(page.url()).search).toBe('?range=7d');
  await page.reload();
  await page.getByRole('heading', { name: 'Calls begun per six hours' }).waitFor();
  expect(await page.getByLabel('7 d').isChecked()).toBe(true);
});

test('says why it has no figures for somebody without the project', async () => {
  const scene = await openScene();
  const page = await scene.open('elsewhere');
  await page.getByRole('alert').first().waitFor();
  expect(await page.getByRole('alert').first().textContent()).toMatch(/Cannot load/);
});

test('a view that is first shown while the service is away says so, and is shown when it is back', async () => {
  const { open, stop, start } = await openScene();
  const page = await open('default');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await stop();
  await page.getByRole('link', { name: /^Campaigns/ }).click();
  await page.getByRole('alert').getByText('This view could not be loaded').waitFor();
  await start();
  await page.getByRole('button', { name: 'Create a campaign' }).first().waitFor();
});
