/** Questions of SWML: what an answer means, and which answers mean something. */
import type { Awaits, Move } from '../../verification/compare/index.ts';
import type { Value } from '../ecmascript/index.ts';
import { withValue } from './call-state.ts';
import { listKeys, listPhrases } from './facts.ts';
import type { Facts } from './facts.ts';
import type { Prompt } from './model.ts';

/** Returns examples of answers that mean something. */
export function describeQuestion({ digits, speech }: Prompt, facts: Facts): Awaits {
  const keys = digits === undefined ? [] : listKeys(facts, digits.max);
  const terminator = digits?.terminators[0] ?? '';
  return {
    kind: 'answer',
    keys: keys.map((pressed) => (pressed.length < (digits?.max ?? 1) ? `${pressed}${terminator}` : pressed)),
    words: speech === undefined ? [] : listPhrases(facts, speech.hints),
  };
}

type Variables = Readonly<Record<string, Value>>;

/** Returns the variables after an answer; undefined for a move that is none. */
export function answerPrompt(
  prompt: Prompt,
  move: Move,
  { facts, variables }: { facts: Facts; variables: Variables },
): Variables | undefined {
  const store = (result: string, value?: string) =>
    withValue(withValue(variables, ['prompt_value'], value), ['prompt_result'], result);
  if (move.kind === 'stays_silent') return store('no_input');
  if (move.kind === 'presses') {
    if (prompt.digits === undefined) return store('no_match');
    const digits = takeDigits(move.keys, prompt.digits);
    // As the reason STAR_AND_POUND says.
    const isNumber = prompt.digits.max === 1 || /^\d*$/.test(digits);
    return digits === '' || !isNumber ? store('no_match') : store('match_digits', digits);
  }
  if (move.kind !== 'says' || prompt.speech === undefined) return undefined;
  const heard = hear(move.words, listPhrases(facts, prompt.speech.hints));
  return heard === undefined ? store('no_match') : store('match_speech', heard);
}

/** Returns the digits up to a terminator, or as many as are asked for. */
function takeDigits(keys: string, { max, terminators }: NonNullable<Prompt['digits']>): string {
  let taken = '';
  for (const key of keys) {
    if (terminators.includes(key) || taken.length === max) break;
    taken += key;
  }
  return taken;
}

/** Returns the phrase that was said: as the reason SPEECH_TEXT says, these words alone count. Without phrases, all words. */
function hear(words: string, phrases: readonly string[]): string | undefined {
  if (phrases.length === 0) return words;
  const said = ` ${toPlainWords(words)} `;
  const found = phrases.filter((phrase) => said.includes(` ${toPlainWords(phrase)} `));
  return found.sort((one, other) => other.length - one.length)[0];
}

function toPlainWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
