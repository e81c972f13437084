import { callId, commandId, flowVersion, projectId } from '../../src/call/index.ts';
import type { CallContext, CallRecord } from '../../src/call/index.ts';

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
    format: 1,
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
    flow: 'front-desk',
    frames: [],
    calling: null,
    returning: null,
    call: {
      id: callId(id),
      from: '+4930111',
      to: '+4930222',
      direction: 'inbound',
      reason: '',
      recordingUrl: '',
    },
    leg: 'ringing',
    vars: {},
    params: {},
    line: { isHeld: false, holds: [], isRecording: false, streamStops: [], ringing: 0, isPartyGone: false },
    room: { id: '', token: '' },
    milestones: [],
    message: { from: '', text: '' },
    taken: '',
    language: 'en-US',
    step: 'hello',
    steps: 1,
    visit: { number: 0, firstCommand: 1 },
    road: 'main',
    error: { code: '', message: '', step: '' },
    input: {
      digits: '',
      lossy: false,
      noInput: 0,
      noMatch: 0,
      failed: '',
      decision: '',
      value: '',
      timeoutMs: 0,
      secret: false,
    },
    playlist: [],
    playing: null,
    carried: false,
    index: 0,
    web: { attempt: 0, outcome: '', pauseMs: 0, isSecret: false },
    deliveries: { command: 0, open: [], outcome: '' },
    fault: null,
    awaits: '',
    tried: '',
    isOverTime: false,
    isOver: false,
    hangups: 0,
    nextCommand: 1,
    out: { commands: [], requests: [], notes: [] },
  };
}

/** Command `number` of a call: a hangup, told apart by its number. */
export function hangup(id: string, number: number) {
  return { kind: 'hangup' as const, number, id: commandId(callId(id), number) };
}
