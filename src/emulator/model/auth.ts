/** HTTP Basic authentication (voice.md 5, 7.1): whose request it is, or exactly the refusals of 7.1. */
import { unresolved } from './answers.ts';
import type { Directory } from './directory.ts';
import type { Project } from './settings.ts';

const challenge = { 'www-authenticate': 'Basic realm="voice"' };

/** The project that sent the request; throws 401 for credentials that cannot be read, 403 for wrong ones. */
export function authenticate(directory: Directory, authorization: string | undefined): Project {
  const { appId, appKey } = readCredentials(authorization);
  const project = directory.project(appId);
  const isAllowed = project?.appKey === appKey && project.voice !== false && project.suspended !== true;
  if (project === undefined || !isAllowed) throw unresolved(403, 'Forbidden');
  return project;
}

function readCredentials(authorization: string | undefined): { appId: string; appKey: string } {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(authorization ?? '')?.[1] ?? '';
  const decoded = Buffer.from(encoded, 'base64').toString();
  const colon = decoded.indexOf(':');
  if (colon < 0) throw unresolved(401, 'Unauthorized', challenge);
  return { appId: decoded.slice(0, colon), appKey: decoded.slice(colon + 1) };
}
