/** Variables of documents and dialogs as variables of a flow, with the types that their values need. */
import type { CelName, CelType, Expression } from '../ecmascript/index.ts';
import { toCel } from '../ecmascript/index.ts';
import { Names } from '../project/index.ts';
import { isKeyed } from './answers.ts';
import type { Content, Dialog, Doc, Handler, Item, Site, VarDecl } from './model.ts';

/** Where a name is looked up. */
export interface ScopeAt {
  doc: string;
  dialog?: string;
}

interface Variable {
  name: string;
  /** Not known before the values are. */
  type: CelType | undefined;
  /** How expressions read it, if not as it is stored. */
  reads?: CelName;
  values: { expression: Expression; at: ScopeAt }[];
}

type KnownVariable = Variable & { type: CelType };

const ROUNDS = 4;

export class Variables {
  readonly #site: Site;
  readonly #names = new Names('vars');
  readonly #known = new Map<string, Variable>();

  constructor(site: Site) {
    this.#site = site;
    for (const doc of site.docs.values()) this.#collectDoc(doc);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const variable of this.#known.values()) this.#infer(variable);
    for (const variable of this.#known.values()) variable.type ??= 'string';
  }

  /** Finds the variable of a name; undefined if nothing declares it. */
  find(name: string, at: ScopeAt): KnownVariable | undefined {
    return this.#find(name, at) as KnownVariable | undefined;
  }

  #find(name: string, at: ScopeAt): Variable | undefined {
    const [first = '', second] = name.split('.');
    const dialog = createKey(at.doc, at.dialog ?? '');
    const own = createKey(at.doc);
    const root = createKey(this.#site.docs.get(at.doc)?.root ?? at.doc);
    const named: Readonly<Record<string, string>> = { dialog, document: own, application: root };
    if (second !== undefined && Object.hasOwn(named, first))
      return this.#known.get(`${named[first] ?? ''} ${second}`);
    return [dialog, own, root]
      .map((scope) => this.#known.get(`${scope} ${first}`))
      .find((known) => known !== undefined);
  }

  /** Returns how an expression reads a name. */
  resolve(names: readonly string[], at: ScopeAt): CelName | undefined {
    const path = names.join('.');
    if (/^session\.(connection\.remote\.(uri|number)|telephone\.ani|callerid)$/.test(path))
      return { cel: 'call.from', type: 'string' };
    if (/^session\.(connection\.local\.(uri|number)|telephone\.dnis|calledid)$/.test(path))
      return { cel: 'call.to', type: 'string' };
    const field = this.#findKeyed(names, at);
    if (field !== undefined) return this.resolve([field], at);
    const result =
      names.length === 2 ? this.#known.get(`${createKey(at.doc, at.dialog ?? '')} ${path}`) : undefined;
    const isScoped = ['dialog', 'document', 'application'].includes(names[0] ?? '') && names.length === 2;
    const found = result ?? (names.length === 1 || isScoped ? this.#find(path, at) : undefined);
    if (found === undefined) return undefined;
    if (found.reads !== undefined || found.type === undefined) return found.reads;
    return { cel: `vars.${found.name}`, type: found.type };
  }

  /** Returns the field of which `field$.utterance` is the value: its digits are what was keyed in. */
  #findKeyed([first = '', second, ...rest]: readonly string[], at: ScopeAt): string | undefined {
    if (second !== 'utterance' || rest.length > 0 || !first.endsWith('$')) return undefined;
    const name = first.slice(0, -1);
    const items =
      this.#site.docs.get(at.doc)?.dialogs.find((dialog) => dialog.name === at.dialog)?.items ?? [];
    const item = items.find((one) => one.name === name);
    return item?.kind === 'field' && isKeyed(item.grammar) ? name : undefined;
  }

  /** Returns the variable of an item, or of one value of a subdialog: `item.value`. */
  ofItem({ doc, name: dialog }: Dialog, item: string): Variable | undefined {
    return this.#known.get(`${createKey(doc, dialog)} ${item}`);
  }

  /** Returns a name for a variable that only the flow has. */
  nameOf(key: string, wish: string): string {
    return this.#names.nameOf(`own ${key}`, wish);
  }

  #collectDoc(doc: Doc): void {
    for (const declared of doc.vars) this.#declare(createKey(doc.name), declared, { doc: doc.name });
    for (const dialog of doc.dialogs) {
      const at = { doc: doc.name, dialog: dialog.name };
      for (const declared of dialog.vars) this.#declare(createKey(doc.name, dialog.name), declared, at);
      for (const item of dialog.items) this.#declareItem(dialog, item);
      for (const content of listContents(dialog)) this.#collectContent(content, at);
    }
    const root = this.#site.docs.get(doc.root ?? '');
    for (const { content } of [...doc.handlers, ...(root?.handlers ?? [])])
      for (const dialog of doc.dialogs) this.#collectContent(content, { doc: doc.name, dialog: dialog.name });
  }

  #declare(scope: string, { name, value }: VarDecl, at: ScopeAt): void {
    const variable = this.#add(`${scope} ${name}`, name);
    if (value?.expression !== undefined) variable.values.push({ expression: value.expression, at });
  }

  #add(key: string, wish: string): Variable {
    const known = this.#known.get(key) ?? {
      name: this.#names.nameOf(key, toWords(wish)),
      type: undefined,
      values: [],
    };
    this.#known.set(key, known);
    return known;
  }

  #declareItem({ doc, name: dialog }: Dialog, item: Item): void {
    const key = createKey(doc, dialog);
    if (item.kind === 'block' || item.kind === 'subdialog') return;
    const variable = this.#add(`${key} ${item.name}`, item.name);
    const raw = `vars.${variable.name}`;
    if (item.kind !== 'field') return;
    const { choices, builtin } = item.grammar;
    if (choices.length > 0 && choices.every(({ value }) => typeof value === 'boolean'))
      variable.reads = { cel: `(${raw} == "true")`, type: 'bool' };
    if (builtin?.type === 'date') variable.reads = { cel: `${raw}.split("-").join("")`, type: 'string' };
    if (builtin?.type === 'time')
      variable.reads = { cel: `(${raw}.split(":").join("") + "h")`, type: 'string' };
    if (builtin?.type === 'digits' || builtin?.type === 'number' || builtin?.type === 'phone')
      variable.reads = { cel: raw, type: 'string', maxKeys: builtin.max };
  }

  /** Makes the values that a subdialog returns known to the item that runs it. */
  declareResult({ doc, name: dialog }: Dialog, item: string, value: string): string {
    const variable = this.#add(`${createKey(doc, dialog)} ${item}.${value}`, `${item} ${value}`);
    variable.reads = { cel: `vars.${variable.name}`, type: 'string', isAnyValue: true };
    return variable.name;
  }

  #collectContent(content: Content, at: ScopeAt): void {
    const waiting: Content[] = [content];
    for (let actions = waiting.pop(); actions !== undefined; actions = waiting.pop())
      for (const action of actions) {
        if (action.kind === 'if') waiting.push(...action.branches.map((branch) => branch.content));
        if (action.kind !== 'assign') continue;
        const known = action.isDeclared ? undefined : this.#find(action.name, at);
        const variable =
          known ?? this.#add(`${createKey(at.doc, at.dialog ?? '')} ${action.name}`, action.name);
        if (action.value.expression !== undefined)
          variable.values.push({ expression: action.value.expression, at });
      }
  }

  #infer(variable: Variable): void {
    if (variable.reads !== undefined) return;
    const types = variable.values.flatMap(({ expression, at }): CelType[] => {
      if (expression.kind === 'literal' && (expression.value === undefined || expression.value === null))
        return [];
      const translated = toCel(expression, (names) => this.resolve(names, at));
      return translated.ok ? [translated.type] : [];
    });
    if (types.length > 0) variable.type = joinTypes(types);
  }
}

function joinTypes(types: readonly CelType[]): CelType {
  const [first = 'string', ...others] = new Set(types);
  if (others.length === 0) return first;
  return [first, ...others].every((type) => type === 'int' || type === 'double') ? 'double' : 'string';
}

function createKey(doc: string, dialog?: string): string {
  return dialog === undefined ? doc : `${doc}#${dialog}`;
}

function toWords(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ');
}

/** Lists all executable content of a dialog. */
export function listContents({ items, handlers, filled }: Dialog): Content[] {
  const ofHandlers = (all: readonly Handler[]): Content[] => all.map(({ content }) => content);
  return [
    ...ofHandlers(handlers),
    ...filled.map(({ content }) => content),
    ...items.flatMap((item) => [
      ...ofHandlers(item.handlers),
      item.filled,
      ...(item.kind === 'block' ? [item.content] : []),
    ]),
  ];
}

/** Writes a value of a variable's type that stands for "not set". */
export function emptyValue(type: CelType): string | number | boolean {
  if (type === 'bool') return false;
  return type === 'string' ? '' : 0;
}

/** Writes the value of an expression as a flow assigns it; undefined if flows cannot compute it. */
export function writeValue(
  expression: Expression,
  { type, resolve }: { type: CelType; resolve: (names: readonly string[]) => CelName | undefined },
): string | number | boolean | undefined {
  if (expression.kind === 'literal') {
    const { value } = expression;
    if (value === undefined || value === null) return emptyValue(type);
    if (type === 'string') return String(value).replaceAll('${', () => '$${');
    if (typeof value === 'number' && (type === 'double' || Number.isInteger(value))) return value;
    if (typeof value === 'boolean' && type === 'bool') return value;
  }
  const translated = toCel(expression, resolve);
  if (!translated.ok) return undefined;
  if (type === translated.type || type === 'string') return `\${${translated.cel}}`;
  if (type === 'double' && translated.type === 'int') return `\${double(${translated.cel})}`;
  return undefined;
}
