/** Converts the nodes of the YAML library to ours, and its errors to findings. */
import type { Alias, Document as YamlDocument, Node as YamlNode, Pair, Scalar, YAMLMap } from 'yaml';
import { loadYaml } from '../../model/index.ts';
import type { Finding, Report } from '../../diagnostics/index.ts';
import { createNullScalar } from './document.ts';
import type { Entry, ListNode, MapNode, Node, Range, ScalarNode } from './document.ts';
import { readPlainYaml } from './plain-yaml.ts';
import type { Source } from './lines.ts';
import { countYamlErrors, parseYamlDocuments } from './yaml-library.ts';
import { TOO_DEEPLY_NESTED, reportLostCharacter, findReadProblem } from './unreadable.ts';
import { findTabIndentation, createTabFinding } from './yaml-tabs.ts';
import { findOddSpaces, createOddSpaceFinding } from './odd-spaces.ts';
import { Slips } from './yaml-errors.ts';
import { quoteText } from './slip.ts';
import { guessSlips } from './yaml-slips.ts';

const MAX_DEPTH = 64;
/** Maximum number of nodes that all aliases of a file add; a long text counts as one node per 100 characters. */
const MAX_ALIASED_NODES = 10_000;
const NODE_LENGTH = 100;

type SyntaxReport = (finding: Finding, doubtful?: Range) => void;

/** Parses the only document of a text; undefined when there is nothing to read. */
export function parseYaml(source: Source, report: SyntaxReport): Node | undefined {
  const refusal = findReadProblem(source);
  if (refusal) {
    report(refusal);
    return undefined;
  }
  reportLostCharacter(source, report);
  const spaces = findOddSpaces(source.text);
  if (spaces !== undefined) report(createOddSpaceFinding(spaces, source));
  const { text } = spaces ?? source;
  return readPlainYaml(text) ?? parseWithLibrary({ ...source, text }, report);
}

/** Parses any YAML with the library and reports all mistakes. */
export function parseWithLibrary(source: Source, report: SyntaxReport): Node | undefined {
  const documents = parseYamlDocuments(source.text);
  if (documents === undefined) {
    report({ ...TOO_DEEPLY_NESTED, span: source.span({ from: 0, to: 0 }) });
    return undefined;
  }
  const errors = documents.flatMap((document) => document.errors);
  const tabs = errors.some(({ code }) => code === 'TAB_AS_INDENT')
    ? findTabIndentation(source.text)
    : undefined;
  if (tabs !== undefined) {
    const isRead = countYamlErrors(tabs.text) === 0;
    report(createTabFinding(tabs, source, isRead && countYamlErrors(tabs.mended) === 0));
    // If the text is not valid with spaces either, all further errors are consequences.
    return isRead ? parseWithLibrary({ ...source, text: tabs.text }, report) : undefined;
  }
  const [first] = documents;
  const conversion = new Conversion(source, report, new Set(errors.map(({ pos: [at] }) => at)));
  const root = first?.contents ? conversion.convert(first.contents, 0) : undefined;
  const { unclosed } = conversion;
  const slips = new Slips(source, errors, countYamlErrors);
  if (unclosed) report(...slips.explainUnclosed(unclosed));
  const readUntil = first?.contents?.range[1] ?? Infinity;
  for (const error of errors) {
    // Errors after an unclosed quote, or after the readable part, are consequences.
    if (error.pos[0] >= (unclosed?.from ?? Infinity)) break;
    report(...slips.explainError(error));
    if (error.pos[0] >= readUntil) break;
  }
  if (documents.length > 1) reportSecondDocument(documents, source, report);
  if (root === undefined && errors.length === 0)
    report({ code: 'syntax', message: 'the file is empty', span: source.span({ from: 0, to: 0 }) });
  return root;
}

function reportSecondDocument(
  documents: readonly YamlDocument.Parsed[],
  source: Source,
  report: Report,
): void {
  const from = documents[1]?.range[0] ?? 0;
  report({
    code: 'unsupported-yaml',
    message: 'a second document begins here; a file must contain only one',
    span: source.span({ from, to: from }),
  });
}

/**
 * Walks the library's tree once. An alias is converted to the node of its anchor; the nodes that aliases add are
 * counted, because later passes walk them again.
 */
class Conversion {
  /** The first quote or bracket that is never closed, and its closing character. */
  unclosed: { from: number; closing: string } | undefined;
  readonly #source: Source;
  readonly #report: SyntaxReport;
  /** Offsets of the library's errors. */
  readonly #faults: ReadonlySet<number>;
  readonly #anchors = new Map<string, { node: Node; size: number }>();
  #size = 0;
  #aliased = 0;

  constructor(source: Source, report: SyntaxReport, faults: ReadonlySet<number>) {
    this.#source = source;
    this.#report = report;
    this.#faults = faults;
  }

  /** `at` is the offset of a missing value. */
  convert(node: YamlNode | null, depth: number, at = 0): Node {
    const { isAlias, isScalar } = loadYaml();
    const before = this.#size;
    this.#size += isScalar(node) ? 1 + Math.floor((node.source?.length ?? 0) / NODE_LENGTH) : 1;
    if (node === null) return createNullScalar({ from: at, to: at });
    if (isAlias(node)) return this.#convertAlias(node);
    const converted = depth > MAX_DEPTH ? this.#refuseTooDeep(node) : this.#convertContent(node, depth);
    if (node.tag?.startsWith('!')) this.#reportTag(node.tag, converted.range);
    if (node.anchor !== undefined)
      this.#anchors.set(node.anchor, { node: converted, size: this.#size - before });
    return converted;
  }

  #convertContent(node: Exclude<YamlNode, Alias>, depth: number): Node {
    const { isMap, isScalar } = loadYaml();
    const range = toRange(node, 0);
    if (isScalar(node)) return this.#convertScalar(node, range);
    // A single pair in a list, as in `[a: 1]`, is a map without brackets of its own.
    const isBracketed = '{['.includes(this.#source.text[range.from] ?? ' ');
    if (node.flow && isBracketed) this.#expectClosed(range, isMap(node) ? '}' : ']');
    if (isMap(node))
      return trimRange({ kind: 'map', entries: this.#convertEntries(node, depth), range }, node);
    const items = node.items.map((item) => this.convert(item as YamlNode | null, depth + 1, range.to));
    return trimRange({ kind: 'list', items, range }, node);
  }

  #convertEntries(map: YAMLMap, depth: number): Map<string, Entry> {
    const entries = new Map<string, Entry>();
    for (const pair of map.items as Pair<YamlNode | null, YamlNode | null>[]) {
      const key = this.#convertKey(pair.key, toRange(map, 0).from);
      if (key === undefined) continue;
      const value = this.#isMisreadText(pair.value, key.range)
        ? createNullScalar(toRange(pair.value, 0))
        : this.convert(pair.value, depth + 1, key.range.to);
      const first = entries.get(key.text);
      if (first === undefined) entries.set(key.text, { key: key.text, keyRange: key.range, value });
      else this.#reportDuplicate(key, first, entries);
    }
    return entries;
  }

  /** True for a block map on the line of its key: a text with ": " in it, which the library takes for a map. */
  #isMisreadText(value: YamlNode | null, key: Range): boolean {
    if (!loadYaml().isMap(value) || value.flow === true) return false;
    const { span } = this.#source;
    return span(toRange(value, 0)).start.line === span(key).start.line;
  }

  #convertKey(key: YamlNode | null, around: number): { text: string; range: Range } | undefined {
    const { isAlias, isScalar } = loadYaml();
    const range = toRange(key, around);
    if (!isScalar(key) || key.value === null) {
      const isTemplate = this.#source.text.startsWith('{{', range.from - 1);
      const advice = isTemplate ? 'for a value in a text write "${vars.name}"' : undefined;
      if (!isAlias(key)) this.#reportUnsupported('a key that is not text', range, advice);
      else this.#convertAlias(key);
      return undefined;
    }
    if (key.value === '<<' && key.type === 'PLAIN') {
      this.#reportUnsupported('a merge key', range);
      return undefined;
    }
    const { value, source } = this.#convertScalar(key, range);
    return { text: typeof value === 'string' ? value : source, range };
  }

  /** Reports a key that is given again. Below an empty entry it may lack its indentation. */
  #reportDuplicate(
    { text, range }: { text: string; range: Range },
    first: Entry,
    entries: ReadonlyMap<string, Entry>,
  ): void {
    const { span } = this.#source;
    const { line, column } = span(first.keyRange).start;
    const message = `the key "${text}" is given twice, first at ${line}:${column}`;
    const finding: Finding = { code: 'duplicate-key', message, span: span(range) };
    const { key, keyRange } = [...entries.values()].findLast(({ value }) => value.kind === 'null') ?? first;
    if (keyRange.from <= first.keyRange.from) this.#report(finding);
    else {
      const hint = `if it belongs below "${key}", indent it further than "${key}:"`;
      this.#report({ ...finding, hint }, { from: keyRange.from, to: range.to });
    }
  }

  #convertScalar(node: Scalar, range: Range): ScalarNode {
    const style = STYLES[node.type ?? 'PLAIN'] ?? 'plain';
    if (style === 'single' || style === 'double') this.#expectClosed(range, style === 'single' ? "'" : '"');
    const source = node.source ?? '';
    const shape = { source, style, range };
    const { value } = node;
    if (typeof value === 'number')
      return { kind: INTEGER.test(source) ? 'integer' : 'number', value, ...shape };
    if (typeof value === 'boolean') return { kind: 'boolean', value, ...shape };
    if (value === null) return { kind: 'null', value, ...shape };
    return { kind: 'string', value: typeof value === 'string' ? value : source, ...shape };
  }

  #convertAlias(alias: Alias): Node {
    const range = toRange(alias, 0);
    const target = this.#anchors.get(alias.source);
    if (!target) {
      const span = this.#source.span(range);
      this.#report({
        code: 'syntax',
        message: `"*${alias.source}" is an alias, but no anchor before it has that name`,
        span,
        ...this.#suggestQuotes(range, alias.source),
      });
      return createNullScalar(range);
    }
    this.#size += target.size;
    this.#aliased += target.size;
    if (this.#aliased <= MAX_ALIASED_NODES) return target.node;
    this.#reportTooLarge(`aliases add more than ${MAX_ALIASED_NODES} values`, range);
    return createNullScalar(range);
  }

  /** Suggests quotes for a text or for telephone keys that begin with a star. */
  #suggestQuotes(range: Range, name: string): Pick<Finding, 'hint' | 'fix'> {
    const { text, span } = this.#source;
    const key = /^([\d*#]*):$/.exec(name)?.[1];
    if (key !== undefined)
      return { hint: `write '*${key}':`, fix: { span: span(range), text: `'*${key}':` } };
    const [slip] = guessSlips({ code: 'BAD_ALIAS', ...range }, text);
    const hint = slip?.hint ?? 'put a text that begins with * in quotes';
    return { hint, ...(slip ? { fix: { span: span(slip.range), text: slip.edit.text } } : {}) };
  }

  /** Reports a tag at its `!`; the words behind it were meant as one text with it. */
  #reportTag(tag: string, { from, to }: Range): void {
    const { text } = this.#source;
    const before = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
    const [, written = ''] = /(?:^|[\s{[,])(![^\s,{}[\]]* *)$/.exec(before) ?? [];
    const begin = from - written.length;
    const whole = text.slice(begin, to).trimEnd();
    const isText = written !== '' && !/["'{[\n]/.test(whole);
    const hint = isText ? `for a text, write ${quoteText(whole)}` : 'put a text that begins with ! in quotes';
    this.#reportUnsupported(`the tag ${tag}`, { from: begin, to }, hint);
  }

  #refuseTooDeep(node: YamlNode): Node {
    const range = toRange(node, 0);
    this.#reportTooLarge(`nested more than ${MAX_DEPTH} levels deep`, range);
    return createNullScalar(range);
  }

  #expectClosed({ from, to }: Range, closing: string): void {
    if (to - from > 1 && this.#source.text[to - 1] === closing) return;
    if (from < (this.unclosed?.from ?? Infinity)) this.unclosed = { from, closing };
  }

  #reportTooLarge(message: string, range: Range): void {
    this.#report({ code: 'too-large', message, span: this.#source.span(range) });
  }

  #reportUnsupported(what: string, range: Range, hint?: string): void {
    // After an unclosed bracket, and at another error, the key is a consequence of that mistake.
    if (range.from >= (this.unclosed?.from ?? Infinity) || this.#faults.has(range.from)) return;
    this.#report({
      code: 'unsupported-yaml',
      message: `${what} is not supported`,
      span: this.#source.span(range),
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

const INTEGER = /^[-+]?\d+$|^0[xo][\da-fA-F]+$/;

const STYLES: Record<string, ScalarNode['style']> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_FOLDED: 'block',
  BLOCK_LITERAL: 'block',
};

/** Ends a block map or list at its last value, without trailing space. */
function trimRange<Kind extends MapNode | ListNode>(node: Kind, { flow }: { flow?: boolean }): Kind {
  const last = node.kind === 'map' ? [...node.entries.values()].at(-1)?.value : node.items.at(-1);
  const to = last?.range.to ?? 0;
  const isWithin = flow !== true && to > node.range.from;
  return isWithin ? { ...node, range: { from: node.range.from, to } } : node;
}

function toRange(node: YamlNode | null, otherwise: number): Range {
  const [from, to] = node?.range ?? [otherwise, otherwise];
  return { from, to };
}
