/** Finds references, in the flow and in the flows that run it: their arguments bear the names of its parameters. */
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Location, Position } from 'vscode-languageserver';
import { listArguments } from '../../language/compiler/index.ts';
import type { FilesAround } from './files-around.ts';
import type { Named } from './open-flow.ts';
import { toLocation, type OpenFlow, findNamed } from './open-flow.ts';
import type { Reading } from './reading.ts';

interface Around {
  reading: Reading;
  files: FilesAround;
  open: readonly TextDocument[];
}

/** Lists the flows beside one that may run it: as they are in the editor, or else as saved. */
export function findRunners({ document, draft }: OpenFlow, { reading, files, open }: Around): OpenFlow[] {
  const name = draft?.source.name;
  const own = files.toUri(document.uri);
  if (name === undefined || own === undefined) return [];
  return files.listFlows(document.uri).flatMap(({ file, text }) => {
    const address = files.toUri(file);
    if (address === undefined || address === own) return [];
    const found =
      open.find(({ uri }) => files.toUri(uri) === address) ?? TextDocument.create(address, 'yaml', 0, text);
    if (!mayRun(found.getText(), name)) return [];
    const run = reading.surroundings(found).others?.file(name);
    return run !== undefined && files.toUri(run.file) === own ? [reading.flow(found)] : [];
  });
}

/** Lists the places where other flows pass a value for a parameter. */
export function findArguments(runners: readonly OpenFlow[], { draft }: OpenFlow, { at }: Named): Location[] {
  const flow = draft?.source.name;
  if (at.section !== 'params' || flow === undefined) return [];
  const places = runners.flatMap((runner) =>
    (runner.draft ? listArguments(runner.draft, flow) : [])
      .filter(({ name }) => name === at.name)
      .map(({ range }) => toLocation(runner, range)),
  );
  // Several flows may import the same place.
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

function mayRun(text: string, name: string): boolean {
  return new RegExp(`\\b(?:${name}|imports)\\b`).test(text);
}

/** Returns the definition of the name at a position. */
export function findDefinition(flow: OpenFlow, position: Position): Location | undefined {
  const definition = findNamed(flow, position)?.uses.find(({ isDefinition }) => isDefinition);
  return definition && toLocation(flow, definition.range);
}

interface Referring {
  includeDeclaration: boolean;
  runners: () => readonly OpenFlow[];
}

/** Lists the references to the name at a position; with `includeDeclaration`, its definition too. */
export function findReferences(
  flow: OpenFlow,
  position: Position,
  { includeDeclaration, runners }: Referring,
): Location[] {
  const named = findNamed(flow, position);
  if (named === undefined) return [];
  const own = named.uses
    .filter(({ isDefinition }) => includeDeclaration || !isDefinition)
    .map(({ range }) => toLocation(flow, range));
  return named.at.section === 'params' ? [...own, ...findArguments(runners(), flow, named)] : own;
}
