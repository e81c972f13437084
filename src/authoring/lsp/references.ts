import type { Location, Position } from 'vscode-languageserver/node';
import { namedAt } from './named-at.ts';
import { locationOf, type OpenFlow } from './open-flow.ts';
import { givenBy } from './runners.ts';

/** Which places are asked for, and the flows that run this one. */
export interface Referring {
  includeDeclaration: boolean;
  runners: () => readonly OpenFlow[];
}

/** Every place that names what is named at a place; on demand with the one where it stands itself. */
export function referencesAt(
  flow: OpenFlow,
  position: Position,
  { includeDeclaration, runners }: Referring,
): Location[] {
  const named = namedAt(flow, position);
  if (named === undefined) return [];
  const own = named.uses
    .filter(({ isDefinition }) => includeDeclaration || !isDefinition)
    .map(({ range }) => locationOf(flow, range));
  return named.at.section === 'params' ? [...own, ...givenBy(runners(), flow, named)] : own;
}
