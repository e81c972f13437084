/** A service that lets flows send something only where its operator says, and flows that want more. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startService } from '../../../src/service/start.ts';
import type { TraceEntry } from '../../../src/call/index.ts';
import { createEgress, parseEgress, findRefusedHosts } from '../../../src/service/egress/index.ts';
import { startEmulator } from '../../../src/platform/emulator/http/index.ts';
import { configOf } from '../../builders/config.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { flowOf } from '../../engine/scene.ts';
import { until } from '../../engine/until.ts';

const NUMBER = '+4930555777';

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A web service on this machine; what it was asked. */
async function insider() {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => new Promise((resolve) => server.close(resolve)));
  return { asked, place: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const flowAsking = (place: string) =>
  flowOf(`
ringflow: 1
name: curious
on: { error: bye }
steps:
  look: { http: { get: "http://${place}/latest/meta-data", retries: 2 }, on: { failed: listen } }
  listen: { stream: { to: "ws://${place}/audio" }, on: { failed: bye } }
  bye: { say: "\${error.code}", next: hangup }
`);

/** Lets a call come in and gives its trace up to its goodbye. */
async function callTo(place: string, rules: string): Promise<TraceEntry[]> {
  const emulator = await startEmulator();
  open.push(() => emulator.close());
  const traced: TraceEntry[] = [];
  const service = await startService({
    config: configOf(emulator.url, { egress: parseEgress(rules), defaultFlow: 'curious' }),
    flows: [flowAsking(place)],
    log: new RecordingLog(),
    onTrace: (_call, entry) => traced.push(entry),
  });
  open.push(() => service.stop());
  emulator.act(({ control }) => control.setNumber(NUMBER, { webhook: service.hookUrl }));
  emulator.act(({ people }, now) => people.ring({ from: '+4915112345678', to: NUMBER }, now));
  await until(() => traced.find(({ notes }) => notes.some(({ kind }) => kind === 'says')));
  return traced;
}

test('a step that wants more fails at once with egress_denied, and the trace says why', async () => {
  const { asked, place } = await insider();
  const notes = (await callTo(place, 'api.example.com')).flatMap((entry) => entry.notes);
  const failures = notes.filter((note) => note.kind === 'failed');
  expect(failures.map(({ step, code }) => [step, code])).toEqual([
    ['look', 'egress_denied'],
    ['listen', 'egress_denied'],
  ]);
  expect(failures[0]?.message).toContain(`flows may not use ${place}`);
  expect(notes).toContainEqual({ kind: 'says', text: 'egress_denied' });
  expect(asked).toEqual([]);
});

test('steps go where the operator lets them', async () => {
  const { asked, place } = await insider();
  const flow = flowAsking(place);
  expect(findRefusedHosts(flow, {}, createEgress(parseEgress(place) ?? []))).toEqual([]);
  await callTo(place, place);
  expect(asked).toEqual(['/latest/meta-data', '/audio']);
});
