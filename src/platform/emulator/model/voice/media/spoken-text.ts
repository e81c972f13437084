/** Text that is spoken: what is heard of it, and how long it is. */
import type { Media } from './play-order.ts';

/** Length in characters (Unicode code points), as voice.md 8 counts; one outside the basic plane is two UTF-16 units. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) {
    if ((text.codePointAt(at) ?? 0) <= 0xffff) continue;
    count--;
    at++;
  }
  return count;
}

/** The words of a text or an SSML document, without marks. */
export function spokenText(media: Extract<Media, { kind: 'text' | 'ssml' }>): string {
  if (media.kind === 'text') return media.text;
  return (
    media.ssml
      // No tag holds a `<`; looking behind it for an end would take quadratic time.
      .replaceAll(/<\/?say-as\b[^<>]*>/g, '')
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  );
}
