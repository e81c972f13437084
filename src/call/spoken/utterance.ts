/** Matches recognised speech against the phrases, keys and values of a listening step. Pure functions over text. */
import { isSameLanguage, normalizePhrase, locatePhrase } from '../../language/model/index.ts';
import type { Accepts, Hears, Phrase } from '../../language/model/index.ts';
import { correctByHints } from './hints.ts';
import { decide, fitsPattern, type Decision } from '../keys.ts';
import { readSpokenValue, type InputContext } from './reading.ts';
import { readDigits } from './spoken-values.ts';

/** Decides on speech: phrases first, longest before shorter, then a key or a value; else `no_match`. */
export function understand({ phrases, accepts, hints }: Hears, said: string, asked: InputContext): Decision {
  const likely = selectLanguage(hints ?? {}, asked.language);
  const words = correctByHints(said, likely);
  const isFreeText = accepts?.kind === 'digits' && accepts.reading?.type === 'text';
  const phrase = findLongestPhrase(
    selectLanguage(phrases, asked.language),
    normalizePhrase(words),
    isFreeText,
  );
  if (phrase !== undefined) return { as: phrase.as, digits: '', value: phrase.value ?? phrase.words };
  // A hint that is the whole utterance keeps its spelling, as a table may need it: "Wells St.".
  const hint = isFreeText ? likely.find((one) => normalizePhrase(one) === normalizePhrase(words)) : undefined;
  return (accepts && readAnswer(words, accepts, { ...asked, hint })) ?? { as: 'no_match', digits: '' };
}

/** Returns the entries of a language, of the same language in another country, or of the flow's first language. */
export function selectLanguage<Entry>(lists: Record<string, Entry[]>, language: string): Entry[] {
  const alike = Object.keys(lists).find((tag) => isSameLanguage(tag, language)) ?? '';
  return lists[language] ?? lists[alike] ?? Object.values(lists)[0] ?? [];
}

/** Returns the longest phrase in the utterance, the earliest of equally long ones. Free text must equal the phrase. */
function findLongestPhrase(phrases: Phrase[], said: string, isWhole: boolean): Phrase | undefined {
  const found = phrases
    .map((phrase) => ({ phrase, at: locatePhrase(said, phrase.words) }))
    .filter(({ phrase, at }) => (isWhole ? phrase.words === said : at >= 0))
    .sort((a, b) => b.phrase.words.length - a.phrase.words.length || a.at - b.at);
  return found[0]?.phrase;
}

type HintedContext = InputContext & { hint: string | undefined };

function readAnswer(said: string, accepts: Accepts, asked: HintedContext): Decision | undefined {
  if (accepts.kind === 'keys') return readSpokenKey(said, accepts, asked);
  const reading = accepts.reading ?? { type: 'digits' };
  const value = asked.hint ?? readSpokenValue(reading, said, asked);
  if (value === undefined || !fitsPattern(accepts, value)) return undefined;
  const isLong = reading.type === 'digits' && (value.length < accepts.min || value.length > accepts.max);
  return isLong ? undefined : { as: 'filled', digits: '', value };
}

/** Reads a key by its name: "one", "2". */
function readSpokenKey(
  said: string,
  accepts: Extract<Accepts, { kind: 'keys' }>,
  asked: InputContext,
): Decision | undefined {
  const digits = readDigits(said, asked.language) ?? '';
  const decision = decide(accepts, { digits, lossy: false, final: true }, asked);
  if (decision.as === 'extension') return { ...decision, digits: '' };
  return decision.as === digits && digits !== '' ? { ...decision, digits: '' } : undefined;
}
