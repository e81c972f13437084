/**
 * Who asks, and whether they may: the one place where every request of the API passes.
 *
 * A1 A route that does not say which action it is cannot be registered.
 * A2 Without right credentials the answer is 401, without a grant 403, whether or not there is such a project or thing.
 * A3 What goes on for long after it was let in asks again whether it still may.
 * A4 A list across projects is open to whoever may read one of them, and holds nothing of the others.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OperationalError } from '../../../engine/ports/index.ts';
import { ALL_PROJECTS, permits, listPermittedProjects } from '../../management/index.ts';
import type { Action, Principal } from '../../management/index.ts';
import { Problem, TooOften, Unauthenticated } from '../problem.ts';
import type { Limits } from './limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route does; `self`: nothing but tell somebody of themselves. */
    action?: Action | 'self';
    /** The route answers with what belongs to the projects for which somebody may do the action, and nothing else (A4). */
    isFiltered?: true;
  }
  interface FastifyRequest {
    readonly principal: Principal;
    /** Whether whoever asked would be let in now as well (A3). Throws where nobody can say. */
    stillMay(): Promise<boolean>;
  }
}

/** Whom credentials stand for; undefined when they are wrong. */
export type Authenticate = (token: string) => Promise<Principal | undefined>;

const nobody: Principal = { id: 'nobody', name: 'nobody', grants: [] };

/** Whether it is known who asks. */
export function isKnown({ principal }: FastifyRequest): boolean {
  return principal !== nobody;
}

/** What the check goes by. */
interface Guards {
  authenticate: Authenticate;
  limits: Limits;
}

/** Puts the check before every route that is added after it. */
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
    if (principal === undefined) throw new Unauthenticated();
    principals.set(request, { ...principal, requestId: request.id });
    await limits.admitKey(principal.id);
    if (!mayUse(principal, request)) throw forbidden(request);
  });
}

function mayUse(principal: Principal, { routeOptions, params }: FastifyRequest): boolean {
  const { action, isFiltered } = routeOptions.config;
  if (action === 'self') return true;
  if (action !== undefined && isFiltered === true) return listPermittedProjects(principal, action).length > 0;
  const { project = ALL_PROJECTS } = params as { project?: string };
  return action !== undefined && permits(principal, action, project);
}

function forbidden({ routeOptions }: FastifyRequest): Problem {
  const { action = 'this' } = routeOptions.config;
  return new Problem('forbidden', `this requires a role that permits ${action} in this project`);
}

/** When a key is worth another try where too many were checked, ms. */
const CHECK_AGAIN_MS = 1_000;

/** Nobody can say who it is, which is no mistake of whoever asks, and none of the store. */
function toProblem(error: unknown): never {
  if (error instanceof OperationalError && error.code === 'secrets_busy')
    throw new TooOften(error.code, 'too many keys are being checked; try again', CHECK_AGAIN_MS);
  if (error instanceof OperationalError && error.code === 'identity_unavailable')
    throw new Problem(error.code, 'tokens cannot be verified at the moment; API keys still work');
  throw error;
}

/** Only what a program sends on purpose: a cookie goes along with whatever some page makes a browser ask for. */
function readToken({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,8192})$/i.exec(authorization)?.[1];
}
