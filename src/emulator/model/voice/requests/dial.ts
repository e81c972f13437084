import type { CallAnswer } from '../../../../wire/index.ts';
import { coded, invalid } from '../../answers.ts';
import type { Echo } from '../call.ts';
import {
  isNestedWithin,
  optionalFields,
  optionalFlag,
  optionalNumber,
  optionalText,
  optionalUrl,
  readBody,
  requiredText,
} from '../../fields.ts';
import type { Fields } from '../../fields.ts';
import { dialOut } from '../line.ts';
import type { DialOrder } from '../line.ts';
import { isPhoneNumber, shownNumber } from '../../numbers.ts';
import { checkDestination } from './destination.ts';
import type { OnConnect } from '../on-connect.ts';
import type { Project } from '../../settings.ts';
import type { World } from '../../world.ts';
import { readConnect } from './connect.ts';
import { identity } from './incoming.ts';
import type { Incoming } from '../../service.ts';
import { readPlay } from './play.ts';
import { readStream } from './stream.ts';

/**
 * POST /voice/v1/call (voice.md 2.1, 2.2, 4.1). Of several numbers in `to` the first is dialled. Without an address for
 * notifications they go to the project's webhook.
 */
export function dial(world: World, incoming: Incoming): CallAnswer {
  const order = readOrder(world, incoming, readBody(incoming.body));
  if (!world.directory.isProvisioned(order.line.from, order.line.appId)) {
    throw coded(403, 'CALLER_ID_NOT_ALLOWED', `${order.line.from} is not provisioned in the project`);
  }
  checkDestination(world, incoming.project, order.line.to);
  const call = dialOut(world, order);
  return { ...identity(world, call), state: 'initiated' };
}

function readOrder(world: World, { project }: Incoming, body: Fields): DialOrder {
  optionalText(body, 'name');
  const from = readNumber('from', body.from);
  const to = readNumber('to', Array.isArray(body.to) ? body.to[0] : body.to);
  const webhook = readWebhook(body) ?? project.webhook;
  return {
    line: { appId: project.appId, from, to, webhook },
    echo: readEcho(body),
    autoRecord: optionalFlag(body, 'auto_record') ?? false,
    onConnect: readOnConnect(world, project, optionalFields(body, 'action_on_connect') ?? {}),
    retry: readRetry(optionalFields(body, 'retry') ?? {}),
  };
}

function readNumber(name: string, value: unknown): string {
  if (typeof value === 'string' && isPhoneNumber(value)) return shownNumber(value);
  throw invalid(`${name} must be an E.164 number`);
}

function readWebhook(body: Fields): string | undefined {
  const protocols = ['https:', 'http:'];
  const nested = optionalUrl(optionalFields(body, 'webhook') ?? {}, 'url', protocols);
  return optionalUrl(body, 'event_url', protocols) ?? nested;
}

function readEcho(body: Fields): Echo {
  const owner = optionalText(body, 'owner_ref');
  const data = optionalFields(body, 'custom_data');
  if (!isNestedWithin(data, 64)) throw invalid('custom_data is nested too deeply');
  return { ...(owner !== undefined && { owner_ref: owner }), ...(data && { custom_data: data }) };
}

const modes: Record<string, (world: World, project: Project, fields: Fields) => OnConnect> = {
  play: (world, _project, fields) => ({ mode: 'play', order: readPlay(world, fields) }),
  connect: (world, project, fields) => ({ mode: 'connect', to: readConnect(world, project, fields) }),
  room: (_world, _project, fields) => ({ mode: 'room', roomId: requiredText(fields, 'room_id') }),
  stream: (_world, project, fields) => ({ mode: 'stream', wssHost: readStream(project, fields) }),
};

function readOnConnect(world: World, project: Project, fields: Fields): OnConnect | undefined {
  const given = Object.entries(modes).flatMap(([name, read]) => {
    const mode = optionalFields(fields, name);
    return mode ? [{ read, mode }] : [];
  });
  if (given.length > 1) throw invalid('action_on_connect must hold one mode');
  const [first] = given;
  if (first === undefined && Object.keys(fields).length > 0) {
    throw invalid(`action_on_connect must hold one of ${Object.keys(modes).join(', ')}`);
  }
  return first?.read(world, project, first.mode);
}

function readRetry(fields: Fields): DialOrder['retry'] {
  const interval = optionalNumber(fields, 'interval', { least: 0, most: 604_800 }) ?? 0;
  const attempts = optionalNumber(fields, 'max_attempts', { least: 1, most: 1_000 }) ?? 1;
  if (!Number.isInteger(interval) || !Number.isInteger(attempts)) throw invalid('retry holds integers');
  return { intervalMs: interval * 1_000, maxAttempts: attempts };
}
