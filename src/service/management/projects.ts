/** Projects of a service beside the default one; every change is in the audit log. */
import { formatCount } from '../../language/text/index.ts';
import { DEFAULT_PROJECT } from '../../call/index.ts';
import type { CallListing, Registry } from '../../engine/ports/index.ts';
import { ALL_PROJECTS } from './access.ts';
import type { Principal } from './access.ts';
import type { AuditLog } from './audit.ts';
import { Collection } from './collection.ts';
import type { Kept } from './collection.ts';
import type { HookTokens } from './hook-tokens.ts';
import { checkProject, listReferences } from './project.ts';
import type { Editing, Project, Reference } from './project.ts';
import { Refusal } from './refusal.ts';
import type { Route } from './route.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** Returns why a reference cannot be read on this node, for people; undefined if it can. */
export type Unreadable = (reference: Reference) => string | undefined;

/** Returns further reasons why a project is in use, for people; undefined if it is not. */
export type InUse = (project: string) => Promise<string | undefined>;

interface ProjectsOptions {
  registry: Registry;
  audit: AuditLog;
  tokens: HookTokens;
  calls: Pick<CallListing, 'count'>;
  unreadable: Unreadable;
  inUse: InUse;
  /** `editing` of the default project. */
  editing: Editing;
  now: () => number;
}

export class Projects {
  readonly #options: ProjectsOptions;
  readonly #projects: Collection<Project>;

  constructor(options: ProjectsOptions) {
    this.#options = options;
    this.#projects = new Collection<Project>(options.registry, 'projects');
  }

  /** Ordered by id, without the default project; restricted to the sorted ids in `only` unless it is `*`. */
  async list(
    page: { limit: number; after?: string },
    only: typeof ALL_PROJECTS | readonly string[],
  ): Promise<(Project & { id: string })[]> {
    const found = only === ALL_PROJECTS ? await this.#projects.list(page) : await this.#listOnly(page, only);
    return found.map(({ id, value }) => ({ id, ...value }));
  }

  /** Throws a `Refusal`: `unknown_project`. */
  async get(id: string): Promise<Project> {
    return (await this.#findExisting(id)).value;
  }

  /** Returns whether drafts can be changed. Throws a `Refusal`: `unknown_project`. */
  async readEditing(id: string): Promise<Editing> {
    if (id === DEFAULT_PROJECT) return this.#options.editing;
    return (await this.get(id)).editing ?? 'on';
  }

  /** Checks that a project exists; the default one always does. Throws a `Refusal`: `unknown_project`. */
  async expect(id: string): Promise<void> {
    if (id !== DEFAULT_PROJECT) await this.#findExisting(id);
  }

  /**
   * Creates or updates a project; returns which. Every update makes all nodes read its secrets again. Throws a `Refusal`:
   * `read_only_project`, `invalid_url`, `invalid_allow`, `invalid_reference`.
   */
  put(by: Principal, id: string, project: Project): Promise<'created' | 'changed'> {
    refuseDefault(id);
    checkProject(project);
    this.#checkReferences(project);
    const { registry } = this.#options;
    return retryOnConflict(registry, async () => {
      const found = await this.#projects.get(id);
      const detail = { url: project.platform?.url ?? '', appKey: project.platform?.appKey ?? '' };
      const result = found === undefined ? ('created' as const) : ('changed' as const);
      const entry = this.#toAuditChange(by, { action: 'project.put', id, detail });
      return { changes: [this.#projects.change(id, found, project), entry], result };
    });
  }

  /**
   * Deletes a project with its hook tokens; its flows and ended calls are kept. Throws a `Refusal`: `unknown_project`,
   * `read_only_project`, and `project_in_use` while it has routes, live calls or other uses.
   */
  remove(by: Principal, id: string): Promise<void> {
    refuseDefault(id);
    const { registry, tokens } = this.#options;
    return retryOnConflict(registry, async () => {
      const found = await this.#findExisting(id);
      await this.#refuseInUse(id);
      const entry = this.#toAuditChange(by, { action: 'project.remove', id, detail: {} });
      return {
        changes: [this.#projects.toRemoval(found), ...(await tokens.toRemovals(id)), entry],
        result: undefined,
      };
    });
  }

  async #listOnly(
    { limit, after = '' }: { limit: number; after?: string },
    ids: readonly string[],
  ): Promise<Kept<Project>[]> {
    const found: Kept<Project>[] = [];
    for (const id of ids) {
      if (id <= after) continue;
      const project = await this.#projects.get(id);
      if (project !== undefined) found.push(project);
      if (found.length === limit) break;
    }
    return found;
  }

  async #findExisting(id: string): Promise<Kept<Project>> {
    const found = await this.#projects.get(id);
    if (found === undefined) throw new Refusal('unknown_project', `there is no project "${id}"`);
    return found;
  }

  #checkReferences(project: Project): void {
    const mistakes = listReferences(project).flatMap(({ reference, pointer }) => {
      const detail = this.#options.unreadable(reference);
      return detail === undefined ? [] : [{ in: 'body' as const, pointer, detail }];
    });
    if (mistakes.length === 0) return;
    const reasons = mistakes.map(({ detail }) => detail);
    throw new Refusal('invalid_reference', reasons.join('; '), mistakes);
  }

  async #refuseInUse(id: string): Promise<void> {
    const { registry, calls, inUse } = this.#options;
    const routes = await new Collection<Route>(registry, 'routes', id).count();
    if (routes > 0) throw new Refusal('project_in_use', `"${id}" has ${formatCount(routes, 'route')}`);
    const live = await calls.count({ project: id, state: 'live' });
    if (live > 0) throw new Refusal('project_in_use', `"${id}" has ${formatCount(live, 'live call')}`);
    const why = await inUse(id);
    if (why !== undefined) throw new Refusal('project_in_use', why);
  }

  #toAuditChange(
    by: Principal,
    { action, id, detail }: { action: string; id: string; detail: Record<string, string> },
  ) {
    const { audit, now } = this.#options;
    return audit.entry(by, { at: now(), project: id, action, subject: id, detail });
  }
}

/** Throws a `Refusal` for the default project. */
export function refuseDefault(id: string): void {
  if (id === DEFAULT_PROJECT)
    throw new Refusal(
      'read_only_project',
      `"${id}" comes from the settings of the service: change them instead (--app-id, --hook-token and so on)`,
    );
}
