/**
 * Authorization: the only place that decides who may do what. Every route of the API names its action and asks here.
 *
 * A role is granted for one project or for all (`*`); each role includes the ones before it.
 */

/** Roles, the least privileged first. */
export const roles = ['viewer', 'author', 'operator', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Action → least role that permits it. */
const least = {
  'flows.read': 'viewer',
  'flows.write': 'author',
  'drafts.read': 'author',
  'drafts.write': 'author',
  'deployments.read': 'viewer',
  'deployments.write': 'operator',
  'routes.read': 'viewer',
  'routes.write': 'operator',
  'calls.read': 'viewer',
  'calls.control': 'operator',
  'calls.place': 'operator',
  'recordings.read': 'operator',
  'numbers.read': 'author',
  'campaigns.read': 'viewer',
  'campaigns.control': 'operator',
  'audit.read': 'operator',
  'projects.read': 'viewer',
  'projects.write': 'admin',
  'hooks.read': 'operator',
  'hooks.write': 'admin',
  'keys.manage': 'admin',
} as const satisfies Record<string, Role>;

/** An action of the API. */
export type Action = keyof typeof least;

export const actions = Object.keys(least) as Action[];

/** Actions on the service as a whole, which require a grant for all projects. */
const ofService: ReadonlySet<Action> = new Set(['projects.write']);

/** Matches every project. */
export const ALL_PROJECTS = '*';

/** Format of a project id. */
export const PROJECT_ID = /^[a-z][a-z0-9-]{0,39}$/;

export interface Grant {
  /** Id of a project, or `*`. */
  project: string;
  role: Role;
}

/** An authenticated caller. */
export interface Principal {
  /** Id in the audit log: `key:<id>` or `user:<subject>`. */
  id: string;
  /** For people. */
  name: string;
  grants: readonly Grant[];
  /** Id of the current request; absent outside of requests. */
  requestId?: string;
}

/** Principal for automatic changes of the service. */
export const SYSTEM: Principal = { id: 'system', name: 'system', grants: [] };

/** True when the principal may do the action in the project; an action on the service requires a grant for all projects. */
export function isPermitted({ grants }: Pick<Principal, 'grants'>, action: Action, project: string): boolean {
  const needed = roles.indexOf(least[action]);
  return grants.some(
    (grant) =>
      (grant.project === ALL_PROJECTS || (grant.project === project && !ofService.has(action))) &&
      roles.indexOf(grant.role) >= needed,
  );
}

/** Returns the projects in which the principal may do the action: `*`, or sorted ids. */
export function listPermittedProjects(
  principal: Pick<Principal, 'grants'>,
  action: Action,
): typeof ALL_PROJECTS | string[] {
  if (isPermitted(principal, action, ALL_PROJECTS)) return ALL_PROJECTS;
  const named = new Set(principal.grants.map(({ project }) => project));
  return [...named].filter((project) => isPermitted(principal, action, project)).sort();
}

/** Returns what the principal may do in each project that its grants name. */
export function listPermits(principal: Pick<Principal, 'grants'>): { project: string; actions: Action[] }[] {
  const named = new Set(principal.grants.map(({ project }) => project));
  return [...named].map((project) => ({
    project,
    actions: actions.filter((action) => isPermitted(principal, action, project)),
  }));
}

/** True when the text is a role. */
export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}
