/** Whose a voice request is (voice.md 5, 7.1), and the refusals in the envelope that the settings choose. */
import { coded, Refusal, unresolved } from '../answers.ts';
import type { WireRequest } from '../answers.ts';
import { authenticateBasic, readCredentials } from '../auth.ts';
import type { Directory } from '../directory.ts';
import type { Project } from '../settings.ts';
import type { World } from '../world.ts';

/** The path of the web client token endpoint (voice.md 4.4). */
export const tokenPath = '/voice/v1/webclient/token';

/** The project that sent the request; throws the refusals of voice.md 7.1, or those of 7.4 with `authErrors: coded`. */
export function authenticateVoice({ directory, settings }: World, request: WireRequest): Project {
  try {
    return authenticateBasic(directory, request, 'voice');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 403 && asksForToken(request) && sender(directory, request) === undefined)
      throw unresolved(405, 'Method Not Allowed').withHeader('allow', 'POST');
    throw settings.authErrors === 'coded' ? inNewerWords(error, directory, request) : error;
  }
}

/** voice.md 4.4: there an invalid project is answered as a domain that is not whitelisted. */
function asksForToken({ path }: WireRequest): boolean {
  return path.split('?', 1)[0] === tokenPath;
}

function sender(directory: Directory, { headers }: WireRequest): Project | undefined {
  return directory.project(readCredentials(headers.authorization, 'voice').appId);
}

/** voice.md 7.4. A service that is not enabled has no code there: SERVICE_NOT_ENABLED is ours. */
function inNewerWords(refusal: Refusal, directory: Directory, request: WireRequest): Refusal {
  const unauthorized = coded(401, 'UNAUTHORIZED', 'Wrong, expired or badly encoded credentials');
  if (refusal.status === 401) return unauthorized;
  const { appKey } = readCredentials(request.headers.authorization, 'voice');
  const project = sender(directory, request);
  if (project?.previousKeys?.includes(appKey))
    return coded(401, 'CREDENTIAL_EXPIRED', 'The credentials were rotated');
  if (project?.appKey !== appKey) return unauthorized;
  return project.voice === false
    ? coded(403, 'SERVICE_NOT_ENABLED', 'The voice service is not enabled')
    : coded(403, 'PROJECT_SUSPENDED', 'The project is suspended');
}
