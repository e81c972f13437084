/** A call of a flow that runs a standard flow: handed in, called on the emulator, and told in stats, trace, CDR and metrics. */
import { expect, test } from 'vitest';
import { until } from '../../../engine/until.ts';
import { closeAfterEach, openApi } from './scene.ts';

closeAfterEach();

const NUMBER = '+4930555888';
const P = '/projects/default';
const office = `ringflow: 1
name: office
on: { error: sorry }
vars: { number: '' }
steps:
  call_back:
    run: { flow: std/callback, save: { number: number } }
    on: { no_number: sorry, not_sent: sorry }
  noted: { outcome: noted }
  bye: { say: 'We call \${vars.number}.', next: hangup }
  sorry: { say: Sorry. }
`;

test('a caller leaves a number with std/callback, and its steps are told by their names', async () => {
  const { admin, emulator, service } = await openApi({}, {}, { charactersPerSecond: 500 });
  emulator.act(({ control }) => control.setNumber(NUMBER, { webhook: service.hookUrl }));
  const { body } = await admin('POST', `${P}/flows`, { files: { 'flow.yaml': office } });
  const [{ version } = { version: '' }] = (body as { versions: { version: string }[] }).versions;
  await admin('PUT', `${P}/routes/main`, { number: NUMBER, flow: 'office' });
  expect((await admin('PUT', `${P}/deployments/office`, { version })).status).toBe(200);
  const diagram = await admin('GET', `${P}/flows/office/versions/${version}/diagram`);
  expect(diagram.body).toContain('std/callback');

  const id =
    emulator.act(({ people }, now) => people.ring({ from: '+4915112345678', to: NUMBER }, now)) ?? '';
  await until(() => emulator.act(({ control }) => control.call(id)?.listens));
  emulator.act((world, now) => world.people.press(id, '1', now));
  const ended = await until(async () => {
    const { items } = (await admin('GET', `${P}/calls?state=ended`)).body as { items: { id: string }[] };
    return items[0];
  });
  const trace = JSON.stringify((await admin('GET', `${P}/calls/${ended.id}/trace`)).body);
  expect(trace).toContain('std/callback');

  const stats = await until(async () => {
    const found = (await admin('GET', `${P}/flows/office/stats`)).body as {
      versions: { steps: { step: string; visits: number }[] }[];
    };
    return found.versions[0]?.steps.some(({ step }) => step === 'bye') === true ? found : undefined;
  });
  expect(stats.versions[0]?.steps).toContainEqual(
    expect.objectContaining({ step: 'std/callback/which_number', verb: 'menu', visits: 1 }),
  );
  expect((await admin('GET', `${P}/flows/std%2Fcallback/stats`)).status).toBe(400);
});
