/** Widgets of a flow as its definition has them, before anything is made of them. */
import type { Span } from '../../language/diagnostics/index.ts';
import type { UnreadField } from '../reading/index.ts';
import type { NodeId } from '../project/index.ts';

/** Language of texts that name none. */
export const DEFAULT_LANGUAGE = 'en-US';

/** A flow of one file. */
export interface StudioFlow {
  file: string;
  /** Name for the result, from the file’s name. */
  name: string;
  description: string;
  /** Names of placeholders outside of quotes: these are no Liquid. */
  placeholders: ReadonlySet<string>;
  /** Places of what is written like a placeholder, in quotes or not, by its name. */
  located: ReadonlyMap<string, readonly Span[]>;
  /** The file as written. */
  text: string;
  span: Span;
  /** In the order of the file. */
  widgets: readonly Widget[];
  /** Of several with one name, the first. */
  byName: ReadonlyMap<string, Widget>;
  /** Name of the widget with which the flow begins. */
  initial: string;
}

export interface Widget {
  id: NodeId;
  name: string;
  /** The widget’s type as written. */
  type: string;
  span: Span;
  does: Does;
  /** In the order of the file. */
  transitions: readonly Transition[];
  /** Properties that the reader does not know. */
  unread: readonly UnreadField[];
}

export interface Transition {
  event: string;
  /** Name of the next widget; absent if the way ends the flow. */
  next?: string;
  conditions: readonly Condition[];
  span: Span;
}

/** A test of a split. Texts are templates. */
export interface Condition {
  type: string;
  left: string;
  right: string;
}

/** What is said or played. Texts are templates. */
export interface Speech {
  kind: 'say' | 'play' | 'digits';
  text: string;
  /** How often; 0: for ever. */
  loop: number;
  /** As written, empty if absent. */
  language: string;
  /** True if what is written as the language is none. */
  hasOddLanguage: boolean;
  voice: string;
}

export interface Parameter {
  key: string;
  value: string;
  /** The value is JSON, of which fields can be read. */
  isJson: boolean;
}

export type Does =
  | { kind: 'trigger' }
  | { kind: 'say'; speech: Speech }
  | { kind: 'gather'; speech: Speech; keys: Keys; recognition: Recognition }
  | { kind: 'split' }
  | { kind: 'set'; variables: readonly Parameter[] }
  | { kind: 'request'; request: HttpRequest }
  | { kind: 'function'; key: string; parameters: readonly Parameter[] }
  | { kind: 'connect'; dial: Dial }
  | { kind: 'queue'; key: string; timeout: number | undefined }
  | { kind: 'subflow'; sid: string; parameters: readonly Parameter[] }
  | { kind: 'message'; to: string; body: string; timeout: number | undefined }
  /** Places a call. */
  | { kind: 'place' }
  | { kind: 'record'; isOn: boolean }
  | { kind: 'stream'; action: string; url: string }
  | { kind: 'unsupported' };

interface Keys {
  /** Digits after which gathering ends; undefined: any number. */
  most: number | undefined;
  /** Key that ends gathering; empty: none. */
  finish: string;
  /** Seconds without a key after which gathering ends. */
  timeout: number;
}

interface Recognition {
  language: string;
  hints: string;
}

export interface HttpRequest {
  method: string;
  url: string;
  contentType: string;
  body: string;
  parameters: readonly Parameter[];
}

/**
 * True for a body of form fields. The editor’s usual content type is that of forms, also above a body that is JSON: such a body is
 * sent as it stands.
 */
export function isForm({ contentType, body }: Pick<HttpRequest, 'contentType' | 'body'>): boolean {
  return !contentType.includes('json') && !/^\s*[{[]\s*["{[\]}]/.test(body);
}

export interface Dial {
  kind: 'number' | 'sip' | 'other';
  to: string;
  callerId: string;
  timeout: number | undefined;
  isRecorded: boolean;
}

/** Returns the name of the widget to which an event leads; undefined if it ends the flow. */
export function findNext(widget: Widget, event: string): string | undefined {
  return widget.transitions.find((transition) => transition.event === event && transition.next !== undefined)
    ?.next;
}
