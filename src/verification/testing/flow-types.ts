/** What TypeScript knows of flows when a test is checked. `ringflow types` writes it down for the flows of a project. */
import type { Value } from '../../language/model/index.ts';

/** What one flow has, by name. */
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
  /** What its steps `outcome` note. */
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

/** How a flow is named: by path, or by its name, which has to be one of those described once any is. */
export type GivenFlow = [FlowName] extends [never] ? string : Exclude<keyof Flows | FlowPath, symbol>;

/** What is known of the flow that is named so. */
export type TypesOf<Given> = Given extends FlowName ? Extract<Flows[Given], FlowTypes> : AnyFlow;

/** A flow of which nothing is known. */
export type AnyFlow = Flows[typeof undescribed];
