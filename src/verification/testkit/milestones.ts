/** Business outcomes of a flow. */
import type { CompiledFlow } from '../../language/model/index.ts';

/** Every outcome that a step of the flow, or of one that it runs, notes. */
export function listMilestones(flow: CompiledFlow): string[] {
  const names = new Set<string>();
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, params } = node as { type?: unknown; params?: { name: string } };
    if (type === 'milestone' && params !== undefined) names.add(params.name);
    Object.values(node).forEach(look);
  };
  for (const { machine } of [flow, ...Object.values(flow.flows)]) look(machine);
  return [...names];
}
