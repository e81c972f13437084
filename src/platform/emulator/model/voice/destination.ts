import { createCodedRefusal, createFailedRefusal } from '../rest/answers.ts';
import { hasPrefix, isSipUri } from '../numbers.ts';
import type { Project } from '../project.ts';
import type { World } from '../world.ts';

/** Refuses a caller number that is not provisioned in the project (voice.md 7.4). */
export function checkCaller(world: World, { appId }: Project, from: string): void {
  if (!world.directory.isProvisioned(from, appId))
    throw createCodedRefusal(403, 'CALLER_ID_NOT_ALLOWED', `${from} is not provisioned in the project`);
}

/**
 * Refuses a destination that is blocked, unreachable, or behind a carrier (voice.md 7.4) or gateway (6141) that is
 * down.
 */
export function checkDestination(world: World, project: Project, to: string): void {
  if (hasPrefix(to, project.blocked))
    throw createCodedRefusal(403, 'DESTINATION_BLOCKED', `${to} is blocked`);
  if (hasPrefix(to, world.settings.carriersDown))
    throw createCodedRefusal(503, 'CARRIER_UNAVAILABLE', `the carrier of ${to} is temporarily unreachable`);
  if (isGatewayDown(to, world.settings.gatewaysDown)) throw createFailedRefusal('6141');
  if (world.directory.getParty(to, 1).on_ring === 'unreachable')
    throw createCodedRefusal(422, 'INVALID_RECIPIENT', `${to} cannot be reached`);
}

function isGatewayDown(to: string, gatewaysDown: readonly string[]): boolean {
  if (!isSipUri(to)) return false;
  const [, gateway] = /^sips?:(?:[^@]*@)?([^:;?]*)/i.exec(to) ?? [];
  return gatewaysDown.some((down) => down.toLowerCase() === gateway?.toLowerCase());
}
