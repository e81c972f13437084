import type { ConnectAnswer } from '../../../../wire/index.ts';
import { failed, invalid } from '../../rest/answers.ts';
import { reachSecondParty } from '../bridge.ts';
import { readBody, requiredText } from '../../rest/fields.ts';
import type { Fields } from '../../rest/fields.ts';
import { isSipUri, shownNumber } from '../../numbers.ts';
import type { Project } from '../../project.ts';
import type { World } from '../../world.ts';
import { checkDestination } from '../destination.ts';
import { isAnswered } from '../call.ts';
import { identity, liveCall, readNumber } from './incoming.ts';
import type { Incoming } from '../../rest/service.ts';

/**
 * PUT …/connect. Refused with 6113 while a second party is connected, or the same party is ringing, as for a repeated
 * request. Another party replaces one that still rings. Before the answer it is refused with 6111, or postponed with
 * the setting `earlyConnect`.
 */
export function connect(world: World, incoming: Incoming): ConnectAnswer {
  const call = liveCall(world, incoming);
  if (!isAnswered(call) && !world.settings.earlyConnect) throw failed('6111');
  const to = readConnect(world, incoming.project, readBody(incoming.body));
  const reached = call.connectOnAnswer ?? call.bridge?.to;
  if (call.state === 'bridged' || reached === to) throw failed('6113');
  if (isAnswered(call)) reachSecondParty(world, call, to);
  else call.connectOnAnswer = to;
  return { ...identity(world, call), state: 'initiated', status: 'success' };
}

/**
 * Reads the connect fields of voice.md 2.2 and returns the second party. The caller number must be provisioned (6118).
 */
export function readConnect(world: World, project: Project, fields: Fields): string {
  const from = readNumber(world, 'from', fields.from);
  const to = requiredText(fields, 'to');
  if (!world.directory.isDialable(to) && !isSipUri(to))
    throw invalid('to must be an E.164 number or a SIP URI');
  if (!world.directory.isProvisioned(from, project.appId)) throw failed('6118');
  checkDestination(world, project, to);
  return shownNumber(to);
}
