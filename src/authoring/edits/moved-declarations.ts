/** The declarations that a sub-flow needs, as the flow writes them, and those that only the sub-flow needs. */
import {
  listNames,
  nodeAt,
  type Entry,
  type MapNode,
  type NameSection,
  type Range,
} from '../../language/compiler/index.ts';
import type { GraphStep } from '../../language/model/index.ts';
import type { MovedValues } from './moved-values.ts';
import { endOfLine, findEnd, lineBreak, type EditableFlow } from './step-lines.ts';
import type { TextEdit } from './text-edit.ts';

/** Sections that are copied as a whole. */
const WHOLE = ['languages', 'voice'] as const;
/** Sections whose names move or are copied, in the order in which they are written. */
const NAMED = ['env', 'hours', 'tables', 'prompts'] as const satisfies readonly NameSection[];

interface Moving {
  moved: readonly GraphStep[];
  /** Ranges of the steps. */
  blocks: readonly Range[];
  values: MovedValues;
}

interface MovedDeclarations {
  /** Lines of the sections of the sub-flow. */
  sections: string[];
  /** Edits that remove what only the sub-flow needs. */
  removals: TextEdit[];
}

export function planDeclarations(flow: EditableFlow, { moved, blocks, values }: Moving): MovedDeclarations {
  const { draft, graph } = flow;
  const asks = moved.some(({ waits }) => waits === 'caller');
  const verbs = new Set(moved.map(({ verb }) => verb));
  const defaults = listOwn(flow, 'defaults').filter(({ key }) => verbs.has(key));
  const names = listNames(draft);
  const inside = [...blocks, ...defaults.map(toRange)];
  const isInside = (ranges: readonly Range[], { from }: Range) =>
    ranges.some((range) => range.from <= from && from < range.to);
  const isUsed = (section: NameSection, name: string, ranges: readonly Range[], isWanted = true) =>
    names.some(
      (use) =>
        !use.isDefinition &&
        use.section === section &&
        use.name === name &&
        isInside(ranges, use.range) === isWanted,
    );
  const prompts = listOwn(flow, 'prompts').filter(({ key }) => isUsed('prompts', key, inside));
  const all = [...inside, ...prompts.map(toRange)];
  const leaving = [
    ...blocks,
    ...prompts.filter(({ key }) => !isUsed('prompts', key, blocks, false)).map(toRange),
  ];
  const select = (section: NameSection) =>
    section === 'prompts' ? prompts : listOwn(flow, section).filter(({ key }) => isUsed(section, key, all));
  const vars = listOwn(flow, 'vars').filter(({ key }) => values.used.includes(key));
  const sections = [...NAMED.map((section) => [section, select(section)] as const), ['vars', vars] as const];
  const isKept = (section: NameSection, key: string) =>
    section === 'vars' && [...values.passed, ...values.returned].includes(key);
  return {
    sections: [
      ...WHOLE.flatMap((section) => listLines(flow, section)),
      ...renderSection('params', renderParams(flow, values)),
      ...sections.flatMap(([section, entries]) => renderEntries(flow, section, entries)),
      ...renderEntries(flow, 'defaults', defaults),
      ...(asks && graph.always.length > 0 ? listLines(flow, 'always') : []),
    ],
    removals: sections.flatMap(([section, entries]) =>
      removeEntries(
        flow,
        section,
        entries.filter(({ key }) => !isKept(section, key) && !isUsed(section, key, leaving, false)),
      ),
    ),
  };
}

/** Renders a section with these lines; no section without lines. */
export function renderSection(name: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${name}:`, ...lines.map((line) => `  ${line}`)];
}

function renderParams(flow: EditableFlow, { passed, params }: MovedValues): string[] {
  const { vars } = flow.draft;
  const declared = listOwn(flow, 'params').filter(({ key }) => params.includes(key));
  return [
    ...declared.flatMap((entry) => cutEntry(flow, entry)),
    ...passed.map((name) => `${name}: { type: ${vars[name]?.type ?? 'string'} }`),
  ];
}

function renderEntries(flow: EditableFlow, section: string, entries: readonly Entry[]): string[] {
  if (entries.length > 0 && entries.length === listOwn(flow, section).length) return listLines(flow, section);
  return renderSection(
    section,
    entries.flatMap((entry) => cutEntry(flow, entry)),
  );
}

/** Returns the lines of an entry with the comments above it, as if they began at the left margin. */
function cutEntry({ text }: EditableFlow, entry: Entry): string[] {
  const { from, to } = rangeOfLines(text, entry);
  const isOnOwnLine = /^(?:#|$)/.exec(text.slice(from, entry.keyRange.from).trimStart()) !== null;
  if (!isOnOwnLine) return [text.slice(entry.keyRange.from, entry.value.range.to)];
  const indent = entry.keyRange.from - (text.lastIndexOf('\n', entry.keyRange.from - 1) + 1);
  const lines = text.slice(from, to).trimEnd().split(/\r?\n/);
  return lines.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)));
}

/** Returns the range of the lines of an entry, with the comments right above it. */
function rangeOfLines(text: string, entry: Entry): Range {
  let from = text.lastIndexOf('\n', entry.keyRange.from - 1) + 1;
  while (from > 0) {
    const before = text.lastIndexOf('\n', from - 2) + 1;
    if (!/^\s*#(?! yaml-language-server)/.test(text.slice(before, from))) break;
    from = before;
  }
  const end = endOfLine(text, findEnd(text, entry));
  return { from, to: Math.min(text.length, end + lineBreak(text).length) };
}

/** Returns the lines of a section as they are. */
function listLines(flow: EditableFlow, section: string): string[] {
  const entry = findSection(flow, section);
  return entry === undefined ? [] : cutEntry(flow, entry);
}

function removeEntries(flow: EditableFlow, section: string, entries: readonly Entry[]): TextEdit[] {
  const { text } = flow;
  const own = listOwn(flow, section);
  const around = findSection(flow, section);
  if (entries.length === 0 || around === undefined) return [];
  if (entries.length === own.length) return [{ ...rangeOfLines(text, around), newText: '' }];
  if (text[around.value.range.from] !== '{')
    return entries.map((entry) => ({ ...rangeOfLines(text, entry), newText: '' }));
  const kept = own.filter((entry) => !entries.includes(entry));
  const rendered = kept.map(({ keyRange, value }) => text.slice(keyRange.from, value.range.to));
  return [{ ...around.value.range, newText: `{ ${rendered.join(', ')} }` }];
}

function findSection({ draft }: EditableFlow, section: string): Entry | undefined {
  const { root } = draft.document;
  return root.kind === 'map' ? root.entries.get(section) : undefined;
}

/** Lists the entries of a section that stand in the flow's own file. */
function listOwn({ text, draft }: EditableFlow, section: string): Entry[] {
  const map = nodeAt(draft.document.root, [section]);
  if (map?.kind !== 'map') return [];
  return [...(map satisfies MapNode).entries.values()].filter(({ keyRange }) => keyRange.from < text.length);
}

function toRange({ keyRange, value }: Entry): Range {
  return { from: keyRange.from, to: value.range.to };
}
