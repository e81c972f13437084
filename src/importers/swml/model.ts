/** A document of SWML as it was read: sections of statements, with every text cut into plain pieces and expressions. */
import type { Span } from '../../language/diagnostics/index.ts';
import type { Expression } from '../ecmascript/index.ts';
import type { Grade, NodeId, Reason } from '../project/index.ts';

export interface SwmlDocument {
  file: string;
  span: Span;
  /** In the order of the file; `main` is the entry. */
  sections: ReadonlyMap<string, Block>;
}

export interface Block {
  section: string;
  /** The statement whose way leads here; absent for the statements of a section. */
  owner?: Statement;
  statements: Statement[];
}

export interface Statement {
  id: NodeId;
  /** Row of the mapping, such as `connect: parallel`. */
  row: string;
  method: string;
  span: Span;
  block: Block;
  index: number;
  does: Does;
  /** Label directly above, or the name of the section that begins here. */
  title?: string;
  losses: StatementLoss[];
  comments: string[];
}

export interface StatementLoss {
  reason: Reason;
  detail?: string;
  span: Span;
  /** Grade that the statement has at best with this loss. */
  grade?: Grade;
}

/** An expression between `${` and `}`. */
export interface Embedded {
  source: string;
  /** Absent if it is none that can be imported. */
  expression?: Expression;
}

export type Template = readonly (string | Embedded)[];

/** A JSON value whose texts can have expressions. */
export type Data =
  | { kind: 'text'; text: Template }
  | { kind: 'plain'; value: number | boolean | null }
  | { kind: 'list'; items: readonly Data[] }
  | { kind: 'object'; entries: readonly (readonly [string, Data])[] };

export type Sound =
  | { kind: 'say'; text: Template; language: string | undefined }
  | { kind: 'audio'; url: Template }
  | { kind: 'silence'; ms: number }
  | { kind: 'ring' };

export interface Prompt {
  kind: 'prompt';
  sounds: readonly Sound[];
  /** Absent if keys do not count. */
  digits?: { max: number; terminators: string };
  /** Absent if words do not count. */
  speech?: { hints: readonly string[]; language: string | undefined };
  timeoutMs: number | undefined;
  digitTimeoutMs: number | undefined;
}

export interface Connect {
  kind: 'connect';
  /** Called one after the other. */
  parties: readonly Party[];
  from: Template | undefined;
  timeoutS: number;
  /** Where the call goes after a conversation, instead of the next statement. */
  after: Destination | undefined;
}

export type Party =
  { kind: 'address'; to: Template; span: Span } | { kind: 'queue'; name: string; span: Span };

export interface Request {
  kind: 'request';
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: Template;
  headers: readonly (readonly [string, Template])[];
  body: Data | undefined;
  timeoutMs: number | undefined;
  savesVariables: boolean;
}

/** Another section, or something outside of the document. */
export interface Destination {
  section: string | undefined;
  written: string;
  params: readonly (readonly [string, Data])[];
}

export type Does =
  | { kind: 'answer' | 'hangup' }
  | { kind: 'play'; sounds: readonly Sound[] }
  | Prompt
  | Connect
  | Request
  | { kind: 'set'; assignments: readonly (readonly [string, Data])[] }
  | { kind: 'unset'; names: readonly string[] }
  | {
      kind: 'switch';
      value: Embedded;
      cases: readonly { value: string; block: Block }[];
      otherwise: Block | undefined;
    }
  | { kind: 'cond'; ways: readonly { when: Embedded; block: Block }[]; otherwise: Block | undefined }
  | { kind: 'goto'; label: string; when: Embedded | undefined; max: number | undefined }
  | { kind: 'label'; label: string }
  | { kind: 'execute' | 'transfer'; to: Destination }
  | { kind: 'return'; value: Data | undefined }
  | { kind: 'sleep'; ms: number }
  | { kind: 'sms'; to: Template; from: Template | undefined; body: Template }
  | { kind: 'stream'; to: Template; waits: boolean }
  | { kind: 'stop_stream' }
  /** Recording the call begins or ends. */
  | { kind: 'record'; isOn: boolean }
  | { kind: 'todo'; reason: Reason }
  /** Callers notice nothing. */
  | { kind: 'nothing' };
