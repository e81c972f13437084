/**
 * The roster: projects of the service, cached on this node.
 *
 * Owns: a copy of projects and their hook tokens, as old as that of the `Directory`, which refreshes it. Does not own:
 * effects of a change (the followers), the default project.
 *
 * ROSTER-1 A change is applied as a whole: projects together with their tokens.
 */
import type { Registry } from '../../engine/ports/index.ts';
import { Collection } from './collection.ts';
import type { HookToken, HookTokens } from './hook-tokens.ts';
import type { Project } from './project.ts';

/** A project with its hook tokens. */
export interface Enrolled {
  id: string;
  /** Changes with every update of the project. */
  revision: number;
  project: Project;
  tokens: Pick<HookToken, 'digest' | 'expiresAt'>[];
}

/** Receives all projects, initially and after every change. */
type Follower = (projects: readonly Enrolled[]) => void;

export class Roster {
  readonly #projects: Collection<Project>;
  readonly #tokens: HookTokens;
  readonly #followers: Follower[] = [];
  #known = new Map<string, Enrolled>();

  constructor(registry: Registry, tokens: HookTokens) {
    this.#projects = new Collection<Project>(registry, 'projects');
    this.#tokens = tokens;
  }

  /** Registers a follower. */
  follow(follower: Follower): void {
    this.#followers.push(follower);
  }

  /** Returns a project by id; undefined if it does not exist or is the default one. */
  get(id: string): Enrolled | undefined {
    return this.#known.get(id);
  }

  /** Lists the ids of all projects but the default one. */
  listIds(): Iterable<string> {
    return this.#known.keys();
  }

  /** Reads the current projects; the returned function applies them. */
  async read(): Promise<() => void> {
    const known = new Map<string, Enrolled>();
    for await (const { id, revision, value } of this.#projects.iterate())
      known.set(id, { id, revision, project: value, tokens: [] });
    for await (const { value } of this.#tokens.iterate()) known.get(value.project)?.tokens.push(value);
    return () => {
      this.#known = known;
      for (const follower of this.#followers) follower([...known.values()]);
    };
  }
}
