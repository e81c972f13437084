/** Settings of speech for carriers that play files. */
import type { SettingFacts } from './facts.ts';
import { parseMegabytes, parseUrl } from './values.ts';

export interface SpeechSettings {
  /** Directory of the rendered files, and their maximum size. */
  cache: { directory: string; maxBytes: number };
  engine: SpeechEngine;
  /** Voices of the engine, by a language or a voice of a flow. */
  voices: ReadonlyMap<string, string>;
}

type SpeechEngine =
  | { kind: 'command'; command: readonly [string, ...string[]] }
  | { kind: 'service'; url: string; key?: string; model?: string };

export const speechSettings = {
  speechCache: {
    means: 'directory of rendered speech, for carriers that play files',
    argument: 'dir',
    parse: String,
    expected: 'a directory that the carrier can read',
    otherwise: 'no speech is rendered',
    examples: ['/var/spool/asterisk/ringflow'],
  },
  speechCacheSize: {
    means: 'maximum size of rendered speech',
    argument: 'size',
    parse: parseMegabytes,
    expected: 'megabytes from 1MB to 99999MB',
    default: '1000MB',
    examples: ['1000MB'],
  },
  speechCommand: {
    means: 'command that speaks: text on its standard input, a WAV file on its standard output',
    argument: 'command',
    parse: parseCommand,
    expected: 'a program and its arguments, in which {voice} and {language} are replaced, with closed quotes',
    default: 'espeak-ng -v {voice} -m --stdin --stdout',
    examples: ['espeak-ng -v {voice} -m --stdin --stdout'],
  },
  speechUrl: {
    means: 'base URL of a speech service (POST /v1/audio/speech, as OpenAI), used instead of the command',
    argument: 'url',
    parse: parseUrl,
    expected: 'the base URL of a speech service, without a user, ? and #',
    otherwise: 'none',
    examples: ['http://127.0.0.1:8880'],
  },
  speechKey: {
    means: 'key of the speech service',
    parse: parseKey,
    expected: 'the key of the speech service, without spaces',
    otherwise: 'none',
    isSecret: true,
    examples: ['file:/run/secrets/speech-key'],
  },
  speechModel: {
    means: 'model of the speech service',
    argument: 'name',
    parse: String,
    expected: 'the name of a model',
    otherwise: '`tts-1`',
    examples: ['tts-1'],
  },
  speechVoices: {
    means: 'voice of the engine for each language or voice of a flow: name=voice,…',
    argument: 'name=voice,…',
    parse: parseVoices,
    expected: 'name=voice pairs, for instance de=de+f3,en-US=en-us',
    otherwise: "the engine's own",
    form: 'map',
    examples: [{ de: 'de+f3' }],
  },
  recognitionUrl: {
    means:
      'base URL of a service that recognises speech (POST /v1/audio/transcriptions, as OpenAI), for carriers that do not',
    argument: 'url',
    parse: parseUrl,
    expected: 'the base URL of a recognition service, without a user, ? and #',
    otherwise: 'callers on these carriers press keys only',
    examples: ['http://127.0.0.1:8000'],
  },
  recognitionKey: {
    means: 'key of the recognition service',
    parse: parseKey,
    expected: 'the key of the recognition service, without spaces',
    otherwise: 'none',
    isSecret: true,
    examples: ['file:/run/secrets/recognition-key'],
  },
  recognitionModel: {
    means: 'model of the recognition service',
    argument: 'name',
    parse: String,
    expected: 'the name of a model',
    otherwise: '`whisper-1`',
    examples: ['whisper-1'],
  },
} as const satisfies Record<string, SettingFacts>;

/** A service that recognises speech. */
export interface RecognitionSettings {
  url: string;
  key?: string;
  model?: string;
}

/** Combines the settings of recognition; absent without an address. */
export function toRecognitionSettings({
  url,
  key,
  model,
}: Record<'url' | 'key' | 'model', string | undefined>): { recognition?: RecognitionSettings } {
  if (url === undefined) return {};
  return { recognition: { url, ...(key !== undefined && { key }), ...(model !== undefined && { model }) } };
}

/** The values of all settings of speech. */
interface SpeechValues {
  directory: string | undefined;
  maxBytes: number;
  command: readonly [string, ...string[]];
  url: string | undefined;
  key: string | undefined;
  model: string | undefined;
  voices: ReadonlyMap<string, string> | undefined;
}

/** Combines the settings of speech. Speech is rendered only where a directory for it is named. */
export function toSpeechSettings(values: SpeechValues): { speech?: SpeechSettings } {
  const { directory, maxBytes, command, url, key, model, voices = new Map<string, string>() } = values;
  if (directory === undefined) return {};
  const service = { ...(key !== undefined && { key }), ...(model !== undefined && { model }) };
  const engine: SpeechEngine =
    url === undefined ? { kind: 'command', command } : { kind: 'service', url, ...service };
  return { speech: { cache: { directory, maxBytes }, engine, voices } };
}

/** Parses a command line into words; quotes group words, nothing else is special. */
function parseCommand(line: string): [string, ...string[]] | undefined {
  if (!/^(?:[^"']|"[^"]*"|'[^']*')*$/.test(line)) return undefined;
  const [program, ...others] = (line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map(unquote);
  return program === undefined || program === '' ? undefined : [program, ...others];
}

function unquote(word: string): string {
  return word.replace(/"[^"]*"|'[^']*'/g, (quoted) => quoted.slice(1, -1));
}

function parseKey(text: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(text) ? text : undefined;
}

function parseVoices(text: string): ReadonlyMap<string, string> | undefined {
  const pairs = text.split(',').map((pair) => /^\s*([^=\s]+)\s*=\s*([^=]*[^=\s])\s*$/.exec(pair));
  const found = pairs.flatMap((pair) => (pair === null ? [] : [[pair[1] ?? '', pair[2] ?? ''] as const]));
  return found.length === pairs.length ? new Map(found) : undefined;
}
