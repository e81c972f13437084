/**
 * Ways between the steps of one flow.
 *
 * WRITER-2 A node without a step is passed: ways to it lead on to what follows it.
 */
import type { Step } from '../../../schemas/types/flow.ts';
import { addStep, describeNode } from '../project/index.ts';
import { Untranslatable } from './expressions/cel.ts';
import { END } from './model.ts';
import type { Node, Target } from './model.ts';
import { ValueWriter } from './value-writer.ts';
import type { Kept } from './variables.ts';

export class FlowWriter extends ValueWriter {
  /** Attributes of the conversation that the flow reads. */
  readonly readAttributes: ReadonlySet<string> = new Set(
    this.scope.graph
      .nodes()
      .flatMap(({ does }) => (does.kind === 'read_data' ? does.values.map(({ name }) => name) : []))
      .flatMap((name) => (name.kind === 'constant' ? [String(name.value)] : [])),
  );

  /** Returns the step that a way of a node leads to. */
  follow(node: Node, exit: string): string {
    return this.toTarget(node.exits.get(exit) ?? node.exits.get('next') ?? END, node.task);
  }

  /** Returns where each exit of a node leads; `usual` is the name of the one behind it. */
  followAll(node: Node, usual: string): ReadonlyMap<string, string> {
    const exits = [...node.exits.keys()].filter((exit) => exit !== 'next');
    const ways = exits.map((exit) => [exit, this.follow(node, exit)] as const);
    return new Map([
      ...(exits.includes(usual) ? [] : [[usual, this.follow(node, 'next')] as const]),
      ...ways,
    ]);
  }

  /** Returns the step for a node; for the end of a task, the one that follows its call. */
  toTarget(target: Target, task: string | undefined, depth = 0): string {
    if (depth > MAX_PASSED) return 'hangup';
    const node = this.scope.flow.nodes.get(target);
    if (target === END || node === undefined)
      return task === undefined ? 'hangup' : this.leaveTask(task, '', depth);
    const entered = this.scope.flow.tasks.get(node.task ?? '');
    if (entered?.first === target && this.needsEntry(entered.id))
      return this.nameOwn(`enter ${entered.id}`, `enter ${entered.name}`);
    return this.pass(node, depth);
  }

  /** Returns the step of a node, or of what follows it if it has none. */
  pass(node: Node, depth = 0): string {
    const { does } = node;
    if (this.stubs.has(node.id)) return this.nameOf(node);
    switch (does.kind) {
      case 'disconnect':
        return 'hangup';
      case 'end_task':
        return node.task === undefined ? 'hangup' : this.leaveTask(node.task, does.path, depth + 1);
      case 'jump':
      case 'record':
      case 'nothing':
        return this.toTarget(node.exits.get('next') ?? END, node.task, depth + 1);
      case 'previous_menu':
      case 'repeat_menu':
        return this.findMenu(node) ?? this.nameOf(node);
      case 'call_task': {
        const first = this.scope.flow.tasks.get(does.task ?? '')?.first ?? END;
        if (does.task === undefined || first === END)
          return this.toTarget(node.exits.get('next') ?? END, node.task, depth + 1);
        if (this.needsCallStep(node, does.task)) return this.nameOf(node);
        const begins = this.scope.flow.nodes.get(first);
        return begins === undefined ? 'hangup' : this.pass(begins, depth + 1);
      }
      default:
        return this.hasStep(node)
          ? this.nameOf(node)
          : this.toTarget(node.exits.get('next') ?? END, node.task, depth + 1);
    }
  }

  /** False for an action that comes to nothing, such as audio without words. */
  hasStep({ does, task }: Node): boolean {
    switch (does.kind) {
      case 'play':
        return !this.saysNothing(does.audio);
      case 'assign':
        return does.statements.some(({ variable }) => this.variables.find(variable, task) !== undefined);
      case 'write_data':
        return does.values.some(({ variable }) => this.readAttributes.has(variable));
      case 'decide':
        return does.cases.length > 0;
      default:
        return true;
    }
  }

  /** Returns the menu that a way back leads to; undefined if several can be it. */
  findMenu(node: Node): string | undefined {
    const { graph, flow } = this.scope;
    if (node.does.kind === 'repeat_menu' && node.exits.has('next'))
      return this.toTarget(node.exits.get('next') ?? END, node.task);
    const menu =
      node.task === undefined
        ? flow.menus.find(({ choices }) => choices.some(({ id }) => id === node.id))
        : undefined;
    if (menu?.parent !== undefined) return this.toTarget(menu.parent, undefined);
    const before = graph.listMenusBefore(menu?.id ?? node.id);
    if (before.length > 1) return undefined;
    const only = before[0] ?? menu?.id;
    return only === undefined ? 'hangup' : this.toTarget(only, undefined);
  }

  /** True if a task needs a step that begins its variables anew when it is entered without being called. */
  needsEntry(task: string): boolean {
    return (this.needsReturn(task) || this.needsInitials(task)) && this.scope.graph.isEnteredOtherwise(task);
  }

  /** True if a variable says where a task returns to. */
  needsReturn(task: string): boolean {
    const { graph } = this.scope;
    const calls = graph.listCalls(task);
    if (calls.every((call) => graph.isLast(call))) return false;
    const count = calls.length;
    return count > 1 || (count === 1 && graph.isEnteredOtherwise(task));
  }

  /** True if variables of a task may have other values than at first when it is entered. */
  needsInitials(task: string): boolean {
    return this.listInitials(task).length > 0 && this.scope.graph.isEnteredAgain(task);
  }

  listInitials(task: string): Kept[] {
    const { graph } = this.scope;
    return this.variables.all.filter(
      ({ source }) => source.task === task && graph.isReadFirst(task, source.name),
    );
  }

  needsCallStep(node: Node, task: string): boolean {
    return this.scope.graph.isRecursive(node) || this.needsReturn(task) || this.needsInitials(task);
  }

  /** Returns the step that follows the end of a task by a path. */
  leaveTask(task: string, path: string, depth: number): string {
    const { graph, flow } = this.scope;
    const calls = graph.listCalls(task).filter((call) => !graph.isRecursive(call));
    const [only] = calls;
    if (only === undefined) return 'hangup';
    const follow = (call: Node) =>
      this.toTarget(call.exits.get(call.exits.has(path) ? path : 'next') ?? END, call.task, depth + 1);
    if (!this.needsReturn(task)) return follow(only);
    const name = flow.tasks.get(task)?.name ?? '';
    const step = this.nameOwn(`leave ${task} ${path}`, describeNode('after', `${name} ${path}`));
    if (!Object.hasOwn(this.scope.draft.flow.steps, step)) {
      // The step is added before its ways are known, because they may lead here again.
      const way: Step = {};
      addStep(this.scope.draft, step, { step: way, nodes: calls.map(({ id }) => this.toNodeId(id)) });
      // A task that is only called needs no case for its first call.
      const isCalledOnly = !graph.isEnteredOtherwise(task);
      const others = isCalledOnly ? calls.slice(1) : calls;
      const cases = Object.fromEntries(others.map((call) => [this.nameOf(call), follow(call)]));
      way.switch = { value: `vars.${this.nameReturn(task)}`, cases };
      way.next = isCalledOnly ? follow(only) : 'hangup';
    }
    return step;
  }

  /** Returns the variable that says where a task returns to. */
  nameReturn(task: string): string {
    const name = this.scope.flow.tasks.get(task)?.name ?? '';
    return this.variables.declareOwn(this.scope.draft, describeNode('after', name));
  }

  /** Writes a node; what cannot be translated becomes a stub. */
  attempt(node: Node, write: () => void, next: () => string): void {
    try {
      write();
    } catch (error) {
      if (!(error instanceof Untranslatable)) throw error;
      this.addStub(node, error.isAboutLists ? 'LIST' : 'EXPRESSION', { next: next() });
    }
  }
}

const MAX_PASSED = 2_000;
