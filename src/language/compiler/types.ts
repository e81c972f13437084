/**
 * Types that the compiler's passes share: text → document (`read/document.ts`) → data that fits the schemas → draft →
 * checked flow. `passes.ts` lists the passes in order.
 */
import type { ReadSiblingFile } from './read/sibling-file.ts';
import type { FlowSource, Phrases } from '../../../schemas/types/flow.ts';
import type { DiagnosticCode, Span } from '../diagnostics/index.ts';
import type {
  CompiledFlow,
  Expressions,
  ExpressionType,
  Graph,
  Hours,
  MachineState,
  DeclaredNames,
  ParamDeclaration,
  PromptPart,
  Table,
  VarType,
  WaitCause,
} from '../model/index.ts';
import type { LineChange, LineEffects, ValueEffects } from './flow-effects.ts';
import type { Document, Path, Range, ScalarNode } from './read/document.ts';
import type { ReferenceKind } from './schema/schema.ts';
import type { StepContext } from './verbs/step-context.ts';
import type { DraftTable } from './check/table-rows.ts';

/** Data of which any part may be missing, because it could not be read. */
export type Readable<Whole> = Whole extends readonly (infer Item)[]
  ? (Readable<Item> | undefined)[]
  : Whole extends object
    ? { [Key in keyof Whole]?: Readable<Whole[Key]> | undefined }
    : Whole;

export interface FlowFile {
  /** Its path; used only in diagnostics. */
  file: string;
  text: string;
  /** Counts instead of the name in the text. Only standard flows have one: `std/pin`. */
  name?: string;
  /** Reads a file by its path relative to this one; undefined when it cannot be read. */
  read?: ReadSiblingFile | undefined;
  /** True when a nearer flow of the same name takes precedence. */
  isFar?: boolean;
}

/** A text that refers to something: a name, a template or an expression. */
export interface Reference {
  kind: ReferenceKind;
  text: string;
  path: Path;
  /** The type that the variable must have here, if the place requires one. */
  variableType?: VarType;
  /** The value or the key that holds the text. */
  at: { node: ScalarNode } | { key: Range };
}

/** Result of checking a document against a schema. */
export interface Checked {
  /** Plain data that fits the schema. Parts that do not fit are omitted; in a list they are undefined. */
  value: unknown;
  references: Reference[];
  /** Paths of everything that is invalid or missing. */
  broken: Path[];
}

/** A document with the result of its check. */
export interface CheckedDocument {
  document: Document;
  checked: Checked;
}

/** One possible outcome of a step. */
export type Outcome =
  /**
   * The body names the target step; undefined when it could not be read. `path` leads from the body to the target.
   * `meaning` adds what the name does not say, such as the condition of a case; `language` is what the caller hears
   * from there on, if the outcome changes it.
   */
  | { name: string; goto: string | undefined; path: Path; meaning?: string; language?: string }
  /**
   * The step's `on:` may name the target. Without one, `next` leads to the step below, `error` to the flow's
   * `on.error`, and `stay` continues the step; with `nowhere` a target is required. `never`: no step ends with it; it
   * only gives an edge to the outcomes that are `like` it.
   */
  | {
      name: string;
      otherwise: 'next' | 'error' | 'nowhere' | 'stay' | 'never';
      /** Takes the edge of this outcome when it has none of its own. */
      like?: string;
      /** Cannot occur when this outcome has an edge. */
      unless?: string;
    };

/**
 * A verb of the flow language: a file in verbs/ and a schema in schemas/verbs/. The schema defines the body and, by
 * `x-ringflow`, the meaning of each text in it.
 */
export interface Verb<Body> {
  /** The verb's key in a step. */
  name: string;
  /** The event that a step waits for. A loop of steps that never wait for the caller would not end. */
  waits: WaitCause;
  /** True when it needs an active call, so it cannot be used in the finalizer. */
  needsCall: boolean;
  /** True when the platform rejects it during a bridge (6112, 6113); the step then waits for the bridge to end. */
  alone?: true;
  /** Body keys that determine the outcomes or the meaning of other keys. Default: none. */
  deciding?: readonly string[];
  /** Lists the outcomes of a body, as far as it could be read. */
  listOutcomes(body: Readable<Body> | undefined, others: FlowCatalogue): Outcome[];
  /** Describes how to give a step an outcome that its body lacks; undefined when no change of the body would. */
  describeOutcomeNeed?(body: Readable<Body>, outcome: string): string | undefined;
  /** Checks a body, as far as it could be read, for mistakes that its schema cannot express. */
  check?(body: Readable<Body>, report: ReportAt): void;
  /** Milliseconds of silence that a single step of this verb may cause; absent when negligible. */
  getSilentMs?(body: Readable<Body>): number;
  /** The step's effect on the line for an outcome, in addition to what follows from `needsCall` and `alone`. */
  getLineChange?(body: Readable<Body> | undefined, outcome: string, others: FlowCatalogue): LineChange;
  /** Compiles the step to a machine state. The compiler adds the entry action. */
  compile(body: Body, step: StepContext): MachineState;
}

export type AnyVerb = Verb<never>;

/** Reports a mistake at a path below the body. */
export type ReportAt = (
  path: Path,
  problem: {
    code: DiagnosticCode;
    message: string;
    hint?: string;
    /** True when it is a mistake only because of the body's deciding keys. */
    isRelative?: boolean;
  },
) => void;

/** A flow's parameters and results for the flows that run it. */
export interface FlowSignature {
  params: Record<string, ParamDeclaration>;
  /** Return values: name → type. */
  returns: Record<string, ExpressionType>;
  /** Outcomes of its `return` steps, or of the flows that it continues with; `done` comes first. */
  outcomes: string[];
  /** False when every way through the flow ends the call; true when part of it could not be read. */
  mayReturn: boolean;
  /** Its own steps, without those of the flows that it runs. */
  graph: Graph;
  /** The flow as it is read on its own, without the flows that it runs. */
  draft: FlowDraft;
  /** Its effects on the line. */
  lineEffects: () => LineEffects;
  /** Its effects on the values of its callers. */
  valueEffects: () => ValueEffects;
}

/** A flow that was read and checked on its own. */
export interface Part {
  /** Absent when nothing could be read. */
  draft?: FlowDraft;
  /** False when the flow has an error. */
  isSound: boolean;
}

export interface FlowCatalogue {
  /** Names of the authors' flows. */
  names: readonly string[];
  /** Returns the file of an author's flow. */
  file(name: string): FlowFile | undefined;
  /** Paths of equally near flows that share this name; empty when the name is unique. */
  listClashes(name: string): readonly string[];
  signature(name: string): FlowSignature | undefined;
  /** Reads and checks a flow; the result is cached. */
  part(name: string): Part | undefined;
  /** True when another flow runs this one or continues with it. */
  isRunByFlow(name: string): boolean;
}

/** A catalogue without any flows. */
export const EMPTY_CATALOGUE: FlowCatalogue = {
  names: [],
  file: () => undefined,
  listClashes: () => [],
  signature: () => undefined,
  part: () => undefined,
  isRunByFlow: () => false,
};

/** A step's verb and body. */
export interface StepContent {
  verb: AnyVerb;
  body: unknown;
  outcomes: Outcome[];
  /** True when a key that determines the outcomes could not be read. */
  isVague: boolean;
}

/** A step of which any part may be missing. */
export interface DraftStep {
  name: string;
  nameRange: Range;
  /** Path of the imported file that defines the step; absent for the flow's own steps. */
  file?: string;
  /** The step's verb and body, as far as they could be read; absent when the verb is unknown. */
  content?: StepContent;
  next?: string;
  /** True when `next` is present but could not be read. */
  isNextBroken: boolean;
  /** Outcome → target, undefined when unreadable; absent when `on` itself is unreadable. */
  on?: ReadonlyMap<string, string | undefined>;
}

/** A flow of which any part may be missing. */
export interface FlowDraft extends Required<DeclaredNames> {
  document: Document;
  source: DraftSource;
  languages: string[];
  /** Variables whose declarations could not be read, so that their types are unknown. */
  brokenVars: ReadonlySet<string>;
  promptNames: string[];
  alwaysKeys: { key: string; goto: string }[];
  /** True when part of the flow does not fit the schema. */
  isBroken: boolean;
  /** True when `on` or `always` of the flow, which lead to steps, could not be read completely. */
  isEntryBroken: boolean;
  steps: DraftStep[];
  references: Reference[];
  /** Checks and compiles its expressions, except those that read an HTTP response: these have a rule of their own. */
  expressions: () => Expressions;
  graph: Graph;
  /** Opening hours by name, as far as they could be read. */
  hours: Record<string, Hours>;
  tables: ReadonlyMap<string, DraftTable>;
  /** The other flows that this one can run. */
  others: FlowCatalogue;
  /** Reads files in the flow's folder; absent when there are none. */
  read: ReadSiblingFile | undefined;
  /** Return values: name → expression. */
  returns: Record<string, string>;
}

/** The parts of a flow file that fit the schema. */
export type DraftSource = Readable<FlowSource>;

/** A step in which no error was found. */
export interface CheckedStep {
  name: string;
  /** The verb's name in the verb table, such as `say`. */
  verb: string;
  /** Plain data that fits the verb's schema. Numbers are kept as source text where the schema also allows text. */
  body: unknown;
  /** Target of `next`: a step, `hangup` or `repeat`. */
  next?: string;
  /** Targets of `on`: outcome → a step, `hangup` or `repeat`. Contains only outcomes that the verb has. */
  on: Record<string, string>;
  /** Location of the step's name. */
  span: Span;
}

/**
 * A flow without errors and with all defaults filled in: every name exists, every expression has the required type, and
 * every body fits its verb's schema.
 */
export interface CheckedFlow extends Required<DeclaredNames> {
  name: string;
  /** Never empty; a call begins in the first one. */
  languages: string[];
  voice?: string;
  /** Name → language → parts. A prompt without translations is repeated for each language of the flow. */
  prompts: Record<string, Record<string, PromptPart[]>>;
  hours: Record<string, Hours>;
  tables: Record<string, Table>;
  /** `always.keys` in file order. */
  alwaysKeys: { key: string; goto: string }[];
  /** `always.phrases` in file order. */
  alwaysPhrases: { phrases: Phrases; goto: string }[];
  limits: CompiledFlow['limits'];
  /** The other flows that this one can run. */
  others: FlowCatalogue;
  returns: Record<string, string>;
  on: { error?: string; end?: string };
  /** In file order; the first one is the entry. Never empty. */
  steps: CheckedStep[];
  graph: Graph;
}
