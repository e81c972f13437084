/** Messages of callers on a real Asterisk: recorded, played back, listed, downloaded and removed. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallRecord, TraceEntry } from '../../../../src/call/index.ts';
import { systemClock } from '../../../../src/adapters/clock-system/index.ts';
import { RecordingRemoval } from '../../../../src/service/carriers/index.ts';
import { startService } from '../../../../src/service/start.ts';
import type { Service } from '../../../../src/service/start.ts';
import { configOf } from '../../../builders/config.ts';
import { flowOf } from '../../../builders/flow.ts';
import { RecordingLog } from '../../../engine/recording-log.ts';
import { until } from '../../../engine/until.ts';
import { startAsterisk } from '../../../setup/asterisk/server.ts';
import type { AsteriskServer } from '../../../setup/asterisk/server.ts';
import { Softphone } from '../../../setup/asterisk/softphone.ts';
import type { PhoneCall } from '../../../setup/asterisk/phone-call.ts';
import { openBrowser, openPage } from '../../../browser/browser.ts';
import { openCarrier } from './carrier-rig.ts';
import { freePort } from '../../../setup/free-port.ts';
import { measureTone, renderTone } from '../../../setup/asterisk/tone.ts';

const TOKEN = 'a-token-of-the-carrier';
const LOCAL_KEY = 'a-key-of-this-machine-for-tests-0123456789';
/** Tone that a caller speaks, Hz: the beep of Asterisk is another one. */
const VOICE_HZ = 600;

const flow = flowOf(`
  vars: { voice: "" }
  on: { error: sorry }
  steps:
    leave:
      voicemail: { save: voice, longest: 10s, silence: 1s, shortest: 1s }
      on: { silent: nothing }
      next: replay
    replay: { say: { url: "\${vars.voice}" }, next: left }
    left: { outcome: left, next: end }
    nothing: { outcome: nothing, next: end }
    sorry: { outcome: failed, next: end }
    end: { hangup: }
`);

const log = new RecordingLog();
const traced: { call: CallRecord; entry: TraceEntry }[] = [];
let asterisk: AsteriskServer;
let service: Service;
let phone: Softphone;

beforeAll(async () => {
  const port = await freePort();
  asterisk = await startAsterisk({
    eventsUrl: `ws://127.0.0.1:${port}/carriers/desk/default/${TOKEN}/events`,
  });
  const { ari, application: app, systemName: name, prompts } = asterisk;
  const config = configOf('http://127.0.0.1:1', {
    port,
    defaultFlow: 'case',
    console: true,
    carriers: [
      {
        ...{ name, kind: 'asterisk', app, prompts, streams: [], headers: [], sipHosts: [], ...ari },
        eventsToken: TOKEN,
        dial: 'PJSIP/{number}@agent',
      },
    ],
  });
  service = await startService({
    config: { ...config, platform: undefined },
    flows: [flow],
    log,
    localKey: LOCAL_KEY,
    onTrace: (record, entry) => traced.push({ call: record, entry }),
  });
  phone = await Softphone.open({ sipPort: asterisk.sipPort });
});

afterAll(async () => {
  phone.close();
  await service.stop();
  await asterisk.stop();
});

beforeEach(() => {
  traced.splice(0);
});

const listOutcomes = () => traced.at(-1)?.call.context.milestones;

/** Resolves when the call has ended. */
async function untilEnded(): Promise<void> {
  await until(() => traced.at(-1)?.call.endedAt !== undefined);
}

/** Kills Asterisk, which tells nobody, and starts it again. */
async function restartAsterisk(): Promise<void> {
  await asterisk.kill();
  await asterisk.start();
}

function listRecordings() {
  return traced.flatMap(({ entry: { event } }) => (event.type === 'recording' ? [event] : []));
}

/** Calls, and waits for the end of the tone. */
async function beginMessage(): Promise<PhoneCall> {
  const call = await phone.call();
  await call.status;
  await until(() => traced.some(({ entry }) => entry.event.type === 'recording'));
  return call;
}

/** Removes the recordings as if no call were stored any more. */
async function removeExpired(): Promise<void> {
  const { carrier } = openCarrier(asterisk);
  const calls = { load: () => Promise.resolve(undefined) };
  await new RecordingRemoval({ carriers: [carrier], calls, clock: systemClock, log }).removeExpired();
  await carrier.close();
}

function ask(path: string): Promise<Response> {
  return fetch(`${service.url}/api/v1/projects/default${path}`, {
    headers: { authorization: `Bearer ${LOCAL_KEY}` },
  });
}

describe('a message', () => {
  test('ended by the terminator is played back, listed, downloaded, and removed with its call', async () => {
    const call = await beginMessage();
    await call.speak(renderTone(VOICE_HZ, 2_500));
    const heardBefore = call.heard.length;
    await call.press('#');
    await call.over;
    await untilEnded();
    expect(listOutcomes()).toEqual(['left']);
    const playedBack = Buffer.concat(call.heard.slice(heardBefore).map(({ payload }) => payload));
    expect(measureTone(playedBack, VOICE_HZ)).toBeGreaterThan(1_500);

    const { id, context } = traced.at(-1)?.call ?? {};
    const list = (await (await ask(`/calls/${id ?? ''}/recordings`)).json()) as { items: { url: string }[] };
    expect(list.items).toMatchObject([
      { state: 'completed', number: 2, speechMs: expect.any(Number) as number },
    ]);
    expect(list.items[0]?.url).toBe(context?.call.recordingUrl);
    const file = await ask(`/calls/${id ?? ''}/recordings/2`);
    expect(file.headers.get('content-type')).toBe('audio/wav');
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('RIFF');
    expect((await ask(`/calls/${id ?? ''}/recordings/7`)).status).toBe(404);
    expect((await fetch(list.items[0]?.url ?? '')).status).toBe(401);
    expect(readdirSync(asterisk.recordings)).toEqual([`${id ?? ''}.2.wav`]);
    expect(log.lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
    await removeExpired();
    expect(readdirSync(asterisk.recordings)).toEqual([]);
  });

  test('ends by silence', async () => {
    const call = await beginMessage();
    await call.speak(Buffer.concat([renderTone(VOICE_HZ, 1_800), Buffer.alloc(16_000, 0xff)]));
    await call.over;
    await untilEnded();
    expect(listOutcomes()).toEqual(['left']);
  });

  test('in which nobody speaks is silent', async () => {
    const call = await beginMessage();
    await call.speak(Buffer.alloc(24_000, 0xff));
    await call.over;
    await untilEnded();
    expect(listOutcomes()).toEqual(['nothing']);
  });

  test('is downloaded in the console by an operator', async () => {
    const call = await beginMessage();
    await call.speak(renderTone(VOICE_HZ, 1_500));
    await call.hangUp();
    await untilEnded();
    const { id } = traced.at(-1)?.call ?? {};
    const browser = await openBrowser();
    try {
      const page = await openPage(browser);
      await page.addInitScript(`sessionStorage.setItem('ringflow.key', '${LOCAL_KEY}')`);
      await page.goto(`${service.url}/console/default/calls/${id ?? ''}`);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Recording', exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`${id ?? ''}.2.wav`);
      const kept = readFileSync(`${asterisk.recordings}/${id ?? ''}.2.wav`);
      expect(readFileSync(await download.path()).equals(kept)).toBe(true);
    } finally {
      await browser.close();
    }
  });

  test('of a caller who hangs up at the tone is silent, and nothing has failed', async () => {
    const call = await beginMessage();
    await call.hangUp();
    await untilEnded();
    expect(traced.flatMap(({ entry }) => entry.notes)).toContainEqual(
      expect.objectContaining({ kind: 'outcome', step: 'leave', outcome: 'silent' }),
    );
    expect(traced.at(-1)?.call.context.call.recordingUrl).toBe('');
  });

  test('of which a killed Asterisk kept the header alone has failed', async () => {
    await beginMessage();
    await delay(500);
    await restartAsterisk();
    await untilEnded();
    const { id, context } = traced.at(-1)?.call ?? {};
    expect(readFileSync(`${asterisk.recordings}/${id ?? ''}.2.wav`)).toHaveLength(44);
    expect(listRecordings()).toMatchObject([{ state: 'started' }, { state: 'failed' }]);
    expect(context?.call.recordingUrl).toBe('');
    expect(traced.flatMap(({ entry }) => entry.notes)).toContainEqual(
      expect.objectContaining({ kind: 'outcome', step: 'leave', outcome: 'failed' }),
    );
  });

  test('that a killed Asterisk did not end is served with the length of its sound', async () => {
    const call = await beginMessage();
    await call.speak(renderTone(VOICE_HZ, 3_000));
    await restartAsterisk();
    await untilEnded();
    expect(listRecordings()).toMatchObject([
      { state: 'started' },
      { state: 'completed', speechMs: expect.any(Number) as number },
    ]);
    const { id } = traced.at(-1)?.call ?? {};
    const file = Buffer.from(await (await ask(`/calls/${id ?? ''}/recordings/2`)).arrayBuffer());
    expect(file.readUInt32LE(40)).toBe(file.length - 44);
    expect(file.length).toBeGreaterThan(16_000);
  });

  test('is kept when the caller hangs up', async () => {
    const call = await beginMessage();
    await call.speak(renderTone(VOICE_HZ, 2_000));
    await call.hangUp();
    await untilEnded();
    expect(traced.at(-1)?.call.context.call.recordingUrl).toMatch(/\/recordings\/2$/);
    expect(traced.flatMap(({ entry }) => entry.notes)).toContainEqual(
      expect.objectContaining({ kind: 'outcome', step: 'leave', outcome: 'recorded' }),
    );
  });
});
