/** What looks wrong about an exploration, before it was tried on a simulated call. */
import type { DiagnosticCode } from '../../../language/diagnostics/index.ts';
import type { Graph } from '../../../language/model/index.ts';
import type { Edge, Exploration } from '../explore.ts';
import type { Gone } from '../replay.ts';

/** Something that looks wrong, with the shortest way to it. */
export interface Suspicion {
  code: DiagnosticCode;
  /** The step that it is about, and the flow in which that stands. */
  flow: string;
  step: string;
  /** The outcome of it, where that is written down. */
  outcome?: string;
  message: string;
  /** Steps that it is about too, each with its flow (`placeKey`). */
  also?: readonly string[];
  /** What is done until it is seen, the first thing first; empty where nothing shows it. */
  path: readonly Edge[];
  /** The end of the path, where a call may go round it without end. */
  circle?: readonly Edge[];
  /** It shows where services take as long as they may. */
  isSlow?: boolean;
  /** Why a call that has gone the path does not show it, where its steps alone do not tell; undefined: it does. */
  lacks?: (gone: Gone) => string | undefined;
}

/** What callers may be put up with. */
export interface Limits {
  /** Most prompts before a person or an end. */
  prompts: number;
  /** Most seconds before a person or an end. */
  seconds: number;
  /** The longest silence over several steps, ms. */
  deadAirMs: number;
}

/** What is looked at. */
export interface Evidence {
  exploration: Exploration;
  /** Of the flow and of all that it runs, by name. */
  graphs: Readonly<Record<string, Graph>>;
  limits: Limits;
}

/** Finds one kind of mistake. */
export type Finder = (evidence: Evidence) => Suspicion[];
