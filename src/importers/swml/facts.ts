/** Facts of a document that need all of it: which variables are read, and with what they are compared. */
import { listConstants, listNames } from '../ecmascript/index.ts';
import type { Expression } from '../ecmascript/index.ts';
import { listEmbeddedOf } from './expressions-of.ts';
import type { Statement, SwmlDocument } from './model.ts';
import { listStatements } from './read.ts';

type Constant = string | number | boolean;

/** A read of a name in a section. */
export interface NameRead {
  section: string;
  names: readonly string[];
}

/** Lists the names that a statement reads itself. */
export function listReadsOf({ block: { section }, does }: Statement): NameRead[] {
  return listEmbeddedOf(does).flatMap(({ expression }) =>
    expression === undefined ? [] : listNames(expression).map((names) => ({ section, names })),
  );
}

const JOINT = '\u0000';

export class Facts {
  readonly statements: readonly Statement[];
  readonly reads: readonly NameRead[];
  /** What a variable is compared with, by its names. */
  readonly #constants = new Map<string, Set<Constant>>();
  /** Variables that take over the value of another one. */
  readonly #aliases = new Map<string, Set<string>>();

  constructor(document: SwmlDocument) {
    this.statements = [...document.sections.values()].flatMap((block) => [...listStatements(block)]);
    this.reads = this.statements.flatMap(listReadsOf);
    for (const { does } of this.statements) {
      if (does.kind === 'switch' && does.value.expression !== undefined)
        this.#note(
          does.value.expression,
          does.cases.map(({ value }) => value),
        );
      if (does.kind === 'cond') for (const { when } of does.ways) this.#noteAll(when.expression);
      if (does.kind === 'goto') this.#noteAll(does.when?.expression);
      if (does.kind === 'set') for (const [name, data] of does.assignments) this.#noteAlias([name], data);
      if (does.kind === 'execute' || does.kind === 'transfer')
        for (const [name, data] of does.to.params) this.#noteAlias(['params', name], data);
    }
  }

  /** Lists what a variable, or one that takes over its value, is compared with. */
  listConstants(names: readonly string[]): Constant[] {
    const found = new Set<Constant>();
    const seen = new Set<string>();
    const queue = [toKey(names)];
    for (const key of queue) {
      if (seen.has(key)) continue;
      seen.add(key);
      for (const constant of this.#constants.get(key) ?? []) found.add(constant);
      queue.push(...(this.#aliases.get(key) ?? []));
    }
    return [...found];
  }

  #noteAlias(
    names: readonly string[],
    data: (Statement['does'] & { kind: 'set' })['assignments'][number][1],
  ): void {
    if (data.kind !== 'text') return;
    for (const piece of data.text)
      if (typeof piece === 'object' && piece.expression !== undefined)
        for (const read of listNames(piece.expression)) addTo(this.#aliases, toKey(read), toKey(names));
  }

  #noteAll(expression: Expression | undefined): void {
    if (expression !== undefined) this.#note(expression, listConstants(expression));
  }

  #note(expression: Expression, constants: readonly Constant[]): void {
    for (const names of listNames(expression))
      for (const constant of constants) addTo(this.#constants, toKey(names), constant);
  }
}

function addTo<Item>(map: Map<string, Set<Item>>, key: string, item: Item): void {
  const set = map.get(key) ?? new Set();
  map.set(key, set.add(item));
}

/** Identifies a variable, with and without the prefix that it may have. */
function toKey(names: readonly string[]): string {
  return (names[0] === 'vars' ? names.slice(1) : names).join(JOINT);
}

/** Lists the phrases of a question by speech: its hints, and the words with which its answer is compared. */
export function listPhrases(facts: Facts, hints: readonly string[]): string[] {
  const compared = facts
    .listConstants(['prompt_value'])
    .filter((constant) => typeof constant === 'string')
    .filter((constant) => /\p{L}/u.test(constant));
  const byKey = new Map(
    [...compared, ...hints].map((phrase) => [phrase.trim().toLowerCase(), phrase.trim()] as const).reverse(),
  );
  return [...byKey.values()].filter((phrase) => phrase !== '').reverse();
}

/** Lists keys that mean something as the answer to a question of so many digits. */
export function listKeys(facts: Facts, max: number): string[] {
  const compared = facts.listConstants(['prompt_value']).flatMap((constant) => {
    const near = typeof constant === 'number' ? [constant - 1, constant, constant + 1] : [constant];
    return near.map(String).filter((text) => /^[0-9*#]+$/.test(text) && text.length <= max);
  });
  const sample = '1234567890'.repeat(Math.ceil(max / 10)).slice(0, max);
  return [...new Set([...compared, sample, ...(max > 1 ? ['5', `${sample}1`] : [])])];
}

/** Lists the fields of responses that the document reads, each as the names behind `request_response`. */
export function listResponseFields(facts: Facts): (readonly string[])[] {
  const all = facts.reads.flatMap(({ names }) => {
    const own = names[0] === 'vars' ? names.slice(1) : names;
    return own[0] === 'request_response' && own.length > 1 ? [own.slice(1)] : [];
  });
  return [...new Map(all.map((names) => [names.join(JOINT), names])).values()];
}
