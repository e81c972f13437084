import { SymbolKind, type DocumentSymbol } from 'vscode-languageserver';
import { namedKinds, type Entry, type NameSection, type Range } from '../../language/compiler/index.ts';
import { toEditorRange, type OpenFlow } from './open-flow.ts';

/** Lists the named elements of a flow: its steps in order, its prompts, its variables. */
export function createOutline(flow: OpenFlow): DocumentSymbol[] {
  // Imported files have their own outlines.
  const { own, root: whole } = flow.draft?.document ?? {};
  const root = own?.root ?? whole;
  if (root?.kind !== 'map') return [];
  return [...root.entries.values()].flatMap((entry) => {
    const kind = KINDS[entry.key as NameSection];
    if (!Object.hasOwn(KINDS, entry.key) || entry.value.kind !== 'map') return [];
    const members = [...entry.value.entries.values()];
    const children = members.map((member) =>
      createSymbol(flow, member, { kind, detail: describeEntry(flow, entry, member) }),
    );
    return [{ ...createSymbol(flow, entry, { kind: SymbolKind.Namespace, detail: '' }), children }];
  });
}

const KINDS: Record<NameSection, SymbolKind> = {
  vars: SymbolKind.Variable,
  params: SymbolKind.Variable,
  env: SymbolKind.Constant,
  prompts: SymbolKind.String,
  hours: SymbolKind.Object,
  tables: SymbolKind.Array,
  steps: SymbolKind.Function,
};

/** Returns the verb of a step, or the kind of anything else. */
function describeEntry({ draft }: OpenFlow, section: Entry, { key }: Entry): string {
  if (section.key !== 'steps') return namedKinds[section.key as NameSection];
  return draft?.graph.steps.find(({ name }) => name === key)?.verb ?? '';
}

function createSymbol(
  { document }: OpenFlow,
  entry: Entry,
  { kind, detail }: { kind: SymbolKind; detail: string },
): DocumentSymbol {
  return {
    name: entry.key === '' ? '""' : entry.key,
    kind,
    detail,
    range: toEditorRange(document, coverEntry(entry)),
    selectionRange: toEditorRange(document, entry.keyRange),
  };
}

/** Returns the range from the key to the end of the value, unless the value is an alias for another place. */
function coverEntry({ keyRange, value }: Entry): Range {
  return {
    from: keyRange.from,
    to: Math.max(keyRange.to, value.range.from < keyRange.to ? 0 : value.range.to),
  };
}
