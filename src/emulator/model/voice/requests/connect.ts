import type { ConnectAnswer } from '../../../../wire/index.ts';
import { failed, invalid } from '../../answers.ts';
import { giveUpRinging, startBridge } from '../bridge.ts';
import { readBody, requiredText } from '../../fields.ts';
import type { Fields } from '../../fields.ts';
import { isPhoneNumber, isSipUri, shownNumber } from '../../numbers.ts';
import type { Project } from '../../settings.ts';
import type { World } from '../../world.ts';
import { checkDestination } from '../destination.ts';
import { answeredCall, identity, readNumber } from './incoming.ts';
import type { Incoming } from '../../service.ts';

/**
 * PUT …/connect. Refused with 6113 while a party is on the line, or while this very party is being reached: the same
 * request sent again. Another party takes the place of one that still rings.
 */
export function connect(world: World, incoming: Incoming): ConnectAnswer {
  const call = answeredCall(world, incoming);
  const to = readConnect(world, incoming.project, readBody(incoming.body));
  if (call.state === 'bridged' || call.bridge?.to === to) throw failed('6113');
  giveUpRinging(world, call);
  startBridge(world, call, to);
  return { ...identity(world, call), state: 'initiated', status: 'success' };
}

/** Whom to connect to: the connect fields of voice.md 2.2. The CLI must be provisioned (6118). */
export function readConnect(world: World, project: Project, fields: Fields): string {
  const from = readNumber('from', fields.from);
  const to = requiredText(fields, 'to');
  if (!isPhoneNumber(to) && !isSipUri(to)) throw invalid('to must be an E.164 number or a SIP URI');
  if (!world.directory.isProvisioned(from, project.appId)) throw failed('6118');
  checkDestination(world, project, to);
  return shownNumber(to);
}
