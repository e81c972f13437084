/** Versions of a flow and their way into service, on a real service with real calls. */
import { expect, test } from 'vitest';
import { until } from '../../engine/until.ts';
import { deskText, MARKUP, SCENARIO, takeCalls } from './desk-calls.ts';
import { useConsole } from './scene.ts';

const openScene = useConsole();

test('a canary of 20 % with its guard is started, shown beside the live version, and rolled back in one click', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy, call, readDeployment } = await takeCalls(scene);
  const live = await upload('To buy');
  await deploy(live);
  for (let calls = 0; calls < 3; calls += 1) await call('1');
  const next = await upload('To order');
  const page = await scene.open(`default/flows/desk/deploy/${next}`);

  const noticed = page.getByRole('region', { name: 'What callers will notice' });
  await noticed
    .locator('header')
    .getByText(/^\d+ changes?$/)
    .waitFor();
  await noticed.getByText('To buy press 1.').waitFor();
  await noticed.getByText('To order press 1.').waitFor();
  expect(await noticed.locator('ins strong').allTextContents()).toEqual(['order']);
  await page.getByRole('heading', { name: '1 of 1 scenario passes' }).waitFor();
  await page
    .getByRole('region', { name: 'Every path' })
    .getByText(/\d+ situations?/)
    .waitFor();
  const preview = page.getByRole('region', { name: 'The last 200 recorded calls' });
  await preview.getByRole('button', { name: 'Replay' }).click();
  await preview.getByText('3 hear something else').click();
  expect(await preview.getByRole('link').first().getAttribute('href')).toMatch(
    /^\/console\/default\/calls\/.+/,
  );

  await page.getByLabel('Failed more than, %').fill('10');
  await page.getByLabel('Not before, calls').fill('5');
  await page.getByRole('button', { name: 'Start the canary' }).click();
  await page.getByText('desk: ' + next.slice(0, 8) + ' takes 20 % of the calls').waitFor();
  await page.getByRole('region', { name: 'Canary' }).getByText('10 of 100').waitFor();
  await page
    .getByRole('region', { name: 'Canary' })
    .locator('header')
    .getByText('the guard waits for 5 more calls of the canary')
    .waitFor();
  expect(await readDeployment()).toMatchObject({
    live,
    canary: { version: next, percent: 20 },
    guard: { maxErrorPercent: 10, maxHangupPercent: 30, minCalls: 5 },
  });

  await page.getByRole('button', { name: `Roll back to ${live.slice(0, 8)}` }).click();
  await page.getByText('desk: the canary is rolled back').waitFor();
  expect((await readDeployment()).canary).toBeUndefined();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('button', { name: `Roll back to ${live.slice(0, 8)}` }).waitFor();
  expect(await readDeployment()).toMatchObject({ live, canary: { version: next, percent: 20 } });
  expect(scene.complaints).toEqual([]);
});

test('an undo that comes after another change changes nothing, and says so', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy, readDeployment } = await takeCalls(scene);
  const first = await upload('To buy');
  await deploy(first);
  const live = await upload('To order');
  await deploy(live);
  const next = await upload('To return');
  const page = await scene.open(`default/flows/desk/deploy/${next}`);
  await page.getByRole('button', { name: 'Start the canary' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await scene.ask('POST', '/projects/default/deployments/desk/rollback');
  await undo.click();
  await page.getByText('Not undone: the deployment has changed since then').waitFor();
  expect((await readDeployment()).live).toBe(live);
});

test('a canary that was started although scenarios fail comes back after its roll-back', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy, readDeployment } = await takeCalls(scene);
  await deploy(await upload('To buy'));
  const force = { reason: 'known' };
  const files = {
    'desk/flow.yaml': deskText('To sell', 'say: No.'),
    'desk/buys.scenario.yaml': SCENARIO,
  };
  const { versions } = (await scene.ask('POST', '/projects/default/flows', { files, force })) as {
    versions: { version: string }[];
  };
  const version = versions[0]?.version ?? '';
  await scene.ask('PUT', '/projects/default/deployments/desk', { version, percent: 20, force });
  const page = await scene.open(`default/flows/desk/deploy/${version}`);
  await page.getByRole('button', { name: /^Roll back to/ }).click();
  await page.getByText('desk: the canary is rolled back').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(async () => (await readDeployment()).canary?.version === version);
});

test('a version is given all calls, and the one before it is live again after one click', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy, readDeployment } = await takeCalls(scene);
  const live = await upload('To buy');
  await deploy(live);
  const next = await upload('To order');
  const page = await scene.open('default/flows/desk/versions');
  await page
    .getByRole('row', { name: next.slice(0, 8) })
    .getByRole('link')
    .click();
  await page.getByLabel('All calls').check();
  await page.getByRole('button', { name: 'Give it all calls' }).click();
  await page.getByText('This version takes all calls').waitFor();
  expect((await readDeployment()).live).toBe(next);
  await page.getByRole('button', { name: `Roll back to ${live.slice(0, 8)}` }).click();
  await page.getByText(`desk: ${live.slice(0, 8)} takes all calls again`).waitFor();
  expect((await readDeployment()).live).toBe(live);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await until(async () => (await readDeployment()).live === next);
  expect(scene.complaints).toEqual([]);
});

test('a version is scheduled, and the schedule is cancelled', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy, readDeployment } = await takeCalls(scene);
  const live = await upload('To buy');
  await deploy(live);
  const next = await upload('To order');
  const page = await scene.open(`default/flows/desk/deploy/${next}`);
  await page.getByLabel('At a time').check();
  await page.getByLabel('Time, of this computer').fill('2001-01-01T08:00');
  await page.getByRole('button', { name: 'Schedule' }).click();
  expect(await page.locator('input:invalid').count()).toBe(1);
  expect((await readDeployment()).scheduled).toBeUndefined();
  await page.getByLabel('Time, of this computer').fill('2099-01-01T08:00');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('button', { name: 'Cancel the schedule' }).waitFor();
  expect(await readDeployment()).toMatchObject({ live, scheduled: { version: next } });
  await page.getByRole('button', { name: 'Cancel the schedule' }).click();
  await page.getByText('desk: the schedule is cancelled').waitFor();
  expect((await readDeployment()).scheduled).toBeUndefined();
});

test('a draft with mistakes is refused with its lines, a sound one becomes a version', async () => {
  const scene = await openScene({ flows: [] });
  const saveDraft = (text: string, condition: Record<string, string>) =>
    scene.ask('PUT', '/projects/default/drafts/desk', { files: { 'desk/flow.yaml': text } }, condition);
  await saveDraft(deskText(`${MARKUP} To buy`).replace('goto: thanks', 'goto: nowhere'), {
    'if-none-match': '*',
  });
  const page = await scene.open('default/flows/desk/deploy/draft');
  await page.getByRole('alert').getByText('flow_errors').waitFor();
  await page.getByText('choices: [{ key: 1, goto: nowhere }]').waitFor();
  expect(await page.getByRole('button', { name: 'Upload the draft' }).count()).toBe(0);
  await page.getByRole('link', { name: 'desk/flow.yaml:12' }).click();
  await page.locator('.cm-activeLine', { hasText: 'goto: nowhere' }).waitFor();
  await page.goBack();
  await page.getByText('choices: [{ key: 1, goto: nowhere }]').waitFor();
  await saveDraft(deskText('To buy'), { 'if-match': '*' });
  await page.reload();
  await page.getByRole('button', { name: 'Upload the draft' }).click();
  await page.waitForURL(/deploy\/[0-9a-f]{16}$/);
  await page.getByText('No version of this flow is in service yet.').waitFor();
  await page.getByRole('button', { name: 'Give it all calls' }).click();
  await page.getByText('This version takes all calls').waitFor();
  // The browser reports the refused check.
  expect(scene.complaints.filter((text) => !text.includes('status of 422'))).toEqual([]);
});

test('a first deployment is undone, scheduled, cancelled and withdrawn', async () => {
  const scene = await openScene({ flows: [] });
  const { upload } = await takeCalls(scene);
  const version = await upload('To buy');
  const list = async () =>
    (await scene.ask('GET', '/projects/default/deployments')) as { items: { live?: string }[] };
  const page = await scene.open(`default/flows/desk/deploy/${version}`);
  expect(await page.getByLabel('Canary').count()).toBe(0);
  await page.getByRole('button', { name: 'Give it all calls' }).click();
  await page.getByText('This version takes all calls').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('No version of this flow is in service yet.').waitFor();
  expect((await list()).items).toEqual([]);
  await page.getByLabel('At a time').check();
  await page.getByLabel('Time, of this computer').fill('2100-01-01T00:00');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByText('is scheduled').waitFor();
  expect((await list()).items).toMatchObject([{ flow: 'desk', scheduled: { version } }]);
  await page.goto(`${scene.service.url}/console/default/flows`);
  await page.getByRole('row', { name: 'desk' }).getByText('scheduled,').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Cancel the schedule' }).click();
  await page.getByText('desk: the schedule is cancelled').waitFor();
  expect((await list()).items).toEqual([]);
  await page.getByRole('button', { name: 'Give it all calls' }).click();
  await page.getByRole('button', { name: 'Withdraw from service' }).click();
  await page.getByText('desk: no version takes calls').waitFor();
  expect((await list()).items).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByText('This version takes all calls').waitFor();
  expect((await list()).items).toMatchObject([{ live: version }]);
  expect(scene.complaints).toEqual([]);
});

test('roles: a viewer is offered no deployment, and is told which role it takes', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy } = await takeCalls(scene);
  await deploy(await upload('To buy'));
  const next = await upload('To order');
  const page = await scene.open(`default/flows/desk/deploy/${next}`, { role: 'viewer' });
  await page.getByText('takes the role operator').waitFor();
  expect(await page.getByRole('button', { name: /canary|all calls|Run again/i }).count()).toBe(0);
  await page.goto(`${scene.service.url}/console/default/flows/desk/deploy/draft`);
  await page.getByText('takes the role author').waitFor();
});

test('the canary shows the failures of both versions as a curve with a table', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy, call } = await takeCalls(scene);
  await deploy(await upload('To buy'));
  const next = await upload('To order');
  await deploy(next, { percent: 20, guard: { maxErrorPercent: 5, minCalls: 50 } });
  await call('1');
  const page = await scene.open(`default/flows/desk/deploy/${next}`);
  const table = page.getByRole('table', { name: 'Share of failed calls since the canary began' });
  await table.waitFor();
  expect(await table.getByRole('cell', { name: '0 %' }).count()).toBe(1);
  expect(await page.locator('.curve circle').count()).toBe(1);
});

test('a replay is cancelled, and started again', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy, call } = await takeCalls(scene);
  await deploy(await upload('To buy'));
  await call('1');
  const page = await scene.open(`default/flows/desk/deploy/${await upload('To order')}`);
  const held = Promise.withResolvers<undefined>();
  await page.route('**/preview', async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  const preview = page.getByRole('region', { name: 'The last 200 recorded calls' });
  await preview.getByRole('button', { name: 'Replay' }).click();
  await preview.getByText('Replaying…').waitFor();
  await preview.getByRole('button', { name: 'Cancel' }).click();
  await preview.getByText('The replay was cancelled.').waitFor();
  held.resolve(undefined);
  await page.unroute('**/preview');
  await preview.getByRole('button', { name: 'Replay' }).click();
  await preview.getByText('1 hears something else').waitFor();
});

test('a version whose scenarios fail is deployed with a reason, which the audit log keeps', async () => {
  const scene = await openScene({ flows: [] });
  const { upload, deploy, readDeployment } = await takeCalls(scene);
  await deploy(await upload('To buy'));
  const files = {
    'desk/flow.yaml': deskText('To sell', 'say: No.'),
    'desk/buys.scenario.yaml': SCENARIO,
  };
  const { versions } = (await scene.ask('POST', '/projects/default/flows', {
    files,
    force: { reason: 'uploaded by a test' },
  })) as { versions: { version: string }[] };
  const failing = versions[0]?.version ?? '';
  const page = await scene.open(`default/flows/desk/deploy/${failing}`);
  await page.getByRole('heading', { name: '0 of 1 scenario passes' }).waitFor();
  await page.getByLabel('All calls').check();
  await page.getByRole('button', { name: 'Give it all calls' }).click();
  await page.getByRole('alert').getByText('tests_failed').waitFor();
  expect((await readDeployment()).live).not.toBe(failing);
  const force = page.getByRole('button', { name: 'Deploy although scenarios fail' });
  await force.click();
  expect(await page.locator('input:invalid').count()).toBe(1);
  await page.getByLabel('Reason, for the audit log').fill('the line is down');
  await force.click();
  await page.getByText('This version takes all calls').waitFor();
  expect((await readDeployment()).live).toBe(failing);
  await page.goto(`${scene.service.url}/console/default/audit`);
  await page.getByText('the line is down').waitFor();
});

test('a flow that the service runs from files says so, and offers to deploy it in steps to those who may', async () => {
  const scene = await openScene();
  const page = await scene.open('default/flows');
  await page.getByRole('row', { name: 'front-desk' }).getByText('from files').waitFor();
  await page.goto(`${scene.service.url}/console/default/flows/front-desk/versions`);
  await page.getByRole('link', { name: /^Show / }).click();
  await page.getByRole('button', { name: 'Deploy in steps' }).waitFor();
  expect(await page.getByRole('button', { name: /canary|all calls|Schedule|Roll back/i }).count()).toBe(0);
  const author = await scene.open(new URL(page.url()).pathname.replace('/console/', ''), { role: 'author' });
  await author.getByText('Deploying takes the role operator.').waitFor();
  expect(await author.getByRole('button', { name: 'Deploy in steps' }).count()).toBe(0);
});
