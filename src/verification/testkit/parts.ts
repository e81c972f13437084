/** The steps, prompts and variables of a flow together with those of the flows that it runs, which a scenario may name alike. */
import type { CallContext } from '../../call/index.ts';
import type { CompiledFlow, FlowPart, Value, VarDeclaration } from '../../language/model/index.ts';

/** Lists the flow and the flows that it runs. */
export function listParts(flow: CompiledFlow): FlowPart[] {
  return [flow, ...Object.values(flow.flows)];
}

/** Finds the declaration of a variable: that of the flow, else that of a flow that it runs. */
export function findVariable(flow: CompiledFlow, name: string): VarDeclaration | undefined {
  return listParts(flow).find(({ vars }) => Object.hasOwn(vars, name))?.vars[name];
}

/** Reads a variable: that of the active flow, else that of the nearest flow that waits for it. */
export function readVariable({ vars, frames }: CallContext, name: string): Value | undefined {
  const waiting = frames.toReversed().map((frame) => frame.vars);
  return [vars, ...waiting].find((values) => Object.hasOwn(values, name))?.[name];
}
