/** Reads a file of Architect: its menus and tasks become nodes that lead to one another. */
import type { Finding, Span } from '../../language/diagnostics/index.ts';
import { Fields, toText } from '../reading/index.ts';
import type { DataNode, ReadSource } from '../reading/index.ts';
import type { ContainerReader } from './container-reader.ts';
import { linkActions } from './link-actions.ts';
import { readMenu } from './read-menu.ts';
import { END } from './model.ts';
import type { ArchitectFlow, ErrorHandling, Menu, Node, Remark, Target, Task, Variable } from './model.ts';
import { readKind, References } from './references.ts';
import type { ContainerKind } from './references.ts';
import { findRoot } from './roots.ts';
import type { CallKind } from './roots.ts';
import { readDefaults } from './read-settings.ts';
import type { Defaults } from './read-settings.ts';
import { readAudio, readValue, toLanguage } from './read-values.ts';
import { readVariables } from './read-variables.ts';

type Report = (finding: Finding) => void;

/** Reads the call flow of a file; undefined if the file has none. */
export function readFlow(source: ReadSource, report: Report): ArchitectFlow | undefined {
  const root = findRoot(source);
  if (root === undefined) return undefined;
  if (!root.isCall) {
    const message = `"${root.kind}" is no flow that takes or places telephone calls`;
    report({ code: 'import-refused', message, span: root.span });
    return undefined;
  }
  return new FlowReader(source.file, root, report).read();
}

interface Pending {
  reference: string;
  kind: ContainerKind;
  span: Span;
  /** Called with the container's id and its first node. */
  found: (id: string, first: Target) => void;
}

class FlowReader implements ContainerReader {
  readonly file: string;
  readonly nodes = new Map<string, Node>();
  readonly menus: Menu[] = [];
  readonly tasks = new Map<string, Task>();
  readonly variables: Variable[] = [];
  defaults!: Defaults;
  readonly #root: { kind: string; node: DataNode; span: Span };
  readonly #report: Report;
  readonly #references = new References();
  readonly #pending: Pending[] = [];
  readonly #fields: Fields[] = [];
  readonly #remarks: Remark[] = [];
  readonly #ids = new Set<string>();

  constructor(file: string, root: { kind: string; node: DataNode; span: Span }, report: Report) {
    this.file = file;
    this.#root = root;
    this.#report = report;
  }

  read(): ArchitectFlow {
    const { kind, node, span } = this.#root;
    const own = this.#keep(new Fields(node));
    own.ignore(
      'division',
      'divisions',
      'defaultLanguageSkill',
      'settingsPrompts',
      'settingsInboundCall',
      'trackingId',
      // Describes the flows that this one names.
      'referencedObjects',
    );
    own.ignore('settingsOutboundCall', 'settingsSecureCall', 'settingsLogging', 'supportedLanguagesSkill');
    this.defaults = readDefaults(own, (fields) => this.#keep(fields));
    for (const variable of readVariables(own.list('variables'))) this.addVariable(variable);
    const name = own.text('name') ?? '';
    const errors = this.#readErrors(own);
    const greeting = own.node('initialGreeting');
    const first = greeting === undefined ? undefined : this.#addGreeting(greeting);
    this.#readContainers(own);
    const start = this.#findStart(own, first);
    this.#resolve();
    return {
      file: this.file,
      kind: kind as CallKind,
      name,
      description: own.text('description') ?? '',
      span,
      fields: this.#fields,
      start,
      languages: [...new Set([...readLanguages(own), ...listSetLanguages(this.nodes.values())])],
      variables: this.variables,
      menus: this.menus,
      tasks: this.tasks,
      nodes: this.nodes,
      errors,
      remarks: this.#remarks,
    };
  }

  #keep(fields: Fields): Fields {
    this.#fields.push(fields);
    return fields;
  }

  addVariable(variable: Variable): void {
    this.variables.push(variable);
  }

  /** Returns an id that no other node has. */
  createId(wish: string): string {
    let id = wish;
    for (let count = 2; this.#ids.has(id); count += 1) id = `${wish}~${count}`;
    this.#ids.add(id);
    return id;
  }

  addNode(node: Node): void {
    this.nodes.set(node.id, node);
  }

  /** Makes a container known by its id and its name; a name that is taken is reported. */
  register(
    kind: ContainerKind,
    { refId, name, id, span }: { refId: string; name: string; id: string; span: Span },
  ): void {
    if (refId !== '' && !this.#references.add(kind, refId, id)) {
      const message = `there are two of the kind ${kind} with the refId "${refId}"`;
      this.#report({ code: 'import-duplicate-name', message, span });
    }
    if (name !== '') this.#references.add(kind, name, id);
  }

  /** Asks for what a reference leads to, once everything is read. */
  resolveLater(pending: Pending): void {
    this.#pending.push(pending);
  }

  reportBroken(message: string, span: Span): void {
    this.#report({ code: 'import-broken-node', message, span });
  }

  /** First node of a menu or task. */
  findFirst(kind: ContainerKind, id: string): Target {
    return kind === 'task' ? (this.tasks.get(id)?.first ?? END) : id;
  }

  #resolve(): void {
    for (const { reference, kind, span, found } of this.#pending) {
      const wanted = kind === 'choice' ? kind : (readKind(reference) ?? kind);
      const id = this.#references.find(wanted, reference);
      if (id === undefined) this.#reportMissing(reference, span);
      else found(id, this.findFirst(wanted, id));
    }
  }

  #reportMissing(reference: string, span: Span): void {
    const message =
      reference === ''
        ? 'this names nothing to go on with'
        : `a way leads to "${reference}", which does not exist`;
    this.#report({ code: 'import-missing-target', message, span });
  }

  #readContainers(own: Fields): void {
    const containers = ['menus', 'tasks'].flatMap((list) => own.list(list).map((item) => ({ list, item })));
    for (const { list, item } of containers) {
      const entry = item.kind === 'object' ? item.entries[0] : undefined;
      const word = list === 'menus' ? 'menu' : 'task';
      if (entry?.value.kind !== 'object') this.reportBroken(`an entry of "${list}" is no ${word}`, item.span);
      else if (list === 'menus') readMenu(this, entry.value, {});
      else this.readTask(entry.value, {});
    }
    const states = own.list('states');
    for (const item of states) {
      const entry = item.kind === 'object' ? item.entries[0] : undefined;
      if (entry !== undefined) this.readTask(entry.value, {});
    }
  }

  /** Reads a task with its actions, and returns its id. */
  readTask(node: DataNode, { menu, fallbackName = '' }: { menu?: string; fallbackName?: string }): string {
    const fields = this.#keep(new Fields(node));
    const name = fields.text('name') ?? fallbackName;
    const refId = fields.text('refId') ?? '';
    fields.ignore('description', 'trackingId', 'outputPaths');
    const id = this.createId(`task[${refId === '' ? name : refId}]`);
    this.register('task', { refId, name, id, span: node.span });
    for (const variable of readVariables(fields.list('variables')))
      this.addVariable({ ...variable, task: id });
    const task = { id, name, first: END, variables: [], ...(menu !== undefined && { menu }) };
    this.tasks.set(id, task);
    const first = linkActions(this, fields.list('actions'), { next: END, path: id, task: id });
    const variables = this.variables.filter((one) => one.task === id);
    this.tasks.set(id, { ...task, first, variables });
    return id;
  }

  #addGreeting(node: DataNode): Target | undefined {
    const { audio, unknown } = readAudio(node);
    if (audio.size === 0) return undefined;
    const id = this.createId('initialGreeting');
    const remarks = unknown.map((detail) => ({ reason: 'OPTION_WITHOUT_EFFECT' as const, detail }));
    this.addNode({
      id,
      name: 'Greeting',
      type: 'initialGreeting',
      span: node.span,
      does: { kind: 'play', audio },
      exits: new Map(),
      fields: [],
      remarks,
    });
    return id;
  }

  /** Finds where the flow begins; the greeting comes first. */
  #findStart(own: Fields, greeting: Target | undefined): Target | undefined {
    const reference = own.text('startUpRef') ?? own.text('startUpRefId');
    const kind = reference === undefined ? undefined : (readKind(reference) ?? this.#guessKind(reference));
    const id =
      reference === undefined || kind === undefined ? undefined : this.#references.find(kind, reference);
    if (id === undefined || kind === undefined) {
      const message =
        reference === undefined
          ? 'the flow has no startUpRef'
          : `startUpRef leads to "${reference}", which does not exist`;
      this.#report({ code: 'import-no-entry', message, span: own.spanOf('startUpRef') });
      return greeting;
    }
    const first = this.findFirst(kind, id);
    const node = greeting === undefined ? undefined : this.nodes.get(greeting);
    if (greeting === undefined || node === undefined) return first;
    this.nodes.set(greeting, { ...node, exits: new Map([['next', first]]) });
    return greeting;
  }

  #guessKind(reference: string): 'menu' | 'task' | undefined {
    return (['menu', 'task'] as const).find((kind) => this.#references.find(kind, reference) !== undefined);
  }

  #readErrors(own: Fields): ErrorHandling {
    const settings = this.#keep(own.fields('settingsErrorHandling'));
    const { audio } = readAudio(settings.node('preHandlingAudio'));
    const handling = this.#keep(settings.fields('errorHandling'));
    handling.ignore('disconnect');
    const errors: ErrorHandling = { audio: audio.size === 0 ? undefined : audio };
    for (const name of handling.names) {
      const fields = this.#keep(handling.fields(name));
      fields.ignore('none');
      const reference =
        toText(handling.node(name)) ?? fields.text('targetTaskRef') ?? fields.text('targetMenuRef');
      const queue = fields.node('targetQueue');
      if (queue !== undefined) errors.queue = readValue(queue);
      else if (reference !== undefined && name !== 'disconnect')
        this.resolveLater({
          reference,
          kind: 'menu',
          span: fields.span,
          found: (_, first) => {
            errors.target = first;
          },
        });
    }
    return errors;
  }
}

function readLanguages(own: Fields): string[] {
  const first = own.text('defaultLanguage');
  const supported = own.node('supportedLanguages');
  const listed =
    supported?.kind === 'object'
      ? supported.entries.map(({ key }) => key)
      : supported?.kind === 'list'
        ? supported.items.flatMap((item) => toText(item) ?? [])
        : [];
  const all = [...(first === undefined ? [] : [first]), ...listed].map(toLanguage);
  return all.length === 0 ? ['en-US'] : [...new Set(all)];
}

function listSetLanguages(nodes: Iterable<Node>): string[] {
  return [...nodes].flatMap(({ does }) => (does.kind === 'language' ? (does.language ?? []) : []));
}
