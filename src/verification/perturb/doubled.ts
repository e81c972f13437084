/** Finds actions that the platform performed more often than the call requested them, using the platform's journal. */
import type { Command, CommandKind } from '../../call/index.ts';
import type { JournalEntry } from '../../platform/emulator/model/index.ts';
import type { Perturbation } from './perturbation.ts';
import type { CaseRun } from './run-case.ts';

const isEntryOf =
  (...kinds: JournalEntry['kind'][]) =>
  ({ kind }: JournalEntry): boolean =>
    kinds.includes(kind);

/** Journal entries that show that a command was carried out. Other commands may be repeated freely. */
const deeds: Partial<Record<CommandKind, (entry: JournalEntry) => boolean>> = {
  dial: (entry) => entry.kind === 'ringing' && entry.direction === 'outbound',
  // A play without words only listens, so nobody hears its repetitions.
  play: (entry) => isEntryOf('prompt', 'audio')(entry) || (entry.kind === 'speech' && entry.text !== ''),
  connect: isEntryOf('connecting'),
  hold: isEntryOf('held'),
  record: isEntryOf('recording_started'),
  stream: isEntryOf('stream_started'),
  join: isEntryOf('room_joined'),
  create_room: (entry) => entry.kind === 'room' && entry.event === 'created',
  sms: isEntryOf('sms_accepted'),
};

/** Lists actions that were carried out too often. */
export function findDoubled({ call, commits }: CaseRun, perturbation: Perturbation | undefined): string[] {
  if (call === undefined) return [];
  const entries = call.log.flatMap((happening) => (happening.teller === 'platform' ? [happening.entry] : []));
  const commands = commits.flatMap((commit) => commit.commands);
  const tooOften = Object.entries(deeds).flatMap(([name, isDeed]) => {
    const kind = name as CommandKind;
    const done = entries.filter(isDeed).length;
    const asked = commands.filter((command) => asksFor(command, kind)).length;
    const isTooOften = done > asked + countAllowedRepeats(kind, perturbation);
    return isTooOften ? [`${kind} was carried out ${done} times but requested ${asked} times`] : [];
  });
  return [...tooOften, ...findHeardTwice(entries)];
}

/** True if a command requests an action. An outbound call sends its first action with the dial (R11). */
function asksFor(command: Command, kind: CommandKind): boolean {
  if (command.kind === kind) return true;
  const carried = command.kind === 'dial' ? command.onConnect?.kind : undefined;
  return carried === kind || (carried === 'room' && kind === 'join');
}

/** Returns how often a command in doubt may be repeated (docs/operations.md). */
function countAllowedRepeats(kind: CommandKind, perturbation: Perturbation | undefined): number {
  const isInDoubt = perturbation?.kind === 'crash' || perturbation?.kind === 'unanswered';
  return kind === 'stream' && isInDoubt ? 1 : 0;
}

/** Lists plays that were heard twice, by their references. */
function findHeardTwice(entries: readonly JournalEntry[]): string[] {
  const refs = entries.flatMap((entry) =>
    'prompt_ref' in entry && deeds.play?.(entry) === true ? (entry.prompt_ref ?? []) : [],
  );
  return [...new Set(refs)]
    .filter((ref) => refs.indexOf(ref) !== refs.lastIndexOf(ref))
    .map((ref) => `play ${ref} was heard twice`);
}
