/** Whether a call is being recorded where two people begin to talk. */
import type { Block, Statement, SwmlDocument } from './model.ts';
import { listBlocks, listStatements } from './read.ts';

interface Place {
  block: Block;
  index: number;
}

/** Follows all ways through a document. A section is taken to return to every statement that executes it. */
export class RecordingStates {
  readonly #document: SwmlDocument;
  readonly #labels = new Map<string, Statement>();
  readonly #sites = new Map<string, Statement[]>();
  readonly #states = new Map<Statement, Set<boolean>>();
  /** True if a connection is recorded on some ways to it, and not on others. */
  readonly isMixed: boolean;

  constructor(document: SwmlDocument) {
    this.#document = document;
    const statements = [...document.sections.values()].flatMap((block) => [...listStatements(block)]);
    for (const statement of statements) {
      const { does, block } = statement;
      if (does.kind === 'label') this.#labels.set(`${block.section}\u0000${does.label}`, statement);
      if (does.kind === 'execute' && does.to.section !== undefined)
        this.#sites.set(does.to.section, [...(this.#sites.get(does.to.section) ?? []), statement]);
    }
    if (statements.some(({ does }) => does.kind === 'record')) this.#spread();
    this.isMixed = statements.some(
      (statement) => statement.does.kind === 'connect' && this.findAt(statement) === 'if_on',
    );
  }

  findAt(statement: Statement): 'always' | 'never' | 'if_on' {
    const states = this.#states.get(statement) ?? new Set();
    if (states.size === 2) return 'if_on';
    return states.has(true) ? 'always' : 'never';
  }

  #spread(): void {
    const open = this.#enterSection('main').map((place) => ({ place, isOn: false }));
    const passed = new Set<string>();
    const blocks = new Map<Block, number>();
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      const { place, isOn } = state;
      const number = blocks.get(place.block) ?? blocks.size;
      blocks.set(place.block, number);
      const key = `${number} ${place.index} ${isOn}`;
      if (passed.has(key)) continue;
      passed.add(key);
      const statement = place.block.statements[place.index];
      if (statement !== undefined) this.#note(statement, isOn);
      const after = statement?.does.kind === 'record' ? statement.does.isOn : isOn;
      const next = statement === undefined ? this.#leave(place.block) : this.#listNext(statement);
      open.push(...next.map((one) => ({ place: one, isOn: after })));
    }
  }

  #note(statement: Statement, isOn: boolean): void {
    const states = this.#states.get(statement) ?? new Set();
    this.#states.set(statement, states.add(isOn));
  }

  #enterSection(section: string | undefined): Place[] {
    const block = section === undefined ? undefined : this.#document.sections.get(section);
    return block === undefined ? [] : [{ block, index: 0 }];
  }

  /** Lists where the end of a block leads. */
  #leave({ owner, section }: Block): Place[] {
    if (owner !== undefined) return [toNext(owner)];
    return (this.#sites.get(section) ?? []).map(toNext);
  }

  #listNext(statement: Statement): Place[] {
    const { does, block } = statement;
    const next = toNext(statement);
    switch (does.kind) {
      case 'hangup':
        return [];
      case 'return':
        return (this.#sites.get(block.section) ?? []).map(toNext);
      case 'transfer':
        return this.#enterSection(does.to.section);
      case 'execute':
        return does.to.section === undefined ? [next] : this.#enterSection(does.to.section);
      case 'connect':
        return does.after === undefined ? [next] : [next, ...this.#enterSection(does.after.section)];
      case 'goto': {
        const label = this.#labels.get(`${block.section}\u0000${does.label}`);
        return label === undefined ? [next] : [next, { block: label.block, index: label.index }];
      }
      default:
        return [next, ...listBlocks(does).map((inner) => ({ block: inner, index: 0 }))];
    }
  }
}

function toNext({ block, index }: Statement): Place {
  return { block, index: index + 1 };
}
