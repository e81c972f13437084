/**
 * The compiled flow: self-contained plain JSON, named by the hash of its content. The compiler writes it, the call
 * core runs it, the stores keep it. The machine is an XState configuration whose actions and guards come from the
 * closed vocabulary in `vocabulary.ts`, so a flow can never contain code of its own.
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
  /** The kind of value that prompts speak. */
  as?: SayAs;
}

/** An argument with which a call begins. */
export interface ParamDeclaration {
  type: VarType;
  /** The default; absent: the argument is required. */
  default?: Value;
  /** The SIP header of an inbound call that it comes from. */
  header?: string;
}

/** A setting of the deployment: an address, a key. */
export interface EnvDeclaration {
  /** Never logged, traced or spoken (I7). */
  secret: boolean;
  /** The default; absent: the setting is required. */
  default?: string;
}

/** Rows of text by key. */
export interface Table {
  /** Name of the key column. */
  key: string;
  /** Names of the other columns, in order. */
  columns: string[];
  rows: Record<string, string[]>;
}

export interface StepInfo {
  verb: string;
  /** 1-based line of the step in its source, for traces and coverage. */
  line: number;
  /** Path of its source relative to the flow's folder, when it is imported. */
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
  /** `parallel`: all of its states are active at once. */
  type?: 'final' | 'parallel';
  initial?: string;
  entry?: Action[];
  exit?: Action[];
  always?: Transition[];
  on?: Record<string, Transition[]>;
  /** Transitions after a number of milliseconds, or after a delay of the vocabulary. */
  after?: Record<string, Transition[]>;
  states?: Record<string, MachineState>;
}

/** One of the flows that run together. */
export interface FlowPart {
  name: string;
  /** Languages in order of preference; calls begin in the first. */
  languages: string[];
  /** Voice of synthesised speech; absent: the platform's default. */
  voice?: string;
  vars: Record<string, VarDeclaration>;
  params: Record<string, ParamDeclaration>;
  /** The results of the flow: name → expression. */
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
    /** Maximum duration of a call without its bridges, ms. */
    durationMs: number;
    /** Maximum duration of a bridge, ms. */
    bridgeMs: number;
    /** Maximum number of steps before the error path. */
    steps: number;
  };
  /** All other flows that this one runs or goes to, directly or indirectly, by name. */
  flows: Record<string, FlowPart>;
}
