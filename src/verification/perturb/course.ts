/** Reads from a run what people on the line do and hear. */
import { countCharacters } from '../../call/index.ts';
import { completeSettings } from '../../platform/emulator/model/index.ts';
import type { JournalEntry } from '../../platform/emulator/model/index.ts';
import type { CaseRun } from './run-case.ts';

type KindOfEntry = JournalEntry['kind'];

/** Lists entries of the platform's journal. */
export function listEntries<Kind extends KindOfEntry>(
  { call }: CaseRun,
  ...kinds: readonly Kind[]
): Extract<JournalEntry, { kind: Kind }>[] {
  return (call?.log ?? []).flatMap((happening) =>
    happening.teller === 'platform' && (kinds as readonly string[]).includes(happening.entry.kind)
      ? [happening.entry as Extract<JournalEntry, { kind: Kind }>]
      : [],
  );
}

/** Lists the words that the person on the line hears from a time on. */
export function listWords({ call }: CaseRun, from: number): string[] {
  return (call?.heard ?? []).flatMap(({ at, text }) => (at >= from && text !== '' ? [text] : []));
}

/** True if the person on the line pressed or said something within a time. */
export function hasInput(run: CaseRun, from: number, to = Infinity): boolean {
  return listEntries(run, 'key', 'utterance').some(({ at }) => at > from && at <= to);
}

/** Returns when the person on the line was gone, ms since the epoch. */
export function findEnd(run: CaseRun): number | undefined {
  return listEntries(run, 'ended')[0]?.at;
}

const { charactersPerSecond } = completeSettings({});

/** Returns how long a prompt is spoken, ms. */
export function estimateSpokenMs(text: string): number {
  return Math.ceil((countCharacters(text) * 1_000) / charactersPerSecond);
}

/** Renders words for a message. */
export function quoteWords(words: readonly string[]): string {
  return `"${words.join(' ')}"`;
}

/** True if both lists are the same. */
export function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word, index) => word === others[index]);
}
