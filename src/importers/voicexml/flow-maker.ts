/**
 * Makes the steps of one flow.
 *
 * LABEL-1 A target may be a label, which is defined before or after it is used. At the end every label is replaced by the step to
 *    which it leads; labels that lead in a circle end the call.
 */
import type { Step } from '../../../schemas/types/flow.ts';
import type { ResolveName } from '../ecmascript/index.ts';
import { addStep, createTodo, Names } from '../project/index.ts';
import type { Draft, Place, Project, Reason, Target as Outside } from '../project/index.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { DialogAt } from './leads.ts';
import { findDialog, keyOfDialog } from './leads.ts';
import type { Dialog, Doc, Site, Target } from './model.ts';
import type { NodeGrades } from './node-grades.ts';
import { emptyValue } from './variables.ts';
import type { ScopeAt, Variables } from './variables.ts';

export interface Shared {
  site: Site;
  project: Project;
  variables: Variables;
  grades: NodeGrades;
  elsewhere: Elsewhere;
  /** Names of the flows of subdialogs, by dialog. */
  subFlows: ReadonlyMap<string, string>;
  /** Events with which subdialogs return, by dialog. */
  subEvents: ReadonlyMap<string, readonly string[]>;
  /** Values that subdialogs return, by dialog. */
  subValues: ReadonlyMap<string, readonly string[]>;
  /** Names of parameters of subdialogs, by dialog. */
  subParams: ReadonlyMap<string, readonly string[]>;
}

const LABEL = '@';

export class FlowMaker {
  readonly shared: Shared;
  readonly isSub: boolean;
  readonly draft: Draft;
  readonly repeated: ReadonlySet<string>;
  /** The dialog whose steps are made now. */
  at: DialogAt;
  readonly #stepNames = new Names('steps');
  readonly #labels = new Map<string, string | (() => string)>();
  readonly #made = new Map<string, { step: Step; nodes: readonly string[]; comments: readonly string[] }>();
  readonly #resets = new Map<string, Record<string, string | number | boolean>>();
  readonly #parties = new Map<string, Outside>();
  readonly #followed = new Set<string>();
  #count = 0;

  constructor(
    shared: Shared,
    {
      draft,
      isSub,
      entry,
      repeated,
    }: { draft: Draft; isSub: boolean; entry: DialogAt; repeated: ReadonlySet<string> },
  ) {
    this.shared = shared;
    this.draft = draft;
    this.isSub = isSub;
    this.at = entry;
    this.repeated = repeated;
  }

  get doc(): Doc {
    return this.at.doc;
  }

  get dialog(): Dialog {
    return this.at.dialog;
  }

  get scope(): ScopeAt {
    return { doc: this.doc.name, dialog: this.dialog.name };
  }

  readonly resolve: ResolveName = (names) => {
    const found = this.shared.variables.resolve(names, this.scope);
    const name = /vars\.(\w+)/.exec(found?.cel ?? '')?.[1];
    if (name !== undefined && found !== undefined)
      this.declare(name, found.cel === `vars.${name}` ? emptyValue(found.type) : '');
    return found;
  };

  /** Declares a variable unless it is. */
  declare(name: string, initial: NonNullable<Draft['flow']['vars']>[string]): void {
    this.draft.flow.vars ??= {};
    if (!Object.hasOwn(this.draft.flow.vars, name)) this.draft.flow.vars[name] = initial;
  }

  label(key: string): string {
    return `${LABEL}${key}`;
  }

  define(label: string, target: string): string {
    this.#labels.set(label, target);
    return label;
  }

  /** Defines a label whose steps are made only if something leads there. */
  defineLater(label: string, make: () => string): string {
    const { at } = this;
    this.#labels.set(label, () => {
      this.at = at;
      return make();
    });
    return label;
  }

  /** Remembers a variable that begins anew whenever the dialog is entered. */
  reset(name: string, value: string | number | boolean): void {
    this.declare(name, value);
    const key = keyOfDialog(this.at);
    this.#resets.set(key, { ...this.#resets.get(key), [name]: value });
  }

  listResets(): Record<string, string | number | boolean> {
    return this.#resets.get(keyOfDialog(this.at)) ?? {};
  }

  /** Adds a step and returns its name. */
  add(
    wish: string,
    step: Step,
    { node = this.dialog.id, comments = [] }: { node?: string; comments?: readonly string[] } = {},
  ): string {
    this.#count += 1;
    const name = this.#stepNames.nameOf(String(this.#count), wish);
    this.#made.set(name, { step, nodes: [node], comments });
    return name;
  }

  /** Adds a step that stands for something without a counterpart. */
  addStub(
    what: string,
    reason: Reason,
    { node, place, next }: { node: string; place: Place; next: string },
  ): string {
    this.shared.grades.lower(node, { grade: 'stub', reason, place, detail: what });
    this.#count += 1;
    const name = this.#stepNames.nameOf(String(this.#count), `todo ${what.slice(0, MAX_STUB_WORDS)}`);
    this.#made.set(name, { ...createTodo(name, { reason, next }), nodes: [node] });
    return name;
  }

  /** Returns where a dialog begins; undefined if it is not among the files. */
  enter(target: Target): string | undefined {
    const found = findDialog(this.shared.site, target);
    if (found === undefined) return undefined;
    return found.doc === this.doc
      ? this.label(`dialog ${keyOfDialog(found)}`)
      : this.label(`load ${keyOfDialog(found)}`);
  }

  findParty(address: string, place: Place): Outside {
    const known = this.#parties.get(address) ?? this.shared.project.findNumber(this.draft, address, place);
    this.#parties.set(address, known);
    return known;
  }

  /** Writes the steps to which the entry leads, with labels replaced. */
  finish(entry: string): void {
    const first = this.#follow(entry);
    const waiting = this.#made.has(first)
      ? [first]
      : [this.add('end', first === 'return' ? { return: null } : { hangup: null })];
    const written = new Set<string>();
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const made = this.#made.get(name);
      if (made === undefined || written.has(name)) continue;
      written.add(name);
      this.#followed.clear();
      addStep(this.draft, name, { ...made, step: this.#replace(made.step) as Step });
      waiting.push(...this.#followed);
    }
    this.#dropVariables();
  }

  /** Leaves out variables that no step names. */
  #dropVariables(): void {
    const { vars = {}, steps, returns } = this.draft.flow;
    const text = JSON.stringify([steps, returns]);
    const used = new Set(text.match(/\w+/g));
    const kept = Object.entries(vars).filter(([name]) => used.has(name));
    this.draft.flow.vars = Object.fromEntries(kept);
    if (kept.length === 0) delete this.draft.flow.vars;
  }

  #follow(target: string): string {
    const seen = new Set<string>();
    let at = target;
    while (at.startsWith(LABEL)) {
      if (seen.has(at)) return 'hangup';
      seen.add(at);
      const next = this.#labels.get(at) ?? 'hangup';
      const made = typeof next === 'string' ? next : next();
      this.#labels.set(at, made);
      at = made;
    }
    this.#followed.add(at);
    return at;
  }

  #replace(value: unknown, key = ''): unknown {
    if (typeof value === 'string')
      return key !== 'text' && (TARGETS.has(key) || value.startsWith(LABEL)) ? this.#follow(value) : value;
    if (Array.isArray(value)) return value.map((item) => this.#replace(item, 'text'));
    if (typeof value !== 'object' || value === null) return value;
    const isOn = key === 'on';
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        PLAIN.has(name) && !isOn ? member : this.#replace(member, isOn ? 'next' : name),
      ]),
    );
  }
}

/** Members of steps that hold no targets. */
const PLAIN = new Set([
  'say',
  'prompt',
  'no_input',
  'no_match',
  'set',
  'save',
  'phrases',
  'hangup',
  'with',
  'query',
  'form',
  'when',
  'key',
]);
const TARGETS = new Set(['next', 'goto']);
const MAX_STUB_WORDS = 30;
