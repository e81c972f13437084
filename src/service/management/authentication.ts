/** Who sends which credentials: keys that were made here, and tokens of an identity provider where there is one. */
import type { Identity, Log } from '../../engine/ports/index.ts';
import type { Principal } from './access.ts';
import type { ApiKeys } from './api-keys.ts';
import { readClaims } from './token-principal.ts';
import type { RolesInTokens } from './token-principal.ts';

interface AuthenticationOptions {
  keys: Pick<ApiKeys, 'verify'>;
  /** Absent: tokens are wrong keys. */
  tokens?: { identity: Identity; roles: RolesInTokens };
  log: Pick<Log, 'warn'>;
  now: () => number;
}

/** Three parts that only a JWT has; no key holds a dot. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** After so many different entries nothing more is logged: each token may hold others. */
const MAX_LOGGED = 1_000;

/** Gives whom credentials stand for; undefined when they are wrong. Throws `identity_unavailable` for a token that nobody can check. */
export function authentication({
  keys,
  tokens,
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
    if (tokens === undefined || !JWT.test(credentials)) return keys.verify(credentials, now());
    const claims = await tokens.identity.verifyToken(credentials);
    const holder = claims && readClaims(claims, tokens.roles);
    if (holder !== undefined) logOnce(holder.ignored, holder.principal.id, tokens.roles.rolesClaim);
    return holder?.principal;
  };
}
