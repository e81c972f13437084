/** Checks what a caller hears, by the platform's journal and the notes of the call in their common order. */
import { commandNumber, findMiss } from '../../call/index.ts';
import type { CallRecord } from '../../call/index.ts';
import type { JournalEntry } from '../../platform/emulator/model/index.ts';
import type { CaseRun } from './run-case.ts';

/** Lists plays that started after their step was left or another play replaced them. */
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

/** Lists plays that counted as unanswered before the platform accepted them. */
export function findUnheardMisses({ call, commits }: CaseRun): string[] {
  const accepted = new Set<number>();
  return (call?.log ?? []).flatMap((happening) => {
    const before = happening.teller === 'call' ? commits[happening.entry.seq - 1]?.before : undefined;
    if (happening.teller === 'platform') {
      const number = commits[0] && readPlayNumber(happening.entry, commits[0].record);
      if (number !== undefined) accepted.add(number);
      return [];
    }
    const asked = before?.context.playing?.command;
    const isMissed = happening.entry.notes.some((note) => findMiss(note) === 'no_input');
    if (!isMissed || asked === undefined || accepted.has(asked)) return [];
    return [`play ${asked} counts as not answered before the platform accepted it`];
  });
}

/** Lists plays that failed because an earlier one was still running. */
export function findPendingPlays({ commits }: CaseRun): string[] {
  return commits.flatMap(({ trace: { event } }) =>
    event.type === 'command_failed' && event.failure.code === PENDING
      ? [`play ${event.number} failed because an earlier play was still running`]
      : [],
  );
}

/** The platform's code for a play that arrives while another one is running (voice.md 7.3). */
const PENDING = '6122';

/** Returns the number of the play that begins with this entry, silent ones included. */
function readPlayNumber(entry: JournalEntry, { id }: CallRecord): number | undefined {
  const isPlay = entry.kind === 'speech' || entry.kind === 'prompt' || entry.kind === 'audio';
  return isPlay && entry.prompt_ref !== undefined ? commandNumber(id, entry.prompt_ref) : undefined;
}
