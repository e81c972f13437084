/**
 * Steps of one flow: their names, and what became of the nodes.
 *
 * WRITER-1 A name of a step is given before any step is written, so that ways can lead forwards.
 */
import type { Step } from '../../../schemas/types/flow.ts';
import { addStep, addTodoWays, createTodo, Names } from '../project/index.ts';
import type { Draft, Grade, Place, Project, Reason } from '../project/index.ts';
import type { Graph } from './graph.ts';
import { findRow } from './mapping.ts';
import type { ArchitectFlow, Node } from './model.ts';
import { nameNode } from './names.ts';
import type { Outside } from './outside.ts';
import { isUnset } from './read-values.ts';

export interface WriterScope {
  flow: ArchitectFlow;
  graph: Graph;
  draft: Draft;
  project: Project;
  outside: Outside;
  /** Returns the name here of another flow. */
  findFlow: (name: string) => { name: string; isElsewhere: boolean };
}

export class StepWriter {
  readonly scope: WriterScope;
  /** Nodes that have no counterpart. */
  readonly stubs = new Set<string>();
  readonly #steps = new Names('steps');
  readonly #grades = new Map<string, { grade: Grade; reason?: Reason }>();
  readonly #details = new Map<string, string>();

  constructor(scope: WriterScope) {
    this.scope = scope;
    // Nodes that mostly have no step of their own get what names are left.
    const nodes = scope.graph.nodes();
    const isPassed = ({ does }: Node) => PASSED.has(does.kind);
    for (const node of [...nodes.filter((one) => !isPassed(one)), ...nodes.filter(isPassed)])
      this.#steps.nameOf(node.id, nameNode(node, scope.flow.tasks));
  }

  nameOf(node: Node): string {
    return this.#steps.nameOf(node.id);
  }

  /** Returns the name of a further step of a node. */
  nameMore(node: Node, suffix: string): string {
    return this.#steps.nameOf(`${node.id} ${suffix}`, `${this.nameOf(node)} ${suffix}`);
  }

  /** Returns the name for a step that belongs to no node. */
  nameOwn(key: string, wish: string): string {
    return this.#steps.nameOf(`own ${key}`, wish);
  }

  placeOf({ span }: { span: Place['span'] }): Place {
    return { file: this.scope.flow.file, span };
  }

  /** Adds the step of a node, or a further one. */
  add(
    node: Node,
    step: Step,
    { name = this.nameOf(node), comments = [] }: { name?: string; comments?: readonly string[] } = {},
  ): string {
    if (!Object.hasOwn(this.scope.draft.flow.steps, name))
      addStep(this.scope.draft, name, { step, nodes: [this.toNodeId(node.id)], comments });
    return name;
  }

  /** Adds a step that stands for what has no counterpart, and goes on at `next`, or on one of several ways. */
  addStub(
    node: Node,
    reason: Reason,
    { next, ways = new Map() }: { next: string; ways?: ReadonlyMap<string, string> },
  ): void {
    const name = this.nameOf(node);
    const { draft } = this.scope;
    const nodes = [this.toNodeId(node.id)];
    this.stubs.add(node.id);
    this.setGrade(node, 'stub', reason);
    const onward = addTodoWays(draft, name, { ways, next, nodes });
    addStep(draft, name, { ...createTodo(name, { reason, next: onward }), nodes });
  }

  /** Sets what became of a node; the worse of two counts. */
  setGrade(node: Node, grade: Grade, reason?: Reason): void {
    const order: Grade[] = ['exact', 'dropped', 'near', 'stub'];
    const known = this.#grades.get(node.id);
    if (known !== undefined && order.indexOf(known.grade) >= order.indexOf(grade)) return;
    this.#grades.set(node.id, { grade, ...(reason !== undefined && { reason }) });
  }

  /** Sets the grade that the mapping has for a construct. */
  gradeAs(node: Node, construct: string): void {
    const { grade, reason } = findRow(construct);
    this.setGrade(node, grade, reason);
  }

  /** Sets the grade that the mapping has for a construct, whatever it was before. */
  regrade(node: Node, construct: string): void {
    this.#grades.delete(node.id);
    this.gradeAs(node, construct);
  }

  /** Sets what the loss of a node’s grade is about, such as the name of a queue. */
  setDetail(node: Node, detail: string): void {
    if (detail !== '') this.#details.set(node.id, detail);
  }

  lose(node: Node, reason: Reason, detail?: string): void {
    const { file } = this.scope.flow;
    this.scope.project.addLoss({
      reason,
      node: this.toNodeId(node.id),
      file,
      span: node.span,
      ...(detail !== undefined && { detail }),
    });
  }

  toNodeId(id: string): string {
    return `${this.scope.flow.file}#${id}`;
  }

  /** Tells what became of all nodes, and what of them was not read. */
  tellNodes(): void {
    const { flow, graph, project } = this.scope;
    for (const node of flow.nodes.values()) {
      if (node.isPart === true) continue;
      const { name, type, span } = node;
      const isReached = graph.reachable.has(node.id);
      const told = isReached
        ? (this.#grades.get(node.id) ?? { grade: 'exact' as const })
        : { grade: 'dropped' as const, reason: 'UNREACHABLE' as const };
      project.addNode({ id: this.toNodeId(node.id), name, type, file: flow.file, span, ...told });
      if (told.reason !== undefined)
        this.lose(
          node,
          told.reason,
          this.#details.get(node.id) ?? (isReached && told.grade === 'stub' ? type : undefined),
        );
      if (isReached && told.grade !== 'stub' && told.grade !== 'dropped') this.#tellUnread(node);
    }
  }

  #tellUnread(node: Node): void {
    for (const { reason, detail } of node.remarks) this.lose(node, reason, detail);
    for (const fields of node.fields)
      for (const { name } of fields.listUnread())
        if (!isUnset(fields.node(name))) this.lose(node, 'OPTION_WITHOUT_EFFECT', name);
  }
}

const PASSED = new Set<Node['does']['kind']>([
  'jump',
  'disconnect',
  'end_task',
  'record',
  'nothing',
  'repeat_menu',
  'previous_menu',
  'call_task',
]);
