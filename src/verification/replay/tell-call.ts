/** Summarizes a call from the caller's point of view, step by step: prompts, called parties, outcomes. */
import type { Command, Note, TraceEntry } from '../../call/index.ts';

/** Something that a caller notices, or that matters to the business. */
export interface Told {
  /** ms since the epoch. */
  at: number;
  /** Its step: `name`, or `flow.name` in a called flow. */
  step: string;
  /** hears: a prompt. does: a relevant command. ends: a milestone or the end. */
  kind: 'hears' | 'does' | 'ends';
  text: string;
}

/** Summary of a call. */
export interface Telling {
  told: Told[];
  /** The last step before the end. */
  lastStep: string;
  /** In alphabetical order. */
  outcomes: string[];
  /** End reason; empty while the call runs. */
  ended: string;
}

interface Source {
  trace: readonly TraceEntry[];
  commands: readonly Command[];
}

/** Summarizes a call from its trace and its commands. */
export function tellCall({ trace, commands }: Source, flow: string): Telling {
  const told: Told[] = [];
  const byNumber = new Map(commands.map((command) => [command.number, command]));
  const place = { flow, step: '', last: '', ended: '' };
  for (const { at, notes, commands: sent } of trace) {
    for (const note of notes) {
      updatePlace(place, note, flow);
      told.push(...tellNote(note).map((one) => ({ at, step: place.step, ...one })));
    }
    const done = sent.flatMap(({ number }) => renderCommand(byNumber.get(number)));
    told.push(...done.map((text) => ({ at, step: place.step, kind: 'does' as const, text })));
  }
  const outcomes = trace.flatMap(({ notes }) =>
    notes.flatMap((note) => (note.kind === 'milestone' ? [note.name] : [])),
  );
  const { step, last, ended } = place;
  return { told, lastStep: ended === '' ? step : last, outcomes: [...new Set(outcomes)].sort(), ended };
}

/** Updates the current position of the call. */
function updatePlace(
  place: Record<'flow' | 'step' | 'last' | 'ended', string>,
  note: Note,
  main: string,
): void {
  if (note.kind === 'flow') place.flow = note.name;
  if (note.kind === 'entered') place.step = place.flow === main ? note.step : `${place.flow}.${note.step}`;
  if (note.kind === 'ended') [place.ended, place.last] = [note.reason, place.step];
}

function tellNote(note: Note): Pick<Told, 'kind' | 'text'>[] {
  if (note.kind === 'says') return [{ kind: 'hears', text: note.text }];
  if (note.kind === 'milestone') return [{ kind: 'ends', text: `outcome ${note.name}` }];
  return note.kind === 'ended' ? [{ kind: 'ends', text: `ended ${note.reason}` }] : [];
}

/** Renders a command. Plays are covered by prompts, and accepts, dials and hang-ups by their effects. */
function renderCommand(command: Command | undefined): string[] {
  switch (command?.kind) {
    case 'connect':
      return [`connect to ${command.to}`];
    case 'dial':
      return command.onConnect?.kind === 'connect' ? [`connect to ${command.onConnect.to}`] : [];
    case 'sms':
      return command.recipients.map(
        ({ to, data }) => `sms ${command.template} to ${to} ${JSON.stringify(data)}`,
      );
    case 'stream':
      return [`stream to ${command.to}`];
    case 'record':
    case 'record_message':
    case 'stop_recording':
    case 'stop_stream':
    case 'hold':
    case 'create_room':
    case 'create_token':
    case 'join':
      return [command.kind.replaceAll('_', ' ')];
    default:
      return [];
  }
}
