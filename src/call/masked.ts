/** Events without what is secret in them, for the trace (I7). */
import type { CommandAnswer } from './commands.ts';
import type { CallEvent } from './events.ts';
import type { CallContext, CallRecord } from './record.ts';

/** An event as the trace may show it (I7). */
export function shown(
  { context }: CallRecord,
  event: CallEvent,
  { surplusKeys = 0 }: CallContext['out'],
): CallEvent {
  if (event.type === 'command_done') return masked(event);
  const { input, web } = context;
  const isSecret = event.type === 'answered' ? web.isSecret || web.attempt === 0 : input.secret;
  return isSecret ? masked(event) : withoutKeys(event, surplusKeys);
}

/** Keys that were typed ahead may be secret ones; from a fingerprint they could be guessed (I7). */
function withoutKeys(event: CallEvent, surplus: number): CallEvent {
  if (event.type !== 'digits' || surplus === 0) return event;
  const { key: _key, ...rest } = event;
  const kept = event.digits.slice(0, Math.max(0, event.digits.length - surplus));
  return { ...rest, digits: kept.padEnd(event.digits.length, '•') };
}

/** An event without what is secret in it (I7); from a fingerprint short keys could be guessed. */
export function masked(event: CallEvent): CallEvent {
  if (event.type === 'answered' && 'status' in event.answer)
    return { ...event, answer: { status: event.answer.status, headers: {}, body: '•••' } };
  if (event.type === 'command_done') return { ...event, answer: withoutToken(event.answer) };
  const { key: _key, ...rest } = event;
  if (rest.type === 'digits') return { ...rest, digits: '•'.repeat(rest.digits.length) };
  return 'text' in rest && rest.text !== '' ? { ...rest, text: '•••' } : event;
}

/** Whoever has the token of a room may join it. */
function withoutToken(answer: CommandAnswer): CommandAnswer {
  return 'token' in answer ? { ...answer, token: '•••' } : answer;
}
