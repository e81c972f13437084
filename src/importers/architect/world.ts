/** What a call knows of the flows of a project, and of what lies outside of them. */
import type { Examples } from './awaits.ts';
import type { Graph } from './graph.ts';
import type { ArchitectFlow } from './model.ts';
import type { Outside } from './outside.ts';

export interface World {
  flow: ArchitectFlow;
  graph: Graph;
  outside: Outside;
  examples: Examples;
  /** Nodes without a counterpart: the comparison ends there. */
  unsupported: ReadonlySet<string>;
  /** Returns the flow of the project that has a name; otherwise the name that the answers have for it, if any. */
  findFlow: (name: string) => World | string | undefined;
}
