/** The overview: figures, the chart, and what needs attention. */
import { expect, test } from 'vitest';
import { FAILING, takeCalls } from './desk-calls.ts';
import { expectAccessible, expectNoOverflow, useConsole } from './scene.ts';

const openScene = useConsole();

test('counts calls as they begin and end, without a reload, and is the landing view', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy, call, begin } = await takeCalls(scene);
  await deploy(await upload('To buy'));
  const page = await scene.open('');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(page.url()).toBe(`${scene.service.url}/console/default`);
  const tile = (name: string) => page.getByRole('region', { name, exact: true });
  await tile('Calls now').getByText('nobody is calling').waitFor();
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

test('tells that the guard took a failing canary back, and leads to the version', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy, call, readDeployment } = await takeCalls(scene);
  await deploy(await upload('To buy'));
  const bad = await upload('To buy now', FAILING);
  await deploy(bad, { percent: 20, guard: { maxErrorPercent: 10, minCalls: 2 } });
  const page = await scene.open('default');
  while ((await readDeployment()).takenBack === undefined) await call('1');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await attention.getByText('desk: canary rolled back').waitFor();
  await attention.getByText(/of \d+ calls failed, more than 10 %/).waitFor();
  await attention.getByRole('link', { name: 'Show: desk: canary rolled back' }).click();
  await page.waitForURL(`**/console/default/flows/desk/deploy/${bad}`);
  // The browser may already report that this version has no scenarios.
  expect(scene.complaints.filter((text) => !text.includes('status of 404'))).toEqual([]);
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

test.each(['light', 'dark'] as const)('is accessible and fits every width, %s', async (theme) => {
  const scene = await openScene({ flows: ['flows'] });
  const { upload, deploy, call } = await takeCalls(scene);
  await deploy(await upload('To buy'));
  await call('1');
  const page = await scene.open('default', { theme });
  await page.getByRole('img', { name: '1 served by the flow' }).waitFor();
  await expectAccessible(page);
  for (const width of [1440, 1280, 768, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page);
  }
  expect(scene.complaints).toEqual([]);
});
