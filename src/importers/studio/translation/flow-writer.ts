/**
 * Writes the steps of one flow.
 *
 * WRITER-1 A name of a step is given before any step is written, so that ways can lead forwards.
 * WRITER-2 A widget without a step is passed: ways to it lead on to what follows it.
 */
import type { Step } from '../../../../schemas/types/flow.ts';
import {
  addStep,
  describeNode,
  isMeaningless,
  Names,
  reasons,
  type Draft,
  type Grade,
  type NodeId,
  type Place,
  type Project,
  type Reason,
  type Target,
} from '../../project/index.ts';
import { parseLiquid, type Path } from '../liquid/syntax.ts';
import { findRow } from '../mapping.ts';
import type { Outside } from '../outside.ts';
import { nameParameters, splitWords } from '../parameters.ts';
import { findNext, type StudioFlow, type Widget } from '../widgets.ts';
import { toFlowText, toValue, type CelValue } from './cel.ts';
import { passKnownSplits, type Findings } from './known-splits.ts';
import { findSource } from './references.ts';
import type { Variable, Variables } from './variables.ts';
import { spellOutWholes } from './wholes.ts';

interface WriterScope {
  flow: StudioFlow;
  draft: Draft;
  project: Project;
  outside: Outside;
  variables: Variables;
  /** Where ways lead that end the flow. */
  end: 'hangup' | 'return';
  /** True if only requests begin the flow. */
  isPlaced: boolean;
  /** Expression for the number of the remote party. */
  remote: string;
  own: string;
}

export class FlowWriter {
  readonly scope: WriterScope;
  /** Names of widgets that have no step, with the one that follows. */
  readonly #passed = new Map<string, string | undefined>();
  readonly #names = new Names('steps');
  readonly #missing = new Set<string>();
  /** Splits that are decided before they are reached → the widgets that decide them. */
  readonly #decided = new Map<NodeId, NodeId[]>();
  readonly #grades = new Map<Widget, { grade: Grade; reason?: Reason }>();

  constructor(scope: WriterScope) {
    this.scope = scope;
    this.#parameters = nameParameters(scope.flow);
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
      this.#decided.set(split.id, [...(this.#decided.get(split.id) ?? []), widget.id]);
    const values = variables
      .listOutputs(widget.name)
      .filter((variable) => variables.isLive(variable, next))
      .map((variable): [string, string] => {
        declareVariable(draft, variable);
        return [variable.name, findFinding(findings, variable.path)];
      });
    return { target: next === first ? target : this.toTarget(next), values };
  }

  /** Adds a step that stands for what has no counterpart. */
  addStub(widget: Widget, reason: Reason, next: string): void {
    const name = this.nameOf(widget);
    const todo = `todo_${name}`;
    addStep(this.scope.draft, name, {
      step: { outcome: todo, next },
      nodes: [widget.id],
      comments: [`TODO ${reason}: ${reasons[reason].text}`],
    });
    this.setGrade(widget, 'stub', reason);
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
    for (const [split, widgets] of this.#decided)
      for (const [name, origin] of Object.entries(this.scope.draft.about))
        if (origin.nodes.some((node) => widgets.includes(node)) && !origin.nodes.includes(split))
          this.scope.draft.about[name] = { ...origin, nodes: [...origin.nodes, split] };
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
      if (isReached && told.reason !== undefined) this.lose(widget, told.reason);
    }
  }

  /** Asks for the number of a queue or the address of a function. */
  ask(kind: 'queue' | 'function', name: string, widget: Widget): Target {
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

  /** Finds the expression for what a path of a template names. */
  readonly find = (path: Path): CelValue | undefined => {
    const source = findSource(path);
    const { remote, own, draft, variables } = this.scope;
    switch (source.kind) {
      case 'remote':
        return { code: remote, type: 'string', isAtom: !remote.includes(' '), isPlain: true };
      case 'own':
        return { code: own, type: 'string', isAtom: !own.includes(' '), isPlain: true };
      case 'call_id':
        return { code: 'call.id', type: 'string', isAtom: true };
      case 'parameter':
        return { code: `params.${this.declareParameter(source.name)}`, type: 'string', isAtom: true };
      case 'variable':
      case 'output': {
        const variable = variables.find(source);
        if (variable === undefined) return undefined;
        declareVariable(draft, variable);
        const isPlain = isPlainOutput(this.scope.flow, variable);
        return { code: `vars.${variable.name}`, type: variable.type, isAtom: true, isPlain };
      }
      case 'whole':
        return undefined;
      case 'absent':
        return { code: '""', type: 'string', isAtom: true };
    }
  };

  readonly #parameters: ReadonlyMap<string, string>;

  /** Declares a parameter. Where every call is placed with parameters, it must be given; else it is empty if nobody gives it. */
  declareParameter(name: string): string {
    const { draft, isPlaced } = this.scope;
    const spelt = this.#parameters.get(name) ?? name;
    (draft.flow.params ??= {})[spelt] = isPlaced ? 'string' : { type: 'string', default: '' };
    return spelt;
  }
}

function findFinding(findings: Findings = {}, path: Path): string {
  const name = path.join('.');
  return Object.hasOwn(findings, name) ? (findings[name] ?? '') : '';
}

/** Declares a variable, empty at first. */
export function declareVariable(draft: Draft, { name, type }: Variable): void {
  const vars = (draft.flow.vars ??= {});
  if (!Object.hasOwn(vars, name)) vars[name] = type === 'int' ? 0 : '';
}

/** True for findings of which it is known that they have neither capital letters nor spaces around them. */
function isPlainOutput(flow: StudioFlow, { widget, path }: Variable): boolean {
  const kind = widget === undefined ? undefined : flow.byName.get(widget)?.does.kind;
  const [field] = path;
  if (kind === 'gather') return field === 'Digits';
  if (kind === 'connect') return field === 'DialCallStatus';
  return (kind === 'request' || kind === 'function') && field === 'status_code';
}
