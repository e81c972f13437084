import type { ConnectAnswer } from '../../../../../../schemas/types/voice.ts';
import { createFailedRefusal, createInvalidParam } from '../../rest/answers.ts';
import { replaceSecondParty } from '../bridge.ts';
import { readBody, readRequiredText, type Fields } from '../../rest/fields.ts';
import { isSipUri, formatNumber } from '../../numbers.ts';
import type { Project } from '../../project.ts';
import type { World } from '../../world.ts';
import { checkDestination } from '../destination.ts';
import { isAnswered } from '../call.ts';
import { toIdentity, requireLiveCall, readNumber } from './incoming.ts';
import type { IncomingRequest } from '../../rest/service.ts';

/**
 * PUT …/connect. Refused with 6113 while a second party is connected, or the same party is ringing, as for a repeated
 * request. Another party replaces one that still rings. Before the answer it is refused with 6111, or postponed with
 * the setting `earlyConnect`.
 */
export function handleConnect(world: World, incoming: IncomingRequest): ConnectAnswer {
  const call = requireLiveCall(world, incoming);
  if (!isAnswered(call) && !world.settings.earlyConnect) throw createFailedRefusal('6111');
  const to = readConnect(world, incoming.project, readBody(incoming.body));
  const reached = call.connectOnAnswer ?? call.bridge?.to;
  if (call.state === 'bridged' || reached === to) throw createFailedRefusal('6113');
  if (isAnswered(call)) replaceSecondParty(world, call, to);
  else call.connectOnAnswer = to;
  return { ...toIdentity(world, call), state: 'initiated', status: 'success' };
}

/**
 * Reads the connect fields of voice.md 2.2 and returns the second party. The caller number must be provisioned (6118).
 */
export function readConnect(world: World, project: Project, fields: Fields): string {
  const from = readNumber(world, 'from', fields.from);
  const to = readRequiredText(fields, 'to');
  if (!world.directory.isDialable(to) && !isSipUri(to))
    throw createInvalidParam('to must be an E.164 number or a SIP URI');
  if (!world.directory.isProvisioned(from, project.appId)) throw createFailedRefusal('6118');
  checkDestination(world, project, to);
  return formatNumber(to);
}
