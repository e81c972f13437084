import type { CollectStep } from '../../../../../schemas/types/flow.ts';
import type { PromptLanguage, SpeechLanguage } from '../../../speech/index.ts';
import type { Readable } from '../../types.ts';
import { readTokens, type Token } from './counts.ts';
import { splitSentences } from './said.ts';

interface DateOrder {
  message: string;
  start: number;
  end: number;
}

/** Finds a text that asks for the day and the month of a date in another order than that in which they are read. */
export function checkDateOrder({
  body: { type, format },
  text,
  language,
}: {
  body: Readable<CollectStep>;
  text: string;
  language: SpeechLanguage | PromptLanguage;
}): DateOrder | undefined {
  const order = typeof format === 'string' && /^(?:[dmy]{3})$/.test(format) ? format : undefined;
  if (type !== 'date' || order === undefined) return undefined;
  const [day = [], month = []] = language.talk.date.split(' ').map((names) => names.split('|'));
  for (const sentence of splitSentences(text)) {
    const words = readTokens(sentence.text, language);
    const [dayAt, monthAt] = [findCountedWord(words, day), findCountedWord(words, month)];
    if (dayAt < 0 || monthAt < 0 || dayAt < monthAt === order.indexOf('d') < order.indexOf('m')) continue;
    const [first, last] = [words[Math.min(dayAt, monthAt)], words[Math.max(dayAt, monthAt)]];
    const told = dayAt < monthAt ? 'the day before the month' : 'the month before the day';
    return {
      start: sentence.start + (first?.start ?? 0),
      end: sentence.start + (last?.end ?? 0),
      message: `the text asks for ${told}, but the answer is read as "${order}"`,
    };
  }
  return undefined;
}

/** Finds "two digits for the day", or else the only one of these words; -1 when there is none. */
function findCountedWord(words: readonly Token[], names: readonly string[]): number {
  const found = words.flatMap(({ word }, at) => (names.includes(word) ? [at] : []));
  const counted = found.filter((at) =>
    words.slice(Math.max(0, at - 4), at).some(({ number }) => number !== undefined),
  );
  const [only = -1, ...others] = counted.length > 0 ? counted : found;
  return others.length > 0 ? -1 : only;
}
