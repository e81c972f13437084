/**
 * Variables of the translated flow.
 *
 * VARIABLES-1 Nothing is an empty text. A number or boolean that may be nothing, and is asked whether it is, is kept as a text.
 * VARIABLES-2 Only what some reachable node reads has a variable.
 */
import { Names as NameGiver } from '../project/index.ts';
import type { Draft } from '../project/index.ts';
import { listExpressions } from './expressions/list.ts';
import { listParts } from './expressions/syntax.ts';
import type { Expression } from './expressions/syntax.ts';
import type { CelType } from './expressions/cel.ts';
import type { Graph } from './graph.ts';
import type { Node, Variable } from './model.ts';

export interface Kept {
  name: string;
  /** Type of its values. */
  type: CelType;
  /** True if it is kept as a text. */
  isText: boolean;
  source: Variable;
}

export class Variables {
  readonly #kept = new Map<string, Kept>();
  readonly #graph: Graph;

  constructor(graph: Graph) {
    this.#graph = graph;
    const names = new NameGiver('vars');
    const { read, asked } = this.#findReads();
    for (const source of graph.flow.variables) {
      const key = toKey(source);
      if (!read.has(key) || this.#kept.has(key) || source.type === 'list') continue;
      const isText = source.type !== 'string' && asked.has(key);
      const wish = source.name.slice(source.name.indexOf('.') + 1);
      this.#kept.set(key, { name: names.nameOf(key, wish), type: source.type, isText, source });
    }
    for (const node of graph.nodes())
      if (node.does.kind === 'loop' && node.does.counter.startsWith('Loop.')) {
        const source: Variable = {
          name: node.does.counter,
          type: 'int',
          initial: { kind: 'constant', value: 0 },
          isSecure: false,
        };
        this.#kept.set(toKey(source), {
          name: names.nameOf(source.name, `${node.name} count`),
          type: 'int',
          isText: false,
          source,
        });
      }
    this.#givers = names;
  }

  readonly #givers: NameGiver;

  /** Returns the name for a variable that the translation itself needs, and declares it. */
  declareOwn(draft: Draft, wish: string): string {
    const name = this.#givers.nameOf(`own ${wish}`, wish);
    (draft.flow.vars ??= {})[name] ??= '';
    return name;
  }

  get all(): readonly Kept[] {
    return [...this.#kept.values()];
  }

  /** Finds a variable as a node names it. */
  find(name: string, task: string | undefined): Kept | undefined {
    const own = this.#kept.get(toKey({ name, ...(task !== undefined && { task }) }));
    return own ?? this.#kept.get(toKey({ name }));
  }

  /** True for a variable that holds a list. */
  isList(name: string, task: string | undefined): boolean {
    return this.#graph.flow.variables.some(
      (one) => one.name === name && one.type === 'list' && (one.task ?? task) === task,
    );
  }

  /** Finds which variables are read, and of which it is asked whether they are set. */
  #findReads(): { read: Set<string>; asked: Set<string> } {
    const [read, asked] = [new Set<string>(), new Set<string>()];
    for (const node of this.#graph.nodes())
      for (const expression of listExpressions(node.does))
        for (const part of listParts(expression)) {
          if (part.kind === 'path') read.add(this.#createKey(part.path, node));
          for (const path of listAsked(part)) asked.add(this.#createKey(path, node));
        }
    return { read, asked };
  }

  #createKey(path: readonly string[], node: Node): string {
    const name = path.slice(0, 2).join('.');
    return toKey({ name, ...(name.startsWith('Task.') && node.task !== undefined && { task: node.task }) });
  }
}

function toKey({ name, task }: { name: string; task?: string }): string {
  return `${task ?? ''} ${name}`;
}

/** Lists variables of which a part asks whether they are set. */
function listAsked(part: Expression): (readonly string[])[] {
  const isQuestion =
    (part.kind === 'call' && /^is(not)?set/i.test(part.name)) ||
    (part.kind === 'operation' &&
      (part.operator === '==' || part.operator === '!=') &&
      part.parts.some(({ kind }) => kind === 'unset'));
  return isQuestion ? listParts(part).flatMap((one) => (one.kind === 'path' ? [one.path] : [])) : [];
}
