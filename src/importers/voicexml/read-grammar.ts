/** Reads what may be said or keyed in: built-in types, options, choices, inline grammars in SRGS. */
import { readSource } from '../reading/index.ts';
import type { ElementNode } from '../reading/index.ts';
import type { Builtin, Choice, Grammar } from './model.ts';
import { collapse } from './reader.ts';
import type { Reader } from './reader.ts';

const BUILTINS = new Set<string>(['digits', 'number', 'date', 'time', 'currency', 'phone']);
const MAX_DIGITS = 20;
const MAX_REFERENCES = 100;

function isBuiltin(type: string): type is Builtin {
  return BUILTINS.has(type);
}

/** Reads `digits?length=4`, `boolean?y=1;n=2`, `builtin:dtmf/digits`. Undefined for an unknown type. */
export function readBuiltin(written: string): Grammar | undefined {
  const [name = '', query = ''] = written.replace(/^builtin:(grammar|dtmf|voice)\//, '').split('?', 2);
  const params = new Map(
    query.split(/[;&]/).map((pair) => [pair.split('=')[0]?.trim() ?? '', pair.split('=')[1]?.trim() ?? '']),
  );
  if (name === 'boolean') {
    const [yes, no] = [params.get('y') ?? '1', params.get('n') ?? '2'];
    return {
      choices: [
        { keys: yes, phrases: ['yes'], value: true },
        { keys: no, phrases: ['no'], value: false },
      ],
      isForeign: false,
    };
  }
  if (!isBuiltin(name)) return undefined;
  const number = (key: string): number | undefined => {
    const value = Number.parseInt(params.get(key) ?? '', 10);
    return value > 0 ? Math.min(value, MAX_DIGITS) : undefined;
  };
  const length = number('length');
  const min = length ?? number('minlength') ?? 1;
  const max = Math.max(min, length ?? number('maxlength') ?? MAX_DIGITS);
  return { choices: [], builtin: { type: name, min, max }, isForeign: false };
}

/** Reads a grammar element; what it does not hold itself is foreign. */
export function readGrammar(reader: Reader, written: ElementNode): Grammar {
  const element = openText(written);
  return reader.withFields(element, (fields) => {
    const [src, type, mode] = [fields.text('src'), fields.text('type') ?? '', fields.text('mode') ?? 'voice'];
    fields.ignore('root', 'xml:lang', 'weight');
    const computed = fields.text('srcexpr');
    if (computed !== undefined) {
      reader.lose('EXTERNAL_GRAMMAR', element, computed);
      return { choices: [], isForeign: true };
    }
    if (src !== undefined) {
      const builtin = src.startsWith('builtin:') ? readBuiltin(src) : undefined;
      if (builtin === undefined) reader.lose('EXTERNAL_GRAMMAR', element, src);
      return builtin ?? { choices: [], isForeign: true };
    }
    const listed = readWordList(element);
    if (listed !== undefined) return { choices: toChoices(listed, mode), isForeign: false };
    const rules = element.children.filter(
      (child) => child.kind === 'element' && child.name === 'rule',
    ) as ElementNode[];
    if (rules.length === 0 || (type !== '' && !type.includes('srgs+xml') && !type.includes('grammar+xml'))) {
      reader.lose('EXTERNAL_GRAMMAR', element, type === '' ? 'not in XML' : type);
      return { choices: [], isForeign: true };
    }
    const byId = new Map(rules.map((rule) => [rule.attributes.id ?? '', rule]));
    const root = byId.get(element.attributes.root ?? '') ?? rules[0];
    const expanded = root === undefined ? undefined : new RuleReader(byId).expand(root);
    if (expanded === undefined) {
      reader.lose('EXTERNAL_GRAMMAR', element, 'rules that are no list of words');
      return { choices: [], isForeign: true };
    }
    return { choices: toChoices(expanded, mode), isForeign: false };
  });
}

/** Returns a grammar with the rules that stand in it as text (CDATA); any other as it is. */
function openText(element: ElementNode): ElementNode {
  const { children, attributes } = element;
  const text = children.map((child) => (child.kind === 'text' ? child.text : '<>')).join('');
  const begin = /^\s*(?:<\?xml[^>]*\?>\s*)?<(grammar|rule)[\s>]/.exec(text)?.[1];
  if (begin === undefined) return element;
  const read = readSource({ file: '', text: begin === 'rule' ? `<grammar>${text}</grammar>` : text.trim() });
  if (!('root' in read) || read.root.kind !== 'element') return element;
  return {
    ...element,
    attributes: { ...attributes, ...read.root.attributes },
    children: read.root.children,
  };
}

function toChoices(expanded: readonly Expansion[], mode: string): Choice[] {
  const choices = expanded.map(({ words, tag }): Choice => {
    const text = collapse(words).trim();
    const keys = text.replaceAll(/\s+/g, '');
    return mode === 'dtmf'
      ? { keys, phrases: [], value: tag ?? keys }
      : { phrases: [text], value: tag ?? text };
  });
  return choices.filter(({ keys, phrases: [first] }) => (keys ?? first ?? '') !== '');
}

/** Reads words with bars between them: `red | green`, or one rule of JSGF. Undefined if it is anything else. */
function readWordList({ children }: ElementNode): Expansion[] | undefined {
  if (children.some((child) => child.kind === 'element')) return undefined;
  const text = children.map((child) => (child.kind === 'text' ? child.text : '')).join('');
  const rule = /^\s*(?:#JSGF[^;]*;\s*grammar\s+[\w.]+\s*;\s*)?public\s*<[\w.]+>\s*=([^;]*);?\s*$/.exec(
    text,
  )?.[1];
  const words = (rule ?? text).split('|').map((word) => collapse(word).trim());
  const isList =
    (rule !== undefined || words.length > 1) && words.every((word) => /^[\p{L}\p{N}' -]+$/u.test(word));
  return isList ? words.map((word) => ({ words: word })) : undefined;
}

interface Expansion {
  words: string;
  tag?: string;
}

/** Writes out the rules of a grammar as a list; rules with repeats or references to other files have none. */
class RuleReader {
  readonly #rules: ReadonlyMap<string, ElementNode>;
  #references = 0;

  constructor(rules: ReadonlyMap<string, ElementNode>) {
    this.#rules = rules;
  }

  expand(element: ElementNode): Expansion[] | undefined {
    let found: Expansion[] = [{ words: '' }];
    for (const child of element.children) {
      const next = child.kind === 'text' ? [{ words: child.text }] : this.#expandChild(child);
      if (next === undefined || found.length * next.length > MAX_EXPANSIONS) return undefined;
      found = found.flatMap((before) => next.map((after) => joinExpansions(before, after)));
    }
    return found;
  }

  #expandChild(child: ElementNode): Expansion[] | undefined {
    switch (child.name) {
      case 'tag':
        return [{ words: '', tag: readTag(child) }];
      case 'one-of': {
        const items = child.children.flatMap((item) =>
          item.kind === 'element' ? [this.#expandChild(item)] : [],
        );
        return items.includes(undefined) ? undefined : items.flatMap((item) => item ?? []);
      }
      case 'item':
        return this.#expandItem(child);
      case 'token':
        return this.expand(child);
      case 'ruleref': {
        const rule = this.#rules.get((child.attributes.uri ?? '').replace(/^#/, ''));
        this.#references += 1;
        return rule === undefined || this.#references > MAX_REFERENCES ? undefined : this.expand(rule);
      }
      case 'example':
        return [{ words: '' }];
      default:
        return undefined;
    }
  }

  #expandItem(item: ElementNode): Expansion[] | undefined {
    const repeat = item.attributes.repeat;
    const inner = this.expand(item);
    if (repeat === undefined || repeat === '1') return inner;
    return repeat === '0-1' && inner !== undefined ? [{ words: '' }, ...inner] : undefined;
  }
}

const MAX_EXPANSIONS = 200;

function joinExpansions(before: Expansion, after: Expansion): Expansion {
  const tag = after.tag ?? before.tag;
  return { words: `${before.words} ${after.words}`, ...(tag !== undefined && { tag }) };
}

/** Reads `'sales'`, `out = "sales";`, `out.dept = "sales"` or plain text. */
function readTag({ children }: ElementNode): string {
  const text = children
    .map((child) => (child.kind === 'text' ? child.text : ''))
    .join('')
    .trim()
    .replace(/;$/, '');
  const value = /^(?:[\w$.]+\s*=\s*)?(.*)$/s.exec(text)?.[1]?.trim() ?? text;
  return /^(["'])(.*)\1$/s.exec(value)?.[2] ?? value;
}

/** Unites grammars of one field: several ways to say the same value are one choice. */
export function uniteGrammars(grammars: readonly Grammar[]): Grammar {
  const choices: Choice[] = [];
  for (const choice of grammars.flatMap((grammar) => grammar.choices)) {
    const same = choices.findIndex(
      (other) =>
        other.value === choice.value &&
        other.leads === choice.leads &&
        (other.keys === undefined || choice.keys === undefined),
    );
    const known = choices[same];
    if (known === undefined) choices.push(choice);
    else choices[same] = { ...known, ...choice, phrases: [...known.phrases, ...choice.phrases] };
  }
  const builtin = grammars.find((grammar) => grammar.builtin !== undefined)?.builtin;
  return {
    choices,
    isForeign: grammars.some(({ isForeign }) => isForeign),
    ...(builtin !== undefined && { builtin }),
  };
}
