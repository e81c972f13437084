/** The result of an import. */
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import type { Comparison, FlowSide } from '../../verification/compare/index.ts';
import type { Question } from './answers.ts';
import type { Draft } from './draft.ts';
import type { Loss, NodeResult } from './nodes.ts';
import type { System } from './system.ts';
import type { UnusedAnswer } from './used-answers.ts';

/** Something that `validate` or `prove` warns of in a flow that equals its original. */
export interface Fault {
  diagnostic: Diagnostic;
  /** The original had it already, or it can be gone once the steps that are left to the author are written. */
  comesFrom: 'original' | 'stub';
}

/** An imported flow. */
export interface ImportedFlow {
  name: string;
  /** Text of the flow file. */
  text: string;
  draft: Draft;
  /** The compiled flow as it was compared; absent like the comparison. */
  side?: FlowSide;
  /** Mistakes that the compiler finds in the result. */
  diagnostics: readonly Diagnostic[];
  /** Warnings about what callers meet, which comments in the text note. */
  faults: readonly Fault[];
  /** How many of its situations `prove` searched for such faults. */
  searched: 'whole' | 'part' | 'none';
  /** Absent for a flow with errors, and for one that only others run: it is compared with them. */
  comparison?: Comparison;
  /** Scenario file that covers the steps that the comparison reached; absent if there is nothing to cover. */
  scenarios?: string;
}

/** Result of an import. */
export interface Imported {
  /** Absent if no file could be read. */
  system?: System;
  flows: readonly ImportedFlow[];
  nodes: readonly NodeResult[];
  losses: readonly Loss[];
  questions: readonly Question[];
  /** Answers that nothing in the files asked for. */
  unusedAnswers: readonly UnusedAnswer[];
  /** About the sources. */
  diagnostics: Diagnostic[];
  /** Values that settings had in the comparison. */
  settings: Readonly<Record<string, string>>;
}
