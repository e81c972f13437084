/** A flow of another system: chosen, asked about, shown beside the original, kept as a draft; markup in it is text. */
import { expect, test } from 'vitest';
import { expectAccessible, expectNoOverflow, useConsole } from './scene.ts';

const openScene = useConsole();

const menus = `<menus>
  <menu name="office" greet-long="say:For sales, press 1. For our address, press 2." invalid-sound="say:Sorry?" exit-sound="say:Goodbye." timeout="5000" max-failures="3">
    <entry action="menu-exec-app" digits="1" param="transfer 1000 XML default"/>
    <entry action="menu-play-sound" digits="2" param="say:&lt;img src=x onerror=alert(1)&gt; Long Street"/>
  </menu>
</menus>
`;

test('files are imported, a question is answered, and the result is kept as a draft', async () => {
  const scene = await openScene({ flows: [] });
  const page = await scene.open('default/flows');
  await page.getByRole('link', { name: 'Import' }).first().click();
  const choose = (text: string, name: string) =>
    page
      .getByLabel('Choose files')
      .setInputFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(text) });
  await choose(menus, 'menus.xml');
  await page.getByRole('heading', { name: 'FreeSWITCH' }).waitFor();
  await page.getByText(/^equal on (\d+) of \1 paths$/).waitFor();
  expect(await page.getByRole('region', { name: 'Original' }).locator('mark.near').count()).toBeGreaterThan(
    0,
  );
  expect(await page.locator('main img').count()).toBe(0);
  await expectAccessible(page);
  await expectNoOverflow(page);

  const answer = page.getByLabel('Number or SIP URI for “1000 XML default”');
  await answer.fill('the desk');
  await page.getByRole('button', { name: 'Import with these answers' }).click();
  await page.getByRole('alert').getByText('Type a number such as').waitFor();
  expect(await answer.getAttribute('aria-invalid')).toBe('true');
  await answer.fill('+493023125009');
  await page.getByRole('button', { name: 'Import with these answers' }).click();
  await page.getByRole('region', { name: 'Flow' }).getByText("to: '+493023125009'").waitFor();

  const name = page.getByLabel('Name of the draft');
  const keep = page.getByRole('button', { name: 'Keep as a draft' });
  await name.fill('My Office');
  await keep.click();
  await page.getByRole('alert').getByText('such as my-office').waitFor();
  await expectAccessible(page);
  await name.fill('my-office');
  await keep.click();
  await page.getByRole('textbox', { name: 'Text of my-office/flow.yaml' }).waitFor();
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  await page.getByText('name: my-office').waitFor();
  expect(scene.complaints).toEqual([]);
});

test('a file that cannot be read is told with its place', async () => {
  const scene = await openScene({ flows: [] });
  const page = await scene.open('default/import');
  await page.getByLabel('Choose files').setInputFiles({
    name: 'flow.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{\n  "states": [ }'),
  });
  await page.getByText('the JSON is broken here: value expected').waitFor();
  await page.getByText('flow.json:2').waitFor();
  expect(scene.complaints).toEqual([]);
});
