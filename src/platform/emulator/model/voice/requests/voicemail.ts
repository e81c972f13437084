import { createFailedRefusal, createInvalidParam } from '../../rest/answers.ts';
import { readBody, readOptionalNumber, readRequiredText, type Fields } from '../../rest/fields.ts';
import { startMessage } from '../media/message.ts';
import type { MessageOrder } from '../media/message-order.ts';
import { dropPlay } from '../media/playback.ts';
import { refusesRecording } from '../media/recorder.ts';
import type { IncomingRequest } from '../../rest/service.ts';
import type { World } from '../../world.ts';
import { requireAnsweredCall, toIdentity } from './incoming.ts';

const DAY_MS = 86_400_000;

/** PUT …/voicemail, for carriers that record one caller alone. */
export function handleVoicemail(world: World, incoming: IncomingRequest): object {
  const call = requireAnsweredCall(world, incoming);
  const order = readOrder(readBody(incoming.body));
  if (call.state === 'bridged') throw createFailedRefusal('6113');
  if (call.message !== undefined) throw createFailedRefusal('408');
  if (refusesRecording(world, call)) throw createFailedRefusal('6119');
  dropPlay(world, call, 'play');
  const { id } = startMessage(world, call, order);
  return { status: 'success', ...toIdentity(world, call), recording_id: id };
}

function readOrder(fields: Fields): MessageOrder {
  return {
    longestMs: readMs(fields, 'longest_ms'),
    silenceMs: readMs(fields, 'silence_ms'),
    terminator: readTerminator(fields.terminator),
    reference: readRequiredText(fields, 'recording_ref'),
  };
}

function readMs(fields: Fields, name: string): number {
  return readOptionalNumber(fields, name, { least: 1, most: DAY_MS }) ?? DAY_MS;
}

function readTerminator(value: unknown): MessageOrder['terminator'] {
  if (value === undefined || value === '#' || value === '*' || value === 'any') return value;
  throw createInvalidParam('terminator must be #, * or any');
}
