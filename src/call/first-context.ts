/** The context with which a call begins. */
import type { CompiledFlow, FlowPart, Value } from '../flow/index.ts';
import type { CallContext, CallFacts, Deliveries, Input, WebState } from './record.ts';

/** What the caller has entered in a step that was just entered: nothing (R1). */
export const noInput: Input = {
  digits: '',
  lossy: false,
  noInput: 0,
  noMatch: 0,
  failed: '',
  decision: '',
  value: '',
  timeoutMs: 0,
  secret: false,
};

/** What a step that was just entered has asked of web services: nothing. */
const nothingAsked: WebState = { attempt: 0, outcome: '', pauseMs: 0, isSecret: false };

/** What a step that was just entered waits to hear of its messages: nothing. */
const noDeliveries: Deliveries = { command: 0, open: [], outcome: '' };

/** What belongs to a step, as it is when one is entered. */
export const atStepStart = {
  input: noInput,
  playlist: [],
  playing: null,
  carried: false,
  index: -1,
  web: nothingAsked,
  deliveries: noDeliveries,
  fault: null,
  awaits: '',
} satisfies Partial<CallContext>;

/** What a call begins with. */
export interface FirstFacts extends Omit<CallFacts, 'reason' | 'recordingUrl'> {
  params?: Record<string, Value>;
  message?: CallContext['message'];
}

/** Before the first step: an inbound call rings, an outbound one is not placed yet. */
export function firstContext(flow: CompiledFlow, first: FirstFacts): CallContext {
  const { id, from, to, direction } = first;
  return {
    flow: flow.name,
    frames: [],
    calling: null,
    returning: null,
    call: { id, from, to, direction, reason: '', recordingUrl: '' },
    leg: direction === 'inbound' ? 'ringing' : 'new',
    vars: initialVars(flow),
    params: withDefaults(flow, first.params ?? {}),
    line: { isHeld: false, holds: [], isRecording: false, streamStops: [], isPartyGone: false },
    room: { id: '', token: '' },
    milestones: [],
    message: first.message ?? { from: '', text: '' },
    taken: '',
    language: flow.languages[0] ?? '',
    step: '',
    steps: 0,
    visit: { number: 0, firstCommand: 1 },
    road: 'main',
    error: { code: '', message: '', step: '' },
    ...atStepStart,
    tried: '',
    isOverTime: false,
    isOver: false,
    hangups: 0,
    nextCommand: 1,
    out: { commands: [], requests: [], notes: [] },
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
