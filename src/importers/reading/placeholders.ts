/**
 * Placeholders of deployment tools outside of quotes, as in `"to": {{number}}`, which no parser accepts. Each is replaced by a
 * token of the same length, so that every offset stays right, and put back into the values that were read.
 */
import type { Span } from '../../language/diagnostics/index.ts';
import type { Placeholder } from './source.ts';
import { LineIndex } from './line-index.ts';

/** Text that a parser accepts, with what was replaced in it. */
export interface MaskedText {
  text: string;
  placeholders: readonly Placeholder[];
  /** Puts the placeholders back into a value. */
  restore: (value: string) => string;
}

const NAME = String.raw`\s*([\w.:-]+)\s*`;
const PLACEHOLDER = String.raw`\{\{${NAME}\}\}|\$\{${NAME}\}`;
/** A quoted text, in which nothing is masked, or a placeholder. Single quotes are quotes in YAML only. */
const PATTERNS: Record<'json' | 'yaml', RegExp> = {
  json: new RegExp(String.raw`"(?:[^"\\]|\\.)*"|${PLACEHOLDER}`, 'gs'),
  yaml: new RegExp(String.raw`"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|${PLACEHOLDER}`, 'g'),
};
/** Characters for tokens: a range of Unicode that no text uses. */
const FIRST_TOKEN = 0xe0_00;
const TOKENS = 6_400;

/** Masks the placeholders of a text that are not in quotes. */
export function maskPlaceholders(text: string, format: 'json' | 'yaml', lines: LineIndex): MaskedText {
  const found: { token: string; whole: string }[] = [];
  const placeholders: Placeholder[] = [];
  const hasOwnTokens = /[\ue000-\uf8ff]/.test(text);
  const masked = text.replaceAll(
    PATTERNS[format],
    (whole: string, ...rest: (string | number | undefined)[]) => {
      const [first, second, offset] = rest;
      const name = first ?? second;
      const isPlainYaml = format === 'yaml' && whole.startsWith('$');
      if (typeof name !== 'string' || typeof offset !== 'number') return whole;
      if (hasOwnTokens || isPlainYaml || found.length >= TOKENS) return whole;
      const token = String.fromCharCode(FIRST_TOKEN + found.length);
      found.push({ token, whole });
      placeholders.push({ name, span: lines.toSpan(offset, offset + whole.length) });
      return format === 'json' ? `"${token.repeat(whole.length - 2)}"` : token.repeat(whole.length);
    },
  );
  const byToken = new Map(found.map(({ token, whole }) => [token, whole]));
  const restore = (value: string) =>
    found.length === 0
      ? value
      : value.replaceAll(/([\ue000-\uf8ff])\1*/g, (run, token: string) => byToken.get(token) ?? run);
  return { text: masked, placeholders, restore };
}

/** Finds everything in a text that is written like a placeholder, in quotes or not, by the name inside the brackets. */
export function locatePlaceholders(text: string): ReadonlyMap<string, readonly Span[]> {
  const lines = new LineIndex(text);
  const found = new Map<string, Span[]>();
  for (const { 0: whole, 1: first, 2: second, index } of text.matchAll(new RegExp(PLACEHOLDER, 'g'))) {
    const name = first ?? second ?? '';
    const spans = found.get(name) ?? [];
    spans.push(lines.toSpan(index, index + whole.length));
    found.set(name, spans);
  }
  return found;
}
