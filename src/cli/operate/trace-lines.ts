/** A call's trace as a person on call reads it: one line for the event, one for each thing it led to. */
import { FINALIZER_END } from '../../call/index.ts';
import type { CallEvent, CallSummary, ShownEntry, ShownNote } from '../../call/index.ts';

/** Notifications that say nothing a person would want to read. */
const SILENT: CallEvent['type'][] = ['initiated', 'ringing', 'dialed', 'command_taken'];

/** The lines of one entry, each ended by a newline; none for an entry that tells nothing. */
export function renderTraceEntry(
  { flow, number }: Pick<CallSummary, 'flow' | 'number'>,
  entry: ShownEntry,
): string {
  if (SILENT.includes(entry.event.type)) return '';
  const time = new Date(entry.at).toISOString().slice(11, 23);
  const head = `${time}  ${flow}  ${number}  ${renderEvent(entry.event)}`;
  const body = [...entry.notes.map(renderNote), ...entry.commands.map(({ kind }) => `→ ${kind}`)];
  return [head, ...body.map((line) => `              ${line}`)].map((line) => `${line}\n`).join('');
}

function renderEvent(event: CallEvent): string {
  switch (event.type) {
    case 'incoming':
      return 'calls';
    case 'placed':
      return 'is called';
    case 'digits':
    case 'bridge_digits':
      return `caller presses ${event.digits}`;
    case 'disconnected':
    case 'unbridged':
      return `${event.type} (${event.detail ?? event.reason})`;
    case 'command_failed':
      return `${event.kind} failed: ${event.failure.message} [${event.failure.code}]`;
    case 'delivery':
      return `messages: ${event.reports.map(({ to, status }) => `${to} ${status}`).join(', ')}`;
    case 'wake':
      return 'a deadline has come';
    case 'silence':
      return 'caller presses nothing';
    case 'hang_up':
      return 'an operator ends the call';
    case 'unknown':
      return `unknown notification "${event.state}"`;
    default:
      return event.type;
  }
}

function renderNote(note: ShownNote): string {
  switch (note.kind) {
    case 'flow':
      return `▸ in flow ${note.name}`;
    case 'entered':
      return `● ${note.step} (${note.verb})`;
    case 'outcome':
      return `↳ ${note.outcome}: to ${note.to === FINALIZER_END ? 'the end of the finalizer' : note.to}`;
    case 'says':
      return `♪ ${note.text}`;
    case 'because':
      return `· ${note.text}`;
    case 'set':
      return `= ${note.variable} is ${note.value}`;
    case 'milestone':
      return `◆ ${note.name}`;
    case 'failed':
      return `✗ ${note.step}: ${note.message} [${note.code}]`;
    case 'ended':
      return `■ ended: ${note.reason}`;
  }
}
