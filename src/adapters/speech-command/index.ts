/** Speech by a command: the text on its standard input, a WAV file on its standard output. */
import { basename } from 'node:path';
import { escapeXml } from '../../call/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Synthesizer, Utterance } from '../../engine/ports/index.ts';
import { runProgram, type Command, type RunLimits } from './run.ts';

interface SpeechCommandOptions extends Partial<RunLimits> {
  /** Program and arguments, in which `{voice}` and `{language}` are replaced. No shell reads them. */
  command: Command;
  /** Voices of the engine, by a language (`de`, `de-AT`) or a voice of a flow. */
  voices?: ReadonlyMap<string, string>;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 32 * 1_048_576;
/** Languages and voices that may become part of an argument: no path, no option. */
const SAFE = /^[A-Za-z0-9][\w .+-]{0,99}$/;

/** Voices of eSpeak NG for languages that it does not know by their tags. It knows most: `de-AT`, `zh-CN`, `pt-BR`. */
const ESPEAK_VOICES: Record<string, string> = {
  // Former codes of Hebrew and Indonesian.
  iw: 'he',
  in: 'id',
  // Languages without a voice, which a related one reads best.
  gl: 'pt',
  su: 'id',
  jv: 'id',
  // The pseudo-locale of `ringflow prompts` is accented English.
  qps: 'en-us',
};

/** Creates a synthesizer that runs the command for each text. eSpeak NG with `-m` is given SSML, others plain text. */
export function createSpeechCommand(options: SpeechCommandOptions): Synthesizer {
  const {
    command,
    voices = new Map<string, string>(),
    timeoutMs = TIMEOUT_MS,
    maxBytes = MAX_BYTES,
  } = options;
  const [program, ...args] = command;
  const isEspeak = /^espeak(-ng)?$/.test(basename(program));
  const readsSsml = isEspeak && command.includes('-m');
  return {
    id: `command:${JSON.stringify([command, [...voices]])}`,
    readsSsml,
    async synthesize(utterance, signal) {
      const voice = findVoice(utterance, voices) ?? findDefaultVoice(utterance.language, isEspeak);
      const values = { voice, language: utterance.language };
      const input = readsSsml && !utterance.isSsml ? escapeXml(utterance.text) : utterance.text;
      const filled = args.map((word) => fillTemplate(word, values));
      return await runProgram({ command: [program, ...filled], input, timeoutMs, maxBytes, signal });
    },
  };
}

function findVoice({ voice = '', language }: Utterance, voices: ReadonlyMap<string, string>) {
  return voices.get(voice) ?? voices.get(language) ?? voices.get(toBaseLanguage(language));
}

function findDefaultVoice(language: string, isEspeak: boolean): string {
  return (isEspeak ? ESPEAK_VOICES[toBaseLanguage(language)] : undefined) ?? language;
}

/** `de-AT` → `de`. */
function toBaseLanguage(language: string): string {
  return language.split('-', 1)[0] ?? language;
}

function fillTemplate(word: string, values: { voice: string; language: string }): string {
  return word.replace(/\{(voice|language)\}/g, (_, name: 'voice' | 'language') => expectSafe(values[name]));
}

function expectSafe(value: string): string {
  if (SAFE.test(value)) return value;
  const message = `"${value}" cannot be the language or voice of a command`;
  throw new OperationalError('speech_failed', message, { retryable: false });
}
