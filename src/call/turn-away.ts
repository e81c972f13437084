/** Rejects a call beyond the limit of concurrent calls. */
import type { Advance } from './advance.ts';
import { commandId } from './ids.ts';
import type { Note, Reason } from './notes.ts';

type TurnedAway = Extract<Reason, { kind: 'turned_away' }>;

/** Replaces the beginning of a call by its rejection: its flow does nothing. */
export function turnAway({ record, trace, operations }: Advance, why: TurnedAway['why']): Advance {
  const { context } = record;
  const number = context.nextCommand;
  const notes: Note[] = [
    { kind: 'turned_away', why },
    { kind: 'ended', reason: 'rejected' },
  ];
  return {
    record: {
      ...record,
      endedAt: trace.at,
      timers: {},
      context: {
        ...context,
        leg: 'ended',
        call: { ...context.call, reason: 'rejected' },
        nextCommand: number + 1,
      },
    },
    commands: [{ kind: 'hangup', number, id: commandId(record.id, number) }],
    requests: [],
    trace: { ...trace, notes, commands: [{ number, kind: 'hangup' }] },
    operations,
  };
}
