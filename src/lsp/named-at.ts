import type { Position } from 'vscode-languageserver/node';
import { namesOf, type NameUse } from '../compiler/index.ts';
import type { OpenFlow } from './open-flow.ts';

/** A name under the cursor, and all places where the same is named. */
export interface Named {
  at: NameUse;
  uses: NameUse[];
}

/** What is named at a place, whether or not it exists. */
export function namedAt({ document, draft }: OpenFlow, position: Position): Named | undefined {
  const names = draft ? namesOf(draft) : [];
  const offset = document.offsetAt(position);
  const at = names.find(({ range }) => range.from <= offset && offset <= range.to);
  if (at === undefined) return undefined;
  const uses = names.filter(({ section, name }) => section === at.section && name === at.name);
  return { at, uses: uses.toSorted((one, other) => one.range.from - other.range.from) };
}
