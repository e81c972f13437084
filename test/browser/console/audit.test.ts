/** The audit log in the console. */
import { expect, test } from 'vitest';
import { useConsole } from './scene.ts';

const openScene = useConsole();

const ROUTES = '/projects/default/routes';

test('changes are listed with their details, the newest first, and older ones on demand', async () => {
  const { open, ask, complaints } = await openScene();
  for (let index = 0; index < 55; index += 1)
    await ask('PUT', `${ROUTES}/route-${index}`, { number: `+49305550${index + 10}`, flow: 'front-desk' });
  const page = await open('default/audit', { role: 'operator' });
  const rows = page.getByRole('row', { name: 'route.put' });
  await rows.first().waitFor();
  expect(await rows.count()).toBe(50);
  expect(await rows.first().textContent()).toMatch(/route-54.*number\+4930555064/);
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByRole('row', { name: 'route-0' }).waitFor();
  expect(await rows.count()).toBe(55);
  expect(complaints).toEqual([]);
});

test('the filter is in the address and finds nothing without harm', async () => {
  const { open, ask, complaints } = await openScene();
  await ask('PUT', `${ROUTES}/main`, { number: '+4930555000', flow: 'front-desk' });
  const markup = '<img src=x onerror=alert(1)>';
  const key = { name: markup, grants: [{ project: 'default', role: 'viewer' }] };
  await ask('POST', '/keys', key);
  const page = await open('default/audit');
  await page.getByText(markup).waitFor();
  await page.getByLabel('Action or subject').fill('ROUTE');
  await page.getByText(markup).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: 'route.put' }).waitFor();
  expect(page.url()).toMatch(/\?text=ROUTE$/);
  await page.reload();
  await page.getByRole('row', { name: 'route.put' }).waitFor();
  expect(await page.getByText(markup).count()).toBe(0);
  await page.getByLabel('Action or subject').fill('');
  await page.getByLabel('Project of the entry').selectOption({ label: 'the service' });
  await page.getByText(markup).waitFor();
  expect(await page.getByRole('row', { name: 'route.put' }).count()).toBe(0);
  await page.getByLabel('Action or subject').fill('nothing');
  await page.getByText('No loaded entry').waitFor();
  expect(complaints).toEqual([]);
});

test('an operator of one project sees its entries only', async () => {
  const { open, ask, newKey } = await openScene();
  await ask('PUT', `${ROUTES}/main`, { number: '+4930555000', flow: 'front-desk' });
  await ask('POST', '/keys', { name: 'other', grants: [{ project: 'default', role: 'viewer' }] });
  const page = await open('default/audit');
  await page.getByRole('row', { name: 'key.create' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').fill(await newKey({ project: 'default', role: 'operator' }));
  await page.getByRole('button', { name: 'Sign in with key' }).click();
  await page.getByRole('row', { name: 'route.put' }).waitFor();
  expect(await page.getByRole('row', { name: 'key.create' }).count()).toBe(0);
});

test('the audit log is not for viewers', async () => {
  const { open } = await openScene();
  const page = await open('default/audit', { role: 'viewer' });
  await page.getByText('takes the role operator in default').waitFor();
  expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
});
