/**
 * Measures SIP calls by Asterisk: from INVITE to the first audio of a cached prompt, beside the least that a program on ARI
 * does, each in front of an Asterisk of its own, call by call in turns; the CPU time of a call, beside the same call on the
 * platform; and many calls at a time. Needs root on Debian (docs/performance.md).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { flowOf } from '../test/builders/flow.ts';
import { AsteriskNode } from '../test/carriers/asterisk/live/node.ts';
import { toEventsUrl } from '../test/carriers/asterisk/live/service-rig.ts';
import { Command, ready } from '../test/e2e/command.ts';
import { until } from '../test/engine/until.ts';
import { setup } from '../test/setup/asterisk/root.ts';
import { startAsterisk, type AsteriskServer } from '../test/setup/asterisk/server.ts';
import { Softphone } from '../test/setup/asterisk/softphone.ts';
import { call } from '../test/setup/asterisk/telephone.ts';
import { freePort } from '../test/setup/free-port.ts';
import { startEmulator } from '../src/platform/emulator/http/index.ts';
import { nextMessage, startNode } from './children.ts';
import { percentile } from './stats.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Times of calls one after the other, ms. */
interface Latency {
  answerP50Ms: number;
  audioP50Ms: number;
  audioP95Ms: number;
}

export interface AsteriskFigures {
  latency: { service: Latency; floor: Latency };
  /** CPU time of the service for each call, ms. */
  cpuMs: { asterisk: number; platform: number };
  /** Many calls at a time. */
  many: { calls: number; lost: number; seconds: number; serviceCpuMs: number; asteriskCpuMs: number };
}

const LATENCY_CALLS = 60;
const WARM_UP_CALLS = 60;
const CPU_CALLS = 200;
const AT_A_TIME = 20;
const A_SECOND = 20;
const MAX_WAIT_MS = 5_000;
const TICK_MS = 10;
const OURS = '+4930555000';

/** One question, one answer. */
const FLOW = `
  on: { error: goodbye }
  steps:
    ask:
      menu:
        prompt: For the desk, press 1.
        timeout: 10s
        choices:
          - { key: 1, goto: goodbye }
      on: { exhausted: goodbye }
    goodbye:
      say: Goodbye.
      next: end
    end:
      hangup:
`;
const PRESS_AFTER_MS = 500;
const acts = [
  { kind: 'wait', ms: PRESS_AFTER_MS },
  { kind: 'press', keys: '1' },
  { kind: 'until hung up' },
] as const;

/** Measures all of it; `calls`: number of the calls of the last part. */
export async function measureAsterisk(calls: number): Promise<AsteriskFigures> {
  await setup();
  flowOf(FLOW);
  const port = await freePort();
  const asterisk = await startAsterisk({ eventsUrl: toEventsUrl(port) });
  const node = new AsteriskNode(asterisk, { port, flow: FLOW });
  try {
    await node.start();
    await callMany(asterisk, WARM_UP_CALLS);
    const latency = await measureLatency(asterisk);
    const perCall = await measureMany(asterisk, node, CPU_CALLS);
    const platform = await measurePlatformCpu();
    return {
      latency,
      cpuMs: { asterisk: perCall.serviceCpuMs, platform },
      many: await measureMany(asterisk, node, calls),
    };
  } finally {
    await node.stop();
    await asterisk.stop();
  }
}

function callMany(asterisk: AsteriskServer, count: number): Promise<void> {
  const pace = { count, atATime: AT_A_TIME, perSecond: A_SECOND };
  return call(asterisk, { acts: [...acts], calls: pace }).over;
}

async function measureMany(
  asterisk: AsteriskServer,
  node: AsteriskNode,
  calls: number,
): Promise<AsteriskFigures['many']> {
  const before = await readEnded(node);
  const cpu = [readCpuMs(node.pid), readCpuMs(asterisk.pid)] as const;
  const begin = performance.now();
  const failed = await callMany(asterisk, calls).then(
    () => false,
    () => true,
  );
  await node.untilIdle();
  const ended = (await readEnded(node)) - before;
  return {
    calls,
    lost: failed ? Math.max(1, calls - ended) : calls - ended,
    seconds: (performance.now() - begin) / 1_000,
    serviceCpuMs: (readCpuMs(node.pid) - cpu[0]) / calls,
    asteriskCpuMs: (readCpuMs(asterisk.pid) - cpu[1]) / calls,
  };
}

async function readEnded(node: AsteriskNode): Promise<number> {
  const ended = await node.readMetric(
    'ringflow_calls_ended_total{project="default",flow="case",reason="normal"}',
  );
  return Number.isNaN(ended) ? 0 : ended;
}

/** Calls the service and the floor in turns: what else happens on the machine affects both. */
async function measureLatency(asterisk: AsteriskServer): Promise<AsteriskFigures['latency']> {
  const bare = await startAsterisk({ systemName: 'bare' });
  const { ari, application } = bare;
  const prompts = readdirSync(asterisk.prompts, { recursive: true, encoding: 'utf8' });
  const prompt = prompts.find((name) => name.endsWith('.ulaw')) ?? '';
  const sound = `sound:${join(asterisk.prompts, prompt).replace(/\.ulaw$/, '')}`;
  const args = [ari.url, ari.user, ari.password, application, sound];
  const floor = startNode([join(import.meta.dirname, 'asterisk-floor.ts'), ...args]);
  const ready = await nextMessage<string>(floor);
  if (ready !== 'ready') throw new Error('the floor does not begin');
  const phones = [await Softphone.open(asterisk), await Softphone.open(bare)] as const;
  const times = [[], []] as [Call[], Call[]];
  for (let round = 0; round < LATENCY_CALLS; round += 1)
    for (const [at, phone] of phones.entries()) times[at]?.push(await callOnce(phone));
  for (const phone of phones) phone.close();
  floor.kill();
  await bare.stop();
  return { service: toLatency(times[0]), floor: toLatency(times[1]) };
}

interface Call {
  answerMs: number;
  audioMs: number;
}

async function callOnce(phone: Softphone): Promise<Call> {
  const one = await phone.call();
  const deadline = performance.now() + MAX_WAIT_MS;
  while (one.heard.length === 0 && performance.now() < deadline) await pause(5);
  await one.hangUp();
  await pause(50);
  return { answerMs: one.answeredAt - one.invitedAt, audioMs: one.firstAudioAt - one.invitedAt };
}

function toLatency(calls: Call[]): Latency {
  const audio = calls.map(({ audioMs }) => audioMs);
  const answers = calls.map(({ answerMs }) => answerMs);
  return {
    answerP50Ms: percentile(answers, 0.5),
    audioP50Ms: percentile(audio, 0.5),
    audioP95Ms: percentile(audio, 0.95),
  };
}

/** CPU time of a service on the platform, with the same flow, store and calls. */
async function measurePlatformCpu(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ringflow-bench-'));
  const port = await freePort();
  const webhook = `http://127.0.0.1:${port}/hooks/default/a-token-of-the-benchmark/voice`;
  const emulator = await startEmulator({
    settings: {
      projects: [{ appId: 'app', appKey: 'app-key', webhook }],
      setupMs: 5,
      charactersPerSecond: 14,
    },
  });
  mkdirSync(join(folder, 'flows'));
  writeFileSync(
    join(folder, 'flows/case.flow.yaml'),
    `ringflow: 1\nname: case\n${FLOW.replace(/^ {2}/gm, '')}`,
  );
  const url = `http://127.0.0.1:${port}`;
  const args = ['serve', join(folder, 'flows'), '--port', String(port), '--default-flow', 'case'];
  const service = new Command(
    [...args, '--store', `sqlite:${join(folder, 'calls.db')}`, '--log-level', 'warn'],
    {
      env: {
        RINGFLOW_PLATFORM_URL: emulator.url,
        RINGFLOW_APP_ID: 'app',
        RINGFLOW_APP_KEY: 'app-key',
        RINGFLOW_HOOK_TOKEN: 'a-token-of-the-benchmark',
        RINGFLOW_PUBLIC_URL: url,
      },
    },
  );
  const callOnPlatform = async () => {
    const voice = emulator.act(({ people }, now) => people.ring({ from: '+491700001', to: OURS }, now)) ?? '';
    const isLive = () =>
      emulator.act(({ control }) => control.calls()).find(({ voice_id }) => voice_id === voice);
    await until(() => isLive()?.state !== 'ringing');
    await pause(PRESS_AFTER_MS);
    emulator.act(({ people }, now) => people.press(voice, '1', now));
    while (isLive() !== undefined) await pause(20);
  };
  // At the same pace as by SIP: calls that begin together share commits and so cost less.
  const callAll = async (count: number) => {
    const calls: Promise<void>[] = [];
    for (let begun = 0; begun < count; begun += 1) {
      calls.push(callOnPlatform());
      await pause(1_000 / A_SECOND);
    }
    await Promise.all(calls);
  };
  try {
    await ready(url, service);
    await callAll(WARM_UP_CALLS);
    const before = readCpuMs(service.pid);
    await callAll(CPU_CALLS);
    return (readCpuMs(service.pid) - before) / CPU_CALLS;
  } finally {
    await service.stop();
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the CPU time of a process and its threads, ms. */
function readCpuMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
