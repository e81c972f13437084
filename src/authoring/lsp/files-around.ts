import type { CompileOptions, FlowFile, ReadSiblingFile } from '../../language/compiler/index.ts';

/** The files around the open documents: those of a computer, or those of one draft. */
export interface FilesAround {
  /** Returns a reader of the files that a document names; undefined for a document that was never saved. */
  createReader(uri: string): ReadSiblingFile | undefined;
  /** Returns the saved text of a file; undefined if it cannot be read. */
  readText(uri: string): string | undefined;
  /** Lists the flows that a document can run. */
  listFlows(uri: string): FlowFile[];
  /** Lists the scenario files in the folder of a flow. */
  listScenarios(uri: string): { uri: string; text: string }[];
  /** Returns the one URI of a file that is given by its path or a URI; undefined if it is not one of these files. */
  toUri(file: string): string | undefined;
  /** Returns the path of a file that is given by its URI; undefined if it is not one of these files. */
  toPath(uri: string): string | undefined;
}

/** Files around a document: the flows that it can run, and the files that it names. */
export interface Surroundings extends CompileOptions {
  read?: ReadSiblingFile | undefined;
}
