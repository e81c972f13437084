/** Types of flows for the type checker. `ringflow types` writes them for the flows of a project. */
import type { Value } from '../../language/model/index.ts';

/** Names and types of one flow. */
export interface FlowTypes {
  /** Variables with the types of their values. */
  vars: Record<string, Value>;
  /** Parameters with the types of their values. */
  params: Record<string, Value | undefined>;
  /** Settings with the types of their values. */
  env: Record<string, string | number | undefined>;
  /** Names of its steps. */
  steps: string;
  /** Names of its prompts. */
  prompts: string;
  /** Outcomes that its `outcome` steps note. */
  outcomes: string;
}

declare const undescribed: unique symbol;

/** Every flow by its name; a project adds its own by augmenting this interface. */
export interface Flows {
  /** Of a flow that is not described: every name is taken, and checked when the test runs. */
  [undescribed]: FlowTypes;
}

/** The names of the flows that are described. */
export type FlowName = Extract<keyof Flows, string>;

/** A flow file, as seen from the working directory. */
export type FlowPath = `${string}/${string}` | `${string}.yaml` | `${string}.yml`;

/** Name or path of a flow; a name must be one of the described flows, if there are any. */
export type GivenFlow = [FlowName] extends [never] ? string : Exclude<keyof Flows | FlowPath, symbol>;

/** Types of a flow, by its name. */
export type TypesOf<Given> = Given extends FlowName ? Extract<Flows[Given], FlowTypes> : AnyFlow;

/** A flow without described types. */
export type AnyFlow = Flows[typeof undescribed];
