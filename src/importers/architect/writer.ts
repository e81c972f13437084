/**
 * Writes the steps of one flow.
 *
 * WRITER-1 A name of a step is given before any step is written, so that ways can lead forwards.
 * WRITER-2 A node without a step is passed: ways to it lead on to what follows it.
 */
import type { SayStep, Step } from '../../../schemas/types/flow.ts';
import { addStep, describeNode, Names, reasons } from '../project/index.ts';
import type { Draft, Grade, Place, Project, Reason } from '../project/index.ts';
import { convert, toCel, toText, Untranslatable } from './expressions/to-cel.ts';
import type { Cel, Names as CelNames } from './expressions/to-cel.ts';
import type { Expression } from './expressions/syntax.ts';
import type { Graph } from './graph.ts';
import { findRow } from './mapping.ts';
import { END } from './model.ts';
import type { ArchitectFlow, Audio, Node, Target } from './model.ts';
import { nameNode } from './names.ts';
import type { Outside } from './outside.ts';
import { writeAudio } from './prompts.ts';
import { Variables } from './variables.ts';
import type { Kept } from './variables.ts';

export interface WriterScope {
  flow: ArchitectFlow;
  graph: Graph;
  draft: Draft;
  project: Project;
  outside: Outside;
  /** Returns the name here of another flow. */
  findFlow: (name: string) => { name: string; isElsewhere: boolean };
}

export class FlowWriter {
  readonly scope: WriterScope;
  readonly variables: Variables;
  /** Nodes that have no counterpart. */
  readonly stubs = new Set<string>();
  /** Attributes of the conversation that the flow reads. */
  readonly readAttributes: ReadonlySet<string>;
  readonly #steps = new Names('steps');
  readonly #prompts = new Names('prompts');
  readonly #grades = new Map<string, { grade: Grade; reason?: Reason }>();
  readonly #details = new Map<string, string>();

  constructor(scope: WriterScope) {
    this.scope = scope;
    this.variables = new Variables(scope.graph);
    this.readAttributes = new Set(
      scope.graph
        .nodes()
        .flatMap(({ does }) =>
          does.kind === 'read_data'
            ? does.values.flatMap(({ name }) => (name.kind === 'constant' ? [String(name.value)] : []))
            : [],
        ),
    );
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

  /** Adds a step that stands for what has no counterpart. */
  addStub(node: Node, reason: Reason, next: string): void {
    const name = this.nameOf(node);
    this.stubs.add(node.id);
    this.setGrade(node, 'stub', reason);
    addStep(this.scope.draft, name, {
      step: { outcome: `todo_${name}`, next },
      nodes: [this.toNodeId(node.id)],
      comments: [`TODO ${reason}: ${reasons[reason].text}`],
    });
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
    for (const { name } of node.fields.flatMap((fields) => fields.listUnread()))
      this.lose(node, 'OPTION_WITHOUT_EFFECT', name);
  }

  // Expressions

  names(node: Node | undefined): CelNames {
    const { flow, outside } = this.scope;
    return {
      find: (path) => this.#find(path, node),
      placeholder: (name) => {
        if (node !== undefined) this.#losePlaceholder(node, name);
        return outside.findPlaceholder(name, this.placeOf(node ?? flow)).written;
      },
    };
  }

  readonly #placeholders = new Set<string>();

  #losePlaceholder(node: Node, name: string): void {
    if (this.#placeholders.has(`${node.id} ${name}`)) return;
    this.#placeholders.add(`${node.id} ${name}`);
    this.lose(node, 'TEMPLATE_PLACEHOLDER', name);
  }

  #find(path: readonly string[], node: Node | undefined): Cel | undefined {
    const [remote, own] =
      this.scope.flow.kind === 'outboundCall' ? ['call.to', 'call.from'] : ['call.from', 'call.to'];
    const name = path.slice(0, 2).join('.');
    switch (name.toLowerCase()) {
      case 'call.ani':
      case 'call.remotename':
        return { code: remote, type: 'string', isAtom: true };
      case 'call.calledaddress':
      case 'call.calledaddressoriginal':
        return { code: own, type: 'string', isAtom: true };
      case 'call.language':
      case 'flow.language':
        return { code: 'call.language', type: 'string', isAtom: true };
    }
    if (path.length > 2) return undefined;
    const kept = this.variables.find(
      path[0] === 'Loop' ? `Loop.${path.slice(1).join('.')}` : name,
      node?.task,
    );
    if (kept === undefined)
      return /^(Flow|Task)$/.test(path[0] ?? '') ? { code: '""', type: 'string', isAtom: true } : undefined;
    this.declare(kept);
    const code = `vars.${kept.name}`;
    if (!kept.isText) return { code, type: kept.type, isAtom: true };
    if (kept.type === 'bool') return { code: `${code} == "true"`, type: 'bool', isAtom: false, text: code };
    return { code: `${kept.type}(${code})`, type: kept.type, isAtom: true, text: code };
  }

  /** Declares a variable with the value that it has at the beginning of a call. */
  declare(kept: Kept): void {
    const { draft } = this.scope;
    const vars = (draft.flow.vars ??= {});
    if (Object.hasOwn(vars, kept.name)) return;
    const initial = this.#toInitial(kept);
    const type = kept.isText ? 'string' : kept.type;
    if (kept.source.isSecure) vars[kept.name] = { type, secret: true };
    else vars[kept.name] = type === 'double' ? { type, initial } : initial;
  }

  #toInitial({ type, isText, source: { initial } }: Kept): string | number | boolean {
    const value = initial.kind === 'constant' ? initial.value : undefined;
    if (type === 'string' || isText) return value === undefined ? '' : String(value);
    if (type === 'bool') return value === true || value === 'true';
    return Number.isFinite(Number(value ?? 0)) ? Number(value ?? 0) : 0;
  }

  /** Writes the value for a variable as `set` has it. */
  toValue(kept: Kept, expression: Expression, node: Node): string | number | boolean {
    this.declare(kept);
    const type = kept.isText ? 'string' : kept.type;
    if (expression.kind === 'unset') return type === 'string' ? '' : type === 'bool' ? false : 0;
    if (type === 'string') return toText(expression, this.names(node));
    if (
      expression.kind === 'constant' &&
      typeof expression.value === (type === 'bool' ? 'boolean' : 'number')
    )
      return expression.value;
    return `\${${convert(toCel(expression, this.names(node)), type).code}}`;
  }

  toCondition(expression: Expression, node: Node): string {
    return convert(toCel(expression, this.names(node)), 'bool').code;
  }

  // Prompts

  /** Writes what is said; undefined if it is nothing. */
  toPrompt(audio: Audio, node: Node, suffix = ''): SayStep | undefined {
    const { flow, draft, outside } = this.scope;
    const write = (expression: Expression) =>
      writeAudio(expression, {
        names: this.names(node),
        findPrompt: (name) => {
          this.setGrade(node, 'near', 'PROMPT_LIBRARY');
          return outside.findPrompt(name, this.placeOf(node));
        },
      });
    const spoken = flow.languages.map((language) => {
      const expression = audio.get(language) ?? audio.get('') ?? [...audio.values()][0];
      return { language, content: expression === undefined ? undefined : write(expression) };
    });
    const [first] = spoken;
    const isSame = spoken.every(({ content }) => JSON.stringify(content) === JSON.stringify(first?.content));
    if (isSame) return first?.content;
    const name = this.#prompts.nameOf(
      `${node.id} ${suffix}`,
      suffix === '' ? this.nameOf(node) : `${this.nameOf(node)} ${suffix}`,
    );
    const contents = spoken.map(({ language, content }) => [language, content ?? SILENCE] as const);
    draft.flow.prompts = { ...draft.flow.prompts, [name]: Object.fromEntries(contents) };
    return name;
  }

  /** True for an audio without words; what cannot be translated is not that. */
  saysNothing(audio: Audio, node: Node): boolean {
    try {
      return this.toPrompt(audio, node) === undefined;
    } catch (error) {
      if (error instanceof Untranslatable) return false;
      throw error;
    }
  }

  /** Adds a step that says something before another one; returns where to go. */
  addSay(
    node: Node,
    audio: Audio,
    { name, suffix, next }: { name: string; suffix: string; next: string },
  ): string {
    const say = this.toPrompt(audio, node, suffix);
    if (say === undefined) return next;
    return this.add(node, { say, next }, { name });
  }

  // Ways

  /** Returns the step that a way of a node leads to. */
  follow(node: Node, exit: string): string {
    return this.toTarget(node.exits.get(exit) ?? node.exits.get('next') ?? END, node.task);
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
      case 'play':
        return this.saysNothing(does.audio, node)
          ? this.toTarget(node.exits.get('next') ?? END, node.task, depth + 1)
          : this.nameOf(node);
      case 'assign':
        return does.statements.some(({ variable }) => this.variables.find(variable, node.task) !== undefined)
          ? this.nameOf(node)
          : this.toTarget(node.exits.get('next') ?? END, node.task, depth + 1);
      case 'write_data':
        return does.values.some(({ variable }) => this.readAttributes.has(variable))
          ? this.nameOf(node)
          : this.toTarget(node.exits.get('next') ?? END, node.task, depth + 1);
      case 'decide':
        return does.cases.length === 0
          ? this.toTarget(node.exits.get('next') ?? END, node.task, depth + 1)
          : this.nameOf(node);
      default:
        return this.nameOf(node);
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
      this.addStub(
        node,
        /^(MakeList|GetAt|Count|First|Last|Find|AddItem|RemoveItem)/i.test(error.message)
          ? 'LIST'
          : 'EXPRESSION',
        next(),
      );
    }
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

/** A prompt that says nothing. */
export const SILENCE = { ssml: '<speak><break time="100ms"/></speak>' };
const MAX_PASSED = 200;

/** Writes a length of time. */
export function toTime(length: number): string {
  const time = Math.max(Math.round(length), 1);
  return time % 1_000 === 0 ? `${time / 1_000}s` : `${time}ms`;
}
