/** Brings the effects of both sides into one form, so that they are equal exactly when others notice the same. */
import { toSpokenText } from '../../call/index.ts';
import type { Effect } from './side.ts';

/** Joins adjacent texts, removes marks and differences of white space. */
export function toCanonical(effects: readonly Effect[]): Effect[] {
  const canonical: Effect[] = [];
  for (const effect of effects) {
    const last = canonical.at(-1);
    if (effect.kind !== 'heard') canonical.push(effect);
    else if (last?.kind === 'heard' && isSameLanguage(last.language, effect.language))
      canonical.splice(-1, 1, joinTexts(last, effect));
    else if (toPlainText(effect.text) !== '') canonical.push({ ...effect, text: toPlainText(effect.text) });
  }
  return canonical;
}

type Heard = Extract<Effect, { kind: 'heard' }>;

function joinTexts(first: Heard, second: Heard): Heard {
  const text = [first.text, toPlainText(second.text)].filter((part) => part !== '').join(' ');
  const language = first.language ?? second.language;
  return { kind: 'heard', text, ...(language !== undefined && { language }) };
}

/** Removes SSML marks from a text; a text without a complete mark stays as it is. */
function toPlainText(text: string): string {
  const isMarked = /<\/?[a-z][^>]*>/i.test(text);
  const plain = isMarked ? toSpokenText(text) : text;
  return plain
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?])/g, '')
    .trim();
}

function isSameLanguage(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** True if two sides had the same effects. A language that one side does not know equals any. */
export function areEqual(one: readonly Effect[], other: readonly Effect[]): boolean {
  return one.length === other.length && one.every((effect, at) => isEqual(effect, other[at]));
}

function isEqual(one: Effect, other: Effect | undefined): boolean {
  if (one.kind === 'heard' && other?.kind === 'heard')
    return one.text === other.text && isSameLanguage(one.language, other.language);
  return JSON.stringify(sortFields(one)) === JSON.stringify(sortFields(other));
}

/** Returns an effect with its members in alphabetical order. */
function sortFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortFields(inner)]));
}
