/** Authentication of SMS requests (sms.md 5, 7): Basic, bearer token, or credentials in the body or query. */
import type { SmsAuthenticationError } from '../../../../../schemas/types/sms.ts';
import { createCodedRefusal, Refusal, type WireRequest } from '../rest/answers.ts';
import { decodeBasic, type Credentials } from '../rest/credentials.ts';
import { getPathname, parseQuery } from '../rest/paths.ts';
import { readBody, readRequiredText } from '../rest/fields.ts';
import type { Project } from '../project.ts';
import type { World } from '../world.ts';

export const tokenPath = '/sms/v1/token';
export const sendByGetPath = '/sms/v1/send-sms';

class AuthenticationRefusal extends Refusal {
  constructor() {
    super('result', 401, { code: '1', message: 'Authentication failed' });
  }

  override toBody(): SmsAuthenticationError {
    return { result: '1', details: 'Authentication failed', desc: 'Authentication failed' };
  }
}

/**
 * Returns the project that sent the request. Wrong credentials, and a project without the service, are answered 401 as
 * in sms.md 7; a suspended project, or one without money, 403 PROJECT_SUSPENDED (voice.md 7.4).
 */
export function authenticateSms(world: World, request: WireRequest): Project {
  const project = findSender(world, request);
  if (project === undefined || project.sms === false) {
    throw new AuthenticationRefusal();
  }
  if (project.suspended === true || !world.directory.isSolvent(project)) {
    throw createCodedRefusal(403, 'PROJECT_SUSPENDED', 'the project is suspended');
  }
  return project;
}

function findSender(world: World, { method, path, headers, body }: WireRequest): Project | undefined {
  const pathname = getPathname(path);
  if (method === 'POST' && pathname === tokenPath) {
    const fields = readBody(body);
    return findOwner(world, {
      appId: readRequiredText(fields, 'app_id'),
      appKey: readRequiredText(fields, 'app_key'),
    });
  }
  const { authorization } = headers;
  if (authorization === undefined && pathname === sendByGetPath) {
    const query = parseQuery(path);
    return findOwner(world, { appId: query.get('username') ?? '', appKey: query.get('password') ?? '' });
  }
  return findTokenOwner(world, authorization) ?? findOwner(world, decodeBasic(authorization));
}

function findOwner(world: World, credentials?: Credentials): Project | undefined {
  const project = credentials && world.directory.findProject(credentials.appId);
  return project?.appKey === credentials?.appKey ? project : undefined;
}

function findTokenOwner(world: World, authorization = ''): Project | undefined {
  const token = /^Bearer (\S+)$/.exec(authorization)?.[1] ?? '';
  const appId = world.sms.tokens.get(token, world.clock.now);
  return appId === undefined ? undefined : world.directory.findProject(appId);
}
