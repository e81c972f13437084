/**
 * A flow that is being made of a document.
 *
 * Owns: names and ways of steps. Does not own: what the steps of a statement are.
 */
import { addStep, createTodo, Names } from '../project/index.ts';
import type { Draft, Project, Reason } from '../project/index.ts';
import type { Step } from '../../../schemas/types/flow.ts';
import { followKnown } from './decide.ts';
import type { KnownValues } from './decide.ts';
import { listReadsOf } from './facts.ts';
import type { Facts, NameRead } from './facts.ts';
import { nameStatement } from './naming.ts';
import { tellStatement } from './tell.ts';
import type { Destination, Statement, SwmlDocument } from './model.ts';
import type { Outside } from './outside.ts';
import { DEFAULT_LANGUAGE, listLanguages, toPrompt } from './prompts.ts';
import { RecordingStates } from './recording-states.ts';
import { Values } from './values.ts';
import { listLeaves, toParamKey, toVariableKey, Variables } from './variables.ts';
import { Ways } from './ways.ts';
import type { Goal } from './ways.ts';

export class FlowMaker {
  readonly document: SwmlDocument;
  readonly facts: Facts;
  readonly outside: Outside;
  readonly variables: Variables;
  readonly language: string;
  readonly recording: RecordingStates;
  readonly #project: Project;
  readonly #draft: Draft;
  readonly #ways: Ways;
  readonly #names = new Names('steps');
  readonly #queue: Goal[] = [];
  readonly #queued = new Set<string>();
  readonly #todo = new Map<Statement, Reason>();

  constructor(
    document: SwmlDocument,
    facts: Facts,
    {
      project,
      outside,
      draft,
      reads,
    }: { project: Project; outside: Outside; draft: Draft; reads: readonly NameRead[] },
  ) {
    this.document = document;
    this.facts = facts;
    this.outside = outside;
    this.#project = project;
    this.#draft = draft;
    this.language = listLanguages(facts.statements)[0] ?? DEFAULT_LANGUAGE;
    this.variables = new Variables(facts, { reads, draft, outside });
    this.recording = new RecordingStates(document);
    this.#ways = new Ways(document, (statement) => this.#hasStep(statement));
  }

  /** Writes what is true for the whole flow, and returns its first step, or `hangup`. */
  begin(): string {
    this.#ways.settle();
    const { flow } = this.#draft;
    const languages = listLanguages(this.facts.statements);
    if (languages.length > 1) flow.languages = languages;
    else if (this.language !== DEFAULT_LANGUAGE) flow.languages = this.language;
    return this.enterSection('main');
  }

  /** What has to be written; it grows while it is written. */
  get goals(): readonly Goal[] {
    return this.#queue;
  }

  /** Lists where a section may return to, as steps. */
  listReturns(section: string): string[] {
    return this.#ways.returnsOf(section).map(({ goal }) => this.toTarget(goal));
  }

  /** Lists what the statements read that became steps. */
  listReads(): NameRead[] {
    return this.#queue.flatMap((goal) => (goal.kind === 'statement' ? listReadsOf(goal.statement) : []));
  }

  /** Tells the project what became of each statement. */
  tell(): void {
    const { file } = this.document;
    for (const statement of this.facts.statements) {
      const isReached = this.#ways.reached.has(statement);
      tellStatement(statement, { project: this.#project, file, isReached, todo: this.#todo.get(statement) });
    }
  }

  /** Puts a step first: calls begin there. */
  moveToFront(name: string): void {
    const { flow } = this.#draft;
    const entry = flow.steps[name];
    if (entry !== undefined) flow.steps = { [name]: entry, ...flow.steps };
  }

  /** Returns the name of the step for a goal, which is written later. */
  toTarget(goal: Goal): string {
    if (goal.kind === 'hangup') return 'hangup';
    const key = goal.kind === 'return' ? `return ${goal.section}` : goal.statement.id;
    const isNew = !this.#queued.has(key);
    if (isNew) {
      this.#queued.add(key);
      this.#queue.push(goal);
    }
    return this.#names.nameOf(
      key,
      goal.kind === 'return' ? `return from ${goal.section}` : nameStatement(goal.statement),
    );
  }

  after(statement: Statement): string {
    return this.toTarget(this.#ways.after(statement));
  }

  /** Returns where the call goes behind a statement that leaves these values. */
  afterWith(statement: Statement, known: KnownValues): string {
    return this.toTarget(followKnown(this.#ways, this.#ways.after(statement), known));
  }

  enterBlock(...[block]: Parameters<Ways['enterBlock']>): string {
    return this.toTarget(this.#ways.enterBlock(block));
  }

  enterSection(section: string): string {
    return this.toTarget(this.#ways.enterSection(section));
  }

  /** Returns where the call goes after a conversation. */
  enterAfterBridge(statement: Statement, destination: Destination): string {
    const { section } = destination;
    if (section === undefined) return 'hangup';
    const entry = this.enterSection(section);
    const set = this.listEntryValues(statement, destination);
    if (Object.keys(set).length === 0) return entry;
    const name = this.nameMore(statement, 'bridged');
    this.add(name, { set, next: entry }, statement);
    return name;
  }

  findLabel(statement: Statement, label: string): string {
    return this.toTarget(this.#ways.findLabel(statement, label));
  }

  endOf(section: string): string {
    return this.toTarget(this.#ways.endOf(section));
  }

  nameOf(statement: Statement): string {
    return this.#names.nameOf(statement.id, nameStatement(statement));
  }

  /** Returns a name for a further step of a statement. */
  nameMore(statement: Statement, what: string): string {
    return this.#names.nameOf(`${statement.id} ${what}`, `${this.nameOf(statement)} ${what}`);
  }

  add(name: string, step: Step, statement: Statement): void {
    addStep(this.#draft, name, { step, nodes: [statement.id] });
  }

  /** Adds a step with a comment above it. */
  addExplained(name: string, step: Step, { from, comment }: { from?: Statement; comment: string }): void {
    addStep(this.#draft, name, { step, nodes: from === undefined ? [] : [from.id], comments: [comment] });
  }

  valuesFor(statement: Statement): Values {
    return new Values(
      this.variables.resolveIn(statement.block.section, (detail, reason) => {
        if (statement.losses.some((loss) => loss.detail === detail)) return;
        const { span } = statement;
        // Nobody set it in the original either, so it is empty there, too.
        if (reason === 'UNKNOWN_VALUE') statement.losses.push({ reason, detail, span });
        else statement.losses.push({ reason, detail, span, grade: 'near' });
      }),
    );
  }

  /** Variables that an entry of a section sets: its parameters, and where the section returns to. */
  listEntryValues(statement: Statement, to: Destination): Record<string, string | number | boolean> {
    const { section } = to;
    if (section === undefined) return {};
    const values = this.valuesFor(statement);
    const set: Record<string, string | number | boolean> = {};
    const given = new Map(to.params.map(([name, data]) => [name, data]));
    for (const name of this.#listParams(section)) {
      const key = toParamKey(section, [name]);
      const data = given.get(name);
      const empty =
        this.variables.typeOf(key) === 'string' ? '' : this.variables.typeOf(key) === 'bool' ? false : 0;
      if (data?.kind !== 'object')
        set[this.variables.declare(key)] =
          data === undefined ? empty : values.toValue(data, this.variables.typeOf(key));
    }
    if (this.#ways.returnsToMany(section)) {
      const isExecuted = statement.does.kind === 'execute' && statement.block.section !== section;
      set[this.variables.declare(`back_from_${section}`)] = isExecuted ? this.after(statement) : 'hangup';
    }
    return set;
  }

  /** Lists the parameters of a section that are given somewhere and read in it. */
  #listParams(section: string): string[] {
    const given = this.facts.statements.flatMap(({ does }) =>
      (does.kind === 'execute' || does.kind === 'transfer') && does.to.section === section
        ? does.to.params.map(([name]) => name)
        : [],
    );
    return [...new Set(given)].filter((name) => this.variables.isRead(toParamKey(section, [name])));
  }

  /** Makes a statement a step that a person has to write. */
  writeTodo(statement: Statement, reason: Reason): void {
    this.#todo.set(statement, reason);
    const name = this.nameOf(statement);
    const next = statement.does.kind === 'transfer' ? 'hangup' : this.after(statement);
    addStep(this.#draft, name, { ...createTodo(name, { reason, next }), nodes: [statement.id] });
  }

  /** Adds a step for the values of a statement that a person has to write, and returns its name. */
  writeRest(statement: Statement, values: readonly string[]): string {
    for (const detail of values)
      statement.losses.push({ reason: 'ECMASCRIPT', detail, span: statement.span, grade: 'near' });
    this.#todo.set(statement, 'ECMASCRIPT');
    const name = this.#names.nameOf(`${statement.id} rest`, `todo set ${values[0] ?? ''}`);
    const next = this.after(statement);
    addStep(this.#draft, name, {
      ...createTodo(name, { reason: 'ECMASCRIPT', next }),
      nodes: [statement.id],
    });
    return name;
  }

  toPrompt(...[sounds, values]: [Parameters<typeof toPrompt>[0], Values]): ReturnType<typeof toPrompt> {
    return toPrompt(sounds, { values, language: this.language });
  }

  #hasStep(statement: Statement): boolean {
    const { does, losses } = statement;
    if (losses.some(({ grade }) => grade === 'stub')) return true;
    switch (does.kind) {
      case 'label':
      case 'nothing':
      case 'hangup':
        return false;
      case 'return':
        return does.value !== undefined && this.variables.isRead('return_value');
      case 'goto':
        return does.when !== undefined || does.max !== undefined;
      case 'cond':
        return does.ways.length > 0;
      case 'switch':
        return does.cases.length > 0;
      case 'record':
        return this.recording.isMixed;
      case 'sleep':
        return does.ms > 0;
      case 'set':
        return does.assignments.some(([name, data]) =>
          listLeaves(toVariableKey(name), data).some(({ key }) => this.variables.isRead(key)),
        );
      case 'unset':
        return does.names.some((name) => this.variables.isRead(toVariableKey(name)));
      case 'play':
        return does.sounds.some(({ kind }) => kind !== 'ring');
      case 'execute':
      case 'transfer':
        return does.to.section === undefined || this.#isEntrySet(does.to.section);
      default:
        return true;
    }
  }

  #isEntrySet(section: string): boolean {
    return this.#listParams(section).length > 0 || this.#ways.returnsToMany(section);
  }
}
