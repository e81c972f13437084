/** What a flow is told of the flows beside it: those that it can run. */
import type { ExpressionType, Graph, ParamDeclaration } from '../../model/index.ts';
import type { FlowDraft } from './draft.ts';
import type { FlowOnLine } from './flow-on-line.ts';

/** A flow file. */
export interface FlowFile {
  /** Its path, for diagnostics only. */
  file: string;
  text: string;
  /**
   * The text of another file, by its path from this one; undefined when it cannot be read. Without it there are no such
   * files.
   */
  read?: ReadBeside | undefined;
  /** It does not count beside a nearer one of the same name. */
  isFar?: boolean;
}

/** Reads a file beside a flow, never one outside of its folder. */
export type ReadBeside = (path: string) => string | undefined;

/** What a flow takes and gives when another one runs it. */
export interface FlowSignature {
  params: Record<string, ParamDeclaration>;
  /** What it gives back: name → type. */
  returns: Record<string, ExpressionType>;
  /** The outcomes with which its `return` steps end it, or those of flows to which it goes; `done` first. */
  outcomes: string[];
  /** False when every way in it ends the call; true where something that it says could not be read. */
  mayReturn: boolean;
  /** Its steps; without what flows that it runs give back. */
  graph: Graph;
  /** What it makes of the line. */
  onLine: () => FlowOnLine;
}

/** A flow that was read and checked by itself. */
export interface Part {
  /** Absent when nothing could be read. */
  draft?: FlowDraft;
  /** False when it has an error. */
  isSound: boolean;
}

export interface OtherFlows {
  /** Names of all of them. */
  names: readonly string[];
  file(name: string): FlowFile | undefined;
  /** The paths of those that share a name and are equally near, so that nobody can tell which is meant; else none. */
  clashing(name: string): readonly string[];
  signature(name: string): FlowSignature | undefined;
  /** Read and checked once, however many flows run it. */
  part(name: string): Part | undefined;
  /** A flow runs this one or goes to it. */
  isLedTo(name: string): boolean;
}

/** Calls come to this flow from another one, or from itself as a flow. */
export function isLedTo({ graph, source: { name }, others }: FlowDraft): boolean {
  return name !== undefined && (others.isLedTo(name) || graph.steps.some(({ flow }) => flow === name));
}

/** Nothing is known of other flows. */
export const noOtherFlows: OtherFlows = {
  names: [],
  file: () => undefined,
  clashing: () => [],
  signature: () => undefined,
  part: () => undefined,
  isLedTo: () => false,
};
