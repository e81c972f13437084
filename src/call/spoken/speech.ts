/** Speech as text: estimates its duration and splits it into pieces that the platform accepts (R8, voice.md 8). */
import { decodeXml } from '../../language/text/index.ts';
import type { Media } from '../commands.ts';

/** Maximum number of characters of one text-to-speech request (voice.md 8); the platform answers 6128 beyond it. */
export const MAX_SPEECH_CHARS = 1024;

/** A slow speaking rate, so that an estimate is too long rather than too short. */
const CHARS_PER_SECOND = 10;
/** Assumed duration of an audio file or stored prompt of unknown length: waiting too long is better than cutting it off. */
const UNKNOWN_MS = 600_000;

/** A play that only listens: the platform accepts no play without content. */
export const SILENCE: Media = { kind: 'ssml', ssml: '<speak><break time="1ms"/></speak>', language: 'en-US' };

/** Returns an upper estimate of a play's duration in ms. */
export function estimateMs(media: Media): number {
  switch (media.kind) {
    case 'text':
      return estimateTextMs(media.text);
    case 'ssml':
      return estimateTextMs(stripTags(media.ssml)) + sumPausesMs(media.ssml);
    case 'stored':
    case 'url':
      return media.lengthMs ?? UNKNOWN_MS;
  }
}

/** Returns the text of an SSML document as callers hear it: without tags, and with the characters that its references mean. */
export function toSpokenText(ssml: string): string {
  return decodeXml(stripTags(ssml));
}

function stripTags(ssml: string): string {
  return ssml
    .replace(/<\/?say-as\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the total length of an SSML document's pauses in ms; pauses under 10 ms are ignored. */
function sumPausesMs(ssml: string): number {
  return Array.from(ssml.matchAll(/<break\s[^<>]*?\btime="(\d{2,})ms"/g), ([, ms]) => Number(ms)).reduce(
    (sum, ms) => sum + ms,
    0,
  );
}

function estimateTextMs(text: string): number {
  return Math.ceil((countCharacters(text.trim()) * 1000) / CHARS_PER_SECOND);
}

/** Counts characters (Unicode code points), as the platform does; a character outside the basic plane is two UTF-16 units. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) {
    if (!isSurrogatePair(text, at)) continue;
    count--;
    at++;
  }
  return count;
}

/** Returns the number of UTF-16 units that the first characters of a text take up. */
function countUnits(text: string, characters: number): number {
  let at = 0;
  for (let count = 0; count < characters && at < text.length; count++)
    at += isSurrogatePair(text, at) ? 2 : 1;
  return at;
}

/** True when the two units at this index form one character. */
function isSurrogatePair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}

/** Splits text into pieces of at most `max` characters: at sentence ends, else between words, never inside a character. */
export function splitSpeech(text: string, max = MAX_SPEECH_CHARS): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > max && countCharacters(rest) > max) {
    const cut = findCut(rest, max);
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}

/** Finds the end of the first piece: after the last sentence that fits, else after the last word, else at the limit. */
function findCut(text: string, max: number): number {
  const most = countUnits(text, max);
  const window = text.slice(0, countUnits(text, max + 1));
  const sentence = findLastEnd(window, /(?:[.!?…][\p{Pe}\p{Pf}"']*(?=\s)|[。！？][\p{Pe}\p{Pf}]*(?=.))/gsu);
  if (sentence > 0) return sentence;
  const word = window.search(/\s\S*$/);
  return word > 0 ? word : most;
}

function findLastEnd(text: string, pattern: RegExp): number {
  let end = 0;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}
