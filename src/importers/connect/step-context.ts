/** One block while it is translated: its parameters, its ways, and the steps that it becomes. */
import type { Step } from '../../../schemas/types/flow.ts';
import { shorten } from '../../language/text/index.ts';
import { Fields, toData } from '../reading/index.ts';
import { addStep, createTodo } from '../project/index.ts';
import type { Draft, Grade, MappingRow, NodeId, Project, Reason, Todo } from '../project/index.ts';
import type { ConnectFlow, Action } from './read-flow.ts';
import type { Targets } from './targets.ts';
import type { Surroundings, Variables } from './variables.ts';

/** What all blocks of a flow share while it is translated. */
export interface FlowContext {
  flow: ConnectFlow;
  draft: Draft;
  project: Project;
  targets: Targets;
  variables: Variables;
  /** Returns the step for a block, `hangup` for none. */
  findStep: (id: string | undefined) => string;
  /** Returns a free name for a further step of a block. */
  nameStep: (wish: string) => string;
  /** Returns what is known at a block of values that are no variables. */
  look: (action: Action) => Omit<Surroundings, 'writePlaceholder' | 'reportUnknown'>;
}

export class StepContext {
  readonly action: Action;
  readonly parameters: Fields;
  readonly shared: FlowContext;
  readonly around: Surroundings;
  readonly #row: MappingRow;
  readonly #asked = new Set<string>();
  readonly #more = new Map<string, Step>();
  #lowered: { grade: Grade; reason: Reason } | undefined;

  constructor(shared: FlowContext, action: Action, row: MappingRow) {
    this.shared = shared;
    this.action = action;
    this.parameters = new Fields(action.parameters);
    this.#row = row;
    this.around = {
      ...shared.look(action),
      writePlaceholder: (placeholder) => {
        this.lose('TEMPLATE_PLACEHOLDER', placeholder);
        return shared.targets.findPlaceholder(placeholder, action.span).written;
      },
      reportUnknown: (path) => {
        this.lose('VALUE_SHAPE', path);
        this.lower('near', 'VALUE_SHAPE');
      },
    };
  }

  get id(): NodeId {
    return toNodeId(this.shared, this.action.id);
  }

  /** Name of the block's step. */
  get name(): string {
    return this.shared.findStep(this.action.id);
  }

  get isStub(): boolean {
    return this.#row.grade === 'stub';
  }

  get isDropped(): boolean {
    return this.#row.grade === 'dropped';
  }

  /** Lowers the grade of an otherwise exact block. */
  lower(grade: Grade, reason: Reason): void {
    this.#lowered = { grade, reason };
  }

  lose(reason: Reason, detail?: string): void {
    const { file } = this.shared.flow;
    const told = detail === undefined ? {} : { detail };
    this.shared.project.addLoss({ reason, node: this.id, file, span: this.action.span, ...told });
  }

  /** Returns where the main way leads. */
  next(): string {
    return this.shared.findStep(this.action.next);
  }

  /** Returns where a condition leads: the first one with this operand. */
  condition(operand: string): string | undefined {
    return this.action.conditions.find(({ operands }) => operands[0] === operand)?.next;
  }

  /** Returns the block that a failure leads to: that of the first of these types that has a way. */
  failure(...types: string[]): string | undefined {
    const asked = [...types, 'NoMatchingError'];
    const found = asked.find((type) => this.action.errors.has(type));
    for (const type of asked.slice(0, found === undefined ? asked.length : asked.indexOf(found) + 1))
      this.#asked.add(type);
    return found === undefined ? undefined : this.action.errors.get(found);
  }

  /** Returns the step that a failure leads to. A failure that drops the caller is told. */
  fail(...types: string[]): string {
    const block = this.failure(...types);
    if (block === undefined) this.lose('WAY_MISSING', types[0] ?? 'NoMatchingError');
    return this.shared.findStep(block);
  }

  toTemplate(text: string): string {
    return this.shared.variables.toTemplate(text, this.around);
  }

  toExpression(text: string): string {
    return this.shared.variables.toExpression(text, this.around);
  }

  /** Adds the block's step, and the further ones behind it. */
  add(step: Step, { comments = [], todo }: { comments?: readonly string[]; todo?: Todo } = {}): void {
    const notes = this.action.notes.flatMap((note) => note.split(/\r?\n/));
    const { draft } = this.shared;
    addStep(draft, this.name, {
      step,
      nodes: [this.id],
      comments: [...notes, ...comments],
      ...(todo !== undefined && { todo }),
    });
    for (const [name, more] of this.#more) addStep(draft, name, { step: more, nodes: [this.id] });
  }

  /** Makes a further step, which stands behind the block's own one, and returns its name. */
  addMore(suffix: string, step: Step): string {
    const name = this.shared.nameStep(`${this.name}_${suffix}`);
    this.#more.set(name, step);
    return name;
  }

  /** Adds a step for something that has no counterpart. */
  addStub(): void {
    const { reason = 'UNKNOWN_NODE' } = this.#row;
    this.lose(reason, this.action.type);
    const failure = this.failure() ?? this.action.next ?? this.failure('NoMatchingCondition');
    const next = this.shared.findStep(failure);
    const others = this.#listOtherWays(next);
    const ways = others.size === 0 ? next : this.#addWays(others, next);
    const { step, comments, todo } = createTodo(this.name, { reason, next: ways });
    const was = `It was: ${this.action.type} ${shorten(JSON.stringify(toData(this.action.parameters)), MAX_COMMENT)}`;
    this.add(step, { comments: [...comments, was], todo });
    this.#readAll();
  }

  /** Lists the ways that lead elsewhere than the failure, by what they are called: conditions, the main way, and errors. */
  #listOtherWays(failure: string): Map<string, string> {
    const { conditions, next, errors } = this.action;
    const named = conditions.map(({ operator, operands: [operand = ''], ...one }) => {
      const word = operator === 'Equals' ? operand : `${operator} ${operand}`;
      return [word, one.next] as const;
    });
    const done = next === undefined ? [] : [['done', next] as const];
    return new Map(
      [...named, ...done, ...errors]
        .filter(([word]) => word !== '' && word !== '__proto__')
        .map(([word, target]) => [word, this.shared.findStep(target)] as const)
        .filter(([, target]) => target !== failure),
    );
  }

  /** Adds a switch with the other ways, for the person who writes the step: a variable says which is taken. */
  #addWays(ways: ReadonlyMap<string, string>, next: string): string {
    const value = this.shared.variables.declare(
      `result of ${this.shared.draft.flow.name} ${this.action.id}`,
      {
        wish: `result of ${this.name.replace(/^todo_/, '')}`,
      },
    );
    const cases = Object.fromEntries(ways);
    return this.addMore('ways', { switch: { value: `vars.${value}`, cases }, next, on: { failed: next } });
  }

  #readAll(): void {
    this.parameters.ignore(...this.parameters.names);
    for (const type of this.action.errors.keys()) this.#asked.add(type);
  }

  /** Tells the project what became of the block, and what of it was not read. */
  finish(): void {
    const { flow, project } = this.shared;
    if (this.#row.grade === 'dropped') this.#readAll();
    if (this.action.conditions.some(({ operands }) => operands.length === 0)) {
      this.lose('VALUE_SHAPE', 'Conditions');
      if (this.#row.grade === 'exact') this.lower('near', 'VALUE_SHAPE');
    }
    const { grade, reason } = this.#lowered ?? this.#row;
    for (const { name } of this.parameters.listUnread()) this.lose('OPTION_WITHOUT_EFFECT', name);
    for (const type of this.action.errors.keys())
      if (!this.#asked.has(type)) this.lose('OPTION_WITHOUT_EFFECT', `Errors: ${type}`);
    const { id, span, type } = this.action;
    project.addNode({
      id: this.id,
      name: id,
      type,
      file: flow.file,
      span,
      grade,
      ...(reason !== undefined && { reason }),
    });
  }
}

const MAX_COMMENT = 160;

/** Identifies a block within the import. */
export function toNodeId({ flow, draft }: Pick<FlowContext, 'flow' | 'draft'>, action: string): NodeId {
  return `${flow.file}#${draft.flow.name}/${action}`;
}
