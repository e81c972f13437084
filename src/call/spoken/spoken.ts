/**
 * Converts the speech of a prompt to plays. Plain words are sent as text. Values and pauses within them need an
 * SSML document, except when a single value is all that is spoken; the voice settings are separate fields (voice.md
 * 2.3).
 */
import type { SayAs } from '../../language/model/index.ts';
import type { Media, Speech } from '../commands.ts';
import { countCharacters, MAX_SPEECH_CHARS, splitSpeech } from './speech.ts';

/** Words of a text, or one value among them. */
export interface Piece {
  text: string;
  as?: SayAs;
}

/** One text of a prompt after its expressions have been replaced. */
export interface SpokenPart {
  pieces: Piece[];
  /** Silence after the text, ms. */
  pauseMs?: number;
}

/** Consecutive texts with the same voice settings. */
export interface Utterance {
  speech: Speech;
  parts: SpokenPart[];
}

/** Converts an utterance to as few plays as requests can carry (R8). Empty text is left out. */
export function toPlays({ speech, parts }: Utterance): Media[] {
  if (!parts.some(isMarked)) return toTextPlays(parts.map(joinWords), speech);
  const [piece, ...others] = parts.flatMap(({ pieces }) => pieces).filter(({ text }) => text.trim() !== '');
  if (piece?.as && others.length === 0 && parts.every(({ pauseMs }) => pauseMs === undefined))
    return [{ kind: 'text', text: formatAmount(piece), as: piece.as, ...speech }];
  return toDocuments(parts).map((ssml) => ({ kind: 'ssml', ssml, ...speech }));
}

/** Joins texts up to the size of one request and splits those that are too long. */
function toTextPlays(texts: string[], speech: Speech): Media[] {
  const joined: string[] = [];
  for (const text of texts) {
    const last = joined.at(-1);
    if (last !== undefined && canJoin(last, text, MAX_SPEECH_CHARS))
      joined[joined.length - 1] = `${last} ${text}`.trim();
    else joined.push(text);
  }
  return joined.flatMap((text) => splitSpeech(text)).map((text) => ({ kind: 'text', text, ...speech }));
}

/** True when two texts, joined by a space, have at most `max` characters. */
function canJoin(first: string, second: string, max: number): boolean {
  return countCharacters(first) + 1 + countCharacters(second) <= max;
}

function isMarked({ pieces, pauseMs }: SpokenPart): boolean {
  return pauseMs !== undefined || pieces.some(isValue);
}

/** True for a value with text; an empty one needs no markup. */
function isValue({ text, as }: Piece): boolean {
  return as !== undefined && text.trim() !== '';
}

function joinWords({ pieces }: SpokenPart): string {
  return pieces
    .map(({ text }) => text)
    .join('')
    .trim();
}

const OPEN = '<speak>';
const CLOSE = '</speak>';
const MAX_MARKUP = MAX_SPEECH_CHARS - OPEN.length - CLOSE.length;

/** Builds one document, or several when one request cannot carry it. */
function toDocuments(parts: SpokenPart[]): string[] {
  const whole = parts.map(renderPart).join(' ').trim();
  const bodies = countCharacters(whole) <= MAX_MARKUP ? [whole] : packPieces(parts.flatMap(splitUnits));
  return bodies.filter((body) => body !== '').map((body) => `${OPEN}${body}${CLOSE}`);
}

function renderPart({ pieces, pauseMs }: SpokenPart): string {
  return (
    pieces.map(renderPiece).join('').trim() + (pauseMs === undefined ? '' : `<break time="${pauseMs}ms"/>`)
  );
}

function renderPiece(piece: Piece): string {
  const { as } = piece;
  if (as === undefined || !isValue(piece)) return escapeXml(piece.text);
  const format = as.format === undefined ? '' : ` format="${as.format}"`;
  return `<say-as interpret-as="${as.as}"${format}>${escapeXml(formatAmount(piece))}</say-as>`;
}

/** Formats an amount with its unit; other values, and words in place of an amount, are unchanged. */
function formatAmount({ text, as }: Piece): string {
  const written = text.trim();
  if (as?.unit === undefined || !/\d/.test(written)) return written;
  const number = Number(written);
  return `${Number.isNaN(number) ? written : number.toFixed(2)} ${as.unit}`;
}

/** Returns the parts that must not be split: tags, and words up to the end of a sentence. */
function splitUnits({ pieces, pauseMs }: SpokenPart): string[] {
  return [
    ...pieces.flatMap((piece) => (isValue(piece) ? [renderPiece(piece)] : cutToFit(piece.text))),
    ...(pauseMs === undefined ? [] : [renderPart({ pieces: [], pauseMs })]),
  ];
}

/** Splits words so that each piece fits after escaping, which makes it longer. */
function cutToFit(text: string, max = MAX_MARKUP): string[] {
  return splitSpeech(text, max).flatMap((piece) => {
    const escaped = escapeXml(piece);
    return countCharacters(escaped) <= MAX_MARKUP ? [escaped] : cutToFit(piece, Math.floor(max / 2));
  });
}

function packPieces(pieces: string[]): string[] {
  const bodies: string[] = [];
  for (const piece of pieces) {
    const last = bodies.at(-1);
    if (last !== undefined && canJoin(last, piece, MAX_MARKUP))
      bodies[bodies.length - 1] = `${last} ${piece}`;
    else bodies.push(piece);
  }
  return bodies;
}

const XML_ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for an XML document. */
export function escapeXml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => XML_ENTITIES[character] ?? character);
}
