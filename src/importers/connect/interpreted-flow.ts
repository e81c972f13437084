/** A flow as the interpreter sees it, with what the answers say of the things that it refers to. */
import type { Hours } from '../../language/model/index.ts';
import type { Action, ConnectFlow } from './read-flow.ts';
import type { Targets } from './targets.ts';

export interface InterpretedFlow {
  flow: ConnectFlow;
  /** Blocks that can be reached. */
  reachable: readonly Action[];
  targets: Targets;
  /** Fields of functions' answers that the flow reads. */
  externalPaths: readonly (readonly string[])[];
  /** Index of the flow that a block leads to; undefined if it is not among the files. */
  findCalled: (action: Action) => number | undefined;
  /** Opening hours of a name; undefined if nobody has told them. */
  findHours: (name: string, action: Action) => Hours | undefined;
}
