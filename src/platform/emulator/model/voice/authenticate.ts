/** Authentication of voice requests (voice.md 5, 7.1), and tokens for web clients. Settings choose the envelope of refusals. */
import type { WebClientTokenAnswer } from '../../../../../schemas/types/voice.ts';
import { createCodedRefusal, createResultRefusal, type Refusal, type WireRequest } from '../rest/answers.ts';
import { decodeBasic, signJwt, type Credentials } from '../rest/credentials.ts';
import { readBody, readRequiredText } from '../rest/fields.ts';
import type { IncomingRequest } from '../rest/service.ts';
import type { Project } from '../project.ts';
import type { World } from '../world.ts';

export const tokenPath = '/voice/v1/webclient/token';

/** Returns the project that sent the request; throws the refusals of voice.md 7.1, or those of 7.4 with `authErrors: coded`. */
export function authenticateVoice({ directory, settings }: World, request: WireRequest): Project {
  const credentials = decodeBasic(request.headers.authorization);
  const project = credentials && directory.findProject(credentials.appId);
  const hasKey = project !== undefined && project.appKey === credentials?.appKey;
  if (hasKey && project.voice !== false && project.suspended !== true && directory.isSolvent(project))
    return project;
  // voice.md 4.4: the token endpoint answers an unknown project like a domain that is not whitelisted.
  if (credentials !== undefined && project === undefined && request.path.split('?', 1)[0] === tokenPath)
    throw createNotAllowed();
  throw settings.authErrors === 'coded'
    ? createCodedAuthRefusal(credentials, project)
    : createAuthRefusal(credentials);
}

function createNotAllowed(): Refusal {
  return createResultRefusal(405, 'Method Not Allowed').addHeader('allow', 'POST');
}

/** voice.md 7.1. */
function createAuthRefusal(credentials: Credentials | undefined): Refusal {
  return credentials === undefined
    ? createResultRefusal(401, 'Unauthorized', { 'www-authenticate': 'Basic realm="voice"' })
    : createResultRefusal(403, 'Forbidden');
}

/** voice.md 7.4, which has no code for a service that is not enabled: SERVICE_NOT_ENABLED is the emulator's own. */
function createCodedAuthRefusal(credentials: Credentials | undefined, project: Project | undefined): Refusal {
  const { appKey = '' } = credentials ?? {};
  if (project?.previousKeys?.includes(appKey))
    return createCodedRefusal(401, 'CREDENTIAL_EXPIRED', 'The credentials were rotated');
  if (project?.appKey !== appKey)
    return createCodedRefusal(401, 'UNAUTHORIZED', 'Wrong, expired or badly encoded credentials');
  return project.voice === false
    ? createCodedRefusal(403, 'SERVICE_NOT_ENABLED', 'The voice service is not enabled')
    : createCodedRefusal(403, 'PROJECT_SUSPENDED', 'The project is suspended');
}

/**
 * POST /voice/v1/webclient/token (voice.md 2.6, 4.4, 5.6). The token is signed with the App Key and names project and
 * domain. Domains are compared without case; a missing one is INVALID_PARAM, any other than a whitelisted one 405.
 */
export function handleWebClientToken(world: World, { project, body }: IncomingRequest): WebClientTokenAnswer {
  const domain = readRequiredText(readBody(body), 'domain').toLowerCase();
  const isKnown = (project.domains ?? ['localhost']).some((known) => known.toLowerCase() === domain);
  if (!isKnown) throw createNotAllowed();
  if (project.webClientTokens === false) return { token: null };
  const issued = Math.floor(world.clock.now / 1_000);
  const times = { iat: issued, exp: issued + world.settings.webClientTokenSeconds };
  const claims = { app_id: project.appId, domain, jti: world.ids.next('token'), ...times };
  return { token: signJwt(claims, project.appKey) };
}
