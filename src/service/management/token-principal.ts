/** Derives a principal from the claims of a token. */
import { shorten } from '../../language/text/index.ts';
import { ALL_PROJECTS, isRole, PROJECT_ID } from './access.ts';
import type { Grant, Principal } from './access.ts';

/** Location of roles in tokens. */
export interface RolesInTokens {
  /** Name of the roles claim, or a path with dots such as `realm_access.roles`. */
  rolesClaim: string;
  /** Roles of each group, if the claim lists groups. */
  groups: ReadonlyMap<string, readonly Grant[]>;
}

type Claims = Record<string, unknown>;

const MAX_NAME = 100;
/** Subject as defined by OpenID Connect: ASCII, at most 255 characters. */
const SUBJECT = /^[\x21-\x7e]{1,255}$/;

interface TokenHolder {
  principal: Principal;
  /** Entries of the roles claim that grant nothing, for the log: `"Shop": "operator" names no project`. */
  ignored: string[];
}

/**
 * Reads the claims of a valid token. Entries of the roles claim that are not understood are ignored. Undefined for a token
 * without a valid subject.
 */
export function readClaims(claims: Claims, { rolesClaim, groups }: RolesInTokens): TokenHolder | undefined {
  const { sub } = claims;
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) return undefined;
  const { grants, ignored } = readRoles(findClaim(claims, rolesClaim), groups);
  return { principal: { id: `user:${sub}`, name: findDisplayName(claims, sub), grants }, ignored };
}

function findDisplayName({ name, preferred_username, email, client_id }: Claims, sub: string): string {
  const found = [name, preferred_username, email, client_id].find(
    (one): one is string => typeof one === 'string' && one.trim() !== '',
  );
  return (found ?? sub).slice(0, MAX_NAME);
}

/** Reads a claim; an exact name with dots, such as a URL, precedes a path. */
function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), claims);
}

interface Roles {
  grants: Grant[];
  ignored: string[];
}

/** Reads `{ "default": "operator", "*": "viewer" }` or a list of groups; unknown groups are ignored. */
function readRoles(claim: unknown, groups: RolesInTokens['groups']): Roles {
  if (Array.isArray(claim)) {
    const names = new Set(claim.filter((group) => typeof group === 'string'));
    return { grants: [...names].flatMap((group) => groups.get(group) ?? []), ignored: [] };
  }
  if (claim === undefined) return { grants: [], ignored: [] };
  if (!isObject(claim))
    return {
      grants: [],
      ignored: [`${toExcerpt(claim)} is neither an object of roles nor a list of groups`],
    };
  const roles: Roles = { grants: [], ignored: [] };
  for (const [project, role] of Object.entries(claim)) {
    const entry = `${toExcerpt(project)}: ${toExcerpt(role)}`;
    if (project !== ALL_PROJECTS && !PROJECT_ID.test(project))
      roles.ignored.push(`${entry} names no project`);
    else if (typeof role !== 'string' || !isRole(role)) roles.ignored.push(`${entry} names no role`);
    else roles.grants.push({ project, role });
  }
  return roles;
}

function toExcerpt(value: unknown): string {
  return shorten(JSON.stringify(value), MAX_NAME);
}

function isObject(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
