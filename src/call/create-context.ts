/** The context with which a call begins. */
import { BOUNDS, type CompiledFlow, type FlowPart, type Value } from '../language/model/index.ts';
import type { CallContext, CallFacts } from './record.ts';
import { defaultContext } from './default-context.ts';

/** Facts of a new call. */
interface Origin extends Omit<CallFacts, 'reason' | 'recordingUrl'> {
  params?: Record<string, Value>;
  message?: CallContext['message'];
}

/** Returns the context before the first step: an inbound call rings, an outbound call is not placed yet. */
export function createContext(flow: CompiledFlow, first: Origin): CallContext {
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
