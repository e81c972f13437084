import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Document, Node } from 'yaml';
import type { LineIndex } from './line-index.ts';
import type { MaskedText } from './placeholders.ts';
import { createDepthError, createSecondError, MAX_DEPTH, ReadingError } from './reading-error.ts';
import type { DataNode } from './source.ts';

/** Maximum number of values that aliases may add. */
const MAX_NODES = 200_000;
const MAX_ALIASES = 1_000;

/** Reads YAML; throws ReadingError. */
export function readYaml({ text, restore }: MaskedText, lines: LineIndex): DataNode {
  const deep = findDeepLine(text);
  if (deep !== undefined) throw createDepthError(lines.toSpan(deep, deep + 1));
  const document = parseDocument(text, {
    uniqueKeys: false,
    strict: false,
    keepSourceTokens: false,
    // Composing a pretty message takes a pass over the text for each error.
    prettyErrors: false,
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const span = lines.toSpan(...error.pos);
    if (error.code === 'RESOURCE_EXHAUSTION') throw createDepthError(span);
    if (error.code === 'MULTIPLE_DOCS') throw createSecondError(span);
    throw new ReadingError('import-unreadable', `the YAML is broken here: ${error.message}`, span);
  }
  return new YamlReader(document, { restore, lines }).read(document.contents, 0);
}

/** Returns the offset of the first line that is nested too deep by its indentation or its brackets. */
function findDeepLine(text: string): number | undefined {
  let offset = 0;
  for (const line of text.split('\n')) {
    if (findDepth(line) > MAX_DEPTH) return offset;
    offset += line.length + 1;
  }
  return undefined;
}

function findDepth(line: string): number {
  let [depth, most] = [0, 0];
  for (const character of line) {
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    most = Math.max(most, depth);
  }
  return Math.max(most, Math.floor(line.search(/\S|$/) / 2));
}

class YamlReader {
  readonly #document: Document;
  readonly #restore: MaskedText['restore'];
  readonly #lines: LineIndex;
  #nodes = 0;
  #aliases = 0;

  constructor(document: Document, about: { restore: MaskedText['restore']; lines: LineIndex }) {
    this.#document = document;
    this.#restore = about.restore;
    this.#lines = about.lines;
  }

  read(node: unknown, depth: number): DataNode {
    const span = this.#findSpan(node);
    this.#nodes += 1;
    if (depth > MAX_DEPTH) throw createDepthError(span);
    if (this.#nodes > MAX_NODES)
      throw new ReadingError('import-too-large', `the file expands to more than ${MAX_NODES} values`, span);
    if (isAlias(node)) return this.#readAlias(node.resolve(this.#document), span, depth);
    if (isMap(node)) {
      const entries = node.items.map(({ key, value }) => ({
        key: this.#restore(String(isScalar(key) ? key.value : key)),
        keySpan: this.#findSpan(key),
        value: this.read(value, depth + 1),
      }));
      return { kind: 'object', span, entries };
    }
    if (isSeq(node))
      return { kind: 'list', span, items: node.items.map((item) => this.read(item, depth + 1)) };
    return { kind: 'scalar', span, value: this.#toScalar(isScalar(node) ? node.value : null) };
  }

  #readAlias(target: Node | undefined, span: DataNode['span'], depth: number): DataNode {
    this.#aliases += 1;
    if (this.#aliases > MAX_ALIASES)
      throw new ReadingError('import-too-large', `the file has more than ${MAX_ALIASES} aliases`, span);
    return { ...this.read(target, depth + 1), span };
  }

  #toScalar(value: unknown): string | number | boolean | null {
    if (typeof value === 'string') return this.#restore(value);
    return typeof value === 'number' || typeof value === 'boolean' ? value : null;
  }

  #findSpan(node: unknown): DataNode['span'] {
    const range = (node as { range?: [number, number, number] | null } | null)?.range;
    return this.#lines.toSpan(range?.[0] ?? 0, range?.[1] ?? 0);
  }
}
