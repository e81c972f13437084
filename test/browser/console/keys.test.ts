/** API keys in the console. */
import { expect, test } from 'vitest';
import { expectAccessible, useConsole } from './scene.ts';

const openScene = useConsole();

const MARKUP = '<img src=x onerror=alert(1)>';

test('a key is created by keyboard alone, shown once, and works', async () => {
  const { open, service, complaints } = await openScene();
  const page = await open('default/keys');
  await page.getByRole('row', { name: 'admin of all projects' }).first().waitFor();
  await page.getByRole('button', { name: 'Create a key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(MARKUP);
  await page.keyboard.press('Tab');
  await page.getByRole('option', { name: 'default' }).first().waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  await page.keyboard.type('operator');
  await page.getByLabel('Name').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copy Key' }).waitFor();
  const key = await page.getByLabel('Key', { exact: true }).inputValue();
  await expectAccessible(page);
  const answer = await fetch(`${service.url}/api/v1/whoami`, { headers: { authorization: `Bearer ${key}` } });
  expect(await answer.json()).toMatchObject({
    name: MARKUP,
    grants: [{ project: 'default', role: 'operator' }],
  });

  await page.getByRole('button', { name: 'Done' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: MARKUP }).waitFor();
  expect(await page.content()).not.toContain(key);
  const kept = 'location.href + JSON.stringify(sessionStorage) + JSON.stringify(localStorage)';
  expect(await page.evaluate(kept)).not.toContain(key);
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Create a key');
  expect(complaints).toEqual([]);
});

test('the copy button copies the key', async () => {
  const { open } = await openScene();
  const page = await open('default/keys');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill('deployments');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'Copy Key' }).click();
  await page.getByText('Copied.').waitFor();
  const key = await page.getByLabel('Key', { exact: true }).inputValue();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
});

test('an expiry in the past is a mistake of its field', async () => {
  const { open } = await openScene();
  const page = await open('default/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill('late');
  await page.getByLabel('Expires').fill('2020-01-01T00:00');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.locator('[name=expiresAt][aria-invalid=true]').waitFor();
  await page.getByLabel('Name').fill('x'.repeat(101));
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.locator('[name=name][aria-invalid=true]').waitFor();
  expect(await page.getByRole('alert').textContent()).toMatch(/100 characters/);
});

test('revoking asks first, and the key is refused then', async () => {
  const { open, ask, service } = await openScene();
  const grants = [{ project: 'default', role: 'viewer' }];
  const { key } = (await ask('POST', '/keys', { name: 'old', grants })) as { key: string };
  const page = await open('default/keys');
  await page.getByRole('button', { name: 'Revoke old' }).click();
  await page.getByText('cannot be undone').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const whoami = () => fetch(`${service.url}/api/v1/whoami`, { headers: { authorization: `Bearer ${key}` } });
  expect((await whoami()).status).toBe(200);
  await page.getByRole('button', { name: 'Revoke old' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByRole('row', { name: 'old' }).getByText('revoked').waitFor();
  expect((await whoami()).status).toBe(401);
  expect(await page.getByRole('button', { name: 'Revoke old' }).count()).toBe(0);
});

test.each(['viewer', 'operator'] as const)('the keys are not for the role %s', async (role) => {
  const { open, complaints } = await openScene();
  const page = await open('default/keys', { role });
  await page.getByText('takes the role admin for all projects').waitFor();
  expect(await page.getByRole('link', { name: 'Keys' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});
