/** Values of FreeSWITCH that name a sound: files, phrases, spoken texts, lists of these. */
import type { PromptAnswer } from '../project/index.ts';

export type SoundPart =
  /** Spoken text. `${caller}` and `${own}` stand for the numbers of the call. */
  | { kind: 'text'; pieces: readonly TextPiece[] }
  | { kind: 'url'; url: string }
  /** A file or phrase of the system, by the name that an answer has. */
  | { kind: 'library'; name: string; prompt: PromptAnswer };

type TextPiece = string | { number: 'caller' | 'own' };

export type Sound = readonly SoundPart[];

/** A part before somebody said where the prompts of the library are. */
export type WrittenPart = Exclude<SoundPart, { kind: 'library' }> | { kind: 'library'; name: string };

const NUMBERS: Readonly<Record<string, 'caller' | 'own'>> = {
  caller_id_number: 'caller',
  effective_caller_id_number: 'caller',
  destination_number: 'own',
};

/** The folder of all sounds, to which other names are relative, as settings and packages write it. */
const SOUND_FOLDER =
  /^(?:\$\$?\{sounds_dir\}|\$\$?\{base_dir\}\/sounds|\/usr(?:\/local|\/share)?\/freeswitch(?:\/share\/freeswitch)?\/sounds)\//;

/** The folders of the voice that the system is set to. */
const VOICE_FOLDERS = /^(?:\$\$?\{default_(?:language|dialect|voice)\}\/)+/;

/** Reads the value of an attribute or parameter. Silence and tones leave nothing. */
export function parseSound(written: string): WrittenPart[] {
  const sound = written.trim();
  if (/^file_string:\/\//i.test(sound))
    return sound
      .slice('file_string://'.length)
      .split('!')
      .flatMap((part) => parseSound(part));
  if (sound === '' || /^(silence|tone)_stream:\/\//i.test(sound)) return [];
  if (/^say:/i.test(sound))
    return [{ kind: 'text', pieces: splitText(readText(sound.slice('say:'.length))) }];
  if (/^phrase:/i.test(sound)) return [{ kind: 'library', name: sound.split(':')[1] ?? '' }];
  const address = sound
    .replace(/^(http_cache:\/\/|shout:\/\/)(?=https?:\/\/)/i, '')
    .replace(/^shouts:/i, 'https:');
  if (/^https:\/\//i.test(address)) return [{ kind: 'url', url: address }];
  return [{ kind: 'library', name: sound.replace(SOUND_FOLDER, '').replace(VOICE_FOLDERS, '') }];
}

/** Splits the spoken text from the engine and the voice before it. */
function readText(said: string): string {
  const [engine = '', voice = '', ...text] = said.split(':');
  const hasVoice = text.length > 0 && /^\w+$/.test(engine) && /^[\w-]+$/.test(voice);
  return (hasVoice ? text.join(':') : said).trim();
}

function splitText(text: string): TextPiece[] {
  return text
    .split(/(\$\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const name = /^\$\{(\w+)\}$/.exec(piece)?.[1];
      const number = name === undefined || !Object.hasOwn(NUMBERS, name) ? undefined : NUMBERS[name];
      return number === undefined ? piece : { number };
    });
}
