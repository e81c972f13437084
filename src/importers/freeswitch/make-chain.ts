/** Writes what happens when keys fit: the entries that fit, one after another, and how the menu goes on. */
import { toCelText } from '../project/index.ts';
import { makeApp, makeEntryApp, toFlowName } from './make-app.ts';
import type { Entry } from './model.ts';
import { listAsPattern, listExamples, toWholePattern } from './patterns.ts';
import { toDuration, toPrompt } from './prompts.ts';
import { DIGITS_AND_STAR } from './rooms.ts';
import type { Chains, Choice, Maker, Room, Targets, Ways } from './rooms.ts';

interface Chain {
  target: string;
  /** Variables that are set on the way. */
  set: Record<string, number>;
}

export class ChainMaker implements Chains {
  readonly #maker: Maker;
  readonly #room: Room;
  readonly #chains = new Map<string, Chain>();
  readonly #patterned: readonly Entry[];
  #isKept = false;
  #dialled: string | undefined;
  readonly #needs = { dialled: false, confirm: false };

  constructor(maker: Maker, room: Room) {
    this.#maker = maker;
    this.#room = room;
    this.#patterned = room.menu.entries.filter(
      ({ pattern }) => pattern !== undefined && pattern.isUnreadable !== true,
    );
    for (const { digits, pattern } of room.menu.entries)
      if (pattern === undefined && !this.#chains.has(digits))
        this.#chains.set(digits, this.#makeChain(digits));
  }

  listChoices(): Choice[] {
    return [...this.#chains].map(([key, { target, set }]) => ({
      key,
      goto: target,
      ...(Object.keys(set).length > 0 && { set }),
    }));
  }

  /** Returns the pattern of all entries that have one. */
  toPattern(): string | undefined {
    if (this.#patterned.length === 0) return undefined;
    return toWholePattern(this.#patterned.flatMap(({ pattern }) => pattern ?? []));
  }

  /**
   * True if the question itself may decide: what fits has always as many keys as the menu takes, and neither this nor what just does
   * not fit nor another key begins with a key of the menu, so that a wrong number is not taken for the key that it begins with.
   */
  isComplete(): boolean {
    const { digitLength, entries } = this.#room.menu;
    const keys = entries.flatMap(({ digits, pattern }) => (pattern === undefined ? [digits] : []));
    const examples = this.#patterned.flatMap(({ pattern }) =>
      pattern === undefined ? [] : listExamples(pattern, digitLength),
    );
    const isFitting = (digits: string): boolean =>
      this.#patterned.some(({ pattern }) => pattern?.test.test(digits) ?? false);
    const beginsWithKey = (digits: string): boolean =>
      keys.some((key) => key !== '' && key !== digits && digits.startsWith(key));
    return (
      this.toPattern() !== undefined &&
      ![...examples, ...keys].some(beginsWithKey) &&
      !examples.some((digits) => isFitting(digits) && (digits.length < digitLength || keys.includes(digits)))
    );
  }

  /**
   * Returns a pattern that any digits fit, where the step behind decides: also if a key begins with another one, as 12 with 1, so
   * that 13 is not taken for 1.
   */
  toOpenPattern(): string | undefined {
    const keys = [...this.#chains.keys()];
    const isOpen = keys.some((key) => keys.some((other) => other !== key && other.startsWith(key)));
    const isNeeded = isOpen || this.#patterned.length > 0;
    return isNeeded ? `^[0-9]{1,${this.#room.menu.digitLength}}$` : undefined;
  }

  /** Returns the variable that keeps the keys. */
  keep(): string {
    if (!this.#isKept) this.#maker.declare(this.#room.digits, '');
    this.#isKept = true;
    return this.#room.digits;
  }

  /** Returns the step at which the kept keys are tried against the patterns, if any; the question has tried a single one. */
  dialled(invalid: string): string {
    const [only, other] = this.#patterned;
    if (only === undefined && this.#room.menu.confirm === undefined) return invalid;
    if (only !== undefined && other === undefined && this.isComplete()) {
      this.#dialled ??= this.#setFirst(
        this.#findChain([only], `pattern ${this.#room.menu.name}`),
        `dialled ${this.#room.menu.name}`,
      );
      return this.#dialled;
    }
    this.#needs.dialled = true;
    return this.#nameStep('dialled');
  }

  /** Returns the step at which the kept keys are confirmed. */
  confirm(): string {
    this.#needs.confirm = true;
    return this.#nameStep('confirm');
  }

  /** Writes the steps that were asked for. */
  finish(targets: Targets): void {
    if (this.#needs.confirm) this.#makeConfirmation(targets);
    if (this.#needs.dialled) this.#makeDialled(targets, []);
  }

  #nameStep(what: string): string {
    return this.#maker.nameStep(`${what} ${this.#room.menu.name}`, `${this.#room.first} ${what}`);
  }

  #makeConfirmation(targets: Targets): void {
    const { menu } = this.#room;
    const { confirm } = menu;
    if (confirm === undefined) return;
    const nodes = [menu.id];
    const [name, entered] = [this.#nameStep('confirm'), this.#nameStep('entered')];
    const prompt = toPrompt(confirm.macro);
    const asked = menu.digitLength > 1 ? this.#nameStep('confirmation') : name;
    if (asked !== name) {
      const isShort = `size(vars.${this.keep()}) < ${menu.digitLength}`;
      this.#maker.add(name, { switch: [{ when: isShort, goto: entered }], next: asked }, { nodes });
    }
    if (confirm.key === undefined) {
      const sound = Array.from({ length: confirm.attempts }, () => confirm.macro).flat();
      this.#maker.add(asked, { say: toPrompt(sound), next: targets.wrong }, { nodes });
      return;
    }
    const choices = DIGITS_AND_STAR.map((key) => ({
      key,
      goto: key === confirm.key ? entered : targets.wrong,
    }));
    const question = { prompt, choices, attempts: confirm.attempts, timeout: toDuration(menu.timeout) };
    const on = { exhausted: targets.wrong, silent: targets.wrong };
    this.#maker.add(asked, { menu: question, on }, { nodes });
    this.#makeDialled(targets, [...this.#chains]);
  }

  /** Writes the switch over the kept keys. */
  #makeDialled({ invalid }: Targets, chains: readonly [string, Chain][]): void {
    const { menu } = this.#room;
    const name = this.#nameStep(chains.length > 0 || this.#needs.confirm ? 'entered' : 'dialled');
    const literal = chains.map(([digits, chain]) => ({
      when: `vars.${this.keep()} == ${toCelText(digits)}`,
      goto: this.#setFirst(chain, `entered ${menu.name} ${digits}`),
    }));
    const patterned = this.#patterned.map((entry, index) => {
      const chain = this.#findChain([entry], `pattern ${menu.name} ${index}`);
      const whole =
        entry.pattern === undefined
          ? undefined
          : (toWholePattern([entry.pattern]) ?? listAsPattern(entry.pattern, menu.digitLength));
      return {
        when: `vars.${this.keep()}.matches(${toCelText(whole ?? '^$')})`,
        goto: this.#setFirst(chain, `dialled ${menu.name} ${index}`),
      };
    });
    const cases = [...literal, ...patterned];
    const nodes = [menu.id];
    this.#maker.add(
      name,
      { switch: cases.length > 0 ? cases : [{ when: 'false', goto: invalid }], next: invalid },
      { nodes },
    );
  }

  /** Puts a step that sets variables before a chain. */
  #setFirst({ target, set }: Chain, key: string): string {
    if (Object.keys(set).length === 0) return target;
    const name = this.#maker.nameStep(key, `${this.#room.first} fits`);
    this.#maker.add(name, { set, next: target }, { nodes: [this.#room.menu.id] });
    return name;
  }

  #makeChain(digits: string): Chain {
    const fitting = this.#room.menu.entries.filter(
      (entry) => entry.pattern?.test.test(digits) ?? entry.digits === digits,
    );
    return this.#findChain(fitting, `${this.#room.menu.name} ${digits}`);
  }

  /** Writes entries as steps, the last one first. */
  #findChain(entries: readonly Entry[], key: string): Chain {
    const { failures } = this.#room;
    const reset = failures === undefined ? {} : { [failures]: 0 };
    const end = this.#findEnd(entries);
    const set: Record<string, number> = end.comesBack ? { ...reset } : {};
    let { target } = end;
    for (const [index, entry] of [...entries.entries()].toReversed())
      target = this.#makeEntry(entry, {
        key: `${key} ${index}`,
        next: target,
        isLast: index === entries.length - 1,
        set,
      });
    return { target, set };
  }

  /** Says where the menu goes on after all entries: MENU-2 of the original. */
  #findEnd(entries: readonly Entry[]): { target: string; comesBack: boolean } {
    const { menu, ways, first, again, isRoot } = this.#room;
    let [isRunning, isFalling, isAnew, way] = [true, false, false, 'on' as 'on' | 'exit' | 'top'];
    for (const { does } of entries) {
      way = does.kind === 'exit' ? 'exit' : does.kind === 'top' ? 'top' : 'on';
      if (does.kind === 'back') isRunning = false;
      if (does.kind === 'top') isFalling = true;
      if (does.kind === 'sub' && does.menu !== menu.name) isAnew = true;
    }
    const next = isAnew ? first : again;
    if (isFalling && isRoot) return { target: next, comesBack: true };
    if (way === 'exit') return { target: ways.exit, comesBack: false };
    if (way === 'top') return { target: ways.top, comesBack: false };
    return isRunning ? { target: next, comesBack: true } : { target: ways.back, comesBack: false };
  }

  #makeEntry(
    entry: Entry,
    { key, next, isLast, set }: { key: string; next: string; isLast: boolean; set: Record<string, number> },
  ): string {
    const { does, id } = entry;
    const comments = entry.comment === undefined ? [] : entry.comment.split('\n').map((line) => line.trim());
    const nodes = [id];
    if (entry.isForeign)
      return makeApp(this.#maker, this.#room, {
        app: { kind: 'unknown', name: `pattern ${entry.digits}` },
        key,
        next,
        nodes,
        comments,
      });
    switch (does.kind) {
      case 'exit':
      case 'back':
      case 'top':
        return next;
      case 'sub':
        return does.menu === this.#room.menu.name
          ? next
          : this.#makeSub(does.menu, { key, next, isLast, set, nodes, comments });
      case 'play':
        return makeApp(this.#maker, this.#room, {
          app: { kind: 'play', sound: does.sound },
          key,
          next,
          nodes,
          comments,
        });
      case 'app': {
        const wanted = { app: does.app, key, next, nodes, comments, entry };
        return makeEntryApp(this.#maker, this.#room, wanted);
      }
    }
  }

  #makeSub(
    name: string,
    at: {
      key: string;
      next: string;
      isLast: boolean;
      set: Record<string, number>;
      nodes: readonly string[];
      comments: readonly string[];
    },
  ): string {
    const menu = this.#maker.menus.byName.get(name);
    const { ways, first, isRoot } = this.#room;
    const below: Ways = { back: at.next, exit: ways.exit, top: isRoot ? first : ways.top, denied: ways.exit };
    if (menu === undefined) return at.isLast ? ways.exit : at.next;
    if (!this.#maker.plan.shared.has(name)) {
      const room = this.#maker.open(menu, below);
      for (const counter of [room.failures, room.timeouts]) if (counter !== undefined) at.set[counter] = 0;
      return room.enter;
    }
    const step = this.#maker.nameStep(at.key, `run ${name}`);
    const { mayExit, mayGoTop } = this.#maker.plan;
    const isEntry = this.#maker.plan.flows.some(
      ({ kind, menu: begun }) => kind === 'entry' && begun.name === name,
    );
    const on = {
      failed: 'hangup',
      ...(mayExit.has(name) && { exit: at.isLast ? below.exit : at.next }),
      ...(mayGoTop.has(name) && !isEntry && { top: at.isLast ? below.top : at.next }),
    };
    this.#maker.add(
      step,
      { run: { flow: toFlowName(name, 'shared') }, next: at.next, on },
      { nodes: at.nodes, comments: at.comments },
    );
    return step;
  }
}
