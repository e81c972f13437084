/** Whom a token of an identity provider stands for, from what it says. */
import { shorten } from '../../language/text/index.ts';
import { ALL_PROJECTS, isRole, PROJECT_ID } from './access.ts';
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

/** Whom a token stands for. */
interface TokenHolder {
  principal: Principal;
  /** What its roles claim says and what gives no role, for the log: `"Shop": "operator" names no project`. */
  ignored: string[];
}

/**
 * Reads the claims of a valid token. Only what is understood of the roles claim gives a role; the rest is ignored and takes no
 * role away. Undefined for a token that names nobody.
 */
export function readClaims(claims: Claims, { rolesClaim, groups }: RolesInTokens): TokenHolder | undefined {
  const { sub } = claims;
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) return undefined;
  const { grants, ignored } = readRoles(claimOf(claims, rolesClaim), groups);
  return { principal: { id: `user:${sub}`, name: nameOf(claims, sub), grants }, ignored };
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

interface Roles {
  grants: Grant[];
  ignored: string[];
}

/** `{ "default": "operator", "*": "viewer" }`, or a list of groups. Groups that are not set up here are those of other services. */
function readRoles(claim: unknown, groups: RolesInTokens['groups']): Roles {
  if (Array.isArray(claim)) {
    const names = new Set(claim.filter((group) => typeof group === 'string'));
    return { grants: [...names].flatMap((group) => groups.get(group) ?? []), ignored: [] };
  }
  if (claim === undefined) return { grants: [], ignored: [] };
  if (!isObject(claim))
    return {
      grants: [],
      ignored: [`${excerptOf(claim)} is neither an object of roles nor a list of groups`],
    };
  const roles: Roles = { grants: [], ignored: [] };
  for (const [project, role] of Object.entries(claim)) {
    const entry = `${excerptOf(project)}: ${excerptOf(role)}`;
    if (project !== ALL_PROJECTS && !PROJECT_ID.test(project))
      roles.ignored.push(`${entry} names no project`);
    else if (typeof role !== 'string' || !isRole(role)) roles.ignored.push(`${entry} names no role`);
    else roles.grants.push({ project, role });
  }
  return roles;
}

/** A value as the log shows it. */
function excerptOf(value: unknown): string {
  return shorten(JSON.stringify(value), LONGEST_NAME);
}

function isObject(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
