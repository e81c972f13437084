/**
 * The projects of the service as this node knows them, at hand for whatever comes in for one of them.
 *
 * Owns: a copy of projects and of the tokens of their hooks, as old as that of the `Directory` that has it read. Does not
 * own: what follows from a change (whoever follows), the project that the service is started with.
 *
 * R1 A change is seen whole: projects with their tokens, never the one without the other.
 */
import type { Registry } from '../../engine/ports/index.ts';
import { Collection } from './collection.ts';
import type { HookToken, HookTokens } from './hook-tokens.ts';
import type { Project } from './project.ts';

/** A project with the tokens of its hooks. */
export interface Enrolled {
  id: string;
  /** Another one after every change of the project. */
  revision: number;
  project: Project;
  tokens: Pick<HookToken, 'digest' | 'expiresAt'>[];
}

/** Hears of all projects, at first and after every change. */
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

  /** Tells of every change from now on. */
  follow(follower: Follower): void {
    this.#followers.push(follower);
  }

  /** The project of this id; undefined when there is none, or it is the default one. */
  get(id: string): Enrolled | undefined {
    return this.#known.get(id);
  }

  /** Ids of the projects beside the default one. */
  ids(): Iterable<string> {
    return this.#known.keys();
  }

  /** Reads what is set up now; what is given puts it into effect. */
  async read(): Promise<() => void> {
    const known = new Map<string, Enrolled>();
    for await (const { id, revision, value } of this.#projects.all())
      known.set(id, { id, revision, project: value, tokens: [] });
    for await (const { value } of this.#tokens.all()) known.get(value.project)?.tokens.push(value);
    return () => {
      this.#known = known;
      for (const follower of this.#followers) follower([...known.values()]);
    };
  }
}
