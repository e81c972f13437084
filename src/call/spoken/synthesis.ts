/** Converts plays to texts for speech engines, for carriers that do not speak themselves. */
import type { Media } from '../commands.ts';
import { escapeXml } from './spoken.ts';

interface Utterance {
  text: string;
  isSsml: boolean;
  language: string;
  voice?: string;
}

/** Returns what is spoken of a play; undefined for audio that exists already. Values and sound become SSML. */
export function toUtterance(media: Extract<Media, { language: string }>): Utterance;
export function toUtterance(media: Media): Utterance | undefined;
export function toUtterance(media: Media): Utterance | undefined {
  if (media.kind !== 'text' && media.kind !== 'ssml') return undefined;
  const { language, voice } = media;
  const spoken = media.kind === 'ssml' ? { text: media.ssml, isSsml: true } : renderSpeech(media);
  return { ...spoken, language, ...(voice !== undefined && { voice }) };
}

type TextMedia = Extract<Media, { kind: 'text' }>;

function renderSpeech({ text, as, sound = {} }: TextMedia): Pick<Utterance, 'text' | 'isSsml'> {
  const prosody = renderAttributes({ pitch: sound.pitch, rate: sound.rate, volume: sound.volume });
  if (as === undefined && prosody === '') return { text, isSsml: false };
  const value = renderAttributes({ 'interpret-as': as?.as, format: as?.format });
  const words = as === undefined ? escapeXml(text) : `<say-as${value}>${escapeXml(text)}</say-as>`;
  const body = prosody === '' ? words : `<prosody${prosody}>${words}</prosody>`;
  return { text: `<speak>${body}</speak>`, isSsml: true };
}

function renderAttributes(attributes: Record<string, string | undefined>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeXml(value)}"`))
    .join('');
}
