/** Variables that a flow uses without declaring them: they are declared as texts, counters of loops as whole numbers. */
import type { Project } from '../project/index.ts';
import { listExpressions } from './expressions/list.ts';
import { listParts, unset } from './expressions/syntax.ts';
import type { ArchitectFlow, Does, Node, Task, Variable } from './model.ts';

interface Undeclared {
  /** The flow with declarations for all variables. */
  flow: ArchitectFlow;
  /** Nodes that use variables without a declaration. */
  uses: readonly { node: Node; name: string }[];
}

export function declareMissing(flow: ArchitectFlow): Undeclared {
  const added = new Map<string, Variable>();
  const uses: { node: Node; name: string }[] = [];
  for (const node of flow.nodes.values())
    for (const name of listNames(node.does)) {
      const task = name.startsWith('Task.') ? node.task : undefined;
      if (flow.variables.some((one) => one.name === name && one.task === task)) continue;
      const isCounter = 'counter' in node.does && node.does.counter === name;
      const place = task === undefined ? {} : { task };
      const before = added.get(`${task ?? ''} ${name}`);
      if (before === undefined || isCounter)
        added.set(`${task ?? ''} ${name}`, {
          name,
          ...place,
          type: isCounter ? 'int' : 'string',
          initial: isCounter ? { kind: 'constant', value: 0 } : unset,
          isSecure: false,
        });
      uses.push({ node, name });
    }
  if (uses.length === 0) return { flow, uses };
  const all = [...added.values()];
  const withOwn = (task: Task): Task => ({
    ...task,
    variables: [...task.variables, ...all.filter((one) => one.task === task.id)],
  });
  const tasks = new Map([...flow.tasks].map(([id, task]) => [id, withOwn(task)]));
  return { flow: { ...flow, tasks, variables: [...flow.variables, ...all] }, uses };
}

/** Tells of each variable once, at its first use, and grades what uses it. */
export function tellUndeclared(
  { flow, uses }: Undeclared,
  project: Project,
  toNodeId: (id: string) => string,
): void {
  const told = new Set<string>();
  for (const { node, name } of uses) {
    const key = `${node.task ?? ''} ${name}`;
    if (!told.has(key))
      project.report(flow.file, {
        code: 'import-broken-node',
        message: `${name} is not declared`,
        span: node.span,
        hint: 'declare it in the original; the import takes it for a text, the counter of a loop for a whole number',
      });
    told.add(key);
    project.lowerNode(toNodeId(node.id), { grade: 'near', reason: 'UNDECLARED_VARIABLE' });
  }
}

/** Lists variables of tasks that a node reads, and all that it sets. Variables of flows that nobody sets are built in. */
function listNames(does: Does): Set<string> {
  const read = listExpressions(does)
    .flatMap(listParts)
    .flatMap((part) => (part.kind === 'path' ? [part.path.slice(0, 2).join('.')] : []));
  return new Set([
    ...read.filter((name) => name.startsWith('Task.')),
    ...listSet(does).filter((name) => /^(?:Flow|Task)\.\w/.test(name)),
  ]);
}

function listSet(does: Does): string[] {
  switch (does.kind) {
    case 'collect':
      return does.collect.into === undefined ? [] : [does.collect.into];
    case 'assign':
      return does.statements.map(({ variable }) => variable);
    case 'loop':
    case 'loop_check':
    case 'loop_count':
      return [does.counter];
    case 'request':
      return does.request.outputs.map(({ variable }) => variable);
    case 'lookup':
      return does.lookup.columns.map(({ variable }) => variable);
    case 'read_data':
      return does.values.map(({ variable }) => variable);
    default:
      return [];
  }
}
