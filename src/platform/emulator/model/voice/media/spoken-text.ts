/** Spoken text: its words and its length. */
import type { Media } from './play-order.ts';

/** Counts Unicode code points, as voice.md 8 does. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) {
    if ((text.codePointAt(at) ?? 0) <= 0xffff) continue;
    count--;
    at++;
  }
  return count;
}

/** Returns the words of a text or an SSML document. */
export function extractSpokenText(media: Extract<Media, { kind: 'text' | 'ssml' }>): string {
  if (media.kind === 'text') return media.text;
  return (
    media.ssml
      // Tags contain no `<`; allowing one would take quadratic time.
      .replaceAll(/<\/?say-as\b[^<>]*>/g, '')
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  );
}
