/**
 * Caches the open flows, so that several requests for one text read it once. Owns the readings and the flows beside them,
 * which may be outdated until a file is saved; not the documents.
 */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import {
  createFlowCatalogue,
  type FlowFile,
  type FlowCatalogue,
  type CompileOptions,
} from '../../language/compiler/index.ts';
import { openFlow, type OpenFlow } from './open-flow.ts';

/** The reader of the open flows. */
export interface Reading {
  flow(document: TextDocument): OpenFlow;
  surroundings(document: TextDocument): CompileOptions;
  /** Files have changed: everything is read anew when it is asked for. */
  forget(): void;
}

interface Read {
  version: number;
  flow: OpenFlow;
}

/** A reader that takes the flows beside a document from `flowsBeside`. */
export function createFlowReader(flowsBeside: (uri: string) => FlowFile[]): Reading {
  let flows = new WeakMap<TextDocument, Read>();
  let others = new Map<string, FlowCatalogue>();

  function surroundings({ uri }: TextDocument): CompileOptions {
    const known = others.get(uri) ?? loadLazily(() => flowsBeside(uri));
    others.set(uri, known);
    return { others: known };
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

/** Most flows run no other one, so the others are read when one is named. */
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
