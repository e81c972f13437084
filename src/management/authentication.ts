/** Who sends which credentials: keys that were made here, and tokens of an identity provider where there is one. */
import type { Identity } from '../ports/index.ts';
import type { Principal } from './access.ts';
import type { ApiKeys } from './api-keys.ts';
import { principalOf } from './token-principal.ts';
import type { RolesInTokens } from './token-principal.ts';

export interface AuthenticationOptions {
  keys: Pick<ApiKeys, 'verify'>;
  /** Absent: tokens are wrong keys. */
  tokens?: { identity: Identity; roles: RolesInTokens };
  now: () => number;
}

/** Three parts that only a JWT has; no key holds a dot. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Gives whom credentials stand for; undefined when they are wrong. Throws `identity_unavailable` for a token that nobody can check. */
export function authentication({
  keys,
  tokens,
  now,
}: AuthenticationOptions): (credentials: string) => Promise<Principal | undefined> {
  return async (credentials) => {
    if (tokens === undefined || !JWT.test(credentials)) return keys.verify(credentials, now());
    const claims = await tokens.identity.claimsOf(credentials);
    return claims && principalOf(claims, tokens.roles);
  };
}
