/**
 * The messages between a page of the console and its check worker. All of them are plain data. Paths are those of one
 * draft: relative, with `/` between their parts. Times are ms since the epoch; lines and columns begin at 1.
 */
import type { EditResult, StepEdit } from '../../authoring/edits/index.ts';
import type { Flowchart } from '../../authoring/flowchart/index.ts';
import type { Answers, PlainReport, SourceFile } from '../../importers/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import type { Value } from '../../language/model/index.ts';
import type { PlainProof } from '../../verification/prove/index.ts';
import type { Verdict } from '../../verification/replay/index.ts';
import type { plainResults, SimulationOptions, StoryLine } from '../../verification/testkit/index.ts';
import type { HttpStub, Party } from '../../../schemas/types/scenario.ts';

/** Path → text of every file of a draft. */
export type DraftFiles = Readonly<Record<string, string>>;

/** A draft, and one of its flow files. */
export interface DraftFlow {
  files: DraftFiles;
  /** Path of the flow file. */
  flow: string;
}

/** A flow as far as it can be read. */
export interface CompiledDraft {
  /** With the place of each; `file` is a path of the draft. */
  diagnostics: Diagnostic[];
  hasErrors: boolean;
  /** The flow as a diagram shows it; absent if it has errors. */
  chart?: Flowchart;
  /** The steps that could be read of a flow with errors, and the ways between them. */
  sketch?: Flowchart;
  /** Facts about the flow; absent if it has errors. */
  compiled?: CompiledFacts;
}

/** Facts about a flow without errors. */
export interface CompiledFacts {
  name: string;
  /** Id of the version that a deployment of this text would get. */
  version: string;
  languages: string[];
  /** Parameters that a call takes. */
  params: Record<string, { type: string; default?: Value }>;
  /** Settings that a call needs; those without a default have to be given. */
  env: Record<string, { isSecret: boolean; default?: string }>;
}

/** Results of the scenarios of a draft, as `ringflow test --json` prints them, and what they leave out. */
export type ScenarioResults = ReturnType<typeof plainResults> & {
  /** Ways out of steps that no scenario takes; empty for the scenarios of several flows. */
  untaken: UntakenWay[];
};

/** A way out of a step of the flow file. */
export interface UntakenWay {
  step: string;
  outcomes: string[];
}

/** Bounds of a proof; the defaults are those of `ringflow prove`. */
interface ProveOptions {
  /** Maximum time, ms. Default: 10,000. */
  budgetMs?: number;
  /** Maximum number of states. Default: 200,000. */
  maxStates?: number;
  /** Maximum prompts before a person answers or the call ends. Default: 12. */
  maxPrompts?: number;
  /** Maximum seconds before a person answers or the call ends. Default: 180. */
  maxSeconds?: number;
  /** Maximum silence across several steps, ms. Default: 5,000. */
  deadAirMs?: number;
}

/** Result of a proof. */
export interface ProveResult {
  /** Absent if the flow has errors. */
  proof?: PlainProof;
  /** Errors and warnings of the flow. */
  diagnostics: Diagnostic[];
}

/** Progress of a proof, in states. */
export interface ProveProgress {
  explored: number;
  waiting: number;
}

/** Start of a simulated call. */
export interface PhoneStart extends DraftFlow, Partial<Pick<SimulationOptions, 'from' | 'to' | 'message'>> {
  /** Default: inbound, a person calls the flow. */
  direction?: 'inbound' | 'outbound';
  /** Values of the flow's parameters; text is accepted as a number. */
  params?: Record<string, Value>;
  /** Values of settings without a default. */
  env?: Record<string, string>;
  /** Behaviour of other parties by number or SIP URI, as in a scenario file. Default: they answer after a second. */
  parties?: Record<string, Party>;
  /** Responses of web services, as in a scenario file. */
  http?: readonly HttpStub[];
  /** Start of the call. Default: Monday, 2026-01-05, 09:00 UTC. In real time: now. */
  at?: number;
}

/** An event of a simulated call. */
export type PhoneMove =
  | { kind: 'press'; keys: string }
  | { kind: 'say'; text: string }
  /** A text message from the number from which the call awaits one. */
  | { kind: 'text'; text: string }
  | { kind: 'hangUp'; who: 'caller' | 'party' }
  /** The behavior of the party at a number from now on. */
  | { kind: 'party'; number: string; party: Party }
  /** Responses that apply from now on before those given earlier. */
  | { kind: 'http'; http: readonly HttpStub[] }
  /** Time passes up to this moment: in real time, the moment it is now. */
  | { kind: 'advanceTo'; at: number }
  /** Time passes up to the next thing that happens by itself. */
  | { kind: 'next' }
  /** Time passes until the call waits for the caller, or has ended. */
  | { kind: 'untilListens' };

/** The inputs that a call waits for. Several may hold at once. */
export interface PhoneWait {
  /** The flow would hear a key that is pressed now. */
  forKeys: boolean;
  /** The flow would hear what is said now. */
  forWords: boolean;
  /** The number from which a text message is awaited. */
  forMessageFrom?: string;
  /** The other party that rings or talks. */
  forParty?: string;
  /** A response of a web service is pending. */
  forHttp: boolean;
}

/** A simulated call after a move. */
export interface PhoneSnapshot {
  /** Identifies the call in later requests. */
  call: number;
  now: number;
  /** When the next thing happens by itself; absent if nothing does. */
  nextAt?: number;
  /** Everything that happened since the start. */
  transcript: StoryLine[];
  /** Transcript since the start: heard, pressed and said. */
  talk: PhoneLine[];
  /** The steps entered since the start, in order; the last one is the current step. */
  path: PhoneStep[];
  /** Variables of the active flow. Secret ones are masked as `***`. */
  vars: Record<string, Value>;
  /** Parameters of the active flow. */
  params: Record<string, Value>;
  language: string;
  waits: PhoneWait;
  /** The person hears a prompt. */
  isSpeaking: boolean;
  /** The first request to a web service without a response: give it one with `http` at the start. */
  unanswered?: { method: string; url: string };
  /** The flow has ended, finalizer included. */
  hasEnded: boolean;
  /** Why the call ended. */
  reason?: string;
}

/** A line of what a call sounds like. */
export interface PhoneLine {
  at: number;
  /** `flow`: the caller hears it; `caller`: the caller pressed or said it; `platform`: something happened around it. */
  by: 'flow' | 'caller' | 'platform';
  text: string;
  /** Language of what is heard. */
  language?: string;
  /** True for pressed keys. */
  isKey?: boolean;
}

/** A call as a scenario file. */
export interface KeptCall {
  text: string;
  /** True if the scenario goes as the call did. */
  isReproduced: boolean;
}

/** What would have been different for a recorded call on a draft; `mistakes`: the draft has no flow without errors. */
export type ReplayedCall = Verdict | { kind: 'mistakes' };

/** A step that a call entered. */
export interface PhoneStep {
  flow: string;
  step: string;
  /** Line of the step; absent if unknown. */
  line?: number;
  /** Path of the imported file that contains it, relative to the flow's folder. */
  file?: string;
  at: number;
}

/** Result of starting a call: the call, or why there is none. */
export type PhoneStarted =
  | { ok: true; snapshot: PhoneSnapshot }
  /** `problems` are sentences for the author; `diagnostics` are the flow's errors. */
  | { ok: false; problems: string[]; diagnostics: Diagnostic[] };

/** Requests by name: what they take and what they give back. */
/** Result of an import. */
export interface ImportResult {
  /** Name of the other system; absent if no file could be read. */
  system?: string;
  report: PlainReport;
  flows: {
    name: string;
    text: string;
    /** Scenarios that reach its steps. */
    scenarios?: string;
    /** Absent for a flow that only others run. */
    paths?: { compared: number; equal: number; unsupported: number; isTruncated: boolean };
  }[];
  diagnostics: Diagnostic[];
}

export interface Requests {
  compile: { takes: DraftFlow; gives: CompiledDraft };
  /** Without `flow`, the scenarios of all flows of the draft. */
  runScenarios: { takes: { files: DraftFiles; flow?: string }; gives: ScenarioResults };
  prove: { takes: DraftFlow & { options?: ProveOptions }; gives: ProveResult };
  importFiles: { takes: { files: readonly SourceFile[]; answers: Partial<Answers> }; gives: ImportResult };
  /** `exported` is the text of an exported call. */
  replayCall: { takes: DraftFlow & { exported: string }; gives: ReplayedCall };
  startCall: { takes: PhoneStart; gives: PhoneStarted };
  /** Offsets of the edits lie in the text of the flow file. */
  edit: { takes: DraftFlow & { edit: StepEdit }; gives: EditResult };
  moveCall: { takes: { call: number; move: PhoneMove }; gives: PhoneSnapshot };
  /** The scenario of a call; a call that has not ended is hung up first. */
  keepCall: { takes: { call: number }; gives: KeptCall };
  endCall: { takes: { call: number }; gives: null };
}

export type RequestName = keyof Requests;

/** A request with its number. */
export type Request = {
  [Name in RequestName]: { kind: 'request'; id: number; name: Name; takes: Requests[Name]['takes'] };
}[RequestName];

/** A message to the worker. */
export type ToWorker =
  | Request
  /** One JSON-RPC message to the language server. */
  | { kind: 'language'; message: string }
  /** The files around the open documents, for the language server. */
  | { kind: 'files'; files: DraftFiles };

/** A message from the worker. */
export type FromWorker =
  | { kind: 'answer'; id: number; gives: Requests[RequestName]['gives'] }
  /** The request could not be answered; `message` is for the console's log. */
  | { kind: 'failure'; id: number; message: string }
  | { kind: 'progress'; id: number; progress: ProveProgress }
  /** One JSON-RPC message of the language server. */
  | { kind: 'language'; message: string };
