import type { Location, Position } from 'vscode-languageserver/node';
import { namedAt } from './named-at.ts';
import { locationOf, type OpenFlow } from './open-flow.ts';

/** Where the thing stands that is named at a place. */
export function definitionAt(flow: OpenFlow, position: Position): Location | undefined {
  const definition = namedAt(flow, position)?.uses.find(({ isDefinition }) => isDefinition);
  return definition && locationOf(flow, definition.range);
}
