/**
 * Authentication and authorization of every API request.
 *
 * ACCESS-1 A route that declares no action cannot be registered.
 * ACCESS-2 Invalid credentials are answered 401, a missing grant 403, whether or not the project or resource exists.
 * ACCESS-3 Long-running responses check again whether the caller still has access.
 * ACCESS-4 A list across projects is open to callers with access to any project, and contains only their projects.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OperationalError } from '../../../engine/ports/index.ts';
import { ALL_PROJECTS, isPermitted, listPermittedProjects } from '../../management/index.ts';
import type { Action, Principal } from '../../management/index.ts';
import { Problem, TooOften, Unauthenticated } from '../problem.ts';
import type { Limits } from './limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Action of the route; `self`: it only tells the caller about itself. */
    action?: Action | 'self';
    /** True when the response contains only projects for which the caller may do the action (ACCESS-4). */
    isFiltered?: true;
  }
  interface FastifyRequest {
    readonly principal: Principal;
    /** Returns true when the caller would be let in now (ACCESS-3). Throws when that cannot be checked. */
    stillMay(): Promise<boolean>;
  }
}

/** Returns the principal of a token; undefined if it is invalid. */
export type Authenticate = (token: string) => Promise<Principal | undefined>;

const nobody: Principal = { id: 'nobody', name: 'nobody', grants: [] };

/** True when the caller is authenticated. */
export function isKnown({ principal }: FastifyRequest): boolean {
  return principal !== nobody;
}

interface Guards {
  authenticate: Authenticate;
  limits: Limits;
}

/** Adds the check to every route that is registered after it. */
export function addAccessCheck(api: FastifyInstance, { authenticate, limits }: Guards): void {
  const principals = new WeakMap<FastifyRequest, Principal>();
  api.decorateRequest('principal', {
    getter(this: FastifyRequest) {
      return principals.get(this) ?? nobody;
    },
  });
  api.decorateRequest('stillMay', async function (this: FastifyRequest) {
    const principal = await authenticate(readToken(this) ?? '');
    return principal !== undefined && mayUse(principal, this);
  });
  api.addHook('onRoute', ({ config, url, method }) => {
    if (config?.action === undefined && method !== 'HEAD')
      throw new Error(`${String(method)} ${url} declares no action`);
  });
  api.addHook('onRequest', async (request) => {
    await limits.admit(request.ip);
    const token = readToken(request);
    const principal =
      token === undefined
        ? undefined
        : await limits.check(request.ip, () => authenticate(token).catch(toProblem));
    if (principal === undefined) throw new Unauthenticated(token !== undefined);
    principals.set(request, { ...principal, requestId: request.id });
    await limits.admitKey(principal.id);
    if (!mayUse(principal, request)) throw toForbidden(request);
  });
}

function mayUse(principal: Principal, { routeOptions, params }: FastifyRequest): boolean {
  const { action, isFiltered } = routeOptions.config;
  if (action === 'self') return true;
  if (action !== undefined && isFiltered === true) return listPermittedProjects(principal, action).length > 0;
  const { project = ALL_PROJECTS } = params as { project?: string };
  return action !== undefined && isPermitted(principal, action, project);
}

function toForbidden({ routeOptions }: FastifyRequest): Problem {
  const { action = 'this' } = routeOptions.config;
  return new Problem('forbidden', `this requires a role that permits ${action} in this project`);
}

/** `Retry-After` when too many keys are being verified, ms. */
const CHECK_AGAIN_MS = 1_000;

/** Converts failures of authentication that are neither the caller's fault nor the store's. */
function toProblem(error: unknown): never {
  if (error instanceof OperationalError && error.code === 'secrets_busy')
    throw new TooOften(error.code, 'too many keys are being checked; try again', CHECK_AGAIN_MS);
  if (error instanceof OperationalError && error.code === 'identity_unavailable')
    throw new Problem(error.code, 'tokens cannot be verified at the moment; API keys still work');
  throw error;
}

/** Reads the bearer token. Cookies are ignored, since browsers attach them to requests of any page. */
function readToken({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,8192})$/i.exec(authorization)?.[1];
}
