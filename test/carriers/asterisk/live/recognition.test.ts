/** Answers in words through a real Asterisk, a real recogniser and the form of OpenAI between them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../../src/adapters/clock-system/index.ts';
import { createSpeechCommand } from '../../../../src/adapters/speech-command/index.ts';
import { openSpeechFiles } from '../../../../src/adapters/speech-files/index.ts';
import type { SpeechFiles } from '../../../../src/engine/ports/index.ts';
import { flowOf } from '../../../builders/flow.ts';
import { RecordingLog } from '../../../engine/recording-log.ts';
import { until } from '../../../engine/until.ts';
import type { PhoneCall } from '../../../setup/asterisk/phone-call.ts';
import { INSTALL_MS } from '../../../setup/install.ts';
import { requirePocketSphinx, startTranscriber, type Transcriber } from '../../../setup/transcriber.ts';
import { startRig, SPEECH_COMMAND, type CallTrace, type Rig } from './service-rig.ts';

const flow = flowOf(`
  on: { error: end }
  steps:
    ask:
      menu:
        prompt: What can we do for you? You can say opening hours, or sales. Or press 1 for hours.
        timeout: 3s
        attempts: 2
        choices:
          - { key: 1, phrases: opening hours, goto: hours }
          - { phrases: sales, goto: sales }
        no_match: [Sorry?]
        no_input: [Hello?]
      on: { exhausted: nothing }
    hours: { outcome: hours, next: end }
    sales: { outcome: sales, next: end }
    nothing: { outcome: nothing, next: end }
    end: { hangup: }
`);

let rig: Rig;
let transcriber: Transcriber;
let speech: SpeechFiles;
const folder = mkdtempSync(join(tmpdir(), 'ringflow-caller-'));

beforeAll(async () => {
  await requirePocketSphinx();
  transcriber = await startTranscriber(['opening hours', 'sales', 'a person', 'goodbye']);
  rig = await startRig({
    flows: [flow],
    configure: (config) => ({
      ...config,
      recognition: { url: transcriber.url, key: 'a-key', model: 'sphinx' },
    }),
  });
  const synthesizer = createSpeechCommand({ command: SPEECH_COMMAND, voices: new Map() });
  const log = new RecordingLog();
  speech = openSpeechFiles({ directory: folder, maxBytes: 10_000_000, clock: systemClock, log, synthesizer });
}, INSTALL_MS);
afterAll(async () => {
  await rig.stop();
  await transcriber.close();
  rmSync(folder, { recursive: true });
});
afterEach(async () => {
  transcriber.failsWith = undefined;
  transcriber.asked.splice(0);
  await until(() => [...rig.traces.calls.values()].every(({ isOver }) => isOver));
  await until(async () =>
    (await rig.asterisk.command('core show channels count')).startsWith('0 active channels'),
  );
  // What callers said is not kept.
  await until(() => readdirSync(rig.asterisk.recordings).length === 0);
});

let calls = 0;

async function call(): Promise<{ phone: PhoneCall; trace: CallTrace }> {
  const from = `+4917000${(calls += 1)}`;
  const phone = await rig.phones.caller.call({ from });
  await phone.status;
  return { phone, trace: await rig.traces.find(from) };
}

const toSilence = (ms: number): Buffer => Buffer.alloc(ms * 8, 0xff);

/**
 * Says something; before and after it the line is silent, as with a microphone. The first packets of a phone are lost:
 * Asterisk learns the phone's address from them.
 */
async function say(phone: PhoneCall, text: string): Promise<void> {
  const path = await speech.render({ text, isSsml: false, language: 'en-US' }, new AbortController().signal);
  const words = readFileSync(`${path}.ulaw`);
  await phone.speak(Buffer.concat([toSilence(300), words, toSilence(2_000)]));
}

const listHeard = ({ entries }: CallTrace) =>
  entries.flatMap(({ event }) => (event.type === 'speech' ? [event.heard] : []));

/** Resolves when so many questions have been asked to their end. */
async function untilAsked(trace: CallTrace, count: number): Promise<void> {
  await until(() => trace.events.filter((type) => type === 'played').length >= count);
}

test('a caller who says a phrase after the question is understood', async () => {
  const { phone, trace } = await call();
  await until(() => trace.events.includes('played'));
  void say(phone, 'sales');
  await until(() => trace.isOver);
  expect(trace.record.context.milestones).toEqual(['sales']);
  expect(transcriber.asked).toMatchObject([
    {
      path: '/v1/audio/transcriptions',
      authorization: 'Bearer a-key',
      model: 'sphinx',
      language: 'en',
      text: 'sales',
    },
  ]);
  // Neither the question nor the silence before the answer is sent.
  expect(transcriber.asked[0]?.audioMs).toBeLessThan(3_000);
});

test('a caller who speaks into the question ends it', async () => {
  const { phone, trace } = await call();
  await until(() => phone.heard.length > 10);
  const begin = performance.now();
  void say(phone, 'opening hours');
  await until(() => trace.isOver);
  expect(trace.record.context.milestones).toEqual(['hours']);
  expect(performance.now() - begin).toBeLessThan(4_500);
});

test('a key counts beside words, and what is said then is not sent', async () => {
  const { phone, trace } = await call();
  await until(() => trace.events.includes('played'));
  await phone.press('1');
  await until(() => trace.isOver);
  expect(trace.record.context.milestones).toEqual(['hours']);
  expect(transcriber.asked).toEqual([]);
});

test('a caller who says nothing is asked again when the time for an answer is over', async () => {
  const { trace } = await call();
  await until(() => trace.events.includes('played'));
  const asked = performance.now();
  await until(() => listHeard(trace).length === 1);
  expect(performance.now() - asked).toBeGreaterThan(2_800);
  expect(performance.now() - asked).toBeLessThan(4_500);
  await until(() => trace.isOver);
  expect(listHeard(trace)).toEqual(['timeout', 'timeout']);
  expect(trace.record.context.milestones).toEqual(['nothing']);
  expect(transcriber.asked).toEqual([]);
});

test('other words are no answer; the caller is asked again, and understood then', async () => {
  const { phone, trace } = await call();
  await until(() => trace.events.includes('played'));
  await say(phone, 'goodbye');
  await until(() => listHeard(trace).length === 1);
  await untilAsked(trace, 2);
  await delay(200);
  void say(phone, 'sales');
  await until(() => trace.isOver);
  expect(trace.record.context.milestones).toEqual(['sales']);
});

test('while the service fails, callers are not understood: traced, logged and counted', async () => {
  transcriber.failsWith = 500;
  const { phone, trace } = await call();
  await until(() => trace.events.includes('played'));
  await say(phone, 'sales');
  await until(() => listHeard(trace).length === 1);
  expect(listHeard(trace)).toEqual(['unrecognized']);
  expect(trace.entries.flatMap(({ notes }) => notes)).toContainEqual({ kind: 'unrecognized' });
  expect(rig.log.of('warn')).toContainEqual('an answer could not be recognised');
  await phone.press('1');
  await until(() => trace.isOver);
  expect(trace.record.context.milestones).toEqual(['hours']);
});

test('a caller who hangs up while speaking leaves nothing behind', async () => {
  const { phone, trace } = await call();
  await until(() => trace.events.includes('played'));
  const speaking = say(phone, 'opening hours');
  await delay(300);
  await phone.hangUp();
  await speaking;
  await until(() => trace.isOver);
  expect(transcriber.asked).toEqual([]);
});
