/** The context with which a call begins. */
import type { CompiledFlow, FlowPart, Value } from '../flow/index.ts';
import type { CallContext, CallFacts } from './record.ts';
import { restingContext } from './resting-context.ts';

/** What a call begins with. */
export interface FirstFacts extends Omit<CallFacts, 'reason' | 'recordingUrl'> {
  params?: Record<string, Value>;
  message?: CallContext['message'];
}

/** Before the first step: an inbound call rings, an outbound one is not placed yet. */
export function firstContext(flow: CompiledFlow, first: FirstFacts): CallContext {
  const { id, from, to, direction } = first;
  return {
    ...restingContext,
    flow: flow.name,
    call: { id, ...restingContext.call, from, to, direction },
    leg: direction === 'inbound' ? 'ringing' : 'new',
    vars: initialVars(flow),
    params: withDefaults(flow, first.params ?? {}),
    message: first.message ?? restingContext.message,
    language: flow.languages[0] ?? '',
  };
}

/** The variables of a flow that begins. */
export function initialVars({ vars }: FlowPart): Record<string, Value> {
  return Object.fromEntries(Object.entries(vars).map(([name, { initial }]) => [name, initial]));
}

/** The parameters of a flow that begins: those given, and the others' defaults. */
export function withDefaults({ params }: FlowPart, given: Record<string, Value>): Record<string, Value> {
  const defaults = Object.entries(params).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value]],
  );
  return { ...(Object.fromEntries(defaults) as Record<string, Value>), ...given };
}
