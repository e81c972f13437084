/** Types of flows. `ringflow types` generates them for the flows of a project. */
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
  /** Outcomes that its `outcome` steps record. */
  outcomes: string;
}

declare const undescribed: unique symbol;

/** All described flows by name; a project adds its own by augmenting this interface. */
export interface Flows {
  /** Types of a flow that is not described: every name is accepted, and checked when the test runs. */
  [undescribed]: FlowTypes;
}

/** Names of the described flows. */
export type FlowName = Extract<keyof Flows, string>;

/** Path of a flow file, relative to the working directory. */
export type FlowPath = `${string}/${string}` | `${string}.yaml` | `${string}.yml`;

/** Name or path of a flow; a name must be one of the described flows, if there are any. */
export type GivenFlow = [FlowName] extends [never] ? string : Exclude<keyof Flows | FlowPath, symbol>;

/** Types of a flow, by its name. */
export type TypesOf<Given> = Given extends FlowName ? Extract<Flows[Given], FlowTypes> : AnyFlow;

/** A flow without described types. */
export type AnyFlow = Flows[typeof undescribed];
