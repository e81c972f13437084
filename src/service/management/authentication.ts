/** Authenticates credentials: API keys, and tokens of an identity provider if one is configured. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { Identity, Log } from '../../engine/ports/index.ts';
import { ALL_PROJECTS } from './access.ts';
import type { Principal } from './access.ts';
import type { ApiKeys } from './api-keys.ts';
import { readClaims } from './token-principal.ts';
import type { RolesInTokens } from './token-principal.ts';

interface AuthenticationOptions {
  keys: Pick<ApiKeys, 'verify'>;
  /** Absent: tokens are treated as invalid keys. */
  tokens?: { identity: Identity; roles: RolesInTokens };
  /** Present in `dev`: the key of pages of this machine, which is not stored. */
  localKey?: string;
  log: Pick<Log, 'warn'>;
  now: () => number;
}

/** Principal of the local key. */
const LOCAL: Principal = {
  id: 'local',
  name: 'this machine',
  grants: [{ project: ALL_PROJECTS, role: 'admin' }],
};

/** Matches a JWT; keys contain no dot. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Maximum number of different entries logged, since each token may contain others. */
const MAX_LOGGED = 1_000;

/** Creates the check of credentials. It throws `identity_unavailable` if a token cannot be verified. */
export function createAuthentication({
  keys,
  tokens,
  localKey,
  log,
  now,
}: AuthenticationOptions): (credentials: string) => Promise<Principal | undefined> {
  const logged = new Set<string>();
  const logOnce = (ignored: readonly string[], by: string, claim: string) => {
    for (const reason of ignored) {
      if (logged.has(reason) || logged.size >= MAX_LOGGED) continue;
      logged.add(reason);
      log.warn({ by, claim, reason }, 'role in a token ignored');
    }
  };
  return async (credentials) => {
    if (localKey !== undefined && isSame(credentials, localKey)) return LOCAL;
    if (tokens === undefined || !JWT.test(credentials)) return keys.verify(credentials, now());
    const claims = await tokens.identity.verifyToken(credentials);
    const holder = claims && readClaims(claims, tokens.roles);
    if (holder !== undefined) logOnce(holder.ignored, holder.principal.id, tokens.roles.rolesClaim);
    return holder?.principal;
  };
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
