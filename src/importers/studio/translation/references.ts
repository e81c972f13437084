/** What templates read: each path as the thing that it names. */
import {
  parseLiquid,
  PLACEHOLDER,
  type Filtered,
  type LiquidNode,
  type Logic,
  type Operand,
  type Path,
} from '../liquid/syntax.ts';
import type { Widget } from '../widgets.ts';

/** Something that a template can read. */
export type Source =
  /** Number of the remote party. */
  | { kind: 'remote' }
  /** Number of the service. */
  | { kind: 'own' }
  | { kind: 'call_id' }
  /** A variable of the flow, or a part of one that holds JSON. */
  | { kind: 'variable'; path: Path }
  /** A parameter that the call or the flow was started with. */
  | { kind: 'parameter'; name: string }
  /** What a widget has found out. */
  | { kind: 'output'; widget: string; path: Path }
  /** Everything about the call at once. */
  | { kind: 'whole'; path: Path }
  /** What a deployment tool replaces. */
  | { kind: 'placeholder'; name: string }
  /** Something that no call here has: nothing. */
  | { kind: 'absent'; path: Path };

/** Returns what a path names. */
export function findSource(path: Path): Source {
  const [root, second, third, ...rest] = path.map(String);
  const text = path.join('.');
  if (root === PLACEHOLDER && second !== undefined) return { kind: 'placeholder', name: second };
  if (isOneOf(text, REMOTE)) return { kind: 'remote' };
  if (isOneOf(text, OWN)) return { kind: 'own' };
  if (isOneOf(text, CALL_ID)) return { kind: 'call_id' };
  if (isOneOf(text, WHOLE)) return { kind: 'whole', path };
  if (root === 'flow' && second === 'variables' && third !== undefined)
    return { kind: 'variable', path: path.slice(2) };
  if (root === 'flow' && second === 'data' && third !== undefined && rest.length === 0)
    return { kind: 'parameter', name: third };
  const isParameter =
    root === 'trigger' && (second === 'parent' || second === 'request') && third === 'parameters';
  if (isParameter && rest.length === 1) return { kind: 'parameter', name: rest[0] ?? '' };
  if (root === 'widgets' && second !== undefined && third !== undefined)
    return { kind: 'output', widget: second, path: path.slice(2) };
  return { kind: 'absent', path };
}

const REMOTE = ['contact.channel.address', 'trigger.call.From', 'trigger.call.Caller', 'trigger.request.to'];
const OWN = ['flow.channel.address', 'trigger.call.To', 'trigger.call.Called', 'trigger.request.from'];
const CALL_ID = ['trigger.call.CallSid', 'flow.sid', 'flow.execution_sid'];
const WHOLE = ['trigger', 'trigger.call', 'flow', 'contact', 'contact.channel', 'flow.channel'];

function isOneOf(text: string, list: readonly string[]): boolean {
  return list.includes(text);
}

/** Lists the paths that a template reads. */
export function listPaths(template: string): Path[] {
  return listNodePaths(parseLiquid(template));
}

function listNodePaths(nodes: readonly LiquidNode[]): Path[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'output') return listFilteredPaths(node.value);
    if (node.kind !== 'if') return [];
    return node.branches.flatMap(({ test, body }) => [
      ...(test === undefined ? [] : listLogicPaths(test)),
      ...listNodePaths(body),
    ]);
  });
}

function listFilteredPaths({ operand, filters }: Filtered): Path[] {
  return [operand, ...filters.flatMap((filter) => filter.arguments)].flatMap(listOperandPaths);
}

function listLogicPaths(logic: Logic): Path[] {
  if (logic.kind === 'is_true') return listOperandPaths(logic.operand);
  if (logic.kind === 'compare') return [logic.left, logic.right].flatMap(listOperandPaths);
  return [logic.left, logic.right].flatMap(listLogicPaths);
}

function listOperandPaths(operand: Operand): Path[] {
  return operand.kind === 'path' ? [operand.path] : [];
}

/** Lists the templates of a widget whose values matter. */
export function listTemplates({ does, transitions }: Widget): string[] {
  switch (does.kind) {
    case 'say':
    case 'gather':
      return [does.speech.text, does.speech.language];
    case 'split':
      return transitions.flatMap(({ conditions }) => conditions.flatMap(({ left, right }) => [left, right]));
    case 'set':
      return does.variables.map(({ value }) => value);
    case 'request':
      return [does.request.url, does.request.body, ...does.request.parameters.map(({ value }) => value)];
    case 'function':
    case 'subflow':
      return does.parameters.map(({ value }) => value);
    case 'connect':
      return [does.dial.to];
    case 'message':
      return [does.to, does.body];
    case 'stream':
      return [does.url];
    default:
      return [];
  }
}
