/** Writes the steps of a dialog: its items in their order, or a switch that finds the next one where answers are cleared. */
import { toCel } from '../ecmascript/index.ts';
import type { Expression } from '../ecmascript/index.ts';
import type { FlowMaker } from './flow-maker.ts';
import { findDialog, keyOfDialog } from './leads.ts';
import type { ContentAt } from './make-content.ts';
import { addScriptStub, makeContent, nameOutcome, nameResult, writeCondition } from './make-content.ts';
import { listCounters, makeField, makeThrown } from './make-field.ts';
import type { Content, Dialog, Item, VarDecl } from './model.ts';
import { emptyValue, listContents, writeValue } from './variables.ts';

type Values = Record<string, string | number | boolean>;

export function makeDialog(maker: FlowMaker): void {
  const { dialog } = maker;
  const key = keyOfDialog(maker.at);
  const isDynamic = needsSelection(maker);
  const items = dialog.items.map((item, at) => new ItemMaker(maker, item, { at, isDynamic }));
  for (const item of items) item.make();
  const select = maker.label(`select ${key}`);
  maker.defineLater(select, () => {
    const cases = items.map((item) => item.toCase());
    return cases.length === 0
      ? 'hangup'
      : maker.add(`${dialog.name} next`, { switch: cases, next: 'hangup' });
  });
  const begins = !isDynamic || isAlwaysFirst(dialog);
  const first = begins ? (items[0]?.visit ?? 'hangup') : select;
  maker.defineLater(maker.label(`dialog ${key}`), () => enterDialog(maker, first));
  maker.defineLater(maker.label(`load ${key}`), () => loadDocument(maker, maker.label(`dialog ${key}`)));
}

/** True if nothing keeps callers from the first item when they enter. */
function isAlwaysFirst({ items: [first] }: Dialog): boolean {
  return first !== undefined && first.cond === undefined && first.value === undefined;
}

/** Writes the step that sets what a dialog begins with. */
function enterDialog(maker: FlowMaker, first: string): string {
  const { dialog } = maker;
  const params = maker.isSub ? (maker.shared.subParams.get(keyOfDialog(maker.at)) ?? []) : [];
  const set = {
    ...collectInitial(maker, dialog.vars, params),
    ...collectItems(maker),
    ...maker.listResets(),
  };
  return beginWith(maker, {
    set,
    next: first,
    wish: dialog.name,
    isRepeated: maker.repeated.has(keyOfDialog(maker.at)),
  });
}

/** Writes the step that sets what a document begins with. */
function loadDocument(maker: FlowMaker, next: string): string {
  const set = collectInitial(maker, maker.doc.vars, []);
  return Object.keys(set).length === 0 ? next : maker.add(`begin ${maker.doc.name}`, { set, next });
}

/** Constants that are set once can stand where the variables are declared. */
export function beginWith(
  maker: FlowMaker,
  { set, next, wish, isRepeated }: { set: Values; next: string; wish: string; isRepeated: boolean },
): string {
  const vars = maker.draft.flow.vars ?? {};
  const later: Values = {};
  for (const [name, value] of Object.entries(set)) {
    const isConstant = typeof value !== 'string' || !value.includes('${');
    if (isConstant && Object.hasOwn(vars, name) && !isRepeated)
      maker.draft.flow.vars = { ...maker.draft.flow.vars, [name]: value };
    else later[name] = value;
  }
  return Object.keys(later).length === 0 ? next : maker.add(wish, { set: later, next });
}

export function collectInitial(
  maker: FlowMaker,
  vars: readonly VarDecl[],
  params: readonly string[],
): Values {
  const set: Values = {};
  for (const { name, value, place } of vars) {
    const variable = maker.shared.variables.find(name, maker.scope);
    if (variable === undefined) continue;
    const empty = emptyValue(variable.type);
    maker.declare(variable.name, empty);
    const written = params.includes(name)
      ? `\${params.${nameResult(name)}}`
      : value?.expression === undefined
        ? empty
        : writeValue(value.expression, { type: variable.type, resolve: maker.resolve });
    const isLost = written === undefined || (value !== undefined && value.expression === undefined);
    if (isLost) {
      maker.shared.grades.lower(maker.dialog.id, 'near', 'ECMASCRIPT');
      maker.shared.grades.lose('ECMASCRIPT', maker.dialog.id, place, value?.text ?? name);
    }
    set[variable.name] = written ?? empty;
  }
  return set;
}

function collectItems(maker: FlowMaker): Values {
  const set: Values = {};
  for (const { name, value } of maker.dialog.items) {
    const variable = maker.shared.variables.ofItem(maker.dialog, name);
    if (variable === undefined || value?.expression === undefined) continue;
    const written = writeValue(value.expression, { type: 'string', resolve: maker.resolve });
    maker.declare(variable.name, '');
    if (written !== undefined) set[variable.name] = written;
  }
  return set;
}

/** True if items are visited in another order than that of the document: some are skipped or come again. */
function needsSelection({ dialog, doc, shared }: FlowMaker): boolean {
  const names = new Set(dialog.items.map(({ name }) => name));
  if (dialog.items.some(({ cond, value }) => cond !== undefined || value !== undefined)) return true;
  const root = shared.site.docs.get(doc.root ?? '');
  const all = [
    ...listContents(dialog),
    ...[...doc.handlers, ...(root?.handlers ?? [])].map(({ content }) => content),
  ];
  return all.some((content) => changesItems(content, names));
}

function changesItems(content: Content, names: ReadonlySet<string>): boolean {
  return content.some(
    (action) =>
      action.kind === 'clear' ||
      action.kind === 'goto_item' ||
      (action.kind === 'assign' && names.has(action.name.replace(/^dialog\./, ''))) ||
      (action.kind === 'if' && action.branches.some((branch) => changesItems(branch.content, names))),
  );
}

class ItemMaker {
  readonly #maker: FlowMaker;
  readonly #item: Item;
  readonly #index: number;
  readonly #isDynamic: boolean;
  readonly #thrown = new Map<string, string>();

  constructor(maker: FlowMaker, item: Item, { at, isDynamic }: { at: number; isDynamic: boolean }) {
    this.#maker = maker;
    this.#item = item;
    this.#index = at;
    this.#isDynamic = isDynamic;
  }

  get #key(): string {
    return `${keyOfDialog(this.#maker.at)}/`;
  }

  /** Label at which the item is visited, and heard with its prompts. */
  get visit(): string {
    return this.#maker.label(`visit ${this.#key}${this.#item.name}`);
  }

  get #quiet(): string {
    return this.#maker.label(`quiet ${this.#key}${this.#item.name}`);
  }

  /** Where the dialog goes on after the item. */
  get #after(): string {
    if (this.#isDynamic) return this.#maker.label(`select ${keyOfDialog(this.#maker.at)}`);
    const next = this.#maker.dialog.items[this.#index + 1];
    return next === undefined ? 'hangup' : this.#maker.label(`visit ${this.#key}${next.name}`);
  }

  get #afterQuietly(): string {
    const next = this.#maker.dialog.items[this.#index + 1];
    return this.#isDynamic || next === undefined
      ? this.#after
      : this.#maker.label(`quiet ${this.#key}${next.name}`);
  }

  /** Variable that tells whether the item was visited: its own, or one of the flow. */
  #guard(item: Item): { name: string; unset: string; empty: string | boolean } {
    const variable = this.#maker.shared.variables.ofItem(this.#maker.dialog, item.name);
    if (variable !== undefined)
      return { name: variable.name, unset: `vars.${variable.name} == ""`, empty: '' };
    const name = this.#maker.shared.variables.nameOf(`done ${item.id}`, `${item.name} done`);
    return { name, unset: `!vars.${name}`, empty: false };
  }

  toCase(): { when: string; goto: string } {
    const { unset, name, empty } = this.#guard(this.#item);
    this.#maker.declare(name, empty);
    if (this.#item.value === undefined) this.#maker.reset(name, empty);
    const { cond } = this.#item;
    const when = cond === undefined ? undefined : writeCondition(this.#maker, cond);
    if (cond !== undefined && when === undefined) {
      this.#maker.shared.grades.lower(this.#item.id, 'stub', 'ECMASCRIPT');
      this.#maker.shared.grades.lose('ECMASCRIPT', this.#item.id, this.#item.place, cond.text);
      return {
        when: unset,
        goto: addScriptStub(this.#maker, cond, {
          at: { node: this.#item.id },
          place: this.#item.place,
          next: 'hangup',
        }),
      };
    }
    return { when: when === undefined ? unset : `${unset} && (${when})`, goto: this.visit };
  }

  make(): void {
    const item = this.#item;
    const maker = this.#maker;
    switch (item.kind) {
      case 'field': {
        const { name: save } = this.#guard(item);
        const links = [
          ...maker.dialog.links,
          ...maker.doc.links,
          ...(maker.shared.site.docs.get(maker.doc.root ?? '')?.links ?? []),
        ];
        const at = this.#contentAt(item.id, { plain: this.#quiet, again: this.visit });
        makeField(maker, {
          field: item,
          at,
          ask: this.visit,
          quiet: this.#quiet,
          filled: this.#makeFilled(),
          save,
          links,
        });
        return;
      }
      case 'block': {
        const at = this.#contentAt(item.id, { plain: this.#afterQuietly, again: this.#after });
        const begin = makeContent(maker, item.content, at, { plain: this.#after, again: this.#after }).plain;
        const { name } = this.#guard(item);
        const visit = this.#isDynamic
          ? maker.add(item.name, { set: { [name]: true }, next: begin }, { node: item.id })
          : begin;
        if (this.#isDynamic) maker.declare(name, false);
        maker.define(this.visit, visit);
        maker.define(this.#quiet, this.visit);
        return;
      }
      case 'transfer':
        this.#makeTransfer(item);
        return;
      case 'subdialog':
        this.#makeSubdialog(item);
        return;
      case 'foreign': {
        const stub = maker.addStub(item.what, item.reason, {
          node: item.id,
          place: item.place,
          next: this.#after,
        });
        maker.define(this.visit, stub);
        maker.define(this.#quiet, stub);
      }
    }
  }

  #contentAt(node: string, revisit: { plain: string; again: string }): ContentAt {
    const maker = this.#maker;
    const at: ContentAt = {
      node,
      item: this.#item,
      visit: (name) =>
        maker.dialog.items.some((item) => item.name === name)
          ? maker.label(`visit ${this.#key}${name}`)
          : 'hangup',
      unset: (name) => {
        const item = maker.dialog.items.find((one) => one.name === name);
        if (item === undefined) return {};
        const guard = this.#guard(item);
        const counters = item.kind === 'field' ? listCounters(maker, item) : [];
        for (const counter of counters) maker.declare(counter, 0);
        maker.declare(guard.name, guard.empty);
        return { [guard.name]: guard.empty, ...Object.fromEntries(counters.map((counter) => [counter, 0])) };
      },
      throwTo: (event) => {
        const key = `${event} ${revisit.plain}`;
        const known = this.#thrown.get(key);
        if (known !== undefined) return known;
        const label = maker.label(`throw ${this.#item.id} ${key}`);
        this.#thrown.set(key, label);
        return maker.defineLater(label, () =>
          makeThrown(maker, { item: this.#item, at, ask: revisit.again, quiet: revisit.plain }, event),
        );
      },
    };
    return at;
  }

  /** Writes what follows once the item is filled: its own content, then that of the form. */
  #makeFilled(): string {
    const maker = this.#maker;
    const { dialog } = maker;
    const inputs = dialog.items.filter(({ kind }) => kind !== 'block').map(({ name }) => name);
    const at = this.#contentAt(this.#item.id, { plain: this.#afterQuietly, again: this.#after });
    let next = this.#after;
    for (const { names = inputs, needsAll, content } of dialog.filled.toReversed()) {
      if (!names.includes(this.#item.name)) continue;
      const begin = makeContent(maker, content, at, { plain: next, again: next }).plain;
      const others = names.filter((name) => name !== this.#item.name);
      next = needsAll ? this.#whenAllSet(others, begin, next) : begin;
    }
    return makeContent(maker, this.#item.filled, at, { plain: next, again: next }).plain;
  }

  #whenAllSet(names: readonly string[], begin: string, next: string): string {
    const { items } = this.#maker.dialog;
    const others = names.map((name) => items.find((item) => item.name === name));
    if (others.includes(undefined)) return next;
    if (!this.#isDynamic)
      return others.every((item) => item !== undefined && items.indexOf(item) < this.#index) ? begin : next;
    if (others.length === 0) return begin;
    const when = others
      .map((item) => (item === undefined ? 'false' : toSetCondition(this.#guard(item))))
      .join(' && ');
    return this.#maker.add(
      `${this.#maker.dialog.name} complete`,
      { switch: [{ when, goto: begin }], next },
      { node: this.#item.id },
    );
  }

  #makeTransfer(item: Item & { kind: 'transfer' }): void {
    const maker = this.#maker;
    const written = this.#writeNumber(item);
    const at = this.#contentAt(item.id, { plain: this.#after, again: this.#after });
    if (written === undefined) {
      const stub = addScriptStub(maker, item.to, { at, place: item.place, next: this.#after });
      maker.define(this.visit, stub);
      maker.define(this.#quiet, stub);
      return;
    }
    const ring = item.ringSeconds === undefined ? {} : { ring: `${item.ringSeconds}s` };
    const filled = item.isBridged ? this.#makeFilled() : 'hangup';
    const { name } = this.#guard(item);
    const isRead =
      item.isBridged && (this.#isDynamic || item.filled.length > 0 || maker.dialog.filled.length > 0);
    const result = (value: string): string => {
      if (!isRead) return filled;
      maker.declare(name, '');
      return maker.add(`${item.name} ${value}`, { set: { [name]: value }, next: filled }, { node: item.id });
    };
    if (!item.isBridged) maker.shared.grades.lower(item.id, 'near', 'BLIND_TRANSFER');
    if (!item.isBridged) maker.shared.grades.lose('BLIND_TRANSFER', item.id, item.place, item.to.text);
    const on = { busy: result('busy'), no_answer: result('noanswer'), failed: result('network_busy') };
    const connect = maker.add(
      item.name,
      { connect: { to: written, ...ring }, next: result('far_end_disconnect'), on },
      { node: item.id },
    );
    maker.define(this.#quiet, connect);
    maker.define(this.visit, this.#sayPrompts(at, connect));
  }

  /** Writes prompts before something that does not listen. */
  #sayPrompts(at: ContentAt, next: string): string {
    const { prompts, place } = this.#item;
    const first = prompts
      .filter(({ count }) => count === 1)
      .map((prompt) => ({ kind: 'say' as const, prompt, place }));
    return makeContent(this.#maker, first, at, { plain: next, again: next }).plain;
  }

  #writeNumber({ to, place, id }: Item & { kind: 'transfer' }): string | undefined {
    const { expression } = to;
    if (expression === undefined) return undefined;
    if (expression.kind === 'literal') {
      const address = String(expression.value);
      if (isDialable(address)) return stripTel(address);
      this.#maker.shared.grades.lower(id, 'near', 'DIALPLAN_ELSEWHERE');
      this.#maker.shared.grades.lose('DIALPLAN_ELSEWHERE', id, place, address);
      return this.#maker.findParty(address, place).written;
    }
    const translated = toCel(stripPrefix(expression), this.#maker.resolve);
    return translated.ok ? `\${${translated.cel}}` : undefined;
  }

  #makeSubdialog(item: Item & { kind: 'subdialog' }): void {
    const maker = this.#maker;
    const found = findDialog(maker.shared.site, item.target);
    const flow = found === undefined ? undefined : maker.shared.subFlows.get(keyOfDialog(found));
    const at = this.#contentAt(item.id, { plain: this.#after, again: this.#after });
    if (found === undefined || flow === undefined) {
      const what = item.target.kind === 'remote' ? item.target.address : item.name;
      const stub = maker.addStub(what, 'SUBFLOW_ELSEWHERE', {
        node: item.id,
        place: item.place,
        next: this.#after,
      });
      maker.define(this.visit, this.#sayPrompts(at, stub));
      maker.define(this.#quiet, stub);
      return;
    }
    const key = keyOfDialog(found);
    const save = (maker.shared.subValues.get(key) ?? []).map((value) => {
      const name = maker.shared.variables.declareResult(maker.dialog, item.name, value);
      maker.declare(name, '');
      return [name, nameResult(value)] as const;
    });
    const given = (maker.shared.subParams.get(key) ?? []).map(
      (name) => [nameResult(name), this.#writeParam(item, name)] as const,
    );
    const events = (maker.shared.subEvents.get(key) ?? []).map(
      (event) => [nameOutcome(event), at.throwTo(event)] as const,
    );
    const filled = this.#makeFilled();
    const { name: guard } = this.#guard(item);
    const done = this.#isDynamic
      ? maker.add(`${item.name} done`, { set: { [guard]: true }, next: filled }, { node: item.id })
      : filled;
    const run = {
      flow,
      ...(given.length > 0 && { with: Object.fromEntries(given) }),
      ...(save.length > 0 && { save: Object.fromEntries(save) }),
    };
    const called = maker.add(
      item.name,
      { run, next: done, on: { failed: 'hangup', ...Object.fromEntries(events) } },
      { node: item.id },
    );
    maker.define(this.#quiet, called);
    maker.define(this.visit, this.#sayPrompts(at, called));
  }

  #writeParam(item: Item & { kind: 'subdialog' }, name: string): string {
    const expression = item.params.find((param) => param.name === name)?.value?.expression;
    const written =
      expression === undefined
        ? ''
        : writeValue(expression, { type: 'string', resolve: this.#maker.resolve });
    if (written === undefined) {
      this.#maker.shared.grades.lower(item.id, 'near', 'ECMASCRIPT');
      this.#maker.shared.grades.lose('ECMASCRIPT', item.id, item.place, name);
    }
    return String(written ?? '');
  }
}

function toSetCondition({ name, empty }: { name: string; empty: string | boolean }): string {
  return empty === '' ? `vars.${name} != ""` : `vars.${name}`;
}

/** True for an address that can be dialled as it is. */
export function isDialable(address: string): boolean {
  return /^(tel:)?\+[1-9]\d{5,14}$/.test(address) || /^sips?:[\w.+-]+@[\w.-]+/i.test(address);
}

export function stripTel(address: string): string {
  return address.replace(/^tel:/i, '');
}

/** Takes `tel:` off the beginning of an expression. */
function stripPrefix(expression: Expression): Expression {
  if (expression.kind === 'literal' && typeof expression.value === 'string')
    return { ...expression, value: stripTel(expression.value) };
  return expression.kind === 'binary' && expression.operator === '+'
    ? { ...expression, left: stripPrefix(expression.left) }
    : expression;
}
