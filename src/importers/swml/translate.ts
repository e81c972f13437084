/** Translates a document to one flow, statement by statement. */
import { addStep, describeNode, Names, reasons } from '../project/index.ts';
import type { Draft, Grade, Project, Reason } from '../project/index.ts';
import type { Step } from '../../../schemas/types/flow.ts';
import { followKnown } from './decide.ts';
import type { KnownValues } from './decide.ts';
import { listReadsOf } from './facts.ts';
import type { Facts, NameRead } from './facts.ts';
import { rowOf } from './mapping.ts';
import type { Destination, Statement, SwmlDocument } from './model.ts';
import type { Outside } from './outside.ts';
import { DEFAULT_LANGUAGE, listLanguages, toPrompt } from './prompts.ts';
import { writeStatement } from './steps.ts';
import { NoCounterpart, Values } from './values.ts';
import { listLeaves, toParamKey, toVariableKey, Variables } from './variables.ts';
import { Ways } from './ways.ts';
import type { Goal } from './ways.ts';

export class Translation {
  readonly document: SwmlDocument;
  readonly facts: Facts;
  readonly outside: Outside;
  readonly variables: Variables;
  readonly language: string;
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
    this.#ways = new Ways(document, (statement) => this.#hasStep(statement));
  }

  run(): void {
    this.#ways.settle();
    const { flow } = this.#draft;
    const languages = listLanguages(this.facts.statements);
    if (languages.length > 1) flow.languages = languages;
    else if (this.language !== DEFAULT_LANGUAGE) flow.languages = this.language;
    flow.on = { error: 'hangup' };
    const first = this.toTarget(this.#ways.enterSection('main'));
    if (first === 'hangup') this.add('end', { hangup: null }, undefined);
    for (const goal of this.#queue) {
      if (goal.kind === 'return') this.#writeReturn(goal.section);
      else if (goal.kind === 'statement') this.#write(goal.statement);
    }
    if (first !== 'hangup') this.#moveToFront(first);
  }

  /** Lists what the statements read that became steps. */
  listReads(): NameRead[] {
    return this.#queue.flatMap((goal) => (goal.kind === 'statement' ? listReadsOf(goal.statement) : []));
  }

  /** Tells the project what became of each statement. */
  tell(): void {
    for (const statement of this.facts.statements) this.#tell(statement);
  }

  /** A call begins at the first step. */
  #moveToFront(name: string): void {
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
      goal.kind === 'return' ? `return from ${goal.section}` : this.#nameStatement(goal.statement),
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
    return this.#names.nameOf(statement.id, this.#nameStatement(statement));
  }

  /** Returns a name for a further step of a statement. */
  nameMore(statement: Statement, what: string): string {
    return this.#names.nameOf(`${statement.id} ${what}`, `${this.nameOf(statement)} ${what}`);
  }

  add(name: string, step: Step, statement: Statement | undefined, comments: readonly string[] = []): void {
    addStep(this.#draft, name, { step, nodes: statement === undefined ? [] : [statement.id], comments });
  }

  valuesFor(statement: Statement): Values {
    return new Values(
      this.variables.resolveIn(statement.block.section, (name) => {
        const isTold = statement.losses.some(({ detail }) => detail === name);
        if (!isTold)
          statement.losses.push({ reason: 'VALUE_SHAPE', detail: name, span: statement.span, grade: 'near' });
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
    this.add(name, { outcome: name.startsWith('todo_') ? name : `todo_${name}`, next }, statement, [
      `TODO ${reason}: ${reasons[reason].text}`,
    ]);
  }

  toPrompt(...[sounds, values]: [Parameters<typeof toPrompt>[0], Values]): ReturnType<typeof toPrompt> {
    return toPrompt(sounds, { values, language: this.language });
  }

  #write(statement: Statement): void {
    const isBroken = statement.losses.some(({ grade }) => grade === 'stub');
    const reason = isBroken ? 'ECMASCRIPT' : undefined;
    if (reason !== undefined) {
      this.writeTodo(statement, reason);
      return;
    }
    try {
      writeStatement(this, statement);
    } catch (error) {
      if (!(error instanceof NoCounterpart)) throw error;
      statement.losses.push({ reason: 'ECMASCRIPT', span: statement.span, grade: 'stub' });
      this.writeTodo(statement, 'ECMASCRIPT');
    }
  }

  /** Writes the end of a section that several statements execute. */
  #writeReturn(section: string): void {
    const cases: Record<string, string> = {};
    for (const { site, goal } of this.#ways.returnsOf(section)) {
      const target = this.toTarget(goal);
      if (site !== undefined && target !== 'hangup') cases[target] = target;
    }
    const name = this.toTarget({ kind: 'return', section });
    const value = `vars.${this.variables.declare(`back_from_${section}`)}`;
    this.add(name, { switch: { value, cases }, next: 'hangup' }, undefined, [
      `Section "${section}" ends here and continues where it was executed.`,
    ]);
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

  #nameStatement(statement: Statement): string {
    const { does, title, block, index, method } = statement;
    const isElsewhere =
      (does.kind === 'execute' || does.kind === 'transfer') && does.to.section === undefined;
    const isTodo =
      isElsewhere || does.kind === 'todo' || statement.losses.some(({ grade }) => grade === 'stub');
    const isFirst = index === 0 && block.owner === undefined && block.section !== 'main';
    if (title !== undefined) return title;
    if (isFirst) return block.section;
    if (isTodo) return `todo ${method}`;
    const sounds = does.kind === 'play' || does.kind === 'prompt' ? does.sounds : [];
    const [said] = sounds.flatMap((sound) =>
      sound.kind === 'say' ? [sound.text.filter((piece) => typeof piece === 'string').join(' ')] : [],
    );
    return describeNode(verbs[does.kind] ?? method, said ?? describeSubject(does));
  }

  #tell(statement: Statement): void {
    const { id, method, span, losses } = statement;
    const { file } = this.document;
    const row = rowOf(statement.row);
    const told = { id, name: this.#describePlace(statement), type: method, file, span };
    if (!this.#ways.reached.has(statement)) {
      this.#project.addNode({ ...told, grade: 'dropped', reason: 'UNREACHABLE' });
      return;
    }
    const todo = this.#todo.get(statement);
    const found: { grade: Grade; reason?: Reason }[] = [
      { grade: row.grade, ...(row.reason !== undefined && { reason: row.reason }) },
      ...losses.flatMap(({ grade, reason }) => (grade === undefined ? [] : [{ grade, reason }])),
      ...(todo === undefined ? [] : [{ grade: 'stub' as const, reason: todo }]),
    ];
    const worst = found.reduce((one, other) => (weights[other.grade] > weights[one.grade] ? other : one));
    this.#project.addNode({ ...told, ...worst });
    if (worst.reason !== undefined && !losses.some(({ reason }) => reason === worst.reason))
      this.#project.addLoss({ reason: worst.reason, node: id, file, span });
    for (const { reason, detail, span: place } of losses)
      this.#project.addLoss({ reason, node: id, file, span: place, ...(detail !== undefined && { detail }) });
  }

  #describePlace({ id, title, method }: Statement): string {
    return title ?? `${id.slice(this.document.file.length + 1)} ${method}`;
  }
}

const weights: Record<Grade, number> = { exact: 0, dropped: 1, near: 2, stub: 3 };

/** Says what a statement is about, in one or two words. */
function describeSubject(does: Statement['does']): string {
  if (does.kind === 'set') return does.assignments[0]?.[0] ?? '';
  if (does.kind === 'switch') return `by ${does.value.source.replace(/^vars\./, '')}`;
  return does.kind === 'execute' || does.kind === 'transfer' ? (does.to.section ?? '') : '';
}

const verbs: Partial<Record<Statement['does']['kind'], string>> = {
  play: 'say',
  prompt: 'ask',
  answer: 'answer',
  sleep: 'wait',
  sms: 'text',
  set: 'set',
  switch: 'choose',
  cond: 'decide',
  execute: 'to',
  transfer: 'to',
};
