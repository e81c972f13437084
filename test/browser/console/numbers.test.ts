/** Numbers and routes in the console. */
import { expect, test } from 'vitest';
import { expectAccessible, useConsole } from './scene.ts';

const openScene = useConsole();

const ROUTES = '/projects/default/routes';
const MARKUP = '<img src=x onerror=alert(1)>';

interface Routes {
  items: { id: string; number: string; flow: string; params?: object }[];
}

test('an operator adds, changes and removes a number, and takes it back', async () => {
  const { open, ask, complaints } = await openScene({ flows: [] });
  const listRoutes = async () => ((await ask('GET', ROUTES)) as Routes).items;
  const page = await open('default/numbers', { role: 'operator' });
  await page.getByText('No number has a flow').waitFor();
  await page.getByRole('button', { name: 'Add a number' }).click();
  await page.getByLabel('Name').fill('main');
  await page.getByLabel('Number', { exact: true }).fill('+4930555000');
  await page.getByRole('combobox', { name: 'Flow' }).fill('front-desk');
  await page.getByLabel('Parameters').fill(`greeting = ${MARKUP}`);
  await page.getByRole('button', { name: 'Add number' }).click();
  await page.getByRole('row', { name: '+4930555000' }).waitFor();
  // No version of the flow is deployed: the route is stored, with a warning.
  await page.getByText('not in service').waitFor();
  expect(await listRoutes()).toMatchObject([
    { id: 'main', number: '+4930555000', flow: 'front-desk', params: { greeting: MARKUP } },
  ]);

  await page.getByRole('button', { name: 'Change main' }).click();
  await page.getByRole('combobox', { name: 'Flow' }).fill('front-office');
  await page.getByLabel('Parameters').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: 'front-office' }).waitFor();
  expect(await listRoutes()).toMatchObject([{ flow: 'front-office' }]);

  await page.getByRole('button', { name: 'Remove main' }).click();
  await page.getByText('No number has a flow').waitFor();
  expect(await listRoutes()).toEqual([]);
  await page.getByText('Removed +4930555000.').locator('..').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row', { name: '+4930555000' }).waitFor();
  expect(await listRoutes()).toMatchObject([{ id: 'main', flow: 'front-office' }]);
  expect(complaints).toEqual([]);
});

test('mistakes stand beside their fields, and what was typed stays', async () => {
  const { open, complaints } = await openScene();
  const page = await open('default/numbers');
  await page.getByRole('button', { name: 'Add a number' }).click();
  await page.getByLabel('Name').fill('Main Office');
  await page.getByLabel('Number', { exact: true }).fill('030 555');
  await page.getByRole('combobox', { name: 'Flow' }).fill('front-desk');
  await page.getByLabel('Parameters').fill(MARKUP.replace('=', ':').replace('=', ':'));
  const submit = page.getByRole('button', { name: 'Add number' });
  await submit.click();
  await page.getByRole('alert').getByText('Type lower-case letters, digits and hyphens').waitFor();
  expect(await page.evaluate('document.activeElement.name')).toBe('id');
  await page.getByLabel('Name').fill('a'.repeat(200));
  await submit.click();
  await page.getByRole('alert').getByText('at most 64 characters').waitFor();
  await page.getByLabel('Name').fill('main');
  await submit.click();
  await page.getByRole('alert').getByText('has no name before').waitFor();
  await page.getByLabel('Parameters').fill('');
  await submit.click();
  await page.getByRole('alert').getByText('030 555').waitFor();
  expect(await page.getByLabel('Number', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Number', { exact: true }).inputValue()).toBe('030 555');
  await expectAccessible(page);
  await page.getByLabel('Number', { exact: true }).fill('+4930555000');
  await page.getByLabel('From').fill('2030-01-02T10:00');
  await page.getByLabel('Until').fill('2030-01-01T10:00');
  await submit.click();
  await page.locator('[name=until][aria-invalid=true]').waitFor();
  await page.getByLabel('Until').fill('2030-01-03T10:00');
  await submit.click();
  await page.getByRole('row', { name: '+4930555000' }).waitFor();
  // The browser reports each refusal of a request.
  expect(complaints.filter((text) => !text.includes('the server responded with a status of 4'))).toEqual([]);
});

test('a route that somebody else changed meanwhile is shown beside the own one', async () => {
  const { open, ask } = await openScene();
  const put = (flow: string) => ask('PUT', `${ROUTES}/main`, { number: '+4930555000', flow });
  await put('front-desk');
  const page = await open('default/numbers');
  await page.getByRole('button', { name: 'Change main' }).click();
  await put('evening');
  await page.getByRole('combobox', { name: 'Flow' }).fill('holiday');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else saved this route').waitFor();
  await page.getByText('holiday').waitFor();
  await page.getByText('evening').waitFor();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await page.getByRole('row', { name: 'holiday' }).waitFor();
  expect(await ask('GET', `${ROUTES}/main`)).toMatchObject({ flow: 'holiday' });

  await page.getByRole('button', { name: 'Change main' }).click();
  await put('evening');
  await page.getByRole('combobox', { name: 'Flow' }).fill('summer');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Keep the stored one' }).click();
  await page.getByRole('row', { name: 'evening' }).waitFor();
  expect(await ask('GET', `${ROUTES}/main`)).toMatchObject({ flow: 'evening' });
});

test('a viewer sees the numbers and nothing that changes them', async () => {
  const { open, ask, complaints } = await openScene();
  await ask('PUT', `${ROUTES}/main`, { number: '*', flow: 'front-desk' });
  const page = await open('default/numbers', { role: 'viewer' });
  await page.getByRole('row', { name: 'every number' }).waitFor();
  const buttons = page.getByRole('main').getByRole('button');
  expect(await buttons.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a number is added by keyboard alone, and the focus returns', async () => {
  const { open } = await openScene();
  const page = await open('default/numbers');
  await page.getByText('No number has a flow').waitFor();
  await page.getByRole('button', { name: 'Add a number' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  for (const text of ['main', '+4930555000', '', 'front-desk']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.getByRole('combobox', { name: 'Flow' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: '+4930555000' }).waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Add a number');
});

test('numbers from the settings of the service are listed with their flows, and cannot be changed', async () => {
  const scene = await openScene({ config: { routes: new Map([['+12025550105', 'front-desk']]) } });
  const page = await scene.open('default/numbers');
  const region = page.getByRole('region', { name: 'Numbers from the settings' });
  await region.getByRole('row', { name: '+12025550105' }).getByRole('link', { name: 'front-desk' }).click();
  await page.getByRole('link', { name: 'Numbers', exact: true }).last().click();
  await region.getByText('+12025550105').waitFor();
  expect(await region.getByRole('button').count()).toBe(0);
  await expectAccessible(page);
  await page.goto(`${scene.service.url}/console/default/flows`);
  await page.getByRole('row', { name: 'front-desk' }).getByText('+12025550105').waitFor();
  expect(scene.complaints).toEqual([]);
});
