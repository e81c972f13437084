/** What somebody does on a call of a compiled flow, as the event that the call receives. */
import type { CallEvent, WebAnswer } from '../../call/index.ts';
import type { Move as Happening, Reply } from '../prove/index.ts';
import { overLine } from '../situations/index.ts';
import type { Situation } from '../situations/index.ts';
import type { ServiceReply } from './side.ts';

/** Time until people and services act, ms. */
const REPLY_MS = 500;

export function toHappening(
  from: Situation,
  event: DistributiveOmit<CallEvent, 'at'>,
  at = from.at + REPLY_MS,
): Happening {
  return { deed: { kind: 'passes' }, from, event: { ...event, at }, isCooperative: true };
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Answers a question after its prompt, which then is over. */
export function answer(
  now: Situation,
  { digits, words = '' }: { digits?: string; words?: string },
): Happening | undefined {
  const { play, ...line } = now.line;
  if (play === undefined) return undefined;
  const at = Math.max(now.at, play.endsAt) + REPLY_MS;
  const from = { ...now, line };
  return digits === undefined
    ? toHappening(from, { type: 'speech', heard: 'recognized', text: words, promptRef: play.ref }, at)
    : toHappening(from, { type: 'digits', digits, lossy: false, promptRef: play.ref }, at);
}

/** Keys that no further one follows end a question: nothing listens from there on. */
export function endQuestion(now: Situation): Situation {
  const { play: _play, ...line } = now.line;
  return { ...now, line };
}

export function toServiceReply({ status = 200, json, text }: Reply): ServiceReply {
  return { status, ...(json !== undefined && { json }), ...(text !== undefined && { text }) };
}

export function hangUp(now: Situation): Happening {
  return toHappening({ ...now, line: overLine }, { type: 'disconnected', reason: 'normal' });
}

export function reply(now: Situation, given: ServiceReply): Happening {
  const { visit } = now.record.context;
  const timeoutMs = now.request?.timeoutMs ?? 0;
  const at = now.at + (given === 'timeout' ? timeoutMs : REPLY_MS);
  return toHappening(now, { type: 'answered', visit: visit.number, answer: toWebAnswer(given) }, at);
}

function toWebAnswer(given: ServiceReply): WebAnswer {
  if (typeof given === 'string') return { failed: given, message: 'no answer' };
  const { status, json, text = '' } = given;
  return json === undefined
    ? { status, headers: {}, body: text }
    : { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
}
