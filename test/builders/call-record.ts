import { callId, commandId, flowVersion, projectId } from '../../src/call/index.ts';
import type { CallContext, CallRecord } from '../../src/call/index.ts';
import { defaultContext } from '../../src/call/default-context.ts';

export interface RecordParts {
  id?: string;
  seq?: number;
  startedAt?: number;
  context?: Partial<CallContext>;
}

/** The smallest record that is whole: an inbound call in its first step. */
export function callRecord({
  id = 'default.call-1',
  seq = 1,
  startedAt = 1_000,
  context = {},
}: RecordParts = {}): CallRecord {
  return {
    format: 3,
    id: callId(id),
    project: projectId('default'),
    flow: { name: 'front-desk', version: flowVersion('v1') },
    seq,
    startedAt,
    state: 'hello',
    context: { ...callContext(id), ...context },
    timers: {},
    seen: [],
  };
}

function callContext(id: string): CallContext {
  return {
    ...defaultContext,
    flow: 'front-desk',
    call: { id: callId(id), ...defaultContext.call, from: '+4930111', to: '+4930222' },
    leg: 'ringing',
    language: 'en-US',
    step: 'hello',
    steps: 1,
    index: 0,
  };
}

/** Command `number` of a call: a hangup, told apart by its number. */
export function hangup(id: string, number: number) {
  return { kind: 'hangup' as const, number, id: commandId(callId(id), number) };
}
