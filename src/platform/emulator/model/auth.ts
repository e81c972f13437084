/** HTTP Basic authentication (voice.md 5, 7.1): whose request it is, or exactly the refusals of 7.1. */
import { unresolved } from './answers.ts';
import type { WireRequest } from './answers.ts';
import type { Directory } from './directory.ts';
import type { Project } from './settings.ts';

/** What a project may be subscribed to; a project that says nothing has everything. */
export type ServiceName = 'voice';

/** The project that sent the request; throws 401 for credentials that cannot be read, 403 for wrong ones. */
export function authenticateBasic(
  directory: Directory,
  { headers }: WireRequest,
  service: ServiceName,
): Project {
  const { appId, appKey } = readCredentials(headers.authorization, service);
  const project = directory.project(appId);
  const isOwner = project?.appKey === appKey && project[service] !== false;
  const isInForce = isOwner && project.suspended !== true && directory.isSolvent(project);
  if (!isInForce) throw unresolved(403, 'Forbidden');
  return project;
}

/** App ID and App Key as they were sent; throws 401 when they cannot be read. */
export function readCredentials(
  authorization: string | undefined,
  realm: string,
): { appId: string; appKey: string } {
  const credentials = decodeBasic(authorization);
  if (credentials !== undefined) return credentials;
  throw unresolved(401, 'Unauthorized', { 'www-authenticate': `Basic realm="${realm}"` });
}

/** App ID and App Key of a Basic Authorization header; undefined when it is none. */
export function decodeBasic(
  authorization: string | undefined,
): { appId: string; appKey: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(authorization ?? '')?.[1] ?? '';
  const decoded = Buffer.from(encoded, 'base64').toString();
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : { appId: decoded.slice(0, colon), appKey: decoded.slice(colon + 1) };
}
