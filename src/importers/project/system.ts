/** What a system contributes to the importer. One folder per system implements this; nothing else knows the system. */
import type { Side } from '../../verification/compare/index.ts';
import type { ReadSource } from '../reading/index.ts';
import type { Draft } from './draft.ts';
import type { MappingRow } from './mapping.ts';
import type { Project } from './project.ts';

export const systemIds = ['studio', 'connect', 'swml', 'freeswitch', 'voicexml', 'architect'] as const;
export type SystemId = (typeof systemIds)[number];

export interface System {
  id: SystemId;
  /** Name of the product, for people. */
  name: string;
  /** Its constructs and what becomes of each; docs/coming-from.md is generated from it. */
  mapping: readonly MappingRow[];
  /** True if a file looks like one of this system. Files of two systems never look alike. */
  recognise: (source: ReadSource) => boolean;
  /**
   * Translates the files of one project. Never throws: what is broken is reported with its place, and the rest is translated.
   * Each node of the files is told to the project once, with its grade (Project.addNode), and each loss (Project.addLoss).
   */
  translate: (sources: readonly ReadSource[], project: Project) => TranslatedFlow[];
}

export interface TranslatedFlow {
  draft: Draft;
  /** The source as a call: its own definition, run by the rules of its system, not by what the translation made of it. */
  original: Side;
  /** False for a flow that only others run. */
  isEntry: boolean;
}
