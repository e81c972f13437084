/**
 * Where statements lead.
 *
 * WAYS-1 A statement without a step of its own is passed through. A way that passes only through such ends: a jump is made once, and
 *    a section is entered once.
 * WAYS-2 Sections share the variables of the flow, so a section is a part of the flow: its end leads behind the `execute` that ran
 *    it. If several lead there, each entry stores where to return to.
 */
import type { Block, Destination, Statement, SwmlDocument } from './model.ts';
import { listStatements } from './read.ts';

/** What a way leads to: a statement with a step, the step at the end of a section, or the end of the call. */
export type Goal =
  { kind: 'statement'; statement: Statement } | { kind: 'return'; section: string } | { kind: 'hangup' };

const hangup: Goal = { kind: 'hangup' };
/** Beyond so many shared sections, each has a step at its end. */
const MAX_SHARED = 100;

export class Ways {
  readonly #document: SwmlDocument;
  readonly #hasStep: (statement: Statement) => boolean;
  readonly #labels = new Map<string, Statement>();
  readonly #sites = new Map<string, Statement[]>();
  readonly #transferred = new Set<string>(['main']);
  readonly #ends = new Map<string, Goal | undefined>();
  /** Sections whose end leads to several places. */
  readonly #many = new Set<string>();
  /** Statements that some way passes or leads to. */
  readonly reached = new Set<Statement>();

  /** `hasStep`: true for a statement that becomes a step for what it does itself. */
  constructor(document: SwmlDocument, hasStep: (statement: Statement) => boolean) {
    this.#document = document;
    this.#hasStep = hasStep;
    for (const [section, block] of document.sections)
      for (const statement of listStatements(block)) {
        const { does } = statement;
        const key = `${section}\u0000${does.kind === 'label' ? does.label : ''}`;
        if (does.kind === 'label' && !this.#labels.has(key)) this.#labels.set(key, statement);
        if (does.kind === 'execute') this.#noteEntry(does.to, statement);
        if (does.kind === 'transfer') this.#noteEntry(does.to);
        if (does.kind === 'connect' && does.after !== undefined) this.#noteEntry(does.after);
      }
  }

  #noteEntry({ section }: Destination, site?: Statement): void {
    if (section === undefined) return;
    // `execute: main` within main starts anew: nothing that follows it can be reached before the call ends.
    if (site === undefined || site.block.section === section) this.#transferred.add(section);
    else this.#sites.set(section, [...(this.#sites.get(section) ?? []), site]);
  }

  enterSection(section: string): Goal {
    const block = this.#document.sections.get(section);
    return block === undefined ? hangup : this.enterBlock(block);
  }

  enterBlock(block: Block): Goal {
    return this.#follow(block, 0);
  }

  /** Returns where the call goes behind a statement. */
  after({ block, index }: Statement): Goal {
    return this.#follow(block, index + 1);
  }

  /** Returns where a label is; what follows the statement if there is none. */
  findLabel(statement: Statement, label: string): Goal {
    const found = this.#labels.get(`${statement.block.section}\u0000${label}`);
    return found === undefined ? this.after(statement) : this.#follow(found.block, found.index);
  }

  /** Returns where the end of a section leads. */
  endOf(section: string): Goal {
    if (this.#many.has(section)) return { kind: 'return', section };
    if (this.#ends.has(section)) return this.#ends.get(section) ?? hangup;
    this.#ends.set(section, undefined);
    const end = this.returnsOf(section)[0]?.goal ?? hangup;
    this.#ends.set(section, end);
    return end;
  }

  /** Lists where a section may return to: behind each statement that executes it, or to the end of the call. */
  returnsOf(section: string): { site: Statement | undefined; goal: Goal }[] {
    const sites = (this.#sites.get(section) ?? []).map((site) => ({ site, goal: this.after(site) }));
    return this.#transferred.has(section) ? [{ site: undefined, goal: hangup }, ...sites] : sites;
  }

  /** True if each entry of a section has to store where the section returns to. */
  returnsToMany(section: string): boolean {
    return this.#many.has(section);
  }

  /**
   * Finds the sections that return to several places. Whether two places are one depends on which other sections have a step at
   * their end, so all are taken for such at first. Call it once, before anything else.
   */
  settle(): void {
    for (const section of this.#document.sections.keys())
      if ((this.#sites.get(section)?.length ?? 0) + (this.#transferred.has(section) ? 1 : 0) > 1)
        this.#many.add(section);
    if (this.#many.size > MAX_SHARED) return;
    for (let isOpen = true; isOpen;) {
      isOpen = false;
      for (const section of this.#many) {
        const [first = hangup, ...others] = this.returnsOf(section).map(({ goal }) => goal);
        if (!others.every((goal) => areSame(goal, first))) continue;
        this.#many.delete(section);
        this.#ends.clear();
        isOpen = true;
      }
    }
    this.reached.clear();
  }

  #follow(from: Block, at: number): Goal {
    let block = from;
    let index = at;
    const passed = new Set<Statement>();
    for (;;) {
      const statement = block.statements[index];
      if (statement === undefined) {
        if (block.owner === undefined) return this.endOf(block.section);
        ({ block, index } = block.owner);
        index += 1;
        continue;
      }
      const isAgain = passed.has(statement);
      passed.add(statement);
      this.reached.add(statement);
      const { does } = statement;
      if (isAgain && does.kind !== 'label' && does.kind !== 'goto') return hangup;
      // A loop of jumps alone ends when each may jump no more.
      const next = this.#pass(statement, isAgain && does.kind === 'goto');
      if (next.kind === 'goal') return next.goal;
      ({ block, index } = next);
    }
  }

  /** Returns where a statement leads at once; the statement itself if it has a step. */
  #pass(
    statement: Statement,
    isUsedUp: boolean,
  ): { kind: 'goal'; goal: Goal } | { kind: 'place'; block: Block; index: number } {
    const { block, index, does } = statement;
    if (this.#hasStep(statement)) return { kind: 'goal', goal: { kind: 'statement', statement } };
    if (does.kind === 'hangup') return { kind: 'goal', goal: hangup };
    if (does.kind === 'return') return { kind: 'goal', goal: this.endOf(block.section) };
    if (does.kind === 'goto' && !isUsedUp) {
      const label = this.#labels.get(`${block.section}\u0000${does.label}`);
      if (label !== undefined) return { kind: 'place', block: label.block, index: label.index };
    }
    if ((does.kind === 'transfer' || does.kind === 'execute') && does.to.section !== undefined) {
      const target = this.#document.sections.get(does.to.section);
      if (target !== undefined) return { kind: 'place', block: target, index: 0 };
    }
    const isDecided =
      (does.kind === 'cond' && does.ways.length === 0) || (does.kind === 'switch' && does.cases.length === 0);
    if (isDecided && does.otherwise !== undefined) return { kind: 'place', block: does.otherwise, index: 0 };
    return { kind: 'place', block, index: index + 1 };
  }
}

function areSame(one: Goal, other: Goal): boolean {
  if (one.kind === 'statement') return other.kind === 'statement' && one.statement === other.statement;
  return one.kind === 'return'
    ? other.kind === 'return' && one.section === other.section
    : other.kind === one.kind;
}
