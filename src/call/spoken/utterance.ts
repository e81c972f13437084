/** What something said means to the step that listens for it. Pure functions over text. */
import { normalized, placeIn } from '../../language/model/index.ts';
import type { Accepts, Hears, Phrase } from '../../language/model/index.ts';
import { corrected } from './hints.ts';
import { decide, fitsPattern } from '../keys.ts';
import type { Decision } from '../keys.ts';
import { valueOfSpeech } from './reading.ts';
import type { Asked } from './reading.ts';
import { readDigits } from './spoken-values.ts';

/** Decides what was said: a phrase first, the longest before others, then a key or a value; else `no_match`. */
export function understand({ phrases, accepts, hints }: Hears, said: string, asked: Asked): Decision {
  const likely = inLanguage(hints ?? {}, asked.language);
  const words = corrected(said, likely);
  const isFreeText = accepts?.kind === 'digits' && accepts.reading?.type === 'text';
  const phrase = longest(inLanguage(phrases, asked.language), normalized(words), isFreeText);
  if (phrase !== undefined) return { as: phrase.as, digits: '', value: phrase.value ?? phrase.words };
  // A hint that is all that is said is kept as it is spelt, as for a table: "Wells St.".
  const hint = isFreeText ? likely.find((one) => normalized(one) === normalized(words)) : undefined;
  return (accepts && answerIn(words, accepts, { ...asked, hint })) ?? { as: 'no_match', digits: '' };
}

/** The entries of a language; of one that the flow does not have, those of its first one. */
function inLanguage<Entry>(lists: Record<string, Entry[]>, language: string): Entry[] {
  return lists[language] ?? Object.values(lists)[0] ?? [];
}

/** The longest phrase that was said; of two as long the one that was said first. Of free text it must be the whole. */
function longest(phrases: Phrase[], said: string, isWhole: boolean): Phrase | undefined {
  const found = phrases
    .map((phrase) => ({ phrase, at: placeIn(said, phrase.words) }))
    .filter(({ phrase, at }) => (isWhole ? phrase.words === said : at >= 0))
    .sort((a, b) => b.phrase.words.length - a.phrase.words.length || a.at - b.at);
  return found[0]?.phrase;
}

type AskedFor = Asked & { hint: string | undefined };

function answerIn(said: string, accepts: Accepts, asked: AskedFor): Decision | undefined {
  if (accepts.kind === 'keys') return keyIn(said, accepts, asked);
  const reading = accepts.reading ?? { type: 'digits' };
  const value = asked.hint ?? valueOfSpeech(reading, said, asked);
  if (value === undefined || !fitsPattern(accepts, value)) return undefined;
  const isLong = reading.type === 'digits' && (value.length < accepts.min || value.length > accepts.max);
  return isLong ? undefined : { as: 'filled', digits: '', value };
}

/** A key by its name: "one", "2". */
function keyIn(
  said: string,
  accepts: Extract<Accepts, { kind: 'keys' }>,
  asked: Asked,
): Decision | undefined {
  const digits = readDigits(said, asked.language) ?? '';
  const decision = decide(accepts, { digits, lossy: false, final: true }, asked);
  return decision.as === digits && digits !== '' ? { ...decision, digits: '' } : undefined;
}
