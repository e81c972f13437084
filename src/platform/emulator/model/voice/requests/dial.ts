import type { CallAnswer } from '../../../../../../schemas/types/voice.ts';
import {
  readOptionalFields,
  readOptionalFlag,
  readOptionalText,
  readBody,
  type Fields,
} from '../../rest/fields.ts';
import { dialOut, type DialOrder } from '../line.ts';
import type { World } from '../../world.ts';
import { checkCaller, checkDestination } from '../destination.ts';
import { readEcho, readOnConnect, readRetry, readWebhook } from './dial-fields.ts';
import { toIdentity, readNumber } from './incoming.ts';
import type { IncomingRequest } from '../../rest/service.ts';

/**
 * POST /voice/v1/call (voice.md 2.1, 2.2, 4.1). Of several numbers in `to` the first is dialed. The webhook defaults to
 * the project's.
 */
export function handleDial(world: World, incoming: IncomingRequest): CallAnswer {
  const order = readOrder(world, incoming, readBody(incoming.body));
  checkCaller(world, incoming.project, order.line.from);
  checkDestination(world, incoming.project, order.line.to);
  const call = dialOut(world, order);
  return { ...toIdentity(world, call), state: 'initiated' };
}

function readNumbers(world: World, given: unknown): [string, ...string[]] {
  const [first, ...others] = Array.isArray(given) ? (given as unknown[]) : [given];
  return [readNumber(world, 'to', first), ...others.map((one) => readNumber(world, 'to', one))];
}

function readOrder(world: World, { project }: IncomingRequest, body: Fields): DialOrder {
  readOptionalText(body, 'name');
  const from = readNumber(world, 'from', body.from);
  const [to] = readNumbers(world, body.to);
  const webhook = readWebhook(body) ?? project.webhook;
  return {
    line: { appId: project.appId, from, to, webhook },
    echo: readEcho(body),
    autoRecord: readOptionalFlag(body, 'auto_record') ?? false,
    onConnect: readOnConnect(world, project, readOptionalFields(body, 'action_on_connect') ?? {}),
    retry: readRetry(body),
  };
}
