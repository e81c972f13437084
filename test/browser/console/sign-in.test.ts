/** Signing in to the console, and out of it. */
import { expect, test } from 'vitest';
import { expectAccessible, useConsole } from './scene.ts';

const openScene = useConsole();

test('a key signs in, is kept for the tab only, and is in no address', async () => {
  const { service, newKey, open, complaints } = await openScene();
  const key = await newKey({ project: '*', role: 'viewer' });
  const page = await open('default/flows');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in with key' }).click();
  await page.getByRole('heading', { name: 'Flows' }).waitFor();
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).toContain(key);
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(key);
  expect(page.url()).toBe(`${service.url}/console/default/flows`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  expect(complaints).toEqual([]);
});

test('a wrong key is refused beside the field, with the code and the id of the request', async () => {
  const { open } = await openScene();
  const page = await open('default/flows');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').fill('rf_nothing');
  await page.getByRole('button', { name: 'Sign in with key' }).click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.textContent()).toMatch(/the key is not known.*unauthenticated.*request/);
  await expectAccessible(page);
});

test('a key that is revoked meanwhile leads to the sign-in', async () => {
  const { ask, open } = await openScene();
  const page = await open('default/flows');
  await page.getByRole('heading', { name: 'Flows' }).waitFor();
  const { items } = (await ask('GET', '/keys')) as { items: { id: string }[] };
  // The key that revokes is the one that is revoked: the page uses the same.
  for (const { id } of items) await ask('DELETE', `/keys/${id}`);
  await page.getByRole('link', { name: 'Calls' }).click();
  await page.getByText('The service no longer accepts your key').waitFor();
  await page.getByLabel('API key').waitFor();
});

test('a key that is revoked while the page is closed leads to the sign-in, which says why', async () => {
  const { ask, open } = await openScene();
  const page = await open('default/flows');
  await page.getByRole('heading', { name: 'Flows' }).waitFor();
  const { items } = (await ask('GET', '/keys')) as { items: { id: string }[] };
  await page.goto('about:blank');
  for (const { id } of items) await ask('DELETE', `/keys/${id}`);
  await page.goBack();
  await page.getByText('The service no longer accepts your key').waitFor();
});

test('on this machine nobody needs a key; who signs out stays signed out until asked for', async () => {
  const { open, complaints } = await openScene({ isLocal: true });
  const page = await open('default/flows', { key: '' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You have signed out.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in on this machine' }).click();
  await page.getByRole('heading', { name: 'Flows' }).waitFor();
  expect(complaints).toEqual([]);
});
