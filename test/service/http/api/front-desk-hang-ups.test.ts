/** Twenty callers hang up on front-desk, whose finalizer writes a line at the end: stats, guard, CDRs and metrics tell the same. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Cdr } from '../../../../src/service/cdrs/index.ts';
import { root } from '../../../e2e/command.ts';
import { until } from '../../../engine/until.ts';
import { closeAfterEach, openApi } from './scene.ts';
import type { ApiScene } from './scene.ts';

closeAfterEach();

const NUMBER = '+4930555777';
const CALLERS = 20;

const source = readFileSync(join(root, 'flows/front-desk/flow.yaml'), 'utf8');

/** Hands a version in; gives its name. */
async function handIn({ admin }: ApiScene, text: string): Promise<string> {
  const { body } = await admin('POST', '/projects/default/flows', { files: { 'flow.yaml': text } });
  return (body as { versions: { version: string }[] }).versions[0]?.version ?? '';
}

/** Somebody calls and hangs up: while it rings, in the first menu, or in the second. */
async function hangsUp({ emulator }: ApiScene, caller: number): Promise<void> {
  const from = `+49151${10_000_000 + caller}`;
  const id = emulator.act(({ people }, now) => people.ring({ from, to: NUMBER }, now)) ?? '';
  const listens = () => emulator.act(({ control }) => control.call(id)?.listens);
  const pressed = () =>
    emulator.act(({ journal }) => journal.readAfter(0, id)).some((entry) => entry.kind === 'key');
  if (caller % 3 > 0) await until(listens);
  if (caller % 3 === 2) {
    emulator.act(({ people }, now) => people.press(id, '1', now));
    await until(() => pressed() && listens());
  }
  emulator.act(({ people }, now) => people.hangUp(id, now));
}

test('twenty callers who hang up on front-desk are twenty hang-ups, wherever that is told', async () => {
  const scene = await openApi({}, {}, { charactersPerSecond: 500 });
  const { admin, emulator, service, adminKey } = scene;
  emulator.act(({ control }) => control.setNumber(NUMBER, { webhook: service.hookUrl }));
  const live = await handIn(scene, source);
  const canary = await handIn(scene, source.replace('Welcome to Acme.', 'Welcome to Acme, again.'));
  await admin('PUT', '/projects/default/routes/main', { number: NUMBER, flow: 'front-desk' });
  const path = '/projects/default/deployments/front-desk';
  await admin('PUT', path, { version: live });
  const guard = { maxHangupPercent: 50, minCalls: CALLERS };
  expect((await admin('PUT', path, { version: canary, percent: 99.99, guard })).status).toBe(200);

  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => hangsUp(scene, caller)));

  const takenBack = await until(
    async () => ((await admin('GET', path)).body as { takenBack?: object }).takenBack,
  );
  expect(takenBack).toMatchObject({
    version: canary,
    reason: expect.stringMatching(/^20 of 20 callers hung up/) as string,
  });
  const { body } = await admin('GET', `/projects/default/flows/front-desk/stats?version=${canary}`);
  expect(body).toMatchObject({
    versions: [{ calls: { begun: 20, ended: 20, hungUp: 20, hungUpPercent: 100, failed: 0 } }],
  });
  const answer = await fetch(`${service.url}/api/v1/projects/default/cdrs`, {
    headers: { authorization: `Bearer ${adminKey}` },
  });
  const cdrs = (await answer.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Cdr);
  expect(cdrs).toHaveLength(CALLERS);
  for (const cdr of cdrs) {
    expect(cdr).toMatchObject({ version: canary, hungUp: true, reason: 'normal', failures: [] });
    // The finalizer ran all the same.
    expect(cdr.steps.at(-1)).toBe('note_call');
  }
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(
    /^ringflow_calls_ended_total\{project="default",flow="front-desk",reason="normal"\} 20$/m,
  );
});
