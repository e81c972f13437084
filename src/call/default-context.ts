/** The default context: a connected call before its first step. Stored records omit values equal to it. */
import type { CallContext, Deliveries, Input, WebState } from './record.ts';

const defaultInput: Input = {
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

const defaultWeb: WebState = { attempt: 0, outcome: '', pauseMs: 0, isSecret: false };

const noDeliveries: Deliveries = { command: 0, open: [], outcome: '' };

/** Members of the context that are reset when a step is entered. */
export const stepDefaults = {
  input: defaultInput,
  playlist: [],
  playing: null,
  carried: false,
  index: -1,
  web: defaultWeb,
  deliveries: noDeliveries,
  fault: null,
  awaits: '',
} satisfies Partial<CallContext>;

/** A context without the call's id, which is in the record. */
export type DefaultContext = Omit<CallContext, 'call'> & { call: Omit<CallContext['call'], 'id'> };

/** The default context, in the order in which contexts are written. Members that older records lack get their value here. */
export const defaultContext = {
  flow: '',
  frames: [],
  calling: null,
  returning: null,
  call: { from: '', to: '', direction: 'inbound', reason: '', recordingUrl: '' },
  leg: 'connected',
  vars: {},
  params: {},
  line: {
    isHeld: false,
    holds: [],
    isRecording: false,
    streamStops: [],
    ringing: 0,
    isPartyGone: false,
    hasTalked: false,
  },
  room: { id: '', token: '' },
  milestones: [],
  message: { from: '', text: '' },
  taken: '',
  language: '',
  step: '',
  steps: 0,
  visit: { number: 0, firstCommand: 1 },
  road: 'main',
  error: { code: '', message: '', step: '' },
  ...stepDefaults,
  tried: '',
  isOverTime: false,
  isOver: false,
  blame: '',
  lastStep: '',
  hangups: 0,
  nextCommand: 1,
  out: { commands: [], requests: [], notes: [] },
} satisfies DefaultContext;
