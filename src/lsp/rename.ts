import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import { importOf, namedKinds, type NameSection, type NameUse } from '../compiler/index.ts';
import { targetWords, WORDS_OF_CEL } from '../flow/index.ts';
import { isSameName, namedAt, type Named } from './named-at.ts';
import { isFragment, rangeIn, type OpenFlow } from './open-flow.ts';
import type { OpenScenarios } from './scenarios.ts';

/** Why a name is not changed, in words for the author. */
export interface Refusal {
  refusal: string;
}

const UNREADABLE =
  'the file has syntax errors, so that some places of the name may not be found: mend them first';

/** The name that can be changed at a place, if one can. */
export function renameableAt(
  flow: OpenFlow,
  position: Position,
): { range: Range; placeholder: string } | Refusal | undefined {
  const named = namedAt(flow, position);
  if (named === undefined) return undefined;
  if (flow.draft?.document.isFaulty) return { refusal: UNREADABLE };
  const elsewhere = elsewhereOf(flow, named);
  if (elsewhere !== undefined) return { refusal: elsewhere };
  return { range: rangeIn(flow.document, named.at.range), placeholder: named.at.name };
}

/** A new name, and the scenarios that may name what gets it. */
export interface Renaming {
  newName: string;
  scenarios: readonly OpenScenarios[];
}

/** Gives what is named at a place another name, everywhere in the flow and in its scenarios. */
export function renameAt(
  flow: OpenFlow,
  position: Position,
  { newName, scenarios }: Renaming,
): { edit: WorkspaceEdit } | Refusal | undefined {
  const named = namedAt(flow, position);
  if (named === undefined) return undefined;
  const refusal = refusalOf(flow, named, newName);
  if (refusal !== undefined) return { refusal };
  const own = scenarios.filter(({ flowUri }) => flowUri === flow.document.uri);
  const unreadable = own.find(({ isFaulty }) => isFaulty);
  if (unreadable !== undefined)
    return {
      refusal: `${unreadable.document.uri.split('/').at(-1) ?? ''} has syntax errors: mend them first`,
    };
  const places = [
    { document: flow.document, uses: named.uses },
    ...own.map(({ document, names }) => ({
      document,
      uses: names.filter((use) => isSameName(use, named.at)),
    })),
  ];
  const changes = places
    .filter(({ uses }) => uses.length > 0)
    .map(({ document, uses }) => [document.uri, editsIn(document, uses, newName)] as const);
  return { edit: { changes: Object.fromEntries(changes) } };
}

function editsIn(document: TextDocument, uses: readonly NameUse[], newText: string): TextEdit[] {
  return uses.map(({ range }) => ({ range: rangeIn(document, range), newText }));
}

/** Why a name cannot be changed in one file: what flows import is theirs too. */
function elsewhereOf({ document, draft }: OpenFlow, { at, uses }: Named): string | undefined {
  if (isFragment(document)) return `flows that import this file may use "${at.name}"`;
  const [imported] = uses.flatMap(({ range }) => (draft && importOf(draft.document, range)) ?? []);
  return imported && `"${at.name}" stands in ${imported.path} too, which other flows may import`;
}

function refusalOf(flow: OpenFlow, named: Named, newName: string): string | undefined {
  const { draft } = flow;
  const { at } = named;
  if (draft === undefined || draft.document.isFaulty) return UNREADABLE;
  const elsewhere = elsewhereOf(flow, named);
  if (elsewhere !== undefined) return elsewhere;
  const kind = namedKinds[at.section];
  const { form, inWords } = at.section === 'env' ? UPPER : LOWER;
  if (!form.test(newName)) return `"${newName}" cannot be the name of a ${kind}: ${inWords}`;
  if (isReserved(newName, at.section)) return `"${newName}" has a meaning of its own`;
  const section = draft.document.root;
  const taken = section.kind === 'map' ? section.entries.get(at.section)?.value : undefined;
  const isTaken = newName !== at.name && taken?.kind === 'map' && taken.entries.has(newName);
  return isTaken ? `there is a ${kind} "${newName}" already` : undefined;
}

const LOWER = {
  form: /^[a-z][a-z0-9_]*$/,
  inWords: 'it begins with a lower-case letter and goes on with lower-case letters, digits and underscores',
};
const UPPER = {
  form: /^[A-Z][A-Z0-9_]*$/,
  inWords: 'it begins with a capital letter and goes on with capital letters, digits and underscores',
};

const OF_YAML = ['true', 'false', 'null'];

/** What no name can be: words that YAML reads as something else than text, those of CEL, and targets that are no steps. */
const RESERVED: Partial<Record<NameSection, readonly string[]>> = {
  steps: [...OF_YAML, ...targetWords],
  vars: WORDS_OF_CEL,
  params: WORDS_OF_CEL,
};

function isReserved(name: string, section: NameSection): boolean {
  return (RESERVED[section] ?? OF_YAML).includes(name);
}
