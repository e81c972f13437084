import type { Position } from 'vscode-languageserver/node';
import { listNames, type NameUse } from '../../language/compiler/index.ts';
import type { OpenFlow } from './open-flow.ts';

/** A name under the cursor, and all places where the same is named. */
export interface Named {
  at: NameUse;
  uses: NameUse[];
}

/** Finds the name at a position, whether or not it is defined. */
export function findNamed({ document, draft }: OpenFlow, position: Position): Named | undefined {
  const names = draft ? listNames(draft) : [];
  const at = findNameUse(names, document.offsetAt(position));
  if (at === undefined) return undefined;
  const uses = names.filter((use) => isSameName(use, at));
  return { at, uses: uses.toSorted((one, other) => one.range.from - other.range.from) };
}

/** Finds the name at an offset. */
export function findNameUse(names: readonly NameUse[], offset: number): NameUse | undefined {
  return names.find(({ range }) => range.from <= offset && offset <= range.to);
}

/** True for two places that name the same. */
export function isSameName(one: NameUse, other: NameUse): boolean {
  return one.section === other.section && one.name === other.name;
}
