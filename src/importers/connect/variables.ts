/** Values of a call as variables and parameters of a flow. */
import { toCelText } from '../project/index.ts';
import type { Draft, Names } from '../project/index.ts';
import type { FlowFacts } from './facts.ts';
import { splitText, toKey } from './references.ts';
import type { Reference } from './references.ts';

/** What a translation has to know of values that are no variables. */
export interface Surroundings {
  /** Returns what a placeholder stands for, as the flow writes it: text, or `${env.…}`. */
  writePlaceholder: (name: string) => string;
  /** Returns the name or the id of the queue at this block; undefined if it is not known. */
  findQueueWord: (kind: 'queue_name' | 'queue_id') => string | undefined;
  /** Tells of a value that is not known here. */
  reportUnknown: (path: string) => void;
  /** True if the latest entry at this block was an encrypted one. */
  isSecret: boolean;
}

export class Variables {
  readonly #draft: Draft;
  readonly #facts: FlowFacts;
  readonly #names: Names;

  /** `names` are those of the whole project, so that a value has the same name in all flows. */
  constructor(draft: Draft, facts: FlowFacts, names: Names) {
    this.#draft = draft;
    this.#facts = facts;
    this.#names = names;
  }

  /** Returns the name for a key. */
  nameKey(key: string, isSecret = false): string {
    return isSecret
      ? this.#names.nameOf(`secret ${key}`, `secret ${spell(key)}`)
      : this.#names.nameOf(key, spell(key));
  }

  /** Returns the variable for a key, and declares it. */
  declare(
    key: string,
    {
      isSecret = false,
      initial = '',
      wish,
    }: { isSecret?: boolean; initial?: string | number; wish?: string } = {},
  ): string {
    const name = wish === undefined ? this.nameKey(key, isSecret) : this.#names.nameOf(key, wish);
    const declared = isSecret ? { type: 'string' as const, secret: true } : initial;
    this.#draft.flow.vars = { ...this.#draft.flow.vars, [name]: this.#draft.flow.vars?.[name] ?? declared };
    return name;
  }

  /** Returns the parameter for a key, and declares it. */
  declareParameter(key: string): string {
    const name = this.nameKey(key);
    this.#draft.flow.params = { ...this.#draft.flow.params, [name]: { type: 'string', default: '' } };
    return name;
  }

  /** True if the flow reads a key. */
  isRead(key: string): boolean {
    return this.#facts.reads.has(key);
  }

  /** Returns the expression that reads a key. */
  read(key: string, isSecret = false): string {
    // What nothing here sets comes from outside: from another flow, or with the call.
    const isGiven = key.startsWith('attribute ') || this.#facts.params.has(key);
    return isGiven && !this.#facts.writes.has(key)
      ? `params.${this.declareParameter(key)}`
      : `vars.${this.declare(key, { isSecret })}`;
  }

  /** Returns the expression for a reference. */
  toCel(reference: Reference, around: Surroundings): string {
    if (reference.kind === 'caller') return 'call.from';
    if (reference.kind === 'own') return 'call.to';
    if (reference.kind === 'contact') return 'call.id';
    if (reference.kind === 'fixed') return toCelText(reference.value);
    if (reference.kind === 'input') return this.read('input', around.isSecret);
    if (reference.kind === 'queue_name' || reference.kind === 'queue_id') {
      const word = around.findQueueWord(reference.kind);
      if (word === undefined) around.reportUnknown(`$.Queue`);
      return toCelText(word ?? '');
    }
    if (reference.kind === 'unknown') {
      around.reportUnknown(`$.${reference.path}`);
      return '""';
    }
    return this.read(toKey(reference));
  }

  /** Translates a text with references to a text with expressions. */
  toTemplate(text: string, around: Surroundings): string {
    return splitText(text)
      .map((part) => {
        if (typeof part === 'string') return part.replaceAll('${', () => '$${');
        if ('placeholder' in part) return around.writePlaceholder(part.placeholder);
        const cel = this.toCel(part.reference, around);
        return cel.startsWith('"') ? (JSON.parse(cel) as string) : `\${${cel}}`;
      })
      .join('');
  }

  /** Translates a text with references to one expression. */
  toExpression(text: string, around: Surroundings): string {
    const terms = splitText(text).map((part) => {
      if (typeof part === 'string') return toCelText(part);
      if ('reference' in part) return this.toCel(part.reference, around);
      const written = around.writePlaceholder(part.placeholder);
      return written.startsWith('${') ? written.slice(2, -1) : toCelText(written);
    });
    return terms.length === 0 ? '""' : terms.join(' + ');
  }
}

/** Words for a key: those of the author for attributes. */
function spell(key: string): string {
  if (key === 'input') return 'customer input';
  const name = key.startsWith('attribute ') ? key.slice('attribute '.length) : key;
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2');
}
