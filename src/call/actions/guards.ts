/** Guards of the vocabulary (language/model/vocabulary.ts). They are pure and evaluate no expressions. */
import { FINAL_CODES, type Guard } from '../../language/model/index.ts';
import { commandNumber } from '../ids.ts';
import type { CallContext } from '../record.ts';
import type { MachineEvent } from './scene.ts';
import { PLATFORM_WINDOW_MS } from './delays.ts';

type ParamsOf<Type extends Guard['type']> =
  Extract<Guard, { type: Type }> extends { params: infer Params } ? Params : undefined;

type Guards = {
  [Type in Guard['type']]: (context: CallContext, params: ParamsOf<Type>, event: MachineEvent) => boolean;
};

/** Guards by type. */
export const guards: Guards = {
  answered: ({ leg }) => leg === 'connected' || leg === 'bridged',
  bridged: ({ leg }) => leg === 'bridged',
  alone: ({ leg }) => leg === 'connected',
  stream_broke: (_context, _params, { failed }) => failed === true,
  ringing: ({ leg }) => leg === 'ringing',
  message_is: (context, { result, shortestMs }, event) =>
    readMessageResult(context, shortestMs, event) === result,
  delivery_is: ({ deliveries }, { outcome }) => deliveries.outcome === outcome,
  accepting: ({ leg }) => leg === 'accepting',
  gone: ({ leg }) => leg === 'ended',
  faulted: ({ fault }, { limit }) => fault !== null && (!limit || FINAL_CODES.includes(fault.code)),
  queued: ({ playlist }, { atLeast }) => playlist.length >= atLeast,
  decided: ({ input }, { as }) => input.decision === as,
  patient: ({ input }) => input.timeoutMs > PLATFORM_WINDOW_MS,
  attempts_left: ({ input }, { attempts }) => input.noInput + input.noMatch < attempts,
  back_at: ({ trail }, { step }) => trail?.at(-1) === step,
  chosen: ({ index: chosen }, { index }) => chosen === index,
  more_parties: ({ index }, { parties }) => index + 1 < parties,
  tried: ({ tried }, { step }) => tried === step,
  caller_tried: ({ frames }) => frames.some(({ tried }) => tried !== ''),
  hangups_left: ({ hangups }, { tries }) => hangups < tries,
  refused: (_context, params, { failure }) =>
    'means' in params ? failure?.means === params.means : params.codes.includes(failure?.code ?? ''),
  called: ({ frames }) => frames.length > 0,
  lost: ({ frames, road }) => frames.length > 0 && road === 'error',
  over_time: ({ isOverTime }) => isOverTime,
  came_back: (_context, { outcome }, { returned }) => returned?.outcome === outcome,
  answer_is: ({ web }, { outcome }) => web.outcome === outcome,
  quiet: ({ playing }) => playing === null,
  reason: (_context, { is }, event) => event.reason === is,
  road: ({ road }, { is }) => road === is,
};

type MessageResult = ParamsOf<'message_is'>['result'];

/** Returns how the message of this visit has ended; undefined while it is recorded, and for another recording. */
function readMessageResult(
  { call, visit }: CallContext,
  shortestMs: number,
  { state, command, url, speechMs }: MachineEvent,
): MessageResult | undefined {
  const number = command === undefined ? undefined : commandNumber(call.id, command);
  if (state === 'started' || (number !== undefined && number < visit.firstCommand)) return undefined;
  // A message in which nobody spoke need not have a file.
  if (state === 'completed' && speechMs === 0) return 'silent';
  if (state === 'failed' || url === undefined) return 'failed';
  return speechMs !== undefined && speechMs < shortestMs ? 'too_short' : 'recorded';
}

/** Names of all guards, for the machine. */
export const guardTypes = Object.keys(guards) as Guard['type'][];

/** Evaluates a guard for a call and the current event, with the parameters of its type. */
export type GuardCheck = (context: CallContext, params: unknown, event: MachineEvent) => boolean;
