/** Types of suspicious paths, before they are replayed. */
import type { DiagnosticCode } from '../../../language/diagnostics/index.ts';
import type { Graph } from '../../../language/model/index.ts';
import type { Edge, Exploration } from '../explore.ts';
import type { Gone } from '../replay.ts';

/** Something that looks wrong, with the shortest way to it. */
export interface Suspicion {
  code: DiagnosticCode;
  /** Flow of the step. */
  flow: string;
  step: string;
  /** The outcome of it, where that is written down. */
  outcome?: string;
  message: string;
  /** Steps that it is about too, each with its flow (`placeKey`). */
  also?: readonly string[];
  /** Shortest path on which it is seen; empty if no path shows it. */
  path: readonly Edge[];
  /** The end of the path, where a call may go round it without end. */
  circle?: readonly Edge[];
  /** It shows where services take as long as they may. */
  isSlow?: boolean;
  /** Returns why a call that followed the path does not show it, if its steps do not tell; undefined if it does. */
  lacks?: (gone: Gone) => string | undefined;
}

/** Limits of what callers have to accept. */
export interface Limits {
  /** Most prompts before a person or an end. */
  prompts: number;
  /** Most seconds before a person or an end. */
  seconds: number;
  /** The longest silence over several steps, ms. */
  deadAirMs: number;
}

/** Input of the finders. */
export interface Evidence {
  exploration: Exploration;
  /** Of the flow and of all that it runs, by name. */
  graphs: Readonly<Record<string, Graph>>;
  limits: Limits;
}

/** Finds one kind of mistake. */
export type Finder = (evidence: Evidence) => Suspicion[];
