/** VoiceXML documents as they stand in their files, with what scripts say already parsed. */
import type { Expression } from '../ecmascript/index.ts';
import type { NodeId, Place, PromptAnswer, Reason } from '../project/index.ts';

export interface Doc {
  /** Its file, by which others refer to it. */
  name: string;
  place: Place;
  language?: string;
  /** Root document, if it is among the files. */
  root?: string;
  vars: readonly VarDecl[];
  handlers: readonly Handler[];
  links: readonly Choice[];
  dialogs: readonly Dialog[];
}

export interface Dialog {
  id: NodeId;
  doc: string;
  name: string;
  isMenu: boolean;
  place: Place;
  comment?: string;
  vars: readonly VarDecl[];
  handlers: readonly Handler[];
  links: readonly Choice[];
  items: readonly Item[];
  /** Actions after several items are filled. */
  filled: readonly FormFilled[];
}

export interface VarDecl {
  name: string;
  value?: Script;
  place: Place;
}

/** An expression as written; without `expression` it is more than can be imported. */
export interface Script {
  text: string;
  expression?: Expression;
}

export interface FormFilled {
  /** Names of the items; all of the form if absent. */
  names?: readonly string[];
  needsAll: boolean;
  content: Content;
}

export type Item = ItemBase &
  (
    | { kind: 'field'; grammar: Grammar; settings: AskSettings }
    | { kind: 'block'; content: Content }
    | { kind: 'transfer'; to: Script; isBridged: boolean; ringSeconds?: number }
    | { kind: 'subdialog'; target: Target; params: readonly VarDecl[] }
    /** `record`, `object`, `initial`: nothing of it can be imported. */
    | { kind: 'foreign'; what: string; reason: Reason }
  );

interface ItemBase {
  id: NodeId;
  name: string;
  place: Place;
  comment?: string;
  /** Initial value: an item with one is not visited. */
  value?: Script;
  cond?: Script;
  prompts: readonly Prompt[];
  handlers: readonly Handler[];
  filled: Content;
}

export interface AskSettings {
  timeoutMs?: number;
  interDigitMs?: number;
  bargeIn: boolean;
}

export interface Prompt {
  parts: readonly Part[];
  count: number;
  cond?: Script;
  timeoutMs?: number;
}

export type Part =
  | { kind: 'text'; text: string; language?: string }
  | { kind: 'value'; value: Script; as?: string; language?: string }
  | { kind: 'audio'; address: string; prompt: PromptAnswer }
  | { kind: 'pause'; ms: number };

export interface Handler {
  /** `noinput`, `nomatch`, `error`, `connection.disconnect.hangup`, …; empty: every event. */
  event: string;
  count: number;
  cond?: Script;
  content: Content;
}

export interface Grammar {
  choices: readonly Choice[];
  builtin?: { type: Builtin; min: number; max: number };
  /** Parts of it are elsewhere or in a form that is not read. */
  isForeign: boolean;
}

export type Builtin = 'digits' | 'number' | 'date' | 'time' | 'currency' | 'phone';

/** An answer that means something. */
export interface Choice {
  keys?: string;
  phrases: readonly string[];
  value: string | boolean;
  /** Where it leads, in a menu or a link. */
  leads?: Lead;
}

export type Lead = { kind: 'goto'; target: Target } | { kind: 'event'; event: string };

export type Target =
  | { kind: 'dialog'; doc: string; dialog: string }
  /** A document that is not among the files. */
  | { kind: 'remote'; address: string }
  | { kind: 'computed'; text: string };

export type Content = readonly Action[];

export type Action = { place: Place } & (
  | { kind: 'say'; prompt: Prompt }
  | { kind: 'assign'; name: string; value: Script; isDeclared: boolean }
  | { kind: 'clear'; names?: readonly string[] }
  | { kind: 'if'; branches: readonly { cond?: Script; content: Content }[] }
  | { kind: 'goto'; target: Target }
  | { kind: 'goto_item'; item: string }
  | { kind: 'submit'; target: Target; method: 'get' | 'post'; names: readonly string[] }
  | { kind: 'exit' }
  | { kind: 'disconnect' }
  | { kind: 'return'; names: readonly string[]; event?: string }
  | { kind: 'reprompt' }
  | { kind: 'throw'; event: string }
  | { kind: 'foreign'; what: string; reason: Reason }
);

export interface Site {
  docs: ReadonlyMap<string, Doc>;
  /** Values that questions leave out because a flow cannot compute them; the translation adds and tells them. */
  unsaid: Set<Script>;
}
