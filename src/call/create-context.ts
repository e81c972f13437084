/** The context with which a call begins. */
import { BOUNDS, type CompiledFlow, type FlowPart, type Value } from '../language/model/index.ts';
import type { CallId, ProjectId } from './ids.ts';
import type { CallContext, CallRecord } from './record.ts';
import { defaultContext } from './default-context.ts';

/** What is known of a call when it begins. */
export interface Beginning {
  id: CallId;
  project: ProjectId;
  direction: 'inbound' | 'outbound';
  /** E.164 where the platform said so. */
  from: string;
  to: string;
  /** Name of its carrier; absent: the platform. */
  carrier?: string;
  /** The carrier's id of an inbound call. */
  voiceId?: CallRecord['voiceId'];
  /** Id of the campaign that places it. */
  campaign?: string;
  /** Values of parameters; the others have their defaults. */
  params?: Record<string, Value>;
  /** SIP headers of an inbound call, by name. They fill parameters that are given no value. */
  headers?: Readonly<Record<string, string>>;
  /** The message that started the call; the flow calls its sender. */
  message?: { from: string; text: string };
  /** ms since the epoch. */
  at: number;
  /** Deduplication key of the notification or request that started the call. */
  key?: string;
}

/** Returns the context before the first step: an inbound call rings, an outbound call is not placed yet. */
export function createContext(flow: CompiledFlow, first: Beginning): CallContext {
  const { id, from, to, direction } = first;
  const { reason, recordingUrl } = defaultContext.call;
  return {
    ...defaultContext,
    flow: flow.name,
    call: { id, from, to, direction, reason, recordingUrl },
    leg: direction === 'inbound' ? 'ringing' : 'new',
    vars: createVars(flow),
    params: addDefaults(flow, first.params ?? {}),
    message: cutMessage(first.message ?? defaultContext.message),
    language: flow.languages[0] ?? '',
  };
}

function cutMessage({ from, text }: CallContext['message']): CallContext['message'] {
  return { from, text: text.slice(0, BOUNDS.textChars) };
}

/** Returns the variables of a flow that begins. */
export function createVars({ vars }: FlowPart): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const [name, { initial }] of Object.entries(vars)) values[name] = initial;
  return values;
}

/** Returns the parameters of a flow that begins: those given, and the defaults of the others. */
export function addDefaults({ params }: FlowPart, given: Record<string, Value>): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const [name, { default: value }] of Object.entries(params))
    if (value !== undefined) values[name] = value;
  return Object.assign(values, given);
}
