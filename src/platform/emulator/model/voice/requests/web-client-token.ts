import type { WebClientTokenAnswer } from '../../../../wire/index.ts';
import { unresolved } from '../../answers.ts';
import { readBody, requiredText } from '../../fields.ts';
import { signJwt } from '../../jwt.ts';
import type { Incoming } from '../../service.ts';
import type { World } from '../../world.ts';

/**
 * POST /voice/v1/webclient/token (voice.md 2.6, 4.4, 5.6). The token is signed with the App Key and names project and
 * domain. Domains are compared without case; a missing one is INVALID_PARAM, any other than a whitelisted one 405.
 */
export function webClientToken(world: World, { project, body }: Incoming): WebClientTokenAnswer {
  const domain = requiredText(readBody(body), 'domain').toLowerCase();
  const isKnown = (project.domains ?? ['localhost']).some((known) => known.toLowerCase() === domain);
  if (!isKnown) throw unresolved(405, 'Method Not Allowed').withHeader('allow', 'POST');
  if (project.webClientTokens === false) return { token: null };
  const issued = Math.floor(world.clock.now / 1_000);
  const times = { iat: issued, exp: issued + world.settings.webClientTokenSeconds };
  const claims = { app_id: project.appId, domain, jti: world.ids.next('token'), ...times };
  return { token: signJwt(claims, project.appKey) };
}
