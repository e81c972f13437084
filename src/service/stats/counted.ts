/** Derives counts from events. Pure; `read-sums.ts` reads them, and nothing else knows the names of the sums. */
import {
  beginsConversation,
  FINALIZER_END,
  findFlowBefore,
  findMiss,
  qualifyStep,
} from '../../call/index.ts';
import type { CallRecord, Note, TraceEntry } from '../../call/index.ts';
import type { Sheet } from '../../engine/ports/index.ts';

/** A sheet of one flow. */
export type CallSheet = Extract<Sheet, 'calls' | 'steps'>;

type Count = (sheet: CallSheet, name: string) => void;

/** Sums of calls with fixed names; others are `ended <reason>` and `outcome <milestone>`. */
export const BEGUN = 'begun';
export const ENDED = 'ended';
/** Ended on an error path, by a failure of the platform or one of ours. */
export const FAILED = 'failed';
/** The caller hung up on the flow: before any outcome, and without having talked to anybody. */
export const HUNG_UP = 'hung_up';
/** Ended after the caller had talked to somebody; neither failed nor hung up. */
export const TALKED = 'talked';
/** Two people began to talk. */
export const BRIDGED = 'bridged';

/** Sums that are also kept for whole projects. */
export const ENDINGS = [BEGUN, ENDED, FAILED, HUNG_UP, TALKED] as const;

/** Counts an event; called once per event of a call. */
export function countEvent(record: CallRecord, entry: TraceEntry, count: Count): void {
  const { notes, seq } = entry;
  if (seq === 1) count('calls', BEGUN);
  if (beginsConversation(entry)) count('calls', BRIDGED);
  let flow = findFlowBefore(record.context, notes);
  for (let place = 0; place < notes.length; place += 1) {
    const note = notes[place];
    if (note?.kind === 'flow') flow = note.name;
    else if (note !== undefined) countNote(note, { record, entry, place, flow, count });
  }
}

interface Noted {
  record: CallRecord;
  entry: TraceEntry;
  /** Index of the note. */
  place: number;
  count: Count;
  /** Flow of the step. */
  flow: string;
}

function countNote(note: Note, { record, entry, place, flow, count }: Noted): void {
  // Steps of a nested flow have qualified names.
  const qualifyName = (step: string) => qualifyStep(record.flow.name, flow, step);
  switch (note.kind) {
    case 'entered':
      count('steps', `visit ${qualifyName(note.step)}`);
      break;
    case 'outcome':
      if (note.to !== FINALIZER_END) count('steps', `left ${qualifyName(note.step)} ${note.outcome}`);
      break;
    case 'ended':
      countEnd(note, { record, entry, place, flow, count });
      break;
    case 'milestone':
      if (isAfterEnd(place, { record, entry }) && note.again !== true) count('calls', `outcome ${note.name}`);
      break;
    default: {
      const missed = findMiss(note);
      if (missed !== undefined)
        count('steps', `${missed} ${qualifyName(findNotedStep(place, { record, entry }))}`);
    }
  }
}

function countEnd(
  { reason, failed, hungUp, step }: Omit<Extract<Note, { kind: 'ended' }>, 'kind'>,
  { record, entry, place, flow, count }: Noted,
): void {
  count('calls', ENDED);
  count('calls', `${ENDED} ${reason}`);
  const later = newMilestones(entry.notes.slice(place));
  for (const milestone of record.context.milestones)
    if (!later.includes(milestone)) count('calls', `outcome ${milestone}`);
  if (failed === true || reason === 'failed') count('calls', FAILED);
  else if (hungUp === true) {
    count('calls', HUNG_UP);
    if (step !== undefined) count('steps', `${HUNG_UP} ${qualifyStep(record.flow.name, flow, step)}`);
  } else if (record.context.line.hasTalked) count('calls', TALKED);
}

/** True for notes of the finalizer, which runs after the end, also in later events. */
function isAfterEnd(place: number, { record, entry }: Pick<Noted, 'record' | 'entry'>): boolean {
  const end = entry.notes.findIndex(({ kind }) => kind === 'ended');
  return end === -1 ? record.context.isOver : end < place;
}

function newMilestones(notes: readonly Note[]): string[] {
  return notes.flatMap((note) => (note.kind === 'milestone' && note.again !== true ? [note.name] : []));
}

/** Returns the step of a note: the one that is left next, or the current one. */
function findNotedStep(place: number, { record, entry }: Pick<Noted, 'record' | 'entry'>): string {
  const next = entry.notes.slice(place).find(({ kind }) => kind === 'outcome' || kind === 'entered');
  return next?.kind === 'outcome' ? next.step : record.context.step;
}
