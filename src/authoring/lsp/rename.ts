import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Location, Position, Range, WorkspaceEdit } from 'vscode-languageserver';
import {
  nameFormOf,
  findImportAt,
  isReservedName,
  namedKinds,
  type NameUse,
} from '../../language/compiler/index.ts';
import { isSameName, findNamed, type Named, isFragment, toEditorRange, type OpenFlow } from './open-flow.ts';
import { findArguments } from './references.ts';
import type { OpenScenarios } from './scenarios.ts';

/** Reason why a name cannot be changed, for the author. */
export interface Refusal {
  refusal: string;
}

const UNREADABLE = 'the file has syntax errors, so some uses of the name may not be found: fix them first';

/** Finds the name at a position that can be changed, or the reason why it cannot. */
export function findRenameable(
  flow: OpenFlow,
  position: Position,
): { range: Range; placeholder: string } | Refusal | undefined {
  const named = findNamed(flow, position);
  if (named === undefined) return undefined;
  if (flow.draft?.document.isFaulty) return { refusal: UNREADABLE };
  const elsewhere = findSharedUse(flow, named);
  if (elsewhere !== undefined) return { refusal: elsewhere };
  return { range: toEditorRange(flow.document, named.at.range), placeholder: named.at.name };
}

/** A new name, the scenarios that may use it, and the flows that may run this one. */
interface Renaming {
  newName: string;
  scenarios: readonly OpenScenarios[];
  runners: () => readonly OpenFlow[];
}

/** Renames the name at a position in the flow, its scenarios and the flows that run it. */
export function renameName(
  flow: OpenFlow,
  position: Position,
  { newName, scenarios, runners: runnersOf }: Renaming,
): { edit: WorkspaceEdit } | Refusal | undefined {
  const named = findNamed(flow, position);
  if (named === undefined) return undefined;
  const refusal = findRefusal(flow, named, newName);
  if (refusal !== undefined) return { refusal };
  const own = scenarios.filter(({ flowUri }) => flowUri === flow.document.uri);
  const runners = named.at.section === 'params' ? runnersOf() : [];
  const unreadable = own.find(({ isFaulty }) => isFaulty) ?? runners.find(isUnreadable);
  if (unreadable !== undefined)
    return { refusal: `${formatShortPath(unreadable.document)} has syntax errors: fix them first` };
  const places = [
    ...toLocations(flow.document, named.uses),
    ...own.flatMap(({ document, names }) =>
      toLocations(
        document,
        names.filter((use) => isSameName(use, named.at)),
      ),
    ),
    ...findArguments(runners, flow, named),
  ];
  const changes = [...Map.groupBy(places, ({ uri }) => uri)].map(
    ([uri, found]) => [uri, found.map(({ range }) => ({ range, newText: newName }))] as const,
  );
  return { edit: { changes: Object.fromEntries(changes) } };
}

function toLocations(document: TextDocument, uses: readonly NameUse[]): Location[] {
  return uses.map(({ range }) => ({ uri: document.uri, range: toEditorRange(document, range) }));
}

function isUnreadable({ draft }: OpenFlow): boolean {
  return draft?.document.isFaulty ?? true;
}

/** Formats a file with its folder, since many flows are called `flow.yaml`. */
function formatShortPath({ uri }: TextDocument): string {
  return uri.split('/').slice(-2).join('/');
}

/** Returns the reason why a name cannot be changed: other flows may use it through an import. */
function findSharedUse({ document, draft }: OpenFlow, { at, uses }: Named): string | undefined {
  if (isFragment(document)) return `flows that import this file may use "${at.name}"`;
  const [imported] = uses.flatMap(({ range }) => (draft && findImportAt(draft.document, range)) ?? []);
  return imported && `"${at.name}" is also used in ${imported.path}, which other flows may import`;
}

function findRefusal(flow: OpenFlow, named: Named, newName: string): string | undefined {
  const { draft } = flow;
  const { at } = named;
  if (draft === undefined || draft.document.isFaulty) return UNREADABLE;
  const elsewhere = findSharedUse(flow, named);
  if (elsewhere !== undefined) return elsewhere;
  const kind = namedKinds[at.section];
  const { pattern, description } = nameFormOf(at.section);
  if (!pattern.test(newName)) return `"${newName}" is not a valid ${kind} name: use ${description}`;
  if (isReservedName(newName, at.section)) return `"${newName}" is a reserved word`;
  const section = draft.document.root;
  const taken = section.kind === 'map' ? section.entries.get(at.section)?.value : undefined;
  const isTaken = newName !== at.name && taken?.kind === 'map' && taken.entries.has(newName);
  return isTaken ? `there is already a ${kind} "${newName}"` : undefined;
}
