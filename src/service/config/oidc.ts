/** The identity provider whose tokens are taken beside keys, as it is set. */
import type { SettingFacts } from './facts.ts';
import { ALL_PROJECTS, isRole } from '../management/index.ts';
import type { Grant } from '../management/index.ts';

export interface OidcSetting {
  /** As tokens name it. */
  issuer: string;
  /** Whom tokens must be meant for. */
  audience: string;
  /** The claim that has the roles. */
  rolesClaim: string;
  /** What each group may do, where the claim is a list of groups. */
  groups: ReadonlyMap<string, readonly Grant[]>;
}

/** Setting → what there is to know of it. */
export const oidcSettings = {
  oidcIssuer: {
    means: 'OpenID provider whose tokens the API takes beside keys',
    argument: 'url',
    parse: parseIssuer,
    expected: 'the address of an OpenID provider as its tokens name it, with https',
    otherwise: 'none',
    examples: ['https://id.example.com'],
  },
  oidcAudience: {
    means: 'whom those tokens must be meant for',
    argument: 'name',
    parse: String,
    expected: 'whom tokens of --oidc-issuer must be meant for',
    otherwise: 'must be set with a provider',
    examples: ['ringflow'],
  },
  oidcRolesClaim: {
    means: 'claim that has the roles',
    argument: 'name',
    parse: String,
    expected: 'the name of a claim',
    default: 'ringflow',
    examples: ['groups'],
  },
  oidcGroups: {
    means: 'what groups may do, where that claim lists them: ops=admin,desk=viewer@default',
    argument: 'group=role,…',
    parse: parseGroups,
    expected:
      'group=role pairs, with a project behind the role where it is not for all: ops=admin,desk=viewer@default',
    otherwise: 'none',
    form: 'map',
    examples: [{ ops: 'admin', desk: 'viewer@default' }],
  },
} as const satisfies Record<string, SettingFacts>;

/** Taken as it is written, since tokens name it so. Without TLS only on this machine. */
export function parseIssuer(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isSecure =
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
  return isSecure && username + password + search + hash === '' ? text : undefined;
}

/** What each group may do; one that is named again may do that too. */
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
