/** Times that come in: what no clock here can read is refused, for it would be no time at all, and so never or at once. */
import { describe, expect, test } from 'vitest';
import { aProject, secretsOfProject } from '../../../builders/project.ts';
import { flowSaying } from '../../../authoring/flow-files/folder.ts';
import { closeAfterEach, openApi } from './scene.ts';
import type { ApiScene } from './scene.ts';

closeAfterEach();

const P = '/projects/default';

async function inService({ admin }: ApiScene): Promise<[string, string]> {
  const made = [];
  for (const text of ['One.', 'Two.']) {
    const { body } = await admin('POST', `${P}/flows`, { files: { 'desk/flow.yaml': flowSaying(text) } });
    made.push((body as { versions: { version: string }[] }).versions[0]?.version ?? '');
  }
  const [live = '', next = ''] = made;
  expect((await admin('PUT', `${P}/deployments/desk`, { version: live })).status).toBe(200);
  return [live, next];
}

describe.each([
  '2030-12-31T23:59:60Z',
  '2030-12-24T18:00:00+01',
  '2030-12-24T18:00:00+0100',
  '2030-12-24 18:00:00Z',
  '2030-12-24T18:00:00',
  '2030-12-24T24:00:00Z',
  '2030-02-30T18:00:00Z',
  '2030-12-24',
])('%s', (time) => {
  test('is refused wherever a time is asked for, and nothing changes', async () => {
    const scene = await openApi({}, secretsOfProject);
    const { admin } = scene;
    const [live, next] = await inService(scene);
    await admin('PUT', '/projects/shop', aProject);
    const grants = [{ project: 'default', role: 'viewer' }];
    const query = `from=${encodeURIComponent(time)}`;
    const answers = [
      await admin('PUT', `${P}/deployments/desk`, { version: next, at: time }),
      await admin('PUT', `${P}/routes/main`, { number: '+4930555000', flow: 'desk', until: time }),
      await admin('POST', `${P}/calls`, { flow: 'desk', from: '+4930555000', to: '+4930555001', at: time }),
      await admin('POST', '/keys', { name: 'x', grants, expiresAt: time }),
      await admin('POST', '/projects/shop/hook-tokens', { name: 'x', expiresAt: time }),
      await admin('GET', `${P}/flows/desk/stats?${query}`),
      await admin('GET', `${P}/calls?since=${encodeURIComponent(time)}`),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect((await admin('GET', `${P}/deployments/desk`)).body).toMatchObject({ live, history: [] });
    expect((await admin('GET', `${P}/routes`)).body).toMatchObject({ items: [] });
    expect((await admin('GET', `${P}/planned-calls`)).body).toMatchObject({ items: [] });
    expect((await admin('GET', '/projects/shop/hook-tokens')).body).toMatchObject({ items: [] });
  });
});

test.each([
  ['2030-12-24T18:00:00Z', 1_924_365_600_000],
  ['2030-12-24t18:00:00z', 1_924_365_600_000],
  ['2030-12-24T18:00:00.250+01:00', 1_924_362_000_250],
])('%s is read as what it says', async (time, at) => {
  const scene = await openApi();
  const [live, version] = await inService(scene);
  const { body } = await scene.admin('PUT', `${P}/deployments/desk`, { version, at: time });
  expect(body).toMatchObject({ live, scheduled: { version, at } });
});

test('a token of a hook that ends at the beginning of all times has ended', async () => {
  const { admin } = await openApi({}, secretsOfProject);
  await admin('PUT', '/projects/shop', aProject);
  const made = await admin('POST', '/projects/shop/hook-tokens', {
    name: 'x',
    expiresAt: '1970-01-01T00:00:00Z',
  });
  const { addresses } = made.body as { addresses: { voice: string } };
  expect((await admin('GET', '/projects/shop/hook-tokens')).body).toMatchObject({ items: [] });
  expect((await fetch(addresses.voice, { method: 'POST' })).status).toBe(404);
});
