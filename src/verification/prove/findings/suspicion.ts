/** Types of suspicions, which are suspicious paths before their replay. */
import type { DiagnosticCode, Severity } from '../../../language/diagnostics/index.ts';
import type { Graph } from '../../../language/model/index.ts';
import type { Edge, Exploration } from '../explore.ts';
import type { Gone } from '../replay.ts';
import type { Certainty } from './certainty.ts';

/** A suspected mistake, with the shortest path to it. */
export interface Suspicion {
  code: DiagnosticCode;
  /** Flow of the step. */
  flow: string;
  step: string;
  /** Outcome of the step, if it is written in the flow. */
  outcome?: string;
  message: string;
  /** Codes under which `validate` reports this mistake, besides those that always mean the same. */
  sameAs?: readonly DiagnosticCode[];
  /** Default: that of the code. */
  severity?: Severity;
  /** Further steps that it concerns, by their `placeKey`. */
  also?: readonly string[];
  /** Shortest path that shows it; empty if no path does. */
  path: readonly Edge[];
  /** True if the flow ends the call at the end of the path. */
  isEnded?: true;
  /** End of the path, which a call may repeat forever. */
  circle?: readonly Edge[];
  /** True if it shows only when services respond as slowly as allowed. */
  isSlow?: boolean;
  /**
   * Returns the reason why a call that followed the path does not show it; undefined if it does. Absent if the steps
   * are enough.
   */
  lacks?: (gone: Gone) => string | undefined;
}

/** Limits of what callers have to accept. */
export interface Limits {
  /** Maximum number of prompts before a person or an end. */
  prompts: number;
  /** Maximum number of seconds before a person or an end. */
  seconds: number;
  /** Maximum silence over several steps, ms. */
  deadAirMs: number;
}

/** Input of the finders. */
export interface Evidence {
  exploration: Exploration;
  /** Name of the flow that is proved. */
  subject: string;
  /** Graphs of the flow and of all flows that it runs, by name. */
  graphs: Readonly<Record<string, Graph>>;
  limits: Limits;
  /** Tells apart what cannot happen from what was only not tried. */
  certainty: Certainty;
}

/** Finds one kind of mistake. */
export type Finder = (evidence: Evidence) => Suspicion[];
