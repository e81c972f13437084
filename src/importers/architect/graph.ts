/** Which nodes a call can reach, and how tasks are entered and left. */
import { listExpressions } from './expressions/list.ts';
import { listParts } from './expressions/syntax.ts';
import { END } from './model.ts';
import type { ArchitectFlow, Choice, Menu, Node, Target, Task } from './model.ts';

export class Graph {
  readonly flow: ArchitectFlow;
  readonly reachable: ReadonlySet<string>;
  readonly #sites = new Map<string, Node[]>();
  readonly #entered = new Set<string>();
  /** First node of a task → number of ways to it, other than calls. */
  readonly #ways = new Map<Target, number>();
  readonly #recursive = new Set<string>();
  /** Menu → the menus from which callers come to it; task → the menus that they were in last. */
  readonly #before = new Map<string, Set<string>>();

  constructor(flow: ArchitectFlow) {
    this.flow = flow;
    this.reachable = this.#findReachable();
    for (const node of this.nodes())
      if (node.does.kind === 'call_task' && node.does.task !== undefined) {
        const sites = this.#sites.get(node.does.task) ?? [];
        sites.push(node);
        this.#sites.set(node.does.task, sites);
      }
    this.#findEntered();
    this.#findRecursive();
    this.#findMenusBefore();
  }

  /** Lists the nodes that a call can reach, in the order of the file. */
  nodes(): Node[] {
    return [...this.flow.nodes.values()].filter(({ id }) => this.reachable.has(id));
  }

  /** Lists the actions that call a task. */
  listCalls(task: string): readonly Node[] {
    return this.#sites.get(task) ?? [];
  }

  /** True if a call of a task is followed by nothing but the end of the call. */
  isLast(call: Node): boolean {
    return [...call.exits.values()].every((target) =>
      target === END
        ? call.task === undefined || this.listCalls(call.task).length === 0
        : this.flow.nodes.get(target)?.does.kind === 'disconnect',
    );
  }

  /** True if a task begins in other ways than by being called. */
  isEnteredOtherwise(task: string): boolean {
    return this.#entered.has(task);
  }

  /** True if a call can come to the beginning of a task more than once. */
  isEnteredAgain(task: string): boolean {
    const first = this.#findFirst(task);
    const calls = this.listCalls(task);
    if (calls.length + (this.#ways.get(first) ?? 0) > 1) return true;
    const seen = new Set<string>();
    // The one call of the task leads back into it as soon as it can be reached from the task.
    const open = [first, ...calls.flatMap((call) => [...call.exits.values()])];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const node = this.flow.nodes.get(id);
      if (node === undefined || seen.has(id)) continue;
      seen.add(id);
      const next = this.listNext(node);
      if (next.includes(first)) return true;
      open.push(...next);
    }
    return false;
  }

  /** True if a variable of a task can be read before the task has given it a value. */
  isReadFirst(task: string, variable: string): boolean {
    const seen = new Set<string>();
    const open = [this.#findFirst(task)];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const node = this.flow.nodes.get(id);
      if (node === undefined || seen.has(id) || node.task !== task) continue;
      seen.add(id);
      if (isRead(node.does, variable)) return true;
      const written = findWrites(node.does, variable);
      for (const [exit, target] of node.exits) if (!written(exit)) open.push(target);
    }
    return false;
  }

  /** True for calls of a task that leads to the same call again. */
  isRecursive(call: Node): boolean {
    return this.#recursive.has(call.id);
  }

  /** Lists the menus that a caller can have been in last. */
  listMenusBefore(node: string): string[] {
    return [...(this.#before.get(node) ?? [])];
  }

  /** True if conversations are recorded when a call comes to a node. */
  isRecordedAt(node: string): boolean {
    this.#recorded ??= this.#findRecorded();
    return this.#recorded.has(node);
  }

  #recorded: Set<string> | undefined;

  #findRecorded(): Set<string> {
    const starting = this.nodes().filter(({ does }) => does.kind === 'record' && does.does);
    const seeds = starting.flatMap((node) => this.listNext(node));
    return this.#findLedTo(seeds, ({ does }) => does.kind === 'record' && !does.does);
  }

  /** Lists the languages that a call can have at a node. */
  listLanguagesAt(node: string): string[] {
    this.#spoken ??= this.#findSpoken();
    return [...this.#spoken].filter(([, nodes]) => nodes.has(node)).map(([language]) => language);
  }

  #spoken: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  #findSpoken(): Map<string, Set<string>> {
    const { start, errors, languages } = this.flow;
    const seeds = new Map<string, Target[]>([[languages[0] ?? 'en-US', [start ?? END]]]);
    for (const node of this.nodes()) {
      if (node.does.kind !== 'language' || node.does.language === undefined) continue;
      // A task that is called leads back to wherever it is called.
      const calls = this.listCalls(node.task ?? '').length > 0 ? [...this.#sites.values()].flat() : [];
      const next = [node, ...calls].flatMap(({ exits }) => [...exits.values()]);
      seeds.set(node.does.language, [...(seeds.get(node.does.language) ?? []), ...next]);
    }
    const isLanguage = ({ does }: Node) => does.kind === 'language' && does.language !== undefined;
    return new Map(
      [...seeds].map(([language, first]) => [
        language,
        this.#findLedTo([...first, errors.target ?? END], isLanguage),
      ]),
    );
  }

  /** Finds the nodes to which ways from some lead, as far as others that end them. */
  #findLedTo(seeds: readonly Target[], isEnd: (node: Node) => boolean): Set<string> {
    const found = new Set<string>();
    const open = [...seeds];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const node = this.flow.nodes.get(id);
      if (node === undefined || found.has(id) || isEnd(node)) continue;
      found.add(id);
      open.push(...this.listNext(node));
    }
    return found;
  }

  /** Lists the constants that a variable can have. */
  listConstants(variable: string): string[] {
    const initial = this.flow.variables.flatMap((one) => (one.name === variable ? [one.initial] : []));
    const assigned = this.nodes().flatMap(({ does }) =>
      does.kind === 'assign'
        ? does.statements.flatMap((one) => (one.variable === variable ? [one.value] : []))
        : [],
    );
    const names = [...initial, ...assigned].flatMap((value) =>
      value.kind === 'constant' ? [String(value.value)] : [],
    );
    return [...new Set(names)];
  }

  /** Lists what callers can choose in a menu: its own choices, then those of other menus that count everywhere. */
  listChoices(menu: Menu): Choice[] {
    const own = new Set(menu.choices.flatMap(({ key }) => key ?? []));
    const others = this.flow.menus
      .filter(({ id }) => id !== menu.id)
      .flatMap(({ choices }) => choices)
      .flatMap((choice): Choice[] => {
        const key =
          choice.isGlobalKey && choice.key !== undefined && !own.has(choice.key) ? choice.key : undefined;
        if (key !== undefined) own.add(key);
        const terms = choice.isGlobalTerm ? choice.terms : new Map<string, readonly string[]>();
        if (key === undefined && terms.size === 0) return [];
        return [
          { id: choice.id, ...(key !== undefined && { key }), isGlobalKey: true, terms, isGlobalTerm: true },
        ];
      });
    // What can neither be pressed nor said is no choice.
    return [...menu.choices, ...others].filter(({ key, terms }) => key !== undefined || terms.size > 0);
  }

  /** Lists the nodes that can come next. */
  listNext(node: Node): Target[] {
    const next = [...node.exits.values()];
    if (node.does.kind === 'menu') {
      const { menu } = node.does;
      next.push(...this.listChoices(menu).map(({ id }) => id));
      if (menu.fallback !== undefined) next.push(menu.fallback);
    }
    if (node.does.kind === 'call_task') next.push(this.#findFirst(node.does.task));
    return next.filter((target) => target !== END);
  }

  #findFirst(task: string | undefined): Target {
    return this.flow.tasks.get(task ?? '')?.first ?? END;
  }

  #findReachable(): Set<string> {
    const { start, errors, nodes } = this.flow;
    const found = new Set<string>();
    const open = [start, errors.target].filter((target) => target !== undefined && target !== END);
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const node = nodes.get(id);
      if (node === undefined || found.has(id)) continue;
      found.add(id);
      open.push(...this.listNext(node));
    }
    return found;
  }

  #findEntered(): void {
    const byFirst = new Map<Target, Task>();
    for (const task of this.flow.tasks.values()) if (task.first !== END) byFirst.set(task.first, task);
    const enter = (target: Target | undefined) => {
      const task = byFirst.get(target ?? END);
      if (task === undefined) return;
      this.#entered.add(task.id);
      this.#ways.set(task.first, (this.#ways.get(task.first) ?? 0) + 1);
    };
    enter(this.flow.start);
    enter(this.flow.errors.target);
    for (const node of this.nodes()) for (const target of node.exits.values()) enter(target);
  }

  #findRecursive(): void {
    for (const call of this.nodes()) {
      if (call.does.kind !== 'call_task' || call.task === undefined) continue;
      const seen = new Set<string>();
      const open = [call.does.task];
      for (let task = open.pop(); task !== undefined; task = open.pop()) {
        if (seen.has(task)) continue;
        seen.add(task);
        open.push(...this.#listCalledFrom(task));
      }
      if (seen.has(call.task)) this.#recursive.add(call.id);
    }
  }

  readonly #called = new Map<string, string[]>();

  #listCalledFrom(task: string): string[] {
    if (this.#called.size === 0)
      for (const { does, task: own } of this.nodes())
        if (does.kind === 'call_task' && does.task !== undefined && own !== undefined)
          this.#called.set(own, [...(this.#called.get(own) ?? []), does.task]);
    return this.#called.get(task) ?? [];
  }

  #findMenusBefore(): void {
    const { nodes, start } = this.flow;
    const open: { id: Target; menu: string | undefined }[] = [{ id: start ?? END, menu: undefined }];
    const seen = new Set<string>();
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      const { id, menu } = item;
      const node = nodes.get(id);
      const key = `${id}\n${menu ?? ''}`;
      if (node === undefined || seen.has(key)) continue;
      seen.add(key);
      if (menu !== undefined && menu !== id)
        this.#before.set(id, (this.#before.get(id) ?? new Set()).add(menu));
      const last = node.does.kind === 'menu' ? id : menu;
      for (const next of this.listNext(node)) open.push({ id: next, menu: last });
    }
  }
}

function isRead(does: Node['does'], variable: string): boolean {
  return listExpressions(does).some((expression) =>
    listParts(expression).some(
      (part) => part.kind === 'path' && part.path.slice(0, 2).join('.') === variable,
    ),
  );
}

/** Tells after which exits of a node a variable has a value that the node gave it. */
function findWrites(does: Node['does'], variable: string): (exit: string) => boolean {
  switch (does.kind) {
    case 'assign':
      return () => does.statements.some((one) => one.variable === variable);
    case 'read_data':
      return () => does.values.some((one) => one.variable === variable);
    case 'loop':
      return () => does.counter === variable;
    case 'collect':
      return (exit) => exit === 'success' && does.collect.into === variable;
    case 'request':
      return (exit) => exit === 'success' && does.request.outputs.some((one) => one.variable === variable);
    case 'lookup':
      return (exit) => exit === 'found' && does.lookup.columns.some((one) => one.variable === variable);
    default:
      return () => false;
  }
}
