/** Versions of flows as the API shows them, whether they are stored or held by a node. */
import type { Need } from '../../language/compiler/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';

/** Description of a version. */
export interface VersionInfo {
  flow: string;
  /** The content hash of its compiled form. */
  version: string;
  /** File of the flow in the bundle. */
  file: string;
  steps: number;
  /** The flow's own description; absent if it has none, and in versions of earlier releases. */
  description?: string;
  /** Time (ms since the epoch) and author of the first upload. */
  createdAt: number;
  createdBy: string;
  /** Name of the author at that time; absent for versions that were stored without it. */
  createdByName?: string;
}

/** Contents of a version. */
export interface VersionSource {
  files: Record<string, string>;
  compiled: CompiledFlow;
  /** What it needs of a carrier; absent in versions of earlier releases. */
  needs?: readonly Need[];
}

/** Origin of a version or deployment, added when it is read. */
export interface Origin {
  /** `files`: the node runs the version from a folder, or did so lately; it was not uploaded. */
  source?: 'files';
}
