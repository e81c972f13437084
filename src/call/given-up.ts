/** How a trace shows that a call was given up because of a mistake of ours (`abandon` in advance.ts). */
import type { CallRecord } from './record.ts';
import type { Note, TraceEntry } from './trace.ts';

type FailedNote = Extract<Note, { kind: 'failed' }>;

/** Whether a `failed` note ends its call, which then gets no `ended` note. */
export function isGivenUp({ code }: FailedNote, record: CallRecord, entry: TraceEntry): boolean {
  return code === 'internal' && !record.context.isOver && record.endedAt === entry.at;
}
