/**
 * Caches the readings of open documents, so that several requests for one version read it once. Owns the readings and
 * the flows beside them, which may be outdated until a file is saved; not the documents.
 */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { createFlowCatalogue, type FlowFile, type FlowCatalogue } from '../../language/compiler/index.ts';
import type { NamedCapabilities } from '../../language/model/index.ts';
import type { FilesAround, Surroundings } from './files-around.ts';
import { openFlow, type OpenFlow } from './open-flow.ts';

/** Reader of open flows. */
export interface Reading {
  flow(document: TextDocument): OpenFlow;
  surroundings(document: TextDocument): Surroundings;
  /** Clears the cache after files have changed. */
  forget(): void;
}

interface Read {
  version: number;
  flow: OpenFlow;
}

/** Creates a reader of documents that stand among these files and are checked for these carriers. */
export function createFlowReader(files: FilesAround, carriers?: readonly NamedCapabilities[]): Reading {
  let flows = new WeakMap<TextDocument, Read>();
  let others = new Map<string, FlowCatalogue>();

  function surroundings({ uri }: TextDocument): Surroundings {
    const known = others.get(uri) ?? loadLazily(() => files.listFlows(uri));
    others.set(uri, known);
    return { others: known, read: files.createReader(uri), ...(carriers && { carriers }) };
  }

  function flow(document: TextDocument): OpenFlow {
    const { version } = document;
    const known = flows.get(document);
    if (known?.version === version) return known.flow;
    const read = openFlow(document, surroundings(document));
    flows.set(document, { version, flow: read });
    return read;
  }

  function forget(): void {
    flows = new WeakMap();
    others = new Map();
  }

  return { flow, surroundings, forget };
}

/** Creates a catalogue that is read on first use, since most flows run no other one. */
function loadLazily(files: () => FlowFile[]): FlowCatalogue {
  let read: FlowCatalogue | undefined;
  const all = () => (read ??= createFlowCatalogue(files()));
  return {
    get names() {
      return all().names;
    },
    file: (name) => all().file(name),
    listClashes: (name) => all().listClashes(name),
    signature: (name) => all().signature(name),
    part: (name) => all().part(name),
    isRunByFlow: (name) => all().isRunByFlow(name),
  };
}
