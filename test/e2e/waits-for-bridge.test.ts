/** Over HTTP, with a service and the emulator: a flow that wants to speak while two people talk cuts nobody off. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startService } from '../../src/service/start.ts';
import type { Service } from '../../src/service/start.ts';
import { compileFlow } from '../../src/language/compiler/index.ts';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import { until } from '../engine/until.ts';
import { configOf } from '../builders/config.ts';

const caller = '+4917100001';
const desk = '+4930301';
const ours = '+4930555000';
const ignore = () => undefined;
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

const flow = `
ringflow: 1
name: desk
on: { error: sorry }
steps:
  desk:
    connect: { to: "${desk}" }
    on: { bridged: begin, busy: sorry, no_answer: sorry }
  begin:
    record: { start: "desk-\${call.id}" }
    next: hangup
  sorry:
    say: You were not recorded.
    next: hangup
`;

let emulator: Emulator;
let service: Service;

beforeEach(async () => {
  emulator = await startEmulator({
    settings: {
      setupMs: 0,
      parties: {
        [caller]: { recording: 'refused' },
        [desk]: { afterMs: 0, acts: [{ afterMs: 500, hangsUp: true }] },
      },
    },
  });
  const { flow: compiled, diagnostics } = compileFlow({ file: 'desk.yaml', text: flow });
  if (compiled === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  service = await startService({
    config: configOf(emulator.url, { defaultFlow: 'desk' }),
    flows: [compiled],
    log: silent,
  });
  emulator.act(({ control }) => {
    control.setNumber(ours, { webhook: service.hookUrl });
  });
});

afterEach(async () => {
  await service.stop();
  await emulator.close();
});

test('a refused recording is told to the caller once the other one has hung up', async () => {
  const voiceId = emulator.act(({ people }, now) => people.ring({ from: caller, to: ours }, now));
  const journal = () => emulator.act((model) => model.journal.readAfter(0, voiceId));
  const entries = await until(() => (journal().some(({ kind }) => kind === 'ended') ? journal() : undefined));
  const told = entries.flatMap((entry) => {
    if (entry.kind === 'bridge_ended') return [`bridge ended: ${entry.reason}`];
    if (entry.kind === 'speech') return [entry.text];
    return entry.kind === 'bridged' || entry.kind === 'ended' ? [entry.kind] : [];
  });
  expect(told).toEqual(['bridged', 'bridge ended: Normal Clearing', 'You were not recorded.', 'ended']);
  const refused = entries.flatMap((entry) =>
    entry.kind === 'request' && entry.status !== 200 ? [entry.path] : [],
  );
  expect(refused).toEqual([`/voice/v1/call/${voiceId}/recording`]);
});
