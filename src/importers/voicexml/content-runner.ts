/**
 * Runs executable content by the rules of VoiceXML: scopes, prompts, assignments, conditions.
 *
 * CONTENT-1 A name is found in the innermost scope that has it: content, dialog, document, root document.
 */
import { evaluateExpression, isTruthy, readField, toJsText, toSpokenText } from '../ecmascript/index.ts';
import type { Value } from '../ecmascript/index.ts';
import type { Effect } from '../../verification/compare/index.ts';
import { isKeyed } from './answers.ts';
import type { Action, Content, Dialog, Doc, Item, Prompt, Script, Site, Target } from './model.ts';
import type { Control, Frame, Scope, State } from './state.ts';
import { toScope } from './state.ts';

/** Ends the comparison of a path: a construct without a counterpart was reached. */
export class Unsupported extends Error {}

const SCOPES = new Set(['dialog', 'document', 'application']);

export class ContentRunner {
  readonly effects: Effect[] = [];
  frame: Frame;
  protected readonly site: Site;
  protected readonly start: State['start'];
  protected waiting: State['waiting'] = 'nothing';
  protected hasReprompted = false;
  #local: Scope = toScope([]);

  constructor(site: Site, start: State['start'], frame: Frame) {
    this.site = site;
    this.start = start;
    this.frame = frame;
  }

  protected get doc(): Doc {
    const doc = this.site.docs.get(this.frame.doc);
    if (doc === undefined) throw new Unsupported('document');
    return doc;
  }

  protected get dialog(): Dialog {
    const dialog = this.doc.dialogs.find(({ name }) => name === this.frame.dialog);
    if (dialog === undefined) throw new Unsupported('dialog');
    return dialog;
  }

  protected get item(): Item | undefined {
    return this.dialog.items[this.frame.item];
  }

  protected evaluate(script: Script): Value {
    if (script.expression === undefined) throw new Unsupported(`script ${script.text}`);
    const result = evaluateExpression(script.expression, (names) => this.#read(names));
    if (!result.ok) throw new Unsupported(`script ${script.text}`);
    return result.value;
  }

  protected isTrue(script: Script | undefined): boolean {
    return script === undefined || isTruthy(this.evaluate(script));
  }

  #read(names: readonly string[]): Value {
    const [first = '', second = '', ...rest] = names;
    if (first === 'session') return this.#readSession(names);
    const { documents, vars, doc } = this.frame;
    const own = documents[doc] ?? toScope([]);
    const root = documents[this.doc.root ?? doc] ?? toScope([]);
    if (SCOPES.has(first)) {
      if (second === 'lastresult$') throw new Unsupported(`variable ${names.join('.')}`);
      const scope = first === 'dialog' ? vars : first === 'document' ? own : root;
      if (names.length > 1) return readField(Object.hasOwn(scope, second) ? scope[second] : undefined, rest);
    }
    const item = this.dialog.items.find(({ name }) => `${name}$` === first);
    if (item?.kind === 'field' && isKeyed(item.grammar) && second === 'utterance' && rest.length === 0)
      return vars[item.name];
    const scope = [this.#local, vars, own, root].find((one) => Object.hasOwn(one, first));
    if (scope === undefined) throw new Unsupported(`variable ${names.join('.')}`);
    return readField(scope[first], names.slice(1));
  }

  #readSession(names: readonly string[]): Value {
    const path = names.join('.');
    if (/^session\.(connection\.remote\.uri|telephone\.ani|callerid|connection\.remote\.number)$/.test(path))
      return this.start.remote;
    if (/^session\.(connection\.local\.uri|telephone\.dnis|calledid|connection\.local\.number)$/.test(path))
      return this.start.own;
    throw new Unsupported(`variable ${path}`);
  }

  protected assign(name: string, value: Value): void {
    const [first = '', second = ''] = name.split('.');
    const { documents, vars, doc } = this.frame;
    const root = this.doc.root ?? doc;
    const [scope, bare] = SCOPES.has(first) && second !== '' ? [first, second] : ['', first];
    const isIn = (one: Scope | undefined): boolean => one !== undefined && Object.hasOwn(one, bare);
    if (scope === '' && isIn(this.#local))
      this.#local = toScope([...Object.entries(this.#local), [bare, value]]);
    else if (
      scope === 'dialog' ||
      (scope === '' && (isIn(vars) || (!isIn(documents[doc]) && !isIn(documents[root]))))
    )
      this.frame = { ...this.frame, vars: toScope([...Object.entries(vars), [bare, value]]) };
    else {
      const target = scope === 'application' || (scope === '' && !isIn(documents[doc])) ? root : doc;
      const changed = toScope([...Object.entries(documents[target] ?? {}), [bare, value]]);
      this.frame = { ...this.frame, documents: { ...documents, [target]: changed } };
    }
  }

  protected play(prompts: readonly Prompt[]): void {
    for (const { parts } of prompts) {
      let heard: { text: string; language: string | undefined } | undefined;
      const flush = (): void => {
        if (heard === undefined) return;
        const { text, language } = heard;
        this.effects.push({ kind: 'heard', text, ...(language !== undefined && { language }) });
        heard = undefined;
      };
      for (const part of parts) {
        if (part.kind === 'pause' || part.kind === 'audio') flush();
        if (part.kind === 'pause') continue;
        if (part.kind === 'audio') {
          const audio = 'stored' in part.prompt ? part.prompt.stored : part.prompt.url;
          this.effects.push({ kind: 'heard_audio', audio });
          continue;
        }
        const text = part.kind === 'text' ? part.text : this.#speak(part.value);
        const language = part.language ?? this.doc.language;
        if (heard !== undefined && heard.language !== language) flush();
        heard = { text: `${heard?.text ?? ''}${text}`, language };
      }
      flush();
    }
  }

  /** Returns what is said for a value; nothing for one that cannot be computed and that the flow is told to leave out. */
  #speak(value: Script): string {
    try {
      return toSpokenText(this.evaluate(value));
    } catch (error) {
      if (!(error instanceof Unsupported) || !this.site.unsaid.has(value)) throw error;
      return '';
    }
  }

  /** Runs content with variables of its own. */
  protected runContent(content: Content): Control {
    this.#local = toScope([]);
    this.hasReprompted = false;
    return this.#run(content);
  }

  #run(content: Content): Control {
    for (const action of content) {
      const control = this.#do(action);
      if (control.kind !== 'next') return control;
    }
    return { kind: 'next' };
  }

  #do(action: Action): Control {
    switch (action.kind) {
      case 'say':
        if (this.isTrue(action.prompt.cond)) this.play([action.prompt]);
        return { kind: 'next' };
      case 'assign': {
        const value = this.evaluate(action.value);
        if (action.isDeclared) this.#local = toScope([...Object.entries(this.#local), [action.name, value]]);
        else this.assign(action.name, value);
        return { kind: 'next' };
      }
      case 'clear':
        this.#clear(action.names ?? this.dialog.items.map(({ name }) => name));
        return { kind: 'next' };
      case 'if': {
        const branch = action.branches.find(({ cond }) => this.isTrue(cond));
        return branch === undefined ? { kind: 'next' } : this.#run(branch.content);
      }
      case 'goto':
        return this.lead(action.target);
      case 'goto_item':
        return { kind: 'goto_item', item: action.item };
      case 'submit':
        return this.#submit(action);
      case 'exit':
      case 'disconnect':
        return this.end();
      case 'return':
        return {
          kind: 'return',
          names: action.names,
          ...(action.event !== undefined && { event: action.event }),
        };
      case 'reprompt':
        this.hasReprompted = true;
        return { kind: 'next' };
      case 'throw':
        return { kind: 'throw', event: action.event };
      case 'foreign':
        throw new Unsupported(action.what);
    }
  }

  #clear(names: readonly string[]): void {
    const vars = toScope(
      Object.entries(this.frame.vars).map(([name, value]) => [
        name,
        names.includes(name) ? undefined : value,
      ]),
    );
    const isKept = ([key]: readonly [string, number]): boolean => !names.includes(key.split('\n')[0] ?? '');
    const keep = (counts: Readonly<Record<string, number>>) =>
      Object.fromEntries(Object.entries(counts).filter(isKept));
    this.frame = {
      ...this.frame,
      vars,
      prompted: keep(this.frame.prompted),
      thrown: keep(this.frame.thrown),
    };
  }

  protected lead(target: Target): Control {
    if (target.kind !== 'dialog') throw new Unsupported('document elsewhere');
    const doc = this.site.docs.get(target.doc);
    const dialog = target.dialog === '' ? doc?.dialogs[0]?.name : target.dialog;
    if (dialog === undefined || doc?.dialogs.some(({ name }) => name === dialog) !== true) return this.end();
    return { kind: 'goto', doc: target.doc, dialog };
  }

  #submit({ target, method, names }: Action & { kind: 'submit' }): Control {
    if (target.kind === 'dialog') return this.lead(target);
    if (target.kind === 'computed' || !/^https?:/i.test(target.address))
      throw new Unsupported('document elsewhere');
    const all =
      names.length > 0
        ? names
        : this.dialog.items.filter(({ kind }) => kind !== 'block').map(({ name }) => name);
    const fields = all.map((name) => [name, toJsText(this.#read(name.split('.')) ?? '')] as const);
    const [url = '', query = ''] = target.address.split('?', 2);
    const given = { ...Object.fromEntries(new URLSearchParams(query)), ...Object.fromEntries(fields) };
    this.effects.push({ kind: 'requested', method: method.toUpperCase(), url, fields: given });
    this.waiting = 'reply';
    return { kind: 'stop' };
  }

  protected end(): Control {
    this.effects.push({ kind: 'ended', by: 'flow' });
    this.waiting = 'nothing';
    return { kind: 'stop' };
  }
}
