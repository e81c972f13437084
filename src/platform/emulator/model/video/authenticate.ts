/** Whose a video request is (video.md 5, 7). A project without the video capability is an application that is not found (10000). */
import { Refusal } from '../answers.ts';
import type { WireRequest } from '../answers.ts';
import { decodeBasic } from '../credentials.ts';
import type { Project } from '../settings.ts';
import type { World } from '../world.ts';
import { numeric, worded } from './errors.ts';

/** The project that sent the request; throws UNAUTHORIZED, CREDENTIAL_EXPIRED, PROJECT_SUSPENDED or 10000. */
export function authenticateVideo({ directory }: World, { headers }: WireRequest): Project {
  const credentials = decodeBasic(headers.authorization);
  const project = credentials && directory.project(credentials.appId);
  if (credentials === undefined || project === undefined) throw unauthorized();
  if (project.previousKeys?.includes(credentials.appKey) === true) throw worded('CREDENTIAL_EXPIRED');
  if (project.appKey !== credentials.appKey) throw unauthorized();
  if (project.video === false) throw numeric(10000);
  if (project.suspended === true || !directory.isSolvent(project)) throw worded('PROJECT_SUSPENDED');
  return project;
}

function unauthorized(): Refusal {
  const { status, code, message } = worded('UNAUTHORIZED');
  return new Refusal('coded', status, {
    code,
    message,
    headers: { 'www-authenticate': 'Basic realm="video"' },
  });
}
