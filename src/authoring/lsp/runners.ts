/** The flows that run the one being edited: what they give it bears the names of its parameters. */
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Location } from 'vscode-languageserver/node';
import { argumentsFor, type FlowFile } from '../../language/compiler/index.ts';
import { addressOf } from '../flow-files/index.ts';
import type { Named } from './named-at.ts';
import { locationOf, type OpenFlow } from './open-flow.ts';
import type { Reading } from './reading.ts';

/** What is known around a flow. */
export interface Around {
  reading: Reading;
  flowsBeside: (uri: string) => FlowFile[];
  /** The documents that are open in the editor. */
  open: readonly TextDocument[];
}

/** The flows beside one that may run it, or go to it, as they stand in the editor, else as they are saved. */
export function runnersOf({ document, draft }: OpenFlow, { reading, flowsBeside, open }: Around): OpenFlow[] {
  const name = draft?.source.name;
  const own = addressOf(document.uri);
  if (name === undefined || own === undefined) return [];
  return flowsBeside(document.uri).flatMap(({ file, text }) => {
    const address = addressOf(file);
    if (address === undefined || address === own) return [];
    const found =
      open.find(({ uri }) => addressOf(uri) === address) ?? TextDocument.create(address, 'yaml', 0, text);
    if (!mayRun(found.getText(), name)) return [];
    const run = reading.surroundings(found).others?.file(name);
    return run !== undefined && addressOf(run.file) === own ? [reading.flow(found)] : [];
  });
}

/** Where other flows give one a value for what is named. */
export function givenBy(runners: readonly OpenFlow[], { draft }: OpenFlow, { at }: Named): Location[] {
  const flow = draft?.source.name;
  if (at.section !== 'params' || flow === undefined) return [];
  const places = runners.flatMap((runner) =>
    (runner.draft ? argumentsFor(runner.draft, flow) : [])
      .filter(({ name }) => name === at.name)
      .map(({ range }) => locationOf(runner, range)),
  );
  // What several flows import is one place.
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

function mayRun(text: string, name: string): boolean {
  return new RegExp(`\\b(?:${name}|imports)\\b`).test(text);
}
