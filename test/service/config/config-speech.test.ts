/** Settings of speech. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSpeech } from '../../../src/service/compose/speech.ts';
import { readConfig } from '../../../src/service/config/config.ts';
import type { Config, Settings } from '../../../src/service/config/config.ts';
import { ConfigError } from '../../../src/service/config/error.ts';
import { systemClock } from '../../../src/adapters/clock-system/index.ts';
import { requireEspeak } from '../../setup/espeak.ts';
import { INSTALL_MS } from '../../setup/install.ts';

const complete: Settings = {
  platformUrl: 'https://api.example.com',
  appId: 'my-app',
  appKey: 'the-secret-key',
  hookToken: 'a-token-of-16-chars-or-more',
  publicUrl: 'https://ivr.example.com',
};

function read(flags: Settings): Config {
  return readConfig({ flags: { ...complete, ...flags }, environment: {}, defaults: {}, local: false });
}

test('without a directory nothing is spoken', () => {
  expect(read({ speechUrl: 'http://127.0.0.1:8880' })).not.toHaveProperty('speech');
});

test('eSpeak NG speaks unless something else is named', () => {
  expect(read({ speechCache: '/var/spool' }).speech).toEqual({
    cache: { directory: '/var/spool', maxBytes: 1_000 * 1_048_576 },
    engine: { kind: 'command', command: ['espeak-ng', '-v', '{voice}', '-m', '--stdin', '--stdout'] },
    voices: new Map(),
  });
});

test('a command is read as words, of which quotes make one', () => {
  const speechCommand = `piper --model "/voices/my {language}.onnx" --out='-'`;
  expect(read({ speechCache: 'd', speechCommand }).speech?.engine).toEqual({
    kind: 'command',
    command: ['piper', '--model', '/voices/my {language}.onnx', '--out=-'],
  });
});

test('a service is used instead of the command', () => {
  const given = {
    speechCache: 'd',
    speechUrl: 'http://127.0.0.1:8880/v1/',
    speechKey: 'sk-1',
    speechModel: 'kokoro',
    speechVoices: 'de=ash, en-US = nova',
  };
  expect(read(given).speech).toMatchObject({
    engine: { kind: 'service', url: 'http://127.0.0.1:8880/v1', key: 'sk-1', model: 'kokoro' },
    voices: new Map([
      ['de', 'ash'],
      ['en-US', 'nova'],
    ]),
  });
});

test.each<Settings>([
  { speechCommand: 'espeak-ng "open' },
  { speechCommand: '  ' },
  { speechUrl: 'ftp://host' },
  { speechKey: 'two words' },
  { speechVoices: 'de' },
  { speechVoices: 'de=ash,' },
  { speechCacheSize: '1GB' },
])('%j is refused, and a key is not repeated', (wrong) => {
  const error = (() => {
    try {
      return read({ speechCache: 'd', ...wrong });
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).lines).toHaveLength(1);
  expect(String(error)).not.toContain('two words');
});

test(
  'speech that is configured speaks',
  async () => {
    await requireEspeak();
    const directory = mkdtempSync(join(tmpdir(), 'ringflow-speech-'));
    try {
      const log = {
        debug: () => undefined,
        info: () => undefined,
        warn: () => undefined,
        error: () => undefined,
      };
      const counted: string[] = [];
      const parts = { clock: systemClock, log, count: (result: string) => counted.push(result) };
      const speech = createSpeech(read({ speechCache: directory }), parts);
      const hello = { text: 'Hello', isSsml: false, language: 'en-US' };
      const path = await speech?.render(hello, AbortSignal.timeout(10_000));
      await speech?.render(hello, AbortSignal.timeout(10_000));
      expect(existsSync(`${path}.ulaw`)).toBe(true);
      expect(counted).toEqual(['rendered']);
      const failing = createSpeech(read({ speechCache: directory, speechCommand: 'false' }), parts);
      await expect(failing?.render(hello, AbortSignal.timeout(10_000))).rejects.toThrow();
      expect(counted).toEqual(['rendered', 'failed']);
      expect(createSpeech(read({}), parts)).toBeUndefined();
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
  INSTALL_MS,
);
