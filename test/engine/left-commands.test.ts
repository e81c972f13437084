/** The platform refuses commands for a while: their step's time does not run, and nobody waits for what is needed no more. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callId } from '../../src/call/index.ts';
import type { CallId } from '../../src/call/index.ts';
import { EmulatedPlatform } from './emulated-platform.ts';
import { flowOf, useScene } from './scene.ts';

const transfer = flowOf(`
ringflow: 1
name: transfer
languages: [en-US]
limits: { duration: 10s }
on: { error: sorry }
steps:
  person:
    connect: { to: "+4930333", ring: 3s }
    on: { busy: sorry, no_answer: nobody, failed: sorry }
    next: hangup
  nobody:
    say: Nobody is there.
    next: hangup
  sorry:
    say: Sorry.
    next: hangup
`);

const scene = useScene();
let platform: EmulatedPlatform;
let call: CallId;

beforeEach(async () => {
  platform = new EmulatedPlatform(scene().clock);
  const client = await platform.open();
  const engine = await scene().bare({ findCarrier: () => client, timing: { settleAfterMs: 25 } });
  await engine.flows.deploy(transfer);
  engine.start();
  platform.engine = engine;
});

afterEach(() => platform.close());

const pass = (ms: number) => platform.pass(ms, () => scene().quiet());

async function rings(): Promise<void> {
  call = callId(`default.${platform.ring()}`);
  await pass(200);
}

/** The statuses with which attempts to connect were answered, so far. */
const connects = () =>
  platform.journal.flatMap((entry) =>
    entry.kind === 'request' && entry.path.endsWith('/connect') ? [entry.status] : [],
  );

const events = async () => ((await platform.engine?.loadTrace(call)) ?? []).map(({ event }) => event.type);

test('a party has the whole ring time once the platform has taken the connect', async () => {
  platform.refuses('connect', 429);
  await rings();
  await pass(1_200);
  expect(connects()).toEqual([429, 200]);
  await pass(2_500);
  expect(platform.heard).toEqual([]);
  await pass(1_000);
  expect(platform.heard).toEqual(['Nobody is there.']);
});

test('a connect that is being repeated when its call is hung up is withdrawn, and the hang-up leaves at once', async () => {
  platform.refuses('connect', 500, 500, 500);
  await rings();
  await pass(3_000);
  expect(connects()).toEqual([500, 500]);
  await platform.engine?.hangUp(call);
  await pass(500);
  expect(await events()).toContain('disconnected');
  expect(connects()).toEqual([500, 500]);
});

test('a connect that is being repeated when the call has outlived its limit does not delay what is said then', async () => {
  platform.refuses('connect', 429, 429, 429, 429);
  await rings();
  await pass(10_500);
  expect(platform.heard).toEqual(['Sorry.']);
  await pass(8_000);
  expect(connects()).toEqual([429, 429, 429, 429]);
});
