/** Speech by commands: eSpeak NG, and programs that behave badly. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSpeechCommand } from '../../../src/adapters/speech-command/index.ts';
import { toTelephoneAudio } from '../../../src/adapters/speech-files/telephone-audio.ts';
import { requireEspeak } from '../../setup/espeak.ts';
import { INSTALL_MS } from '../../setup/install.ts';
import { decodeMuLaw } from './wav-file.ts';

const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'ringflow-speech-'));

beforeAll(requireEspeak, INSTALL_MS);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const ESPEAK = ['espeak-ng', '-v', '{voice}', '-m', '--stdin', '--stdout'] as const;

function plain(text: string, language = 'en-US') {
  return { text, isSsml: false, language };
}

/** Speaks a text and returns its length as telephone audio, s. */
async function speak(text: string, { isSsml = false, language = 'en-US' } = {}): Promise<number> {
  const wav = await createSpeechCommand({ command: ESPEAK }).synthesize({ text, isSsml, language }, signal);
  const audio = decodeMuLaw(await toTelephoneAudio(wav, signal));
  expect(Math.max(...audio.map(Math.abs))).toBeGreaterThan(0.1);
  return audio.length / 8_000;
}

describe('eSpeak NG', () => {
  test.each([
    'de',
    'de-AT',
    'en-US',
    'en-AU',
    'es-MX',
    'fr-CA',
    'it-IT',
    'nl-NL',
    'pt-BR',
    'zh-CN',
    'iw-IL',
    'qps-ploc',
  ])('speaks %s', async (language) => {
    expect(await speak('Hello 5', { language })).toBeGreaterThan(0.3);
  });

  test('says what it has no voice for', async () => {
    const spoken = createSpeechCommand({ command: ESPEAK }).synthesize(plain('hello', 'tlh-XX'), signal);
    await expect(spoken).rejects.toMatchObject({ code: 'speech_failed', retryable: false });
    await expect(spoken).rejects.toThrow('voice does not exist');
  });

  test('follows the pauses of SSML', async () => {
    const without = await speak('<speak>one two</speak>', { isSsml: true });
    const paused = await speak('<speak>one<break time="1500ms"/>two</speak>', { isSsml: true });
    expect(paused - without).toBeGreaterThan(1.2);
  });

  test('reads marks in plain text as text', async () => {
    const paused = await speak('one <break time="9000ms"/> two');
    expect(paused).toBeLessThan(8);
    expect(await speak('salt & pepper')).toBeGreaterThan(await speak('salt pepper'));
  });

  test('uses the voice that is configured for a language or a voice of the flow', async () => {
    const voices = new Map([
      ['en', 'en-gb-scotland'],
      ['anna', 'en-us+f3'],
    ]);
    const render = async (options: object, voice?: string) =>
      createSpeechCommand({ command: ESPEAK, ...options }).synthesize(
        { ...plain('good morning'), ...(voice !== undefined && { voice }) },
        signal,
      );
    const [usual, configured, named, unknown] = await Promise.all([
      render({}),
      render({ voices }),
      render({ voices }, 'anna'),
      render({}, 'anna'),
    ]);
    expect(configured).not.toEqual(usual);
    expect(named).not.toEqual(configured);
    expect(unknown).toEqual(usual);
    const ids = [{}, { voices }].map((options) => createSpeechCommand({ command: ESPEAK, ...options }).id);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('a command', () => {
  const sh = (script: string, options = {}) =>
    createSpeechCommand({ command: ['sh', '-c', script, 'sh', '{voice}', '{language}'], ...options });

  test('gets the text as its input and placeholders as single arguments, without a shell', async () => {
    const bytes = await sh('printf "%s|%s|" "$1" "$2"; cat', { voices: new Map([['de', 'a b']]) }).synthesize(
      plain('$(touch /tmp/x) <b> & "quoted"', 'de-DE'),
      signal,
    );
    expect(Buffer.from(bytes).toString()).toBe('a b|de-DE|$(touch /tmp/x) <b> & "quoted"');
  });

  test.each(['-w/tmp/x', '../../etc', 'a/b', 'x\ny', ''])('is given no language "%s"', async (language) => {
    const spoken = sh('cat').synthesize(plain('hello', language), signal);
    await expect(spoken).rejects.toMatchObject({ code: 'speech_failed' });
  });

  test('that is not installed says what to install', async () => {
    const absent = createSpeechCommand({ command: ['no-such-engine'] }).synthesize(plain('hello'), signal);
    await expect(absent).rejects.toMatchObject({ code: 'speech_unavailable', retryable: false });
    await expect(absent).rejects.toThrow('"no-such-engine" is not installed');
  });

  test('that fails gives its code and the beginning of its complaint', async () => {
    const failing = sh('echo "no model $2" >&2; exit 3').synthesize(plain('hello'), signal);
    await expect(failing).rejects.toThrow('"sh" ended with 3: no model en-US');
  });

  test('that does not read its input is no failure', async () => {
    const bytes = await sh('echo sound').synthesize(plain('x'.repeat(1_000_000)), signal);
    expect(Buffer.from(bytes).toString()).toBe('sound\n');
  });

  test('does not see the settings of the service', async () => {
    process.env.RINGFLOW_APP_KEY = 'secret';
    try {
      const bytes = await sh('env').synthesize(plain('x'), signal);
      expect(Buffer.from(bytes).toString()).toContain('PATH=');
      expect(Buffer.from(bytes).toString()).not.toContain('secret');
    } finally {
      delete process.env.RINGFLOW_APP_KEY;
    }
  });

  /** Whether a process still runs. */
  const isAlive = (pid: number) => existsSync(`/proc/${pid}`) && !readStatus(pid).includes('State:\tZ');
  const readStatus = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/status`, 'utf8');
    } catch {
      return 'State:\tZ';
    }
  };
  const readPid = (file: string) => Number(readFileSync(file, 'utf8'));

  test('that takes too long is killed, with all that it has started', async () => {
    const file = join(folder, 'late');
    const late = sh(`sleep 60 & echo $! > ${file}; wait`, { timeoutMs: 500 }).synthesize(plain('x'), signal);
    await expect(late).rejects.toMatchObject({ code: 'speech_unavailable', retryable: true });
    await expect(late).rejects.toThrow('did not end within 0.5 s');
    await expect.poll(() => isAlive(readPid(file))).toBe(false);
  });

  test('that prints too much is killed', async () => {
    const endless = sh('cat /dev/zero', { maxBytes: 2 * 1_048_576 }).synthesize(plain('x'), signal);
    await expect(endless).rejects.toThrow('"sh" printed more than 2 MB');
  });

  test('is killed when nobody waits for it', async () => {
    const file = join(folder, 'aborted');
    const controller = new AbortController();
    const waiting = sh(`echo $$ > ${file}; sleep 60`).synthesize(plain('x'), controller.signal);
    await expect.poll(() => existsSync(file) && readPid(file) > 0).toBe(true);
    controller.abort(new Error('nobody waits'));
    await expect(waiting).rejects.toThrow('nobody waits');
    await expect.poll(() => isAlive(readPid(file))).toBe(false);
  });
});
