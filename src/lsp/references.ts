import type { Location, Position } from 'vscode-languageserver/node';
import { namedAt } from './named-at.ts';
import { rangeIn, type OpenFlow } from './open-flow.ts';

/** Every place that names what is named at a place; on demand with the one where it stands itself. */
export function referencesAt(
  flow: OpenFlow,
  position: Position,
  { includeDeclaration }: { includeDeclaration: boolean },
): Location[] {
  const { document } = flow;
  return (namedAt(flow, position)?.uses ?? [])
    .filter(({ isDefinition }) => includeDeclaration || !isDefinition)
    .map(({ range }) => ({ uri: document.uri, range: rangeIn(document, range) }));
}
