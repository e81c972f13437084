/**
 * What the passes of the compiler hand to one another: text → document (`read/document.ts`) → what fits the schemas →
 * draft → checked flow. `passes.ts` has the passes in their order.
 */
import type { FlowSource, Phrases } from '../../../schemas/types/flow.ts';
import type { DiagnosticCode, Span } from '../diagnostics/index.ts';
import type {
  CompiledFlow,
  Expressions,
  ExpressionType,
  Graph,
  Hours,
  MachineState,
  Names,
  ParamDeclaration,
  PromptPart,
  Table,
  VarType,
  Waits,
} from '../model/index.ts';
import type { Document, Path, Range, ScalarNode } from './read/document.ts';
import type { ReferenceKind } from './schema/schema.ts';
import type { StepContext } from './verbs/step-context.ts';
import type { DraftTable } from './check/table-rows.ts';

/** Data of a type as far as it could be read: any part of it may be missing. */
export type Readable<Whole> = Whole extends readonly (infer Item)[]
  ? (Readable<Item> | undefined)[]
  : Whole extends object
    ? { [Key in keyof Whole]?: Readable<Whole[Key]> | undefined }
    : Whole;

/** A flow file. */
export interface FlowFile {
  /** Its path, for diagnostics only. */
  file: string;
  text: string;
  /**
   * The text of another file, by its path from this one; undefined when it cannot be read. Without it there are no such
   * files.
   */
  read?: ReadBeside | undefined;
  /** It does not count beside a nearer one of the same name. */
  isFar?: boolean;
}

/** Reads a file beside a flow, never one outside of its folder. */
export type ReadBeside = (path: string) => string | undefined;

/** A text of the document that means something. */
export interface Reference {
  kind: ReferenceKind;
  text: string;
  path: Path;
  /** The type that the variable must have, where the place asks for one. */
  variableType?: VarType;
  /** Where it stands: a value, or a key. */
  at: { node: ScalarNode } | { key: Range };
}

/** What came of a document. */
export interface Checked {
  /** Plain data that fits the schema, without the parts that do not; in a list those are undefined. */
  value: unknown;
  references: Reference[];
  /** Where something was wrong or missing. */
  broken: Path[];
}

/** A document that was held against its schema. */
export interface CheckedDocument {
  document: Document;
  checked: Checked;
}

/** A way in which a step can end. */
export type Outcome =
  /**
   * The body itself names the step it leads to, unless that could not be read; `path` is where, from the body down.
   * `meaning` tells what the name does not: the condition of a case.
   */
  | { name: string; goto: string | undefined; path: Path; meaning?: string }
  /**
   * `on:` may name where it leads; else `next`: to the step below, `error`: to `on.error` of the flow,
   * `nowhere`: the author has to say; `stay`: the step goes on.
   */
  | {
      name: string;
      otherwise: 'next' | 'error' | 'nowhere' | 'stay';
      /** Without an edge of its own it goes where this outcome goes. */
      like?: string;
      /** It cannot happen where this outcome has an edge. */
      unless?: string;
    };

/** What can be said of the line while a flow runs. */
export const lineFacts = [
  'answered',
  'bridged',
  'inRoom',
  'held',
  'recording',
  'streaming',
  'ended',
] as const;

export type LineFact = (typeof lineFacts)[number];

/** What a step makes of the line; what is not named stays as it was. `either`: so on some ways only. */
export type LineChange = Partial<Record<LineFact, 'yes' | 'no' | 'either' | 'unknown'>>;

/**
 * What a verb is. A verb is one file in verbs/ and its schema in schemas/verbs/; the schema says what its body may
 * hold and, by `x-ringflow`, what each string in it means, so names and expressions are checked without its help.
 */
export interface Verb<Body> {
  /** The key under which it stands in a step. */
  name: string;
  /** What a step of this verb waits for. A loop of steps none of which waits for the caller never ends. */
  waits: Waits;
  /** True when it needs a living call: it has no place in the finalizer. */
  needsCall: boolean;
  /** True when the platform refuses it while two people talk (6112, 6113): it waits until they have ended. */
  alone?: true;
  /** Keys of the body that decide on its outcomes, or on what other keys mean. Default: none. */
  deciding?: readonly string[];
  /** Of a body as far as it could be read. */
  outcomes(body: Readable<Body> | undefined, others: OtherFlows): Outcome[];
  /** What to write so that a step has an outcome that bodies like this one lack; undefined where nothing gives it. */
  outcomeNeeds?(body: Readable<Body>, outcome: string): string | undefined;
  /** What the schema cannot say, of a body as far as it could be read. Reports what is wrong at a path below the body. */
  check?(body: Readable<Body>, report: ReportAt): void;
  /** How long the caller may hear nothing in a step that stands for itself, ms; absent: no time worth mentioning. */
  silentMs?(body: Readable<Body>): number;
  /** In which state a step leaves the line when it ends so, beside what follows from `needsCall` and `alone`. */
  leaves?(body: Readable<Body> | undefined, outcome: string, others: OtherFlows): LineChange;
  /** The step's state. Its entry action is added by the compiler. */
  compile(body: Body, step: StepContext): MachineState;
}

/** A verb whose body has been checked against its schema; the body's type is the verb's own affair. */
export type AnyVerb = Verb<never>;

/** Says what is wrong at a path below the body. */
export type ReportAt = (
  path: Path,
  problem: {
    code: DiagnosticCode;
    message: string;
    hint?: string;
    /** True where it is one only because of the keys that decide on what others mean. */
    isRelative?: boolean;
  },
) => void;

/** What a flow makes of the line on which it begins. */
export interface FlowOnLine {
  /** Begun while two people talk, it comes to a step that the platform refuses then. */
  isAlone: boolean;
  /** Outcome → in which state it leaves the line when it comes back with it. */
  leaves: ReadonlyMap<string, LineChange>;
}

/** What a flow takes and gives when another one runs it. */
export interface FlowSignature {
  params: Record<string, ParamDeclaration>;
  /** What it gives back: name → type. */
  returns: Record<string, ExpressionType>;
  /** The outcomes with which its `return` steps end it, or those of flows to which it goes; `done` first. */
  outcomes: string[];
  /** False when every way in it ends the call; true where something that it says could not be read. */
  mayReturn: boolean;
  /** Its steps; without what flows that it runs give back. */
  graph: Graph;
  /** What it makes of the line. */
  onLine: () => FlowOnLine;
}

/** A flow that was read and checked by itself. */
export interface Part {
  /** Absent when nothing could be read. */
  draft?: FlowDraft;
  /** False when it has an error. */
  isSound: boolean;
}

export interface OtherFlows {
  /** Names of all of them. */
  names: readonly string[];
  file(name: string): FlowFile | undefined;
  /** The paths of those that share a name and are equally near, so that nobody can tell which is meant; else none. */
  clashing(name: string): readonly string[];
  signature(name: string): FlowSignature | undefined;
  /** Read and checked once, however many flows run it. */
  part(name: string): Part | undefined;
  /** A flow runs this one or goes to it. */
  isLedTo(name: string): boolean;
}

/** Nothing is known of other flows. */
export const noOtherFlows: OtherFlows = {
  names: [],
  file: () => undefined,
  clashing: () => [],
  signature: () => undefined,
  part: () => undefined,
  isLedTo: () => false,
};

/** What a step does. */
export interface Content {
  verb: AnyVerb;
  body: unknown;
  outcomes: Outcome[];
  /** True when something that decides on its outcomes could not be read. */
  isVague: boolean;
}

/** A step as far as it could be read. */
export interface DraftStep {
  name: string;
  nameRange: Range;
  /** Path of the imported file in which it stands, from the flow's folder; absent: the flow's own. */
  file?: string;
  /** What it does; absent when that is not known. The body holds what could be read of it. */
  content?: Content;
  next?: string;
  /** True when it has a `next` that could not be read. */
  isNextBroken: boolean;
  /** Outcome → target, undefined where that could not be read; absent when no `on` could be read, though there is one. */
  on?: ReadonlyMap<string, string | undefined>;
}

/** A flow as far as it could be read. */
export interface FlowDraft extends Required<Names> {
  document: Document;
  source: DraftSource;
  languages: string[];
  /** The variables whose declarations could not be read, so that their types are not known. */
  brokenVars: ReadonlySet<string>;
  promptNames: string[];
  alwaysKeys: { key: string; goto: string }[];
  /** True when a part of it does not fit the schema. */
  isBroken: boolean;
  /** True when what leads to steps from outside of them, `on` and `always`, could not be read as a whole. */
  isEntryBroken: boolean;
  steps: DraftStep[];
  references: Reference[];
  /** Its expressions; those that read a web service's answer are known to one rule alone. */
  expressions: () => Expressions;
  graph: Graph;
  /** Opening hours by name, as far as they could be read. */
  hours: Record<string, Hours>;
  tables: ReadonlyMap<string, DraftTable>;
  /** The flows that this one can run. */
  others: OtherFlows;
  /** Reads files beside the flow, where there are such. */
  read: ReadBeside | undefined;
  /** What this one gives back: name → expression. */
  returns: Record<string, string>;
}

/** What fits the schema in a flow file. */
export type DraftSource = Readable<FlowSource>;

/** One step, checked. */
export interface CheckedStep {
  name: string;
  /** The key of the verb table, for instance `say`; `play` stands for itself. */
  verb: string;
  /** Plain data that fits the verb's schema. Numbers where the schema also takes text are their source text. */
  body: unknown;
  /** `next:` of the step: a step, `hangup` or `repeat`. */
  next?: string;
  /** `on:` of the step: outcome → a step, `hangup` or `repeat`. Holds only outcomes that the verb has. */
  on: Record<string, string>;
  /** Where the step's name is written. */
  span: Span;
}

/**
 * A flow in which no error was found, with every default filled in: what the back of the compiler may assume. Every name
 * in it exists, every expression in it has the type its place asks for, every body fits its verb's schema.
 */
export interface CheckedFlow extends Required<Names> {
  name: string;
  /** Not empty; the first is the one a call begins with. */
  languages: string[];
  voice?: string;
  /** Name → language → parts. A prompt that is the same in every language stands under each language of the flow. */
  prompts: Record<string, Record<string, PromptPart[]>>;
  hours: Record<string, Hours>;
  tables: Record<string, Table>;
  /** `always.keys` in the order of the file. */
  alwaysKeys: { key: string; goto: string }[];
  /** `always.phrases` in the order of the file. */
  alwaysPhrases: { phrases: Phrases; goto: string }[];
  limits: CompiledFlow['limits'];
  /** The flows that this one can run, and what it gives back to one that runs it. */
  others: OtherFlows;
  returns: Record<string, string>;
  on: { error?: string; end?: string };
  /** In the order of the file; the first is the entry. Not empty. */
  steps: CheckedStep[];
  graph: Graph;
}
