/**
 * The form interpretation algorithm of VoiceXML.
 *
 * FORM-1 The item that is visited is the first one whose variable is not set and whose condition holds; after the last one the
 *    call ends.
 * FORM-2 Of the handlers of an event the one with the highest count that was reached is run; handlers of the dialog, the document
 *    and the root document stand behind those of the item.
 * FORM-3 After a handler the prompts of the item are heard again only if it said so.
 */
import type { Move } from '../../verification/compare/index.ts';
import { ENDLESS_LOOP, MAX_STEPS } from '../../verification/compare/index.ts';
import type { Value } from '../ecmascript/index.ts';
import { toJsText } from '../ecmascript/index.ts';
import type { Match } from './answers.ts';
import { matchKeys, matchWords } from './answers.ts';
import { ContentRunner, Unsupported } from './content-runner.ts';
import { isFor } from './handlers.ts';
import type { Choice, Handler, Item, Site } from './model.ts';
import type { Control, Frame, State } from './state.ts';
import { createFrame, toScope } from './state.ts';

/** Says where a call to an address goes. */
export type FindParty = (address: string, item: Item) => string;

const REPROMPTING = new Set(['noinput', 'nomatch', 'help']);

export class FormRunner extends ContentRunner {
  readonly #above: Frame[];
  readonly #findParty: FindParty;

  constructor(site: Site, { start, frames, waiting }: State, findParty: FindParty) {
    const [frame, ...below] = [...frames].toReversed();
    super(site, start, frame ?? createFrame('', ''));
    this.#above = below.toReversed();
    this.#findParty = findParty;
    this.waiting = waiting;
  }

  finish(): State {
    return { start: this.start, frames: [...this.#above, this.frame], waiting: this.waiting };
  }

  begin(doc: string, dialog: string): void {
    this.#guard(() => {
      this.#enter(createFrame(doc, dialog), []);
      this.#select();
    });
  }

  take(move: Move): void {
    const { item } = this;
    if (move.kind === 'hangs_up') {
      this.waiting = 'nothing';
      return;
    }
    this.#guard(() => {
      if (this.waiting === 'answer' && item?.kind === 'field') {
        if (move.kind === 'stays_silent') this.#go(this.#throw('noinput'));
        if (move.kind === 'presses')
          this.#answer(item, matchKeys(move.keys, item.grammar, this.#listLinks()));
        if (move.kind === 'says') this.#answer(item, matchWords(move.words, item.grammar, this.#listLinks()));
      } else if (this.waiting === 'party' && move.kind === 'party' && item?.kind === 'transfer')
        this.#hearParty(item, move.does);
      else if (this.waiting === 'reply' && move.kind === 'replies')
        throw new Unsupported('document elsewhere');
    });
  }

  /** A path ends where something has no counterpart. */
  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      this.effects.push({ kind: 'unsupported', what: error.message });
      this.waiting = 'nothing';
    }
  }

  #listLinks(): Choice[] {
    const root = this.site.docs.get(this.doc.root ?? '');
    return [...this.dialog.links, ...this.doc.links, ...(root?.links ?? [])];
  }

  #enter(frame: Frame, params: readonly (readonly [string, Value])[]): void {
    this.frame = frame;
    for (const name of [this.doc.root, frame.doc]) {
      if (name === undefined || frame.documents[name] !== undefined) continue;
      this.frame = { ...this.frame, documents: { ...this.frame.documents, [name]: toScope([]) } };
      for (const { name: variable, value } of this.site.docs.get(name)?.vars ?? []) {
        const given = value === undefined ? undefined : this.evaluate(value);
        const scope = toScope([...Object.entries(this.frame.documents[name] ?? {}), [variable, given]]);
        this.frame = { ...this.frame, documents: { ...this.frame.documents, [name]: scope } };
      }
    }
    for (const { name, value } of this.dialog.vars) {
      const param = params.find(([given]) => given === name);
      this.#declare(
        name,
        param === undefined ? (value === undefined ? undefined : this.evaluate(value)) : param[1],
      );
    }
    for (const { name, value } of this.dialog.items)
      this.#declare(name, value === undefined ? undefined : this.evaluate(value));
  }

  #declare(name: string, value: Value): void {
    this.frame = { ...this.frame, vars: toScope([...Object.entries(this.frame.vars), [name, value]]) };
  }

  /** Visits items until the call waits for somebody. */
  #select(): void {
    for (let count = 0; count < MAX_STEPS; count += 1) {
      const { items } = this.dialog;
      const { next } = this.frame;
      const at = items.findIndex(({ name, cond }) =>
        next === undefined ? this.frame.vars[name] === undefined && this.isTrue(cond) : name === next,
      );
      const { next: _next, ...frame } = this.frame;
      this.frame = { ...frame, item: at };
      const { item } = this;
      if (item === undefined) {
        this.end();
        return;
      }
      const control = this.#visit(item);
      if (control === undefined || !this.#follow(control)) return;
    }
    throw new Unsupported(ENDLESS_LOOP);
  }

  /** Goes on after content was run. */
  #go(control: Control): void {
    if (this.#follow(control)) this.#select();
  }

  /** Follows a way; false if the call is over or waits. */
  #follow(control: Control): boolean {
    switch (control.kind) {
      case 'next':
        this.waiting = 'selection';
        return true;
      case 'goto_item':
        this.waiting = 'selection';
        this.frame = { ...this.frame, next: control.item, isPrompting: true };
        return true;
      case 'goto': {
        this.waiting = 'selection';
        const root = this.doc.root ?? this.frame.doc;
        const isSameDoc = control.doc === this.frame.doc;
        const targetRoot = this.site.docs.get(control.doc)?.root ?? control.doc;
        const kept = Object.entries(this.frame.documents).filter(
          ([name]) => isSameDoc || (name === root && root === targetRoot),
        );
        this.#enter({ ...createFrame(control.doc, control.dialog), documents: Object.fromEntries(kept) }, []);
        return true;
      }
      case 'return':
        return this.#return(control);
      case 'throw':
        return this.#follow(this.#throw(control.event));
      case 'stop':
        return false;
    }
  }

  /** Visits an item; undefined if the call now waits. */
  #visit(item: Item): Control | undefined {
    const { isPrompting } = this.frame;
    this.frame = { ...this.frame, isPrompting: true };
    if (item.kind === 'block') {
      this.#declare(item.name, true);
      return this.runContent(item.content);
    }
    if (item.kind === 'foreign') throw new Unsupported(item.what);
    if (isPrompting) this.#prompt(item);
    if (item.kind === 'field') {
      if (item.grammar.isForeign && item.grammar.choices.length === 0 && item.grammar.builtin === undefined)
        throw new Unsupported('grammar elsewhere');
      this.waiting = 'answer';
      return undefined;
    }
    if (item.kind === 'transfer') {
      const address = toJsText(this.evaluate(item.to));
      this.effects.push({ kind: 'dialled', to: this.#findParty(address, item) });
      this.waiting = 'party';
      return undefined;
    }
    return this.#call(item);
  }

  #prompt({ name, prompts }: Item): void {
    const count = (this.frame.prompted[name] ?? 0) + 1;
    const fitting = prompts.filter((prompt) => prompt.count <= count && this.isTrue(prompt.cond));
    const highest = Math.max(0, ...fitting.map((prompt) => prompt.count));
    this.play(fitting.filter((prompt) => prompt.count === highest));
    this.frame = { ...this.frame, prompted: { ...this.frame.prompted, [name]: count } };
  }

  #call({ target, params }: Item & { kind: 'subdialog' }): Control | undefined {
    const lead = this.lead(target);
    if (lead.kind !== 'goto') return lead;
    const given = params.map(
      ({ name, value }) => [name, value === undefined ? undefined : this.evaluate(value)] as const,
    );
    if (this.#above.length > MAX_DEPTH) throw new Unsupported(ENDLESS_LOOP);
    this.#above.push(this.frame);
    this.#enter(createFrame(lead.doc, lead.dialog), given);
    return { kind: 'next' };
  }

  #return({ names, event }: Control & { kind: 'return' }): boolean {
    const values = names.map((name) => [name, this.frame.vars[name]] as const);
    const above = this.#above.pop();
    if (above === undefined) {
      this.end();
      return false;
    }
    this.frame = above;
    const { item } = this;
    if (item === undefined) return true;
    if (event !== undefined) return this.#follow(this.#throw(event));
    this.#declare(item.name, toScope(values));
    return this.#follow(this.#fill(item));
  }

  #answer(item: Item & { kind: 'field' }, match: Match | undefined): void {
    if (match === undefined) {
      this.#go(this.#throw('nomatch'));
      return;
    }
    const { choice } = match;
    const isLink = choice !== undefined && !item.grammar.choices.includes(choice);
    if (!isLink && choice?.leads === undefined) this.#declare(item.name, match.value);
    if (choice?.leads?.kind === 'event') this.#go(this.#throw(choice.leads.event));
    else if (choice?.leads !== undefined) this.#go(this.lead(choice.leads.target));
    else this.#go(this.#fill(item));
  }

  /** Runs what follows once an item is filled: its own content, then that of the form. */
  #fill(item: Item): Control {
    const control = this.runContent(item.filled);
    if (control.kind !== 'next') return control;
    const inputs = this.dialog.items.filter(({ kind }) => kind !== 'block').map(({ name }) => name);
    for (const { names = inputs, needsAll, content } of this.dialog.filled) {
      const isSet = (name: string): boolean => this.frame.vars[name] !== undefined;
      if (!names.includes(item.name) || !(needsAll ? names.every(isSet) : names.some(isSet))) continue;
      const after = this.runContent(content);
      if (after.kind !== 'next') return after;
    }
    return { kind: 'next' };
  }

  #hearParty(item: Item & { kind: 'transfer' }, does: (Move & { kind: 'party' })['does']): void {
    if (!item.isBridged) {
      this.end();
      return;
    }
    this.#declare(item.name, PARTIES[does]);
    this.#go(this.#fill(item));
  }

  /** Runs the handler of an event. */
  #throw(event: string): Control {
    const { item } = this;
    const key = `${item?.name ?? ''}\n${event}`;
    const count = (this.frame.thrown[key] ?? 0) + 1;
    this.frame = { ...this.frame, thrown: { ...this.frame.thrown, [key]: count } };
    const handler = this.#findHandler(event, count);
    if (handler === undefined) return REPROMPTING.has(event) ? { kind: 'next' } : this.end();
    const control = this.runContent(handler.content);
    if (control.kind === 'next') this.frame = { ...this.frame, isPrompting: this.hasReprompted };
    return control;
  }

  #findHandler(event: string, count: number): Handler | undefined {
    const root = this.site.docs.get(this.doc.root ?? '');
    const all = [
      ...(this.item?.handlers ?? []),
      ...this.dialog.handlers,
      ...this.doc.handlers,
      ...(root?.handlers ?? []),
    ];
    const fitting = all.filter(
      (handler) => isFor(handler, event) && handler.count <= count && this.isTrue(handler.cond),
    );
    const highest = Math.max(0, ...fitting.map((handler) => handler.count));
    return fitting.find((handler) => handler.count === highest);
  }
}

const MAX_DEPTH = 20;
const PARTIES = {
  talked: 'far_end_disconnect',
  busy: 'busy',
  no_answer: 'noanswer',
  failed: 'network_busy',
} as const;
