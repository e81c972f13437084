/**
 * Who may do what. The only place where that is decided: every route of the API names its action, and asks here.
 *
 * A role holds for one project or for all of them (`*`); each role may do all that the ones before it may.
 */

/** From the least to the most. */
export const roles = ['viewer', 'author', 'operator', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Action → the least role that may do it. */
const least = {
  'flows.read': 'viewer',
  'flows.write': 'author',
  'deployments.read': 'viewer',
  'deployments.write': 'operator',
  'routes.read': 'viewer',
  'routes.write': 'operator',
  'calls.read': 'viewer',
  'calls.control': 'operator',
  'calls.place': 'operator',
  'campaigns.read': 'viewer',
  'campaigns.control': 'operator',
  'audit.read': 'operator',
  'projects.read': 'viewer',
  'projects.write': 'admin',
  'hooks.read': 'operator',
  'hooks.write': 'admin',
  'keys.manage': 'admin',
} as const satisfies Record<string, Role>;

/** What somebody wants to do. */
export type Action = keyof typeof least;

export const actions = Object.keys(least) as Action[];

/** Actions that are about the service as a whole, whichever project they name: they ask for a grant for all of them. */
const ofService: ReadonlySet<Action> = new Set(['projects.write']);

/** Stands for every project. */
export const ALL_PROJECTS = '*';

/** The form of a project's id. */
export const PROJECT_ID = /^[a-z][a-z0-9-]{0,39}$/;

export interface Grant {
  /** Id of a project, or `*`. */
  project: string;
  role: Role;
}

/** Somebody whose credentials were right. */
export interface Principal {
  /** As the audit log names them: `key:<id>` or `user:<subject>`. */
  id: string;
  /** For people. */
  name: string;
  grants: readonly Grant[];
  /** The request by which they ask; absent where there is none. */
  requestId?: string;
}

/** Who does what nobody has asked for: the service itself. */
export const SYSTEM: Principal = { id: 'system', name: 'system', grants: [] };

/** Whether somebody may do something to a project; what belongs to none asks for a grant for all of them. */
export function permits({ grants }: Pick<Principal, 'grants'>, action: Action, project: string): boolean {
  const needed = roles.indexOf(least[action]);
  return grants.some(
    (grant) =>
      (grant.project === ALL_PROJECTS || (grant.project === project && !ofService.has(action))) &&
      roles.indexOf(grant.role) >= needed,
  );
}

/**
 * The projects to which somebody may do something: `*`, or ids in their order, each once. Empty for somebody who may do it
 * nowhere.
 */
export function listPermittedProjects(
  principal: Pick<Principal, 'grants'>,
  action: Action,
): typeof ALL_PROJECTS | string[] {
  if (permits(principal, action, ALL_PROJECTS)) return ALL_PROJECTS;
  const named = new Set(principal.grants.map(({ project }) => project));
  return [...named].filter((project) => permits(principal, action, project)).sort();
}

/** Whether a text names a role. */
export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}
