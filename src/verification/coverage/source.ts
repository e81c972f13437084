/** What is measured. */
import type { FlowPart, Graph } from '../../language/model/index.ts';
import type { CoverageItem } from './coverage.ts';

/** A flow as it is measured: what came of loading its file. */
export interface FlowSource {
  /** Path of the flow file. */
  file: string;
  text: string;
  flow: FlowPart & { flows?: Record<string, FlowPart> };
  graph: Graph;
  /** Of the flows that it runs, by name. */
  graphs?: Record<string, Graph>;
  /** The files that it imports, by their paths as diagnostics tell them. */
  imports: readonly { file: string; text: string }[];
}

/** Something to cover, before it is known whether it was. */
export interface Found extends Omit<CoverageItem, 'hits'> {
  /** Where hits on it are counted. */
  places: string[];
}
