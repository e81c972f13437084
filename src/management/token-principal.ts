/** Whom a token of an identity provider stands for, from what it says. */
import { isRole } from './access.ts';
import type { Grant, Principal } from './access.ts';

/** How roles stand in a token. */
export interface RolesInTokens {
  /** The claim that has them: its name, or a way to it with dots, such as `realm_access.roles`. */
  rolesClaim: string;
  /** What each group may do, where the claim is a list of groups. */
  groups: ReadonlyMap<string, readonly Grant[]>;
}

type Claims = Record<string, unknown>;

const LONGEST_NAME = 100;
/** As OpenID Connect has it: ASCII, at most 255. */
const SUBJECT = /^[\x21-\x7e]{1,255}$/;

/** Undefined for a token that names nobody. Of what the claim says, only what is understood gives a role. */
export function principalOf(claims: Claims, { rolesClaim, groups }: RolesInTokens): Principal | undefined {
  const { sub } = claims;
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) return undefined;
  return {
    id: `user:${sub}`,
    name: nameOf(claims, sub),
    grants: grantsIn(claimOf(claims, rolesClaim), groups),
  };
}

function nameOf({ name, preferred_username, email, client_id }: Claims, sub: string): string {
  const found = [name, preferred_username, email, client_id].find(
    (one): one is string => typeof one === 'string' && one.trim() !== '',
  );
  return (found ?? sub).slice(0, LONGEST_NAME);
}

/** A name that holds dots itself, as a URL does, goes before a way. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), claims);
}

/** `{ "default": "operator", "*": "viewer" }`, or a list of groups. */
function grantsIn(claim: unknown, groups: RolesInTokens['groups']): Grant[] {
  if (Array.isArray(claim))
    return [...new Set(claim)].flatMap((group) =>
      typeof group === 'string' ? (groups.get(group) ?? []) : [],
    );
  if (!isObject(claim)) return [];
  return Object.entries(claim).flatMap(([project, role]) =>
    typeof role === 'string' && isRole(role) ? [{ project, role }] : [],
  );
}

function isObject(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
