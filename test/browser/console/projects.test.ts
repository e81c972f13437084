/** Projects and hook tokens in the console. */
import { expect, test } from 'vitest';
import { expectAccessible, useConsole } from './scene.ts';

const openScene = useConsole();

const PLATFORM = { appId: 'env:RINGFLOW_PROJECT_SHOP_ID', appKey: 'env:RINGFLOW_PROJECT_SHOP_KEY' };
const MARKUP = '<img src=x onerror=alert(1)>';

/** Opens a service on whose node the secrets of the project are set. */
function openSceneWithSecrets() {
  const environment = { RINGFLOW_PROJECT_SHOP_ID: 'demo', RINGFLOW_PROJECT_SHOP_KEY: 'demo-key' };
  return openScene({ config: { projectSecrets: { environment, directory: import.meta.dirname } } });
}

test('a project is created, changed and removed with its name typed', async () => {
  const { open, ask } = await openSceneWithSecrets();
  const page = await open('default/projects');
  await page.getByRole('button', { name: 'Create a project' }).click();
  await page.getByLabel('Project', { exact: true }).last().fill('shop');
  await page.getByLabel('Application id', { exact: true }).fill('env:RINGFLOW_PROJECT_NONE');
  await page.getByLabel('Application key', { exact: true }).fill(PLATFORM.appKey);
  const create = page.getByRole('button', { name: 'Create project' });
  await create.click();
  await page.getByRole('alert').getByText('not set on this node').waitFor();
  expect(await page.locator('[aria-invalid=true]').getAttribute('name')).toBe('platform.appId');
  await page.getByLabel('Application id', { exact: true }).fill(PLATFORM.appId);
  await page.getByText('Own credentials for text messages and video').click();
  await page.getByLabel('Video: application id').fill(PLATFORM.appId);
  await page.getByLabel('Video: application key').fill('env:RINGFLOW_PROJECT_NONE');
  await page.getByText('Own credentials for text messages and video').click();
  await create.click();
  await page.locator('[name="platform.video.appKey"][aria-invalid=true]:focus').waitFor();
  await page.getByLabel('Video: application id').fill('');
  await page.getByLabel('Video: application key').fill('');
  await page.getByLabel('Calls placed per second').fill('many');
  await create.click();
  await page.locator('[name="limits.dialsPerSecond"][aria-invalid=true]').waitFor();
  await page.getByLabel('Calls placed per second').fill('5');
  await page.getByLabel('Numbers that may be called').fill('+49\nsip:');
  await page.getByLabel('Addresses of the platform').fill('nowhere');
  await create.click();
  await page.locator('[name="hooks.allow"][aria-invalid=true]').waitFor();
  await page.getByLabel('Addresses of the platform').fill('10.0.0.0/8\n192.0.2.1');
  await create.click();
  await page.getByRole('heading', { name: 'shop', exact: true }).waitFor();
  expect(await ask('GET', '/projects/shop')).toMatchObject({
    platform: PLATFORM,
    limits: { dialsPerSecond: 5, dialPrefixes: ['+49', 'sip:'] },
    hooks: { allow: ['10.0.0.0/8', '192.0.2.1'] },
  });

  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Concurrent calls').fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('definition').filter({ hasText: /^7$/ }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('definition').filter({ hasText: /^7$/ }).waitFor({ state: 'detached' });
  expect(await ask('GET', '/projects/shop')).toMatchObject({ limits: { dialsPerSecond: 5 } });

  await page.getByRole('button', { name: 'Remove…' }).click();
  await page.getByLabel('Type shop to confirm').fill('shup');
  await page.getByRole('button', { name: 'Remove project' }).click();
  expect(await ask('GET', '/projects/shop')).toMatchObject({ id: 'shop' });
  await page.getByLabel('Type shop to confirm').fill('shop');
  await page.getByRole('button', { name: 'Remove project' }).click();
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  await expect(ask('GET', '/projects/shop')).rejects.toThrow('unknown_project');
});

test('a hook token is created by keyboard alone, its URLs are shown once, and it is revoked', async () => {
  const { open, ask, complaints } = await openSceneWithSecrets();
  await ask('PUT', '/projects/shop', { platform: PLATFORM });
  const listTokens = async () =>
    ((await ask('GET', '/projects/shop/hook-tokens')) as { items: { name: string }[] }).items;
  const page = await open('default/projects/shop');
  await page.getByRole('button', { name: 'Create a token' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type(MARKUP);
  await page.keyboard.press('Enter');
  const voice = await page.getByLabel('Voice URL', { exact: true }).inputValue();
  expect(voice).toMatch(/^http.*\/shop\//);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: MARKUP }).waitFor();
  expect(await page.content()).not.toContain(voice);
  expect(await listTokens()).toMatchObject([{ name: MARKUP }]);
  await page.getByRole('button', { name: `Revoke ${MARKUP}` }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText('Without a token').waitFor();
  expect(await listTokens()).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the default project is shown as one that cannot be changed', async () => {
  const { open, complaints } = await openScene();
  const page = await open('default/projects');
  await page.getByRole('link', { name: 'default' }).click();
  await page.getByText('comes from the settings of the service').waitFor();
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test.each(['viewer', 'operator'] as const)('projects are not for the role %s', async (role) => {
  const { open } = await openScene();
  const page = await open('default/projects', { role });
  await page.getByText('takes the role admin in default').waitFor();
  expect(await page.getByRole('link', { name: 'Projects' }).count()).toBe(0);
});

test('an admin of one project manages its tokens, and not the project', async () => {
  const { open, ask, newKey } = await openSceneWithSecrets();
  await ask('PUT', '/projects/shop', { platform: PLATFORM });
  const page = await open('shop/projects/shop');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').fill(await newKey({ project: 'shop', role: 'admin' }));
  await page.getByRole('button', { name: 'Sign in with key' }).click();
  await page.getByRole('button', { name: 'Create a token' }).waitFor();
  expect(await page.getByRole('button', { name: 'Change' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Remove…' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Keys' }).count()).toBe(0);
});
