/** References to values of a call, such as `$.Attributes.name`, alone or within texts, and placeholders of deployment tools. */
import type { Condition } from './read-flow.ts';

/** What a reference names. */
export type Reference =
  /** An attribute of the contact, which all its flows share. */
  | { kind: 'attribute'; name: string }
  /** An attribute of one flow. */
  | { kind: 'flow'; name: string }
  /** A field of the latest function's answer. */
  | { kind: 'external'; path: readonly string[] }
  /** The latest entry, the intent that a bot understood last, and facts of the call. */
  | { kind: 'input' | 'intent' | 'caller' | 'own' | 'contact' | 'callback' | 'queue_name' | 'queue_id' }
  /** Has the same value in every call that a flow here takes. */
  | { kind: 'fixed'; value: string }
  | { kind: 'unknown'; path: string };

type TextPart = string | { reference: Reference } | { placeholder: string };

/** The dot at the end of a sentence is no path. */
const PATH = String.raw`\$\.[A-Za-z_](?:[\w-]*\w)?(?:\.\w(?:[\w-]*\w)?|\[(?:'[^']*'|"[^"]*"|\d+)\])*`;
const PART = new RegExp(String.raw`(${PATH})|\{\{\s*([\w.:-]+)\s*\}\}|\$\{\s*([\w.:-]+)\s*\}`, 'g');
const SEGMENT = /\.?([A-Za-z0-9_-]+)|\[(?:'([^']*)'|"([^"]*)"|(\d+))\]/g;

/** Splits a text into plain text, references and placeholders. */
export function splitText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(PART)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    const [whole, path, mustache, dollar] = match;
    parts.push(
      path === undefined ? { placeholder: mustache ?? dollar ?? '' } : { reference: readReference(path) },
    );
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

const plainReferences: Readonly<Record<string, Reference>> = {
  StoredCustomerInput: { kind: 'input' },
  'Lex.IntentName': { kind: 'intent' },
  'CustomerEndpoint.Address': { kind: 'caller' },
  'SystemEndpoint.Address': { kind: 'own' },
  'CustomerEndpoint.Type': { kind: 'fixed', value: 'TELEPHONE_NUMBER' },
  'SystemEndpoint.Type': { kind: 'fixed', value: 'TELEPHONE_NUMBER' },
  Channel: { kind: 'fixed', value: 'VOICE' },
  InitiationMethod: { kind: 'fixed', value: 'INBOUND' },
  ContactId: { kind: 'contact' },
  InitialContactId: { kind: 'contact' },
  CustomerCallbackNumber: { kind: 'callback' },
  'Queue.Name': { kind: 'queue_name' },
  'Queue.ARN': { kind: 'queue_id' },
};

/** Reads a path from `$.` on. */
function readReference(path: string): Reference {
  const segments = [...path.slice(1).matchAll(SEGMENT)].map(
    ([, name, single, double, index]) => name ?? single ?? double ?? index ?? '',
  );
  const [root = '', ...rest] = segments;
  const name = rest.join('.');
  if (root === 'Attributes' && name !== '') return { kind: 'attribute', name };
  if (root === 'FlowAttributes' && name !== '') return { kind: 'flow', name };
  if (root === 'External' && name !== '') return { kind: 'external', path: rest };
  const whole = segments.join('.');
  return (
    (Object.hasOwn(plainReferences, whole) ? plainReferences[whole] : undefined) ?? {
      kind: 'unknown',
      path: whole,
    }
  );
}

/** True for a text that reads what a bot has filled in: anything but the name of the intent. */
export function readsSlots(text: string): boolean {
  return /\$\.Lex\.(?!IntentName\b)/.test(text);
}

/** Returns a name for what a reference names: equal names, equal values. */
export function toKey(reference: Reference): string {
  if (reference.kind === 'external') return `external ${reference.path.join('.')}`;
  return reference.kind === 'attribute' || reference.kind === 'flow'
    ? `${reference.kind} ${reference.name}`
    : reference.kind;
}

/** Returns the text if it has neither references nor placeholders. */
export function toConstant(text: string): string | undefined {
  const parts = splitText(text);
  return parts.every((part) => typeof part === 'string') ? parts.join('') : undefined;
}

/** Returns the last part of an ARN or an address: the name of a function, the id of a queue. */
export function shortenId(id: string): string {
  const lambda = /:function:([^:]+)/.exec(id)?.[1];
  if (lambda !== undefined) return lambda;
  return id.startsWith('arn:') ? (id.split(/[/:]/).at(-1) ?? id) : id;
}

/** True for the way of the intent that a bot returns for whatever it does not understand. */
export function isFallbackIntent({ operator, operands: [name = ''] }: Condition): boolean {
  return operator === 'Equals' && /^(?:AMAZON\.)?FallbackIntent$/.test(name);
}
