/** Names in flows: made of the names of a source, legal and unique. */
import { spellName } from '../../language/compiler/index.ts';

type Section = Parameters<typeof spellName>[1];

/** Gives names of one kind, each once. The same source name gives the same name. */
export class Names {
  readonly #section: Section;
  readonly #byKey = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** Number from which names are free, by name without a number. */
  readonly #free = new Map<string, number>();

  constructor(section: Section) {
    this.#section = section;
  }

  /**
   * Returns the name for a thing of the source. `key` identifies the thing; `wish` is what it should be called, by default
   * the key: a name that is taken gets a number.
   */
  nameOf(key: string, wish: string = key): string {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const base = spellName(wish, this.#section).slice(0, MAX_CHARACTERS);
    let name = base;
    let number = this.#free.get(base) ?? 2;
    for (; this.#taken.has(name); number += 1) name = `${base}_${number}`;
    this.#free.set(base, number);
    this.#taken.add(name);
    this.#byKey.set(key, name);
    return name;
  }
}

const MAX_CHARACTERS = 50;
const MAX_WORDS = 4;

/** True for a name that says nothing to a reader, such as a UUID. */
export function isMeaningless(name: string): boolean {
  return /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(name) || /^[0-9a-f-]{16,}$/i.test(name);
}

/** Makes a name for a node without one, of what it does and the first words that it says: `ask_account_number`. */
export function describeNode(verb: string, words = ''): string {
  const told = words
    .replaceAll(/<[^>]*>|\$\{[^}]*\}/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word));
  return [verb, ...told.slice(0, MAX_WORDS)].join(' ');
}
