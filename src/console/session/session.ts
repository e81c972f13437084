/**
 * The session: credentials, who they belong to, and the chosen project.
 *
 * A key is kept in `sessionStorage`, which ends with the tab. Tokens of an identity provider stay in memory.
 */
import { computed, signal } from '@preact/signals';
import { setCredentials, unwrap } from '../api/client.ts';
import { getPrincipal } from '../api/generated/index.ts';
import type { GetPrincipalResponse } from '../api/generated/index.ts';

const KEY_ITEM = 'ringflow.key';

/** The signed-in caller; undefined: nobody. */
export const principal = signal<GetPrincipalResponse | undefined>(undefined);

/** True when a key of an earlier page in this tab can be used again. */
export function hasStoredKey(): boolean {
  return sessionStorage.getItem(KEY_ITEM) !== null;
}

/** Signs in with the key of an earlier page in this tab. Throws an `ApiProblem`; a refused key is forgotten. */
export async function resumeSession(): Promise<void> {
  const key = sessionStorage.getItem(KEY_ITEM);
  if (key === null) return;
  try {
    await signIn(key);
  } catch (error) {
    if ((error as { status?: number }).status === 401) end('key_refused');
    throw error;
  }
}

/** Signs in with a key and keeps it for this tab. Throws an `ApiProblem`. */
export async function signInWithKey(key: string): Promise<void> {
  await signIn(key);
  sessionStorage.setItem(KEY_ITEM, key);
}

/** Signs in with credentials that are kept in memory only. Throws an `ApiProblem`. */
export async function signIn(credentials: string): Promise<void> {
  setCredentials(credentials);
  principal.value = await unwrap(getPrincipal());
  credentialsInUse = credentials;
  ending.value = undefined;
}

let credentialsInUse: string | undefined;

/** The credentials for requests that the generated client does not make. */
export function readCredentials(): string | undefined {
  return credentialsInUse;
}

/**
 * How the last session of this page ended: by hand, or because the service refused its key, or credentials that were kept in memory
 * only. Nobody is signed in again without being asked after the first two.
 */
export const ending = signal<'left' | 'key_refused' | 'expired' | undefined>(undefined);

/** Signs out by hand. */
export function leave(): void {
  end('left');
}

/** Ends the session since the service refused the credentials; only the first refused request counts. */
export function endRefused(): void {
  if (credentialsInUse !== undefined) end(hasStoredKey() ? 'key_refused' : 'expired');
}

/** Forgets the credentials everywhere. */
function end(how: NonNullable<typeof ending.value>): void {
  ending.value = how;
  sessionStorage.removeItem(KEY_ITEM);
  credentialsInUse = undefined;
  setCredentials(undefined);
  principal.value = undefined;
}

const ALL_PROJECTS = '*';

type Permits = GetPrincipalResponse['permits'][number];
export type Action = Permits['actions'][number];

/** Ids of the projects that the caller's grants name; `*` among them stands for all. */
export const grantedProjects = computed(() => principal.value?.permits.map(({ project }) => project) ?? []);

/** True when the caller may do the action in the project. The API decides; this only shapes what is offered. */
export function mayDo(action: Action, project: string = ALL_PROJECTS): boolean {
  return (principal.value?.permits ?? []).some(
    (permit) =>
      (permit.project === ALL_PROJECTS || permit.project === project) && permit.actions.includes(action),
  );
}

/** The roles, each of which may do what those before it may. */
const ROLES = ['viewer', 'author', 'operator', 'admin'] as const;
type Role = GetPrincipalResponse['grants'][number]['role'];

/** Returns the caller's role in a project; undefined where there is none. */
export function findRole(project: string): Role | undefined {
  const granted = (principal.value?.grants ?? [])
    .filter((grant) => grant.project === ALL_PROJECTS || grant.project === project)
    .map(({ role }) => role);
  return ROLES.findLast((role) => granted.includes(role));
}
