/**
 * Placeholders of deployment tools outside of quotes, as in `"to": {{number}}`, which no parser accepts. Each is replaced by a
 * token of the same length, so that every offset stays right, and put back into the values that were read.
 */
import type { Placeholder } from './source.ts';
import type { LineIndex } from './line-index.ts';

/** Text that a parser accepts, with what was replaced in it. */
export interface MaskedText {
  text: string;
  placeholders: readonly Placeholder[];
  /** Puts the placeholders back into a value. */
  restore: (value: string) => string;
}

const PLACEHOLDER = /\{\{\s*([\w.:-]+)\s*\}\}|\$\{\s*([\w.:-]+)\s*\}/g;
/** Characters for tokens: a range of Unicode that no text uses. */
const FIRST_TOKEN = 0xe0_00;
const TOKENS = 6_400;

/** Masks the placeholders of a text that are not in quotes. */
export function maskPlaceholders(text: string, format: 'json' | 'yaml', lines: LineIndex): MaskedText {
  const found: { token: string; whole: string }[] = [];
  const placeholders: Placeholder[] = [];
  const hasOwnTokens = /[\ue000-\uf8ff]/.test(text);
  const masked = text.replaceAll(PLACEHOLDER, (whole: string, ...rest: (string | number | undefined)[]) => {
    const offset = rest[2] as number;
    const isPlainYaml = format === 'yaml' && whole.startsWith('$');
    if (hasOwnTokens || isPlainYaml || found.length >= TOKENS || isQuoted(text, offset)) return whole;
    const token = String.fromCharCode(FIRST_TOKEN + found.length);
    const name = String(rest[0] ?? rest[1]);
    found.push({ token, whole });
    placeholders.push({ name, span: lines.toSpan(offset, offset + whole.length) });
    return format === 'json' ? `"${token.repeat(whole.length - 2)}"` : token.repeat(whole.length);
  });
  const byToken = new Map(found.map(({ token, whole }) => [token, whole]));
  const restore = (value: string) =>
    found.length === 0
      ? value
      : value.replaceAll(/([\ue000-\uf8ff])\1*/g, (run, token: string) => byToken.get(token) ?? run);
  return { text: masked, placeholders, restore };
}

/** True if an odd number of quotes stands before the offset on its line. */
function isQuoted(text: string, offset: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).replaceAll(/\\./g, '');
  return (before.split('"').length - 1) % 2 === 1 || (before.split("'").length - 1) % 2 === 1;
}
