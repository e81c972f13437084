/**
 * The compiled flow: plain JSON, whole in itself, named by the hash of its content. The compiler writes it, the call
 * core runs it, the stores keep it. The machine is an XState configuration whose actions and guards come from the
 * closed vocabulary in `vocabulary.ts`, so a flow can never bring code of its own.
 */
import type { Hours } from './hours.ts';
import type { PromptPart, SayAs } from './manner.ts';
import type { Value, VarType } from './values.ts';
import type { Action, Guard } from './vocabulary.ts';

export interface VarDeclaration {
  type: VarType;
  initial: Value;
  /** Never logged, traced or spoken (I7). */
  secret: boolean;
  /** What its value is, where prompts speak it. */
  as?: SayAs;
}

/** What a call is begun with, by name. */
export interface ParamDeclaration {
  type: VarType;
  /** Its value where none is given; absent: one has to be given. */
  default?: Value;
}

/** A setting of the place where the flow runs: an address, a key. */
export interface EnvDeclaration {
  /** Never logged, traced or spoken (I7). */
  secret: boolean;
  /** Its value where none is set; absent: one has to be set. */
  default?: string;
}

/** Rows of text by their keys. */
export interface Table {
  /** Name of the column that holds the keys. */
  key: string;
  /** Names of the cells of each row, in order; the key is not among them. */
  columns: string[];
  rows: Record<string, string[]>;
}

export interface StepInfo {
  verb: string;
  /** 1-based line of the step in its source, for traces and coverage. */
  line: number;
  /** Path of that source from the flow's folder, where it is an imported one. */
  file?: string;
  /** Every outcome the step can end with. */
  outcomes: string[];
}

export interface Transition {
  target?: string;
  guard?: Guard;
  actions?: Action[];
  reenter?: boolean;
}

/** A state of the machine: the JSON subset of an XState state node that the compiler emits. */
export interface MachineState {
  id?: string;
  /** `parallel`: all of its states are current at once. */
  type?: 'final' | 'parallel';
  initial?: string;
  entry?: Action[];
  exit?: Action[];
  always?: Transition[];
  on?: Record<string, Transition[]>;
  /** Milliseconds, or the name of a delay of the vocabulary → what happens then. */
  after?: Record<string, Transition[]>;
  states?: Record<string, MachineState>;
}

/** One flow of those that run together. */
export interface FlowPart {
  name: string;
  /** Languages in order of preference; the first is the one a call begins with. */
  languages: string[];
  /** Voice of synthesised speech; absent: the platform's default. */
  voice?: string;
  vars: Record<string, VarDeclaration>;
  params: Record<string, ParamDeclaration>;
  /** What the flow gives back to the one that runs it: name → expression. */
  returns: Record<string, string>;
  /** Named prompts: name → language → parts. */
  prompts: Record<string, Record<string, PromptPart[]>>;
  /** Opening hours by name. */
  hours: Record<string, Hours>;
  tables: Record<string, Table>;
  steps: Record<string, StepInfo>;
  machine: MachineState;
}

export interface CompiledFlow extends FlowPart {
  /** Version of this format. */
  format: 1;
  /** First 16 hex digits of the SHA-256 over the rest of this object as canonical JSON. */
  version: string;
  /** Settings that the flow or one of its parts reads. */
  env: Record<string, EnvDeclaration>;
  limits: {
    /** Longest life of a call apart from bridges, ms. */
    durationMs: number;
    /** Longest bridge, ms. */
    bridgeMs: number;
    /** Most steps a call may enter before its error path. */
    steps: number;
  };
  /** Every other flow that this one runs or goes to, however far away, by name. */
  flows: Record<string, FlowPart>;
}
