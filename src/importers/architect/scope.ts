/** What the expressions of a call can read. */
import type { Scope } from './expressions/evaluate.ts';
import type { Node, Variable } from './model.ts';
import type { State } from './state.ts';
import type { World } from './world.ts';

/** Finds a variable as a node names it. */
export function findVariable(world: World, name: string, node: Node | undefined): Variable | undefined {
  const task = name.startsWith('Task.') ? node?.task : undefined;
  return world.flow.variables.find((one) => one.name === name && one.task === task);
}

/** True for `Flow.queue.name` and `Flow.queue.id`: what is kept by its name has it for both. */
export function isOwnName(path: readonly string[], variable: Variable | undefined): boolean {
  return variable?.isNamed === true && path.length === 3 && /^(id|name)$/i.test(path[2] ?? '');
}

/** Returns the name under which a call keeps a variable. */
export function toKey(name: string, task: string | undefined): string {
  return `${task ?? ''} ${name}`;
}

/** The id that a call has in comparisons. */
const CALL_ID = 'default.explored';

export function createScope(world: World, state: State, node: Node | undefined): Scope {
  const { start, values, language } = state;
  const called = start.direction === 'outbound' ? start.remote : start.own;
  const calling = start.direction === 'outbound' ? start.own : start.remote;
  const isPlaced = world.flow.kind === 'outboundCall';
  const file = world.flow.file;
  return {
    find: (path) => {
      const name = path.slice(0, 2).join('.');
      switch (name.toLowerCase()) {
        case 'call.ani':
        case 'call.remotename':
          return isPlaced ? called : calling;
        case 'call.calledaddress':
        case 'call.calledaddressoriginal':
          return isPlaced ? calling : called;
        case 'call.conversationid':
          return CALL_ID;
        case 'call.language':
        case 'flow.language':
          return language;
      }
      const variable = findVariable(world, name, node);
      if (path.length > 2 && !isOwnName(path, variable)) return undefined;
      if (variable === undefined) return /^(Flow|Task)\./.test(name) ? null : undefined;
      return values[toKey(name, variable.task)] ?? null;
    },
    placeholder: (name) =>
      world.outside.findPlaceholder(name, { file, span: node?.span ?? world.flow.span }).value,
  };
}
