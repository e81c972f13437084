import type { BroadcastAnswer } from '../../../../../../schemas/types/voice.ts';
import { createInvalidParam, Refusal } from '../../rest/answers.ts';
import {
  isFields,
  readOptionalFields,
  readOptionalFlag,
  readOptionalText,
  readOptionalUrl,
  readBody,
  type Fields,
} from '../../rest/fields.ts';
import type { Project } from '../../project.ts';
import { formatNow, type World } from '../../world.ts';
import { startBroadcast, type BroadcastOrder, type Recipient } from '../broadcast.ts';
import type { Echo } from '../call.ts';
import { checkCaller } from '../destination.ts';
import { readEcho, readOnConnect, readRetry, readWebhook } from './dial-fields.ts';
import { readNumber } from './incoming.ts';
import type { IncomingRequest } from '../../rest/service.ts';

/** Maximum number of recipients; not specified. */
const MAX_RECIPIENTS = 10_000;

/** Date until which batch-level data is echoed; voice.md 9 says December 2026, taken to include the month. */
const batchDataEnds = Date.parse('2027-01-01T00:00:00Z');

/**
 * POST /voice/v1/broadcast (voice.md 4, 9; observed). An invalid number refuses the whole request; a number that cannot
 * be called is counted as failed when its turn comes. `call_param` is not specified and ignored.
 */
export function handleBroadcast(world: World, { project, body }: IncomingRequest): BroadcastAnswer {
  const order = readOrder(world, project, readBody(body));
  checkCaller(world, project, order.from);
  const id = startBroadcast(world, order);
  return { broadcast_id: id, state: 'broadcastcall_initiated', timestamp: formatNow(world) };
}

function readOrder(world: World, project: Project, body: Fields): BroadcastOrder {
  const name = readOptionalText(body, 'name');
  const { custom_data: batchData, ...owner } = readEcho(body);
  const isEchoed = batchData !== undefined && world.clock.now < batchDataEnds;
  const echo = { ...owner, ...(isEchoed && { custom_data: batchData }) };
  const recipients = readRecipients(body, (fields) => readRecipient({ world, project, body, echo }, fields));
  if (batchData !== undefined && recipients.some((one) => one.hasData))
    throw createInvalidParam(
      'custom_data must be given for the broadcast or for its recipients, not for both',
    );
  const eventUrl = readWebhook(body) ?? project.webhook;
  return {
    project,
    from: readNumber(world, 'from', body.from),
    recipients,
    autoRecord: readOptionalFlag(body, 'auto_record') ?? false,
    retry: readRetry(body),
    eventUrl,
    callUrl: readOptionalUrl(body, 'call_handler_url') ?? eventUrl,
    echo: { ...(name !== undefined && { name }), ...echo },
  };
}

/** Reads the recipients of either form, each as an object with `to`. */
function readRecipients<T>(body: Fields, read: (recipient: Fields) => T): T[] {
  readOptionalFields(body, 'call_param');
  const { recipients, broadcast_numbers: numbers } = body;
  if ((recipients ?? undefined) !== undefined && (numbers ?? undefined) !== undefined)
    throw createInvalidParam('recipients and broadcast_numbers exclude each other');
  const given = recipients ?? parseNumbers(numbers);
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_RECIPIENTS)
    throw createInvalidParam(`a broadcast needs from 1 to ${MAX_RECIPIENTS} recipients`);
  const list = recipients ? 'recipients' : 'broadcast_numbers';
  return given.map((one: unknown, index) =>
    nameRecipient(`${list}[${index}]`, () => {
      if (!isFields(one)) throw createInvalidParam('must be an object');
      return read(recipients ? one : { to: one.phone });
    }),
  );
}

/** Adds the recipient's place to an error. */
function nameRecipient<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'INVALID_PARAM') throw error;
    throw createInvalidParam(`${place}: ${error.message}`);
  }
}

/** Parses the older form: a list, or its JSON text. */
function parseNumbers(numbers: unknown): unknown {
  if (typeof numbers !== 'string') return numbers;
  try {
    return JSON.parse(numbers);
  } catch {
    throw createInvalidParam('broadcast_numbers is not JSON');
  }
}

function readRecipient(
  { world, project, body, echo }: { world: World; project: Project; body: Fields; echo: Echo },
  recipient: Fields,
): Recipient & { hasData: boolean } {
  const { custom_data: ownData } = readEcho(recipient);
  return {
    to: readNumber(world, 'to', recipient.to),
    onConnect: readOnConnect(world, project, readAction(body, recipient)),
    echo: { ...echo, ...(ownData && { custom_data: ownData }) },
    hasData: ownData !== undefined,
  };
}

/** Returns the action of a recipient: their own, or that of the broadcast. */
function readAction(body: Fields, recipient: Fields): Fields {
  const play = readOptionalFields(recipient, 'play');
  const own = readOptionalFields(recipient, 'action_on_connect');
  if (play && own) throw createInvalidParam('play and action_on_connect exclude each other');
  if (play) checkType(play);
  if (play) return { play };
  return own ?? readOptionalFields(body, 'action_on_connect') ?? {};
}

/** Checks that `tts` goes with speech (observed). Other types are unknown and accepted for other media. */
function checkType(play: Fields): void {
  const type = readOptionalText(play, 'type');
  const isSpeech = (play.text ?? play.ssml ?? undefined) !== undefined;
  if (type !== undefined && (type === 'tts') !== isSpeech)
    throw createInvalidParam(isSpeech ? 'play.type must be tts' : 'play.type tts needs text or ssml');
}
