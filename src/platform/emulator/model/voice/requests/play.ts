import type { PlayAnswer } from '../../../../../../schemas/types/voice.ts';
import { createFailedRefusal, createInvalidParam } from '../../rest/answers.ts';
import { cancelRinging } from '../bridge.ts';
import {
  readOptionalFields,
  readOptionalFlag,
  readOptionalNumber,
  readOptionalText,
  readOptionalUrl,
  readBody,
  readRequiredText,
  type Fields,
} from '../../rest/fields.ts';
import { stopMessage } from '../media/message.ts';
import type { Media, PlayOrder } from '../media/play-order.ts';
import { dropPlay, startPlay, toPromptRef } from '../media/playback.ts';
import { countCharacters } from '../media/spoken-text.ts';
import type { Project } from '../../project.ts';
import type { CompleteSettings } from '../../settings.ts';
import type { World } from '../../world.ts';
import { requireAnsweredCall, toIdentity } from './incoming.ts';
import { checkSpeechOptions } from './speech-options.ts';
import type { IncomingRequest } from '../../rest/service.ts';

/** voice.md 8. */
const maxTextCharacters = 1_024;

/**
 * PUT …/play, with the fields flat or inside `play`. Refused with 6122 while another play, even the same, is speaking;
 * a play that waits for input is replaced. Where a play replaces another, the same one goes on instead.
 */
export function handlePlay(world: World, incoming: IncomingRequest): PlayAnswer {
  const call = requireAnsweredCall(world, incoming);
  const body = readBody(incoming.body);
  const order = readPlay(world, incoming.project, readOptionalFields(body, 'play') ?? body);
  if (call.state === 'bridged') throw createFailedRefusal('6112');
  if (call.play?.speaking) {
    if (!world.settings.capabilities.play.replaces) throw createFailedRefusal('6122');
    if (order.promptRef !== undefined && call.play.promptRef === order.promptRef)
      return {
        ...toIdentity(world, call),
        play_id: call.play.id,
        playstate: 'initiated',
        ...toPromptRef(order),
      };
    dropPlay(world, call, 'play');
  }
  cancelRinging(world, call);
  stopMessage(world, call);
  const { id } = startPlay(world, call, order);
  return { ...toIdentity(world, call), play_id: id, playstate: 'initiated', ...toPromptRef(order) };
}

/** Reads the play fields of voice.md 2.2, from a play request or `action_on_connect`. */
export function readPlay(world: World, project: Project, fields: Fields): PlayOrder {
  const media = readMedia(fields, world.settings);
  const isSpoken = media.kind === 'text' || media.kind === 'ssml';
  if (isSpoken && project.textToSpeech === false) throw createFailedRefusal('6117');
  checkSpeechOptions(fields);
  readOptionalNumber(fields, 'recognizer_timeout', { least: 0, most: 3_600 });
  const startTimeout = readOptionalNumber(fields, 'start_timeout', { least: 0, most: 3_600 });
  return {
    media,
    promptRef: readOptionalText(fields, 'prompt_ref'),
    dtmf: readOptionalFlag(fields, 'dtmf') ?? false,
    asr: world.settings.capabilities.speech && (readOptionalFlag(fields, 'asr') ?? false),
    interrupt: readOptionalFlag(fields, 'interrupt') ?? true,
    speechStartMs: startTimeout === undefined ? world.settings.speechStartMs : startTimeout * 1_000,
  };
}

const mediaReaders: Record<string, (fields: Fields, settings: CompleteSettings) => Media> = {
  text: (fields) => ({ kind: 'text', text: readText(fields), ...readVoice(fields) }),
  ssml: (fields) => ({ kind: 'ssml', ssml: readRequiredText(fields, 'ssml'), ...readVoice(fields) }),
  prompt_name: (fields, { prompts }) => ({ kind: 'stored', name: readPromptName(fields, prompts) }),
  url: (fields) => {
    const url = readOptionalUrl(fields, 'url');
    return { kind: 'url', url: url ?? readRequiredText(fields, 'url') };
  },
};

function readMedia(fields: Fields, settings: CompleteSettings): Media {
  const given = Object.entries(mediaReaders).filter(([name]) => (fields[name] ?? undefined) !== undefined);
  const [first] = given;
  if (first === undefined || given.length > 1) {
    throw createInvalidParam(`a play needs exactly one of ${Object.keys(mediaReaders).join(', ')}`);
  }
  return first[1](fields, settings);
}

/** Accepts an uploaded prompt (voice.md 2.2), or any when the settings list none. */
function readPromptName(fields: Fields, prompts: string[] | undefined): string {
  const name = readRequiredText(fields, 'prompt_name');
  if (prompts === undefined || prompts.includes(name)) return name;
  throw createInvalidParam(`there is no prompt ${name}`);
}

function readText(fields: Fields): string {
  const text = readRequiredText(fields, 'text');
  if (countCharacters(text) > maxTextCharacters) throw createFailedRefusal('6128');
  return text;
}

function readVoice(fields: Fields): { language: string | undefined; voice: string | undefined } {
  return { language: readOptionalText(fields, 'language'), voice: readOptionalText(fields, 'voice') };
}
