import type { Location, Position } from 'vscode-languageserver/node';
import { namedAt } from './named-at.ts';
import { locationOf, type OpenFlow } from './open-flow.ts';

/** Every place that names what is named at a place; on demand with the one where it stands itself. */
export function referencesAt(
  flow: OpenFlow,
  position: Position,
  { includeDeclaration }: { includeDeclaration: boolean },
): Location[] {
  return (namedAt(flow, position)?.uses ?? [])
    .filter(({ isDefinition }) => includeDeclaration || !isDefinition)
    .map(({ range }) => locationOf(flow, range));
}
