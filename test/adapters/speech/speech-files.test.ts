/** Speech as files: rendered once, shared, kept within a size, and deleted where it is secret. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSpeechCommand } from '../../../src/adapters/speech-command/index.ts';
import { openSpeechFiles } from '../../../src/adapters/speech-files/index.ts';
import type { Synthesizer, Utterance } from '../../../src/engine/ports/index.ts';
import { requireEspeak } from '../../setup/espeak.ts';
import { INSTALL_MS } from '../../setup/install.ts';
import { createTone, writeWav } from './wav-file.ts';

const { signal } = new AbortController();
const folders: string[] = [];
const silentLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  // Nothing is logged.
}

beforeAll(requireEspeak, INSTALL_MS);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ringflow-speech-'));
  folders.push(folder);
  return folder;
}

/** An engine that answers each text with a tone of a second, and notes what it was asked. */
class Engine implements Synthesizer {
  readonly id: string;
  readonly readsSsml: boolean;
  readonly asked: Utterance[] = [];
  readonly aborted: string[] = [];
  running = 0;
  mostRunning = 0;
  /** Called before each answer. */
  gate: () => Promise<void> = () => Promise.resolve();

  constructor({ id = 'tone', readsSsml = false } = {}) {
    this.id = id;
    this.readsSsml = readsSsml;
  }

  async synthesize(utterance: Utterance, asking: AbortSignal): Promise<Uint8Array> {
    this.asked.push(utterance);
    asking.addEventListener('abort', () => this.aborted.push(utterance.text));
    this.mostRunning = Math.max(this.mostRunning, ++this.running);
    await this.gate();
    this.running -= 1;
    return writeWav(createTone(440));
  }
}

function open(options: Partial<Parameters<typeof openSpeechFiles>[0]> = {}) {
  const directory = options.directory ?? newFolder();
  const synthesizer = new Engine();
  const settings = { directory, synthesizer, maxBytes: 1e9, clock: Date, log: silentLog, ...options };
  return { directory, engine: synthesizer, files: openSpeechFiles(settings) };
}

function say(text: string, more: Partial<Utterance> = {}): Utterance {
  return { text, isSsml: false, language: 'en-US', ...more };
}

function listFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
}

describe('a text', () => {
  test('is rendered once and found again, also after a restart', async () => {
    const { directory, engine, files } = open();
    const path = await files.render(say('hello'), signal);
    expect(await files.render(say('hello'), signal)).toBe(path);
    const restarted = open({ directory });
    expect(await restarted.files.render(say('hello'), signal)).toBe(path);
    expect([engine.asked.length, restarted.engine.asked.length]).toEqual([1, 0]);
    expect(readFileSync(`${path}.ulaw`)).toHaveLength(8_000);
    expect(path).toMatch(/\/([0-9a-f]{2})\/\1[0-9a-f]{62}$/);
    expect(listFiles(directory)).toHaveLength(1);
  });

  test('has another file in another language, voice, form or engine', async () => {
    const { directory, files } = open();
    const other = open({ directory, synthesizer: new Engine({ id: 'other' }) });
    const paths = await Promise.all([
      files.render(say('hello'), signal),
      files.render(say('Hello'), signal),
      files.render(say('hello', { language: 'de-DE' }), signal),
      files.render(say('hello', { voice: 'anna' }), signal),
      other.files.render(say('hello'), signal),
    ]);
    expect(new Set(paths).size).toBe(5);
  });

  test('is rendered once for all callers who need it at the same time', async () => {
    const { directory, engine, files } = open();
    const paths = await Promise.all(Array.from({ length: 50 }, () => files.render(say('hello'), signal)));
    expect(new Set(paths).size).toBe(1);
    expect(engine.asked).toHaveLength(1);
    expect(listFiles(directory)).toHaveLength(1);
  });

  test('is rendered on although one of those who wait for it hangs up', async () => {
    const { engine, files } = open();
    const gate = Promise.withResolvers<undefined>();
    engine.gate = () => gate.promise;
    const controller = new AbortController();
    const [gone, stays] = [files.render(say('hello'), controller.signal), files.render(say('hello'), signal)];
    controller.abort(new Error('hung up'));
    await expect(gone).rejects.toThrow('hung up');
    gate.resolve(undefined);
    expect(await stays).toContain('/');
    expect(engine.aborted).toEqual([]);
  });

  test('is rendered anew after all who waited for it hung up', async () => {
    const { engine, files } = open();
    const gate = Promise.withResolvers<undefined>();
    engine.gate = () => gate.promise;
    const controller = new AbortController();
    const gone = [1, 2].map(() => files.render(say('hello'), controller.signal));
    await expect.poll(() => engine.asked.length).toBe(1);
    controller.abort(new Error('hung up'));
    for (const one of gone) await expect(one).rejects.toThrow('hung up');
    expect(engine.aborted).toEqual(['hello']);
    engine.gate = () => Promise.resolve();
    expect(await files.render(say('hello'), signal)).toContain('/');
    gate.resolve(undefined);
  });

  test('that could not be rendered is tried again', async () => {
    const { directory, engine, files } = open();
    engine.gate = () => Promise.reject(new Error('no voice'));
    await expect(files.render(say('hello'), signal)).rejects.toThrow('no voice');
    expect(listFiles(directory)).toEqual([]);
    engine.gate = () => Promise.resolve();
    expect(await files.render(say('hello'), signal)).toContain('/');
  });

  test('whose file a crash left empty is rendered again', async () => {
    const { directory, files } = open();
    const path = await files.render(say('hello'), signal);
    writeFileSync(`${path}.ulaw`, '');
    await open({ directory }).files.render(say('hello'), signal);
    expect(readFileSync(`${path}.ulaw`)).toHaveLength(8_000);
  });

  test('waits while as many others are rendered as are allowed', async () => {
    const { engine, files } = open({ parallel: 2 });
    await Promise.all(Array.from({ length: 9 }, (_, index) => files.render(say(`text ${index}`), signal)));
    expect(engine.asked).toHaveLength(9);
    expect(engine.mostRunning).toBeLessThanOrEqual(2);
  });

  test('of pauses alone is silence, which no engine is asked for', async () => {
    const { engine, files } = open();
    const pause = say('<speak><break time="700ms"/></speak>', { isSsml: true });
    const audio = readFileSync(`${await files.render(pause, signal)}.ulaw`);
    expect(engine.asked).toEqual([]);
    expect(audio).toHaveLength(5_600);
    expect(new Set(audio)).toEqual(new Set([0xff]));
  });

  test('that cannot be stored is an error that says where', async () => {
    const directory = join(newFolder(), 'file');
    writeFileSync(directory, '');
    const rendering = open({ directory }).files.render(say('hello'), signal);
    await expect(rendering).rejects.toMatchObject({ code: 'speech_not_stored', retryable: true });
    await expect(rendering).rejects.toThrow(directory);
  });
});

describe('what an engine is given', () => {
  const cases: [string, string, string][] = [
    ['<speak>Good &amp; bad</speak>', 'en-US', 'Good & bad'],
    ['<speak>Wait<break time="1s"/>please. <break time="1s"/>Now</speak>', 'en-US', 'Wait, please. Now'],
    ['<speak>Code <say-as interpret-as="number_digit">1204</say-as></speak>', 'en-US', 'Code 1 2 0 4'],
    ['<say-as interpret-as="telephone">+4930 12</say-as>', 'de-DE', '+ 4 9 3 0 1 2'],
    ['<say-as interpret-as="date" format="dmy">23.11.2026</say-as>', 'de-DE', '23. November 2026'],
    ['<say-as interpret-as="date">2026-11-23</say-as>', 'fr-FR', '23 novembre 2026'],
    ['<say-as interpret-as="date">2026-13-23</say-as>', 'fr-FR', '2026-13-23'],
    ['<say-as interpret-as="date" format="dm">29.2.</say-as>', 'en-GB', '29 February'],
    ['<say-as interpret-as="ordinal">3</say-as>', 'en-US', '3rd'],
    ['<say-as interpret-as="ordinal">3</say-as>', 'de-DE', '3.'],
    ['<say-as interpret-as="currency">12.50 EUR</say-as>', 'en-US', '12.50 euros'],
    ['<say-as interpret-as="time">14:30</say-as>', 'en-US', '14:30'],
    ['<speak>a &#x26; b &#38; c</speak>', 'en-US', 'a & b & c'],
  ];

  test.each(cases)('%s in %s is "%s" without marks', async (text, language, expected) => {
    const { engine, files } = open();
    await files.render(say(text, { isSsml: true, language }), signal);
    expect(engine.asked).toMatchObject([{ text: expected, isSsml: false }]);
  });

  test('keeps its pauses and prosody where the engine follows them', async () => {
    const synthesizer = new Engine({ readsSsml: true });
    const { files } = open({ synthesizer });
    const text = '<speak>A<break time="1s"/><say-as interpret-as="digits">12</say-as> &lt;</speak>';
    await files.render(say(text, { isSsml: true }), signal);
    expect(synthesizer.asked[0]?.text).toBe('<speak>A<break time="1s"/>1 2 &lt;</speak>');
  });
});

describe('a full cache', () => {
  /** Makes a file look as if it was last used so many minutes ago. */
  function age(path: string, minutes: number): void {
    const at = new Date(Date.now() - minutes * 60_000);
    utimesSync(`${path}.ulaw`, at, at);
  }

  test('loses the files that were used longest ago, and none in use', async () => {
    const { directory, files } = open();
    const paths = [];
    for (let index = 0; index < 10; index++) paths.push(await files.render(say(`text ${index}`), signal));
    paths.slice(0, 6).forEach((path, index) => {
      age(path, 100 - index);
    });
    await files.settle();
    // Asked for again: no longer the oldest.
    await files.render(say('text 0'), signal);
    // The first file that a process writes makes it look how full the cache is.
    const small = open({ directory, maxBytes: 64_000 });
    await small.files.render(say('one more'), signal);
    await small.files.settle();
    const exists = paths.map((path) => listFiles(directory).some((name) => path.endsWith(name.slice(3, -5))));
    expect(exists).toEqual([true, false, false, false, false, true, true, true, true, true]);
  });

  test('may be exceeded by what is in use', async () => {
    const { directory, files } = open({ maxBytes: 10_000 });
    for (let index = 0; index < 5; index++) await files.render(say(`text ${index}`), signal);
    await files.settle();
    expect(listFiles(directory)).toHaveLength(5);
  });

  test('loses what a crash left unfinished', async () => {
    const { directory, files } = open();
    const path = await files.render(say('hello'), signal);
    await files.settle();
    const unfinished = `${path}.1.part`;
    writeFileSync(unfinished, 'x');
    utimesSync(unfinished, new Date(0), new Date(0));
    const restarted = open({ directory });
    await restarted.files.render(say('another'), signal);
    await restarted.files.settle();
    expect(listFiles(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(statSync(`${path}.ulaw`).size).toBe(8_000);
  });
});

describe('a secret text', () => {
  const pin = say('your code is 1 2 3 4', { isSecret: true });

  test('has a file of its own each time, whose name says nothing, until it is discarded', async () => {
    const { directory, engine, files } = open();
    const [one, other] = [await files.render(pin, signal), await files.render(pin, signal)];
    expect(one).not.toBe(other);
    expect(engine.asked).toHaveLength(2);
    await files.discard(one);
    expect(listFiles(directory)).toEqual([other.slice(directory.length + 1) + '.ulaw']);
    await files.discard(other);
    await files.discard(other);
    expect(listFiles(directory)).toEqual([]);
  });

  test('is removed with the next file, when nobody discarded it', async () => {
    let now = Date.now();
    const { directory, files } = open({ clock: { now: () => now } });
    await files.render(pin, signal);
    await files.settle();
    now += 11 * 60_000;
    await files.render(say('hello'), signal);
    await files.settle();
    expect(listFiles(directory).filter((name) => name.startsWith('private'))).toEqual([]);
  });

  test('is the only one that can be discarded', async () => {
    const { directory, files } = open();
    const path = await files.render(say('hello'), signal);
    for (const other of [path, `${directory}/private/../${path.slice(directory.length + 1)}`, '/etc/passwd'])
      await files.discard(other);
    expect(listFiles(directory)).toHaveLength(1);
  });
});

test('eSpeak NG fills the cache with sound', async () => {
  const command = ['espeak-ng', '-v', '{voice}', '-m', '--stdin', '--stdout'] as const;
  const { files } = open({ synthesizer: createSpeechCommand({ command }) });
  const audio = readFileSync(`${await files.render(say('Welcome. For sales, press one.'), signal)}.ulaw`);
  expect(audio.length / 8_000).toBeGreaterThan(1.5);
  expect(new Set(audio).size).toBeGreaterThan(100);
});
