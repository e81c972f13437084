/** Text of messages: merging, encoding and counting segments (sms.md 2.1, 8; GSM 03.38, 03.40). */
import type { Coding } from '../../views/index.ts';
import { createInvalidParam } from '../rest/answers.ts';
import type { Fields } from '../rest/fields.ts';

/** Requested encoding (sms.md 2.1). */
export type DataCoding = 'plain' | 'unicode' | 'auto';

export const maxSegments = 7;

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that need an escape, so they count twice. */
const extension = new Set('\f^{}\\[~]|€');

/** Capacity of a single message, and of a part of a longer one, which also carries a header. */
const sizes: Record<Coding, { alone: number; part: number }> = {
  gsm7: { alone: 160, part: 153 },
  ucs2: { alone: 70, part: 67 },
  octets: { alone: 140, part: 134 },
};

interface Encoded {
  text: string;
  coding: Coding;
  segments: number;
}

/** Encodes a text; `plain` replaces characters missing from GSM-7 with a question mark, as carriers do. */
export function encodeText(text: string, dataCoding: DataCoding): Encoded {
  const characters = Array.from(text);
  const fits = characters.every(isGsm7);
  if (dataCoding === 'unicode' || (dataCoding === 'auto' && !fits)) {
    return { text, coding: 'ucs2', segments: countSegments('ucs2', characters, ({ length }) => length) };
  }
  const plain = fits ? characters : characters.map((character) => (isGsm7(character) ? character : '?'));
  return { text: plain.join(''), coding: 'gsm7', segments: countSegments('gsm7', plain, gsm7Places) };
}

/** Encodes a binary message: the UTF-8 bytes of its text. */
export function encodeBinary(text: string): Encoded {
  const octets = Array.from(new TextEncoder().encode(text));
  return { text, coding: 'octets', segments: countSegments('octets', octets, () => 1) };
}

function isGsm7(character: string): boolean {
  return basic.has(character) || extension.has(character);
}

function gsm7Places(character: string): number {
  return extension.has(character) ? 2 : 1;
}

/** Counts parts without splitting a character across two. */
function countSegments<T>(coding: Coding, characters: T[], placesOf: (character: T) => number): number {
  const { alone, part } = sizes[coding];
  const places = characters.map(placesOf);
  if (places.reduce((sum, one) => sum + one, 0) <= alone) return 1;
  let parts = 1;
  let taken = 0;
  for (const one of places) {
    if (taken + one > part) {
      parts++;
      taken = 0;
    }
    taken += one;
  }
  return parts;
}

const placeholder = /\{([^{}\s]+)\}/g;

/**
 * Fills the placeholders `{name}` or `{$name}` of a template. A value that is missing, or not a string, number or
 * boolean, is refused; the platform's behaviour is not specified.
 */
export function mergeTemplate(body: string, values: Fields): string {
  return body.replaceAll(placeholder, (_whole, name: string) => {
    const value = getOwnValue(values, name) ?? getOwnValue(values, name.replace(/^\$/, ''));
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return String(value);
    }
    throw createInvalidParam(`the template needs a text or number for ${name}`);
  });
}

function getOwnValue(values: Fields, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
