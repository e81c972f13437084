/** Writes the steps of an item and of what follows once it is filled. */
import { listCounters, makeThrown } from './field-events.ts';
import type { FlowMaker } from './flow-maker.ts';
import { keyOfDialog } from './leads.ts';
import { makeSubdialog, makeTransfer } from './make-calls.ts';
import type { ItemRoom } from './make-calls.ts';
import type { ContentAt } from './make-content.ts';
import { addScriptStub, makeContent, writeCondition } from './make-content.ts';
import { makeField } from './make-field.ts';
import type { Item } from './model.ts';

export class ItemMaker {
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

  /** Label at which the item is visited without its prompts. */
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
    if (this.#isDynamic) return this.#maker.label(`select quietly ${keyOfDialog(this.#maker.at)}`);
    const next = this.#maker.dialog.items[this.#index + 1];
    return next === undefined ? this.#after : this.#maker.label(`quiet ${this.#key}${next.name}`);
  }

  /** Variable that tells whether the item was visited: its own, or one of the flow. */
  #guard(item: Item): { name: string; unset: string; empty: string | boolean } {
    const variable = this.#maker.shared.variables.ofItem(this.#maker.dialog, item.name);
    if (variable !== undefined)
      return { name: variable.name, unset: `vars.${variable.name} == ""`, empty: '' };
    const name = this.#maker.shared.variables.nameOf(`done ${item.id}`, `${item.name} done`);
    (this.#maker.draft.guards ??= []).push(name);
    return { name, unset: `!vars.${name}`, empty: false };
  }

  /** Writes when the item is the next one, and where it then begins. */
  toCase({ isQuiet = false } = {}): { when: string; goto: string } {
    const { unset, name, empty } = this.#guard(this.#item);
    this.#maker.declare(name, empty);
    if (this.#item.value === undefined) this.#maker.reset(name, empty);
    const { cond } = this.#item;
    const when = cond === undefined ? undefined : writeCondition(this.#maker, cond);
    if (cond !== undefined && when === undefined) {
      this.#maker.shared.grades.lower(this.#item.id, {
        grade: 'stub',
        reason: 'ECMASCRIPT',
        place: this.#item.place,
        detail: cond.text,
      });
      return {
        when: unset,
        goto: addScriptStub({ maker: this.#maker, node: this.#item.id }, cond, {
          place: this.#item.place,
          next: 'hangup',
        }),
      };
    }
    const goto = isQuiet ? this.#quiet : this.visit;
    return { when: when === undefined ? unset : `${unset} && (${when})`, goto };
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
          reselect: { plain: this.#afterQuietly, again: this.#after },
          filled: this.#makeFilled(),
          save,
          links,
        });
        return;
      }
      case 'block': {
        const at = this.#contentAt(item.id, { plain: this.#afterQuietly, again: this.#after });
        const begin = makeContent(at, item.content, { plain: this.#after, again: this.#after }).plain;
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
        makeTransfer(item, this.#toRoom());
        return;
      case 'subdialog':
        makeSubdialog(item, this.#toRoom());
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

  #toRoom(): ItemRoom {
    return {
      maker: this.#maker,
      isDynamic: this.#isDynamic,
      visit: this.visit,
      quiet: this.#quiet,
      after: this.#after,
      contentAt: (node, revisit) => this.#contentAt(node, revisit),
      guard: (item) => this.#guard(item),
      makeFilled: () => this.#makeFilled(),
    };
  }

  #contentAt(node: string, revisit: { plain: string; again: string }): ContentAt {
    const maker = this.#maker;
    const at: ContentAt = {
      maker,
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
        const counters = listCounters(maker, item);
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
          makeThrown({ item: this.#item, at, ask: revisit.again, quiet: revisit.plain }, event),
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
      const begin = makeContent(at, content, { plain: next, again: next }).plain;
      const others = names.filter((name) => name !== this.#item.name);
      next = needsAll ? this.#whenAllSet(others, begin, next) : begin;
    }
    return makeContent(at, this.#item.filled, { plain: next, again: next }).plain;
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
}

function toSetCondition({ name, empty }: { name: string; empty: string | boolean }): string {
  return empty === '' ? `vars.${name} != ""` : `vars.${name}`;
}
