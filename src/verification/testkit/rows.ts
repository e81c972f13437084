/**
 * Expands scenarios with `each` to one per row, in which `${row.name}` is replaced by the value of the row. This
 * changes the tree of the file before anything else reads it, so a value of a row is checked like any other, and its
 * problems are reported at the row.
 */
import { entryOf, nodeAt } from '../../language/compiler/index.ts';
import type { Document, Entry, MapNode, Node, Range, ScalarNode } from '../../language/compiler/index.ts';
import { findClosest } from '../../language/diagnostics/index.ts';
import type { Report } from '../../language/diagnostics/index.ts';
import { shorten } from '../../language/text/index.ts';

/** A file with one scenario per row. */
export interface WrittenOut {
  document: Document;
  /** The row of each scenario, by index; undefined for a scenario without rows. */
  rows: (Row | undefined)[];
}

/** One row of `each`. */
export interface Row {
  range: Range;
  /** Description: `key: 1, prompt: to_sales`. */
  words: string;
  /** True if the name of the scenario identifies the row. */
  isNamed: boolean;
}

const PLACEHOLDER = /\$\{row\.([^}]*)\}/g;

/** Maximum number of characters of a row in a name. */
const MAX_WORDS = 80;

/** Expands every scenario. Reports values that no row has. */
export function expandSuite(document: Document, report: Report): WrittenOut {
  const { root } = document;
  // Keys shared by all scenarios have no row, so every placeholder in them is reported.
  for (const { key, value } of root.kind === 'map' ? root.entries.values() : [])
    if (key !== 'scenarios')
      fill(value, { valueOf: createMissingRow({ document, report }), document, report });
  const list = nodeAt(root, ['scenarios']);
  if (list?.kind !== 'list') return { document, rows: [] };
  const made = list.items.flatMap((scenario) => expandRows(scenario, { document, report }));
  const items = made.map(({ scenario }) => scenario);
  return {
    document: { ...document, root: replaceEntry(root, 'scenarios', { ...list, items }) },
    rows: made.map(({ row }) => row),
  };
}

interface Telling {
  document: Document;
  report: Report;
}

function expandRows(scenario: Node, telling: Telling): { scenario: Node; row?: Row }[] {
  const each = entryOf(scenario, 'each')?.value;
  const rows = each?.kind === 'list' ? each.items.filter((row) => row.kind === 'map') : [];
  if (scenario.kind !== 'map' || rows.length === 0) {
    fill(scenario, { valueOf: createMissingRow(telling), ...telling });
    return [{ scenario }];
  }
  return rows.map((row, at) => {
    const filling = { valueOf: createRowLookup(row, telling), ...telling };
    // The rows themselves are checked once, in their first scenario.
    const entries = [...scenario.entries]
      .filter(([key]) => key !== 'each' || at === 0)
      .map(([key, entry]) => [key, key === 'each' ? entry : fillEntry(entry, filling)] as const);
    const name = entryOf(scenario, 'name')?.value;
    const isNamed = name?.kind === 'string' && String(name.value).search(PLACEHOLDER) >= 0;
    const { range } = row;
    return {
      scenario: { ...scenario, entries: new Map(entries) },
      row: { range, words: renderRow(row), isNamed },
    };
  });
}

/** Returns the value of a name; undefined if a problem was reported. */
type ValueOf = (name: string, at: Range) => ScalarNode | undefined;

interface Filling extends Telling {
  valueOf: ValueOf;
}

function createMissingRow({ document, report }: Telling): ValueOf {
  return (name, at) => {
    report({
      code: 'unknown-variable',
      message: `there are no rows, so \${row.${name}} has no value`,
      span: document.span(at),
      hint: `add rows to the scenario: each: [{ ${name}: … }]`,
    });
    return undefined;
  };
}

function createRowLookup(row: MapNode, { document, report }: Telling): ValueOf {
  return (name, at) => {
    const cell = entryOf(row, name)?.value;
    if (cell !== undefined) return 'source' in cell ? cell : undefined;
    const known = [...row.entries.keys()];
    const meant = findClosest(name, known);
    const { line } = document.span(row.range).start;
    report({
      code: 'unknown-variable',
      message: `the row in line ${line} has no "${name}", only ${known.join(', ')}`,
      span: document.span(at),
      ...(meant === undefined ? {} : { hint: `did you mean \${row.${meant}}?` }),
    });
    return undefined;
  };
}

function fill(node: Node, filling: Filling): Node {
  if (node.kind === 'list') return { ...node, items: node.items.map((item) => fill(item, filling)) };
  if (node.kind === 'map') return { ...node, entries: fillEntries(node, filling) };
  return node.kind === 'string' ? fillText(node, filling) : node;
}

/** Fills in the entries of a map. Different keys may become equal. */
function fillEntries({ entries }: MapNode, filling: Filling): Map<string, Entry> {
  const filled = new Map<string, Entry>();
  for (const entry of entries.values()) {
    const made = fillEntry(entry, filling);
    const first = filled.get(made.key);
    if (first === undefined) filled.set(made.key, made);
    else reportDuplicate(made, first, filling);
  }
  return filled;
}

function reportDuplicate({ key, keyRange }: Entry, first: Entry, { document, report }: Telling): void {
  const { line, column } = document.span(first.keyRange).start;
  report({
    code: 'duplicate-key',
    message: `key "${key}" is given twice; the first one stands at ${line}:${column}`,
    span: document.span(keyRange),
  });
}

function fillEntry(entry: Entry, filling: Filling): Entry {
  const key = entry.key.replace(PLACEHOLDER, (written, name: string) =>
    renderCell(filling.valueOf(name, entry.keyRange), written),
  );
  return { ...entry, key, value: fill(entry.value, filling) };
}

/** Fills in a text. A placeholder alone becomes the value of the row, with its type. */
function fillText(node: ScalarNode, { valueOf }: Filling): ScalarNode {
  const text = String(node.value);
  const [whole, only = ''] = /^\$\{row\.([^}]*)\}$/.exec(text) ?? [];
  if (whole !== undefined) return valueOf(only, node.range) ?? node;
  const value = text.replace(PLACEHOLDER, (written, name: string) =>
    renderCell(valueOf(name, node.range), written),
  );
  return value === text ? node : { ...node, value, source: value };
}

/** Renders a cell; numbers keep their written form. */
function renderCell(cell: ScalarNode | undefined, written: string): string {
  if (cell === undefined) return written;
  return cell.kind === 'string' ? String(cell.value) : cell.source;
}

function renderRow(row: MapNode): string {
  const cells = [...row.entries.values()].map(
    ({ key, value }) => `${key}: ${'source' in value ? renderCell(value, '') : '…'}`,
  );
  return shorten(cells.join(', '), MAX_WORDS);
}

function replaceEntry(root: Node, key: string, value: Node): Node {
  const entry = entryOf(root, key);
  if (root.kind !== 'map' || entry === undefined) return root;
  return { ...root, entries: new Map([...root.entries, [key, { ...entry, value }]]) };
}
