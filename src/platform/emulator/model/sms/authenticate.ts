/** Authentication of SMS requests (sms.md 5, 7): Basic, bearer token, or credentials in the body or query. */
import type { SmsAuthenticationError } from '../../../wire/index.ts';
import { coded, Refusal } from '../rest/answers.ts';
import type { WireRequest } from '../rest/answers.ts';
import { decodeBasic } from '../rest/credentials.ts';
import type { Credentials } from '../rest/credentials.ts';
import { pathnameOf, queryOf } from '../rest/paths.ts';
import { readBody, requiredText } from '../rest/fields.ts';
import type { Project } from '../project.ts';
import type { World } from '../world.ts';

export const tokenPath = '/sms/v1/token';
export const sendByGetPath = '/sms/v1/send-sms';

class AuthenticationRefusal extends Refusal {
  constructor() {
    super('result', 401, { code: '1', message: 'Authentication failed' });
  }

  override body(): SmsAuthenticationError {
    return { result: '1', details: 'Authentication failed', desc: 'Authentication failed' };
  }
}

/**
 * Returns the project that sent the request. Wrong credentials, and a project without the service, are answered 401 as
 * in sms.md 7; a suspended project, or one without money, 403 PROJECT_SUSPENDED (voice.md 7.4).
 */
export function authenticate(world: World, request: WireRequest): Project {
  const project = senderOf(world, request);
  if (project === undefined || project.sms === false) {
    throw new AuthenticationRefusal();
  }
  if (project.suspended === true || !world.directory.isSolvent(project)) {
    throw coded(403, 'PROJECT_SUSPENDED', 'the project is suspended');
  }
  return project;
}

function senderOf(world: World, { method, path, headers, body }: WireRequest): Project | undefined {
  const pathname = pathnameOf(path);
  if (method === 'POST' && pathname === tokenPath) {
    const fields = readBody(body);
    return owner(world, { appId: requiredText(fields, 'app_id'), appKey: requiredText(fields, 'app_key') });
  }
  const { authorization } = headers;
  if (authorization === undefined && pathname === sendByGetPath) {
    const query = queryOf(path);
    return owner(world, { appId: query.get('username') ?? '', appKey: query.get('password') ?? '' });
  }
  return bearer(world, authorization) ?? owner(world, decodeBasic(authorization));
}

function owner(world: World, credentials?: Credentials): Project | undefined {
  const project = credentials && world.directory.project(credentials.appId);
  return project?.appKey === credentials?.appKey ? project : undefined;
}

function bearer(world: World, authorization = ''): Project | undefined {
  const token = /^Bearer (\S+)$/.exec(authorization)?.[1] ?? '';
  const appId = world.sms.tokens.ownerOf(token, world.clock.now);
  return appId === undefined ? undefined : world.directory.project(appId);
}
