/** The context with which a call begins. */
import type { CompiledFlow } from '../flow/index.ts';
import type { CallContext, CallFacts, Input } from './record.ts';

/** What the caller has entered in a step that was just entered: nothing (R1). */
export const noInput: Input = {
  digits: '',
  lossy: false,
  noInput: 0,
  noMatch: 0,
  failed: '',
  decision: '',
  timeoutMs: 0,
  secret: false,
};

/** Before the first step: an inbound call rings, an outbound one is not placed yet. */
export function firstContext(flow: CompiledFlow, call: Omit<CallFacts, 'reason'>): CallContext {
  const { id, from, to, direction } = call;
  return {
    call: { id, from, to, direction, reason: '' },
    leg: direction === 'inbound' ? 'ringing' : 'new',
    vars: Object.fromEntries(Object.entries(flow.vars).map(([name, { initial }]) => [name, initial])),
    language: flow.languages[0] ?? '',
    step: '',
    steps: 0,
    visit: { number: 0, firstCommand: 1 },
    road: 'main',
    fault: null,
    error: { code: '', message: '', step: '' },
    input: noInput,
    playlist: [],
    playing: null,
    carried: false,
    index: -1,
    tried: '',
    hangups: 0,
    nextCommand: 1,
    out: { commands: [], notes: [] },
  };
}
