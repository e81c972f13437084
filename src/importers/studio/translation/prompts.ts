/** Writes what is said or played as prompts. */
import { isTemplate } from '../liquid/syntax.ts';
import type { PromptPart, SayStep } from '../../../../schemas/types/flow.ts';
import { decodeXml } from '../../../language/text/index.ts';
import { DEFAULT_LANGUAGE, type Speech, type Widget } from '../widgets.ts';
import type { FlowWriter } from './flow-writer.ts';

type Part = string | PromptPart;

/** More repetitions than this are as good as endless to a caller. */
const MAX_LOOPS = 20;

/** Returns the prompt of a widget: nothing if it says nothing, undefined if it has no counterpart. */
export function writePrompt(writer: FlowWriter, widget: Widget, speech: Speech): SayStep | [] | undefined {
  if (speech.text.trim() === '') return [];
  const part = speech.kind === 'say' ? writeText(writer, speech) : writeAudio(writer, widget, speech);
  if (part === undefined) return undefined;
  if (speech.loop === 0) writer.setGrade(widget, 'near', 'ENDLESS_ASKING');
  const times = speech.loop === 0 ? MAX_LOOPS : Math.min(speech.loop, MAX_LOOPS);
  return times === 1 ? part : Array.from({ length: times }, () => structuredClone(part));
}

function writeText(writer: FlowWriter, { text, language }: Speech): Part | undefined {
  const written = writer.toText(text);
  const [first] = [writer.scope.draft.flow.languages ?? []].flat();
  const own = language === '' ? DEFAULT_LANGUAGE : language;
  const isOther = own !== first;
  if (written === undefined || isTemplate(language)) return undefined;
  const mark = isOther ? { language: own } : {};
  if (isMarkup(written)) {
    const ssml = escapeLoneAmpersands(toDocument(written));
    if (ssml.length <= MAX_SSML) return { ssml, ...mark };
  }
  const plain = isMarkup(written) ? stripMarkup(written) : written;
  return isOther || /^[a-z][a-z0-9_]*$/.test(plain) ? { text: plain, ...mark } : plain;
}

const MAX_SSML = 1_024;
const ELEMENTS = 'break|emphasis|p|s|phoneme|prosody|say-as|sub|w|lang|mark|speak|amazon:[a-z-]+';
const TAG = new RegExp(`</?(?:${ELEMENTS})(?:\\s[^<>]*)?/?>`, 'g');

/** True for texts with elements of SSML that are closed. */
function isMarkup(text: string): boolean {
  const open: string[] = [];
  let found = false;
  for (const [tag] of text.matchAll(TAG)) {
    found = true;
    const name = /[a-z][\w:-]*/.exec(tag)?.[0] ?? '';
    if (tag.startsWith('</')) {
      if (open.pop() !== name) return false;
    } else if (!tag.endsWith('/>')) open.push(name);
  }
  return found && open.length === 0 && !/[<>]/.test(text.replaceAll(TAG, ''));
}

/** Makes one document of a text with elements, which may be one already, or hold some. */
function toDocument(text: string): string {
  const whole = text.trim();
  const inner = /^<speak(?:\s[^<>]*)?>(.*)<\/speak>$/s.exec(whole)?.[1];
  if (inner !== undefined && !/<\/?speak\b/.test(inner)) return whole;
  return `<speak>${text.replaceAll(/<\/?speak(?:\s[^<>]*)?\/?>/g, '')}</speak>`;
}

function stripMarkup(text: string): string {
  return decodeXml(text.replaceAll(TAG, ''));
}

function escapeLoneAmpersands(text: string): string {
  return text.replaceAll(/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/g, '&amp;');
}

function writeAudio(writer: FlowWriter, widget: Widget, { text }: Speech): Part | undefined {
  const url = text.trim();
  if (isTemplate(url)) return undefined;
  if (/^https:\/\//i.test(url)) return { url };
  writer.setGrade(widget, 'near', 'AUDIO_ADDRESS');
  return writer.scope.project.findPrompt(url, writer.placeOf(widget));
}
