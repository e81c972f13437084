/**
 * Writes the steps of one flow.
 *
 * WRITER-1 A name of a step is given before any step is written, so that ways can lead forwards.
 * WRITER-2 A widget without a step is passed: ways to it lead on to what follows it.
 */
import type { Step } from '../../../../schemas/types/flow.ts';
import {
  addStep,
  addTodoWays,
  describeNode,
  isMeaningless,
  Names,
  createTodo,
  type Grade,
  type NodeId,
  type Place,
  type Project,
  type Reason,
  type Target,
} from '../../project/index.ts';
import { parseLiquid, type Path } from '../liquid/syntax.ts';
import { findRow } from '../mapping.ts';
import { splitWords } from '../parameters.ts';
import { findNext, type Widget } from '../widgets.ts';
import { toFlowText, toValue, type CelValue, type FindCel } from './cel.ts';
import { createFind, declareVariable, type ValueScope } from './values.ts';
import { passKnownSplits, type Findings } from './known-splits.ts';
import { spellOutWholes } from './wholes.ts';

interface WriterScope extends ValueScope {
  project: Project;
  /** Where ways lead that end the flow. */
  end: 'hangup' | 'return';
}

export class FlowWriter {
  readonly scope: WriterScope;
  /** Finds the expression for what a path of a template names. */
  readonly find: FindCel;
  /** Names of widgets that have no step, with the one that follows. */
  readonly #passed = new Map<string, string | undefined>();
  readonly #names = new Names('steps');
  readonly #missing = new Set<string>();
  /** Splits that are decided before they are reached → the widgets that decide them. */
  readonly #decided = new Map<NodeId, Set<NodeId>>();
  readonly #grades = new Map<Widget, { grade: Grade; reason?: Reason }>();

  constructor(scope: WriterScope) {
    this.scope = scope;
    this.find = createFind(scope);
    for (const { id, name, does } of scope.flow.widgets) {
      const words = does.kind === 'say' || does.kind === 'gather' ? does.speech.text : '';
      this.#names.nameOf(id, isMeaningless(name) ? describeNode(does.kind, words) : splitWords(name));
    }
  }

  /** Declares that a widget has no step. */
  pass(widget: Widget, next: string | undefined): void {
    this.#passed.set(widget.name, next);
  }

  nameOf(widget: Widget): string {
    return this.#names.nameOf(widget.id);
  }

  /** Returns the target for ways to a widget; for ways that end the flow, `hangup` or `return`. */
  toTarget(next: string | undefined): string {
    const seen = new Set<string>();
    let name = next;
    while (name !== undefined && this.#passed.has(name) && !seen.has(name)) {
      seen.add(name);
      name = this.#passed.get(name);
    }
    const widget = name === undefined || seen.has(name) ? undefined : this.scope.flow.byName.get(name);
    return widget === undefined ? this.scope.end : this.nameOf(widget);
  }

  /** Returns the target of a widget’s event. */
  follow(widget: Widget, event: string): string {
    const transition = widget.transitions.find((one) => one.event === event && one.next !== undefined);
    const next = transition?.next;
    if (transition !== undefined && next !== undefined && !this.scope.flow.byName.has(next))
      this.reportMissing(next, transition.span);
    return this.toTarget(next);
  }

  reportMissing(name: string, span: Widget['span']): void {
    if (this.#missing.has(name)) return;
    this.#missing.add(name);
    this.scope.project.report(this.scope.flow.file, {
      code: 'import-missing-target',
      message: `a way leads to the widget "${name}", which does not exist`,
      span,
    });
  }

  /** Adds a step of a widget. */
  add(widget: Widget, step: Step, suffix = ''): string {
    const own = this.nameOf(widget);
    const name = suffix === '' ? own : this.#names.nameOf(`${widget.id} ${suffix}`, `${own} ${suffix}`);
    if (!Object.hasOwn(this.scope.draft.flow.steps, name))
      addStep(this.scope.draft, name, { step, nodes: [widget.id] });
    return name;
  }

  /**
   * Returns the target of an event before which a widget’s findings are remembered, as far as somebody reads them. What the
   * event does not find is empty.
   */
  followWith(
    widget: Widget,
    event: string,
    { suffix, findings }: { suffix: string; findings: Findings },
  ): string {
    const { target, values } = this.lead(widget, event, findings);
    return values.length === 0
      ? target
      : this.add(widget, { set: Object.fromEntries(values), next: target }, suffix);
  }

  /** Returns where an event leads with what it finds, and the variables that are read from there on. */
  lead(widget: Widget, event: string, findings?: Findings): { target: string; values: [string, string][] } {
    const target = this.follow(widget, event);
    const { flow, variables, draft } = this.scope;
    const first = findNext(widget, event);
    const { next, passed } =
      findings === undefined
        ? { next: first, passed: [] }
        : passKnownSplits(flow, first, { widget, findings });
    for (const split of passed)
      this.#decided.set(split.id, (this.#decided.get(split.id) ?? new Set()).add(widget.id));
    const values = variables
      .listOutputs(widget.name)
      .filter((variable) => variables.isLive(variable, next))
      .map((variable): [string, string] => {
        declareVariable(draft, variable);
        return [variable.name, findFinding(findings, variable.path)];
      });
    return { target: next === first ? target : this.toTarget(next), values };
  }

  /**
   * Adds a step that stands for what has no counterpart, and leads on to `next`; other events of the widget lead on from a switch
   * behind it. A mailbox has none, so that the answers can replace it: `done` is where the original goes on after a message.
   */
  addStub(widget: Widget, reason: Reason, { next, done }: { next: string; done?: string }): void {
    const { draft } = this.scope;
    const [name, nodes] = [this.nameOf(widget), [widget.id]];
    const ways = done === undefined ? this.#listWays(widget) : new Map<string, string>();
    const onward = addTodoWays(draft, name, { ways, next, nodes });
    addStep(draft, name, {
      ...createTodo(name, { reason, next: onward, ...(done !== undefined && { done }) }),
      nodes,
    });
    this.setGrade(widget, 'stub', reason);
  }

  /** Lists where the events of a widget lead, and the tests of a split. */
  #listWays(widget: Widget): ReadonlyMap<string, string> {
    const ways = new Map<string, string>();
    for (const { event, next, conditions } of widget.transitions) {
      if (next === undefined) continue;
      const word = conditions.map(({ type, right }) => `${type} ${right.trim()}`).join(', ') || event;
      if (!ways.has(word)) ways.set(word, this.toTarget(next));
    }
    return ways;
  }

  /** Sets what became of a widget; the worse of two counts. */
  setGrade(widget: Widget, grade: Grade, reason?: Reason): void {
    const known = this.#grades.get(widget);
    const order: Grade[] = ['exact', 'near', 'stub', 'dropped'];
    if (known !== undefined && order.indexOf(known.grade) >= order.indexOf(grade)) return;
    this.#grades.set(widget, { grade, ...(reason !== undefined && { reason }) });
  }

  /** Sets the grade that the mapping has for a construct. */
  gradeAs(widget: Widget, construct: string): void {
    const row = findRow(construct);
    this.setGrade(widget, row?.grade ?? 'stub', row === undefined ? 'UNKNOWN_NODE' : row.reason);
  }

  /** Tells of a loss at a widget. */
  lose(widget: Widget, reason: Reason, detail?: string): void {
    const { file } = this.scope.flow;
    const { id, span } = widget;
    this.scope.project.addLoss({ reason, node: id, file, span, ...(detail !== undefined && { detail }) });
  }

  /** Lets splits that were decided before belong to the steps that decide them. */
  attributeSplits(): void {
    const { about } = this.scope.draft;
    const steps = Map.groupBy(Object.keys(about), (name) => about[name]?.nodes[0] ?? '');
    for (const [split, widgets] of this.#decided)
      for (const name of [...widgets].flatMap((widget) => steps.get(widget) ?? [])) {
        const origin = about[name];
        if (origin?.nodes.includes(split) === false)
          about[name] = { ...origin, nodes: [...origin.nodes, split] };
      }
  }

  /** Tells what became of all widgets. */
  tellNodes(reachable: ReadonlySet<string>): void {
    const { flow, project } = this.scope;
    for (const widget of flow.widgets) {
      const { id, name, type, span } = widget;
      const isReached = reachable.has(name) && flow.byName.get(name) === widget;
      const told = isReached
        ? (this.#grades.get(widget) ?? { grade: 'exact' as const })
        : { grade: 'dropped' as const, reason: 'UNREACHABLE' as const };
      project.addNode({ id, name, type, file: flow.file, span, ...told });
      if (told.reason !== undefined)
        this.lose(widget, told.reason, isReached || type === '' ? undefined : type);
    }
  }

  /** Asks for the number of a queue or a party, or the address of a function. */
  ask(kind: 'queue' | 'number' | 'function', name: string, widget: Widget): Target {
    return this.scope.outside.ask(kind, name, { draft: this.scope.draft, place: this.placeOf(widget) });
  }

  placeOf(widget: Widget): Place {
    return { file: this.scope.flow.file, span: widget.span };
  }

  /** Writes a template as a text of the flow; undefined if it has no counterpart. */
  toText(template: string): string | undefined {
    return toFlowText(spellOutWholes(parseLiquid(template)), this.find);
  }

  toValue(template: string): CelValue | undefined {
    return toValue(parseLiquid(template), this.find);
  }
}

function findFinding(findings: Findings = {}, path: Path): string {
  const name = path.join('.');
  return Object.hasOwn(findings, name) ? (findings[name] ?? '') : '';
}
