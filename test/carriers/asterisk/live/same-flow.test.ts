/** One flow file on the platform and on Asterisk: the same decisions and the same commands, but for ids and times. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';
import { startService } from '../../../../src/service/start.ts';
import type { Service } from '../../../../src/service/start.ts';
import { configOf } from '../../../builders/config.ts';
import { flowOf } from '../../../builders/flow.ts';
import { RecordingLog } from '../../../engine/recording-log.ts';
import { until } from '../../../engine/until.ts';
import { freePort } from '../../../setup/free-port.ts';
import { startRig, Traces, type CallTrace, type Rig } from './service-rig.ts';

const OURS = '+4930555000';
const BUSY = '+4930555111';
const COLLEAGUE = '+4930555222';

const flow = flowOf(`
  vars: { account: { type: string } }
  on: { error: sorry }
  steps:
    ask:
      menu:
        prompt: For the desk, press 1. To give your number, press 2.
        timeout: 4s
        choices:
          - { key: 1, goto: desk }
          - { key: 2, goto: number }
        no_match: [That key leads nowhere.]
      on: { exhausted: goodbye }
    number:
      collect: { prompt: Please enter your number., digits: 4, save: account }
      on: { exhausted: goodbye }
      next: confirm
    confirm:
      say: Thank you, {account | digits}.
      next: desk
    desk:
      connect: { to: ['${BUSY}', '${COLLEAGUE}'] }
      on: { completed: goodbye, unreached: goodbye }
    goodbye:
      say: Goodbye.
      next: end
    sorry:
      say: Something went wrong.
      next: end
    end:
      hangup:
`);

/** A caller, on either carrier. */
interface Caller {
  press(keys: string): Promise<unknown>;
  colleagueHangsUp(): Promise<unknown>;
}

let rig: Rig;
let emulator: Emulator;
let onPlatform: Service;
const platformTraces = new Traces();

beforeAll(async () => {
  rig = await startRig({ flows: [flow], react: (dialled) => (dialled === BUSY ? 'busy' : 'answer') });
  const port = await freePort();
  const webhook = `http://127.0.0.1:${port}/hooks/default/a-token-for-this-test/voice`;
  emulator = await startEmulator({
    settings: {
      projects: [{ appId: 'demo', appKey: 'demo-key', webhook }],
      parties: { [BUSY]: { on_ring: 'busy', afterMs: 50 }, [COLLEAGUE]: { afterMs: 50 } },
      charactersPerSecond: 40,
      setupMs: 20,
    },
  });
  onPlatform = await startService({
    config: configOf(emulator.url, { port, defaultFlow: 'case', publicUrl: `http://127.0.0.1:${port}` }),
    flows: [flow],
    log: new RecordingLog(),
    onTrace: platformTraces.hear,
  });
});
afterAll(async () => {
  await onPlatform.stop();
  await emulator.close();
  await rig.stop();
});

async function callPlatform(from: string, act: (call: CallTrace, caller: Caller) => Promise<void>) {
  const voice = emulator.act(({ people }, now) => people.ring({ from, to: OURS }, now));
  if (voice === undefined) throw new Error('nobody can call');
  const call = await platformTraces.find(from);
  await act(call, {
    press: (keys) => {
      emulator.act(({ people }, now) => people.press(voice, keys, now));
      return Promise.resolve();
    },
    colleagueHangsUp: () => {
      emulator.act(({ people }, now) => people.hangUp(voice, now, 'second'));
      return Promise.resolve();
    },
  });
  await until(() => call.isOver);
  return call;
}

async function callAsterisk(from: string, act: (call: CallTrace, caller: Caller) => Promise<void>) {
  const phone = await rig.phones.caller.call({ from, to: OURS });
  const call = await rig.traces.find(from);
  await act(call, {
    press: (keys) => phone.press(keys),
    colleagueHangsUp: async () => rig.phones.agent.taken.at(-1)?.hangUp(),
  });
  await until(() => call.isOver);
  return call;
}

/** What was decided and sent, one line each, without ids. Carriers differ in what they report beyond that. */
function describeDecisions({ record: { id }, entries }: CallTrace): string[] {
  return entries.flatMap(({ notes, commands }) => {
    const decided = notes.filter(({ kind }) => kind !== 'ignored' && kind !== 'unawaited');
    return [...decided, ...commands].map((one) => JSON.stringify(one).replaceAll(id, '<call>'));
  });
}

/** Time in which a play that was asked for begins, ms. */
const PLAY_MS = 500;

/** Resolves when so many plays were asked for, and the last one is heard. */
async function untilPlays(call: CallTrace, count: number): Promise<void> {
  await until(() => call.commands.filter((kind) => kind === 'play').length >= count);
  await delay(PLAY_MS);
}

test('the same caller is treated alike', async () => {
  const act = async (call: CallTrace, caller: Caller) => {
    await call.untilStep('ask');
    await untilPlays(call, 1);
    await caller.press('9');
    await untilPlays(call, 2);
    await caller.press('2');
    // The platform may report several keys at once; a caller who takes time gets both to report one by one.
    for (const [at, key] of ['4', '7', '1', '1'].entries()) {
      await untilPlays(call, 3 + at);
      await caller.press(key);
    }
    await until(() => call.events.includes('bridged'));
    await caller.colleagueHangsUp();
  };
  const one = await callPlatform('+491700001', act);
  const other = await callAsterisk('+491700001', act);
  expect(describeDecisions(other)).toEqual(describeDecisions(one));
  expect(other.steps).toEqual(['ask', 'number', 'confirm', 'desk', 'goodbye', 'end']);
  expect(other.record.carrier).toBe('desk');
});
