/** Settings of the identity provider whose tokens the API accepts in addition to keys. */
import type { SettingFacts } from './facts.ts';
import { ALL_PROJECTS, isRole } from '../management/index.ts';
import type { Grant } from '../management/index.ts';

export interface OidcSetting {
  /** Exactly as in the `iss` claim of tokens. */
  issuer: string;
  /** Required `aud` claim. */
  audience: string;
  /** Claim that holds the roles. */
  rolesClaim: string;
  /** Roles of each group, if the claim lists groups. */
  groups: ReadonlyMap<string, readonly Grant[]>;
  /** Registration of the console at the provider; absent: the console signs in with keys. */
  console?: { clientId: string; scopes?: readonly string[] };
}

export const oidcSettings = {
  oidcIssuer: {
    means: 'OpenID provider whose tokens the API accepts in addition to keys',
    argument: 'url',
    parse: parseIssuer,
    expected: 'the https URL of an OpenID provider, exactly as in the iss claim of its tokens',
    otherwise: 'none',
    examples: ['https://id.example.com'],
  },
  oidcAudience: {
    means: 'required audience of these tokens',
    argument: 'name',
    parse: String,
    expected: 'the audience (aud) of the tokens of --oidc-issuer',
    otherwise: 'required with a provider',
    examples: ['ringflow'],
  },
  oidcRolesClaim: {
    means: 'claim that holds the roles',
    argument: 'name',
    parse: String,
    expected: 'the name of a claim',
    default: 'ringflow',
    examples: ['groups'],
  },
  oidcGroups: {
    means: 'roles of groups, if the claim lists groups: ops=admin,desk=viewer@default',
    argument: 'group=role,…',
    parse: parseGroups,
    expected:
      'group=role pairs, with @project after a role that holds for one project only: ops=admin,desk=viewer@default',
    otherwise: 'none',
    form: 'map',
    examples: [{ ops: 'admin', desk: 'viewer@default' }],
  },
  oidcConsoleClient: {
    means: 'client id of the console at this provider',
    argument: 'id',
    parse: String,
    expected: 'the id of a public client of --oidc-issuer',
    otherwise: 'none: the console asks for a key',
    examples: ['ringflow-console'],
  },
  oidcConsoleScopes: {
    means: 'scopes that the console requests',
    argument: 'scope,…',
    parse: parseScopes,
    expected: 'scopes, joined by commas: openid,profile',
    otherwise: 'those of the console',
    form: 'list',
    examples: [['openid', 'profile']],
  },
} as const satisfies Record<string, SettingFacts>;

/** Returns the issuer unchanged, since tokens must match it exactly. Plain http is accepted on localhost only. */
export function parseIssuer(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isSecure =
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
  return isSecure && username + password + search + hash === '' ? text : undefined;
}

/** Parses scopes in the characters of RFC 6749, 3.3. */
function parseScopes(text: string): readonly string[] | undefined {
  const scopes = text.split(',').map((scope) => scope.trim());
  return scopes.every((scope) => /^[!#-[\]-~]+$/.test(scope)) ? scopes : undefined;
}

/** Parses the roles of groups; a group that is listed twice has both roles. */
export function parseGroups(text: string): ReadonlyMap<string, readonly Grant[]> | undefined {
  const groups = new Map<string, Grant[]>();
  for (const pair of text.split(',')) {
    const [, group = '', role = '', project = ALL_PROJECTS] =
      /^\s*([^=]+?)\s*=\s*([a-z]+)(?:@(\*|[a-z][a-z0-9-]{0,39}))?\s*$/.exec(pair) ?? [];
    if (group === '' || !isRole(role)) return undefined;
    groups.set(group, [...(groups.get(group) ?? []), { project, role }]);
  }
  return groups;
}
