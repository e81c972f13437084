/** Masks secrets in events for the trace (I7). */
import type { CommandAnswer } from './commands.ts';
import type { CallEvent } from './events.ts';
import { maskKeys } from './keys.ts';
import type { CallContext, CallRecord } from './record.ts';

/** Masks an event for the trace (I7): shows only keys that the flow asked for, and nothing of a secret answer. */
export function maskForTrace(
  { context }: CallRecord,
  event: CallEvent,
  { keptKeys }: CallContext['out'],
): CallEvent {
  if (event.type === 'command_done') return maskEvent(event);
  const { input, web } = context;
  const isSecret = event.type === 'answered' ? web.isSecret || web.attempt === 0 : input.secret;
  if (isSecret) return maskEvent(event);
  if (event.type !== 'digits' && event.type !== 'bridge_digits') return event;
  return { ...event, digits: keptKeys ?? maskKeys(event.digits) };
}

/** Masks everything in an event that may be secret (I7). */
export function maskEvent(event: CallEvent): CallEvent {
  if (event.type === 'answered' && 'status' in event.answer)
    return { ...event, answer: { status: event.answer.status, headers: {}, body: '•••' } };
  if (event.type === 'command_done') return { ...event, answer: maskToken(event.answer) };
  const { key: _key, ...rest } = event;
  if (rest.type === 'digits' || rest.type === 'bridge_digits')
    return { ...rest, digits: maskKeys(rest.digits) };
  return 'text' in rest && rest.text !== '' ? { ...rest, text: '•••' } : event;
}

/** Hides the token of a room, which lets its holder join. */
function maskToken(answer: CommandAnswer): CommandAnswer {
  return 'token' in answer ? { ...answer, token: '•••' } : answer;
}
