/** What is to be heard, as the fields of a play (voice.md 2.2, 2.3). */
import type { Media } from '../../call/index.ts';
import type {
  AudioUrl,
  SpokenSsml,
  SpokenText,
  StoredPrompt,
  TextToSpeechOption,
} from '../../../schemas/types/voice.ts';

type Spoken = Extract<Media, { language: string }>;

/** The one source of a play, with how it is spoken. */
export function wireMedia(media: Media): SpokenText | SpokenSsml | StoredPrompt | AudioUrl {
  if (media.kind === 'stored') return { prompt_name: media.name };
  if (media.kind === 'url') return { url: media.url };
  const request: SpokenText | SpokenSsml =
    media.kind === 'text'
      ? { text: media.text, language: media.language }
      : { ssml: media.ssml, language: media.language };
  if (media.voice !== undefined) request.voice = media.voice;
  const option = speechOption(media);
  if (option !== undefined) request.text_to_speech_option = option;
  return request;
}

/** Undefined: spoken as it is by itself. The schema of flows holds names and values to those of voice.md 2.3. */
function speechOption(media: Spoken): TextToSpeechOption | undefined {
  const as = media.kind === 'text' ? media.as : undefined;
  if (media.sound === undefined && as === undefined) return undefined;
  const { style, ...prosody } = media.sound ?? {};
  const option = {
    ...(style !== undefined && { 'express-as': style }),
    ...(Object.keys(prosody).length > 0 && { prosody }),
    ...(as && {
      'say-as': { 'interpret-as': as.as, ...(as.format !== undefined && { format: as.format }) },
    }),
  };
  return Object.keys(option).length > 0 ? (option as TextToSpeechOption) : undefined;
}
