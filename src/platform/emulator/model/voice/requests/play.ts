import type { PlayAnswer } from '../../../../wire/index.ts';
import { failed, invalid } from '../../rest/answers.ts';
import { giveUpRinging } from '../bridge.ts';
import {
  optionalFields,
  optionalFlag,
  optionalNumber,
  optionalText,
  optionalUrl,
  readBody,
  requiredText,
} from '../../rest/fields.ts';
import type { Fields } from '../../rest/fields.ts';
import type { Media, PlayOrder } from '../media/play-order.ts';
import { startPlay } from '../media/playback.ts';
import { countCharacters } from '../media/spoken-text.ts';
import type { Project } from '../../project.ts';
import type { CompleteSettings } from '../../settings.ts';
import type { World } from '../../world.ts';
import { answeredCall, identity } from './incoming.ts';
import { checkSpeechOptions } from './speech-options.ts';
import type { Incoming } from '../../rest/service.ts';

/** voice.md 8. */
const maxTextCharacters = 1_024;

/**
 * PUT …/play, with the fields flat or inside `play`. Refused with 6122 while another play, even the same, is speaking;
 * a play that waits for input is replaced.
 */
export function play(world: World, incoming: Incoming): PlayAnswer {
  const call = answeredCall(world, incoming);
  const body = readBody(incoming.body);
  const order = readPlay(world, incoming.project, optionalFields(body, 'play') ?? body);
  if (call.state === 'bridged') throw failed('6112');
  if (call.play?.speaking) throw failed('6122');
  giveUpRinging(world, call);
  const { id, promptRef } = startPlay(world, call, order);
  const reference = promptRef === undefined ? {} : { prompt_ref: promptRef };
  return { ...identity(world, call), play_id: id, playstate: 'initiated', ...reference };
}

/** Reads the play fields of voice.md 2.2, from a play request or `action_on_connect`. */
export function readPlay(world: World, project: Project, fields: Fields): PlayOrder {
  const media = readMedia(fields, world.settings);
  const isSpoken = media.kind === 'text' || media.kind === 'ssml';
  if (isSpoken && project.textToSpeech === false) throw failed('6117');
  checkSpeechOptions(fields);
  optionalNumber(fields, 'recognizer_timeout', { least: 0, most: 3_600 });
  const startTimeout = optionalNumber(fields, 'start_timeout', { least: 0, most: 3_600 });
  return {
    media,
    promptRef: optionalText(fields, 'prompt_ref'),
    dtmf: optionalFlag(fields, 'dtmf') ?? false,
    asr: optionalFlag(fields, 'asr') ?? false,
    interrupt: optionalFlag(fields, 'interrupt') ?? true,
    speechStartMs: startTimeout === undefined ? world.settings.speechStartMs : startTimeout * 1_000,
  };
}

const mediaReaders: Record<string, (fields: Fields, settings: CompleteSettings) => Media> = {
  text: (fields) => ({ kind: 'text', text: readText(fields), ...readVoice(fields) }),
  ssml: (fields) => ({ kind: 'ssml', ssml: requiredText(fields, 'ssml'), ...readVoice(fields) }),
  prompt_name: (fields, { prompts }) => ({ kind: 'stored', name: readPromptName(fields, prompts) }),
  url: (fields) => {
    const url = optionalUrl(fields, 'url');
    return { kind: 'url', url: url ?? requiredText(fields, 'url') };
  },
};

function readMedia(fields: Fields, settings: CompleteSettings): Media {
  const given = Object.entries(mediaReaders).filter(([name]) => (fields[name] ?? undefined) !== undefined);
  const [first] = given;
  if (first === undefined || given.length > 1) {
    throw invalid(`a play needs exactly one of ${Object.keys(mediaReaders).join(', ')}`);
  }
  return first[1](fields, settings);
}

/** Accepts an uploaded prompt (voice.md 2.2), or any when the settings list none. */
function readPromptName(fields: Fields, prompts: string[] | undefined): string {
  const name = requiredText(fields, 'prompt_name');
  if (prompts === undefined || prompts.includes(name)) return name;
  throw invalid(`there is no prompt ${name}`);
}

function readText(fields: Fields): string {
  const text = requiredText(fields, 'text');
  if (countCharacters(text) > maxTextCharacters) throw failed('6128');
  return text;
}

function readVoice(fields: Fields): { language: string | undefined; voice: string | undefined } {
  return { language: optionalText(fields, 'language'), voice: optionalText(fields, 'voice') };
}
