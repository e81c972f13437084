/** Checks what a caller hears, by the platform's journal and the notes of the call in their common order. */
import { commandNumber, findMiss } from '../../call/index.ts';
import type { CallRecord } from '../../call/index.ts';
import type { JournalEntry } from '../../platform/emulator/model/index.ts';
import type { CaseRun } from './run-case.ts';

/** In words, what was heard though its step had been left, or another play had replaced it. */
export function findStaleHearing({ call, commits }: CaseRun): string[] {
  let record: CallRecord | undefined;
  return (call?.log ?? []).flatMap((happening) => {
    if (happening.teller === 'call') {
      record = commits[happening.entry.seq - 1]?.record;
      return [];
    }
    const number = record && readPlayNumber(happening.entry, record);
    if (number === undefined || record?.context.playing?.command === number) return [];
    return [`play ${number} started although its step was left or another play replaced it`];
  });
}

/** In words, what a caller is said not to have answered before the platform had taken it. */
export function findUnheardMisses({ call, commits }: CaseRun): string[] {
  const taken = new Set<number>();
  return (call?.log ?? []).flatMap((happening) => {
    const before = happening.teller === 'call' ? commits[happening.entry.seq - 1]?.before : undefined;
    if (happening.teller === 'platform') {
      const number = commits[0] && readPlayNumber(happening.entry, commits[0].record);
      if (number !== undefined) taken.add(number);
      return [];
    }
    const asked = before?.context.playing?.command;
    const isMissed = happening.entry.notes.some((note) => findMiss(note) === 'no_input');
    if (!isMissed || asked === undefined || taken.has(asked)) return [];
    return [`play ${asked} counts as not answered before the platform accepted it`];
  });
}

/** In words, which plays failed because an earlier one was not over. */
export function findPendingPlays({ commits }: CaseRun): string[] {
  return commits.flatMap(({ trace: { event } }) =>
    event.type === 'command_failed' && event.failure.code === PENDING
      ? [`play ${event.number} failed because an earlier play was still running`]
      : [],
  );
}

/** The platform's code for a play that comes while another one is not over (voice.md 7.3). */
const PENDING = '6122';

/** The play that begins with this entry, silent ones included. */
function readPlayNumber(entry: JournalEntry, { id }: CallRecord): number | undefined {
  const isPlay = entry.kind === 'speech' || entry.kind === 'prompt' || entry.kind === 'audio';
  return isPlay && entry.prompt_ref !== undefined ? commandNumber(id, entry.prompt_ref) : undefined;
}
