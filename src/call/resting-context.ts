/** What a call is like that rests, connected, before its first step: from here come all values that nothing else has given. */
import type { CallContext, Deliveries, Input, WebState } from './record.ts';

/** What the caller has entered in a step that was just entered: nothing (R1). */
const noInput: Input = {
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

/** A context without the call's id, which the record has. */
export type Resting = Omit<CallContext, 'call'> & { call: Omit<CallContext['call'], 'id'> };

/**
 * A context of which nothing needs to be kept; in the order in which contexts are written. What is added to contexts later
 * gets its value from here when an older record is read.
 */
export const restingContext = {
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
  ...atStepStart,
  tried: '',
  isOverTime: false,
  isOver: false,
  hangups: 0,
  nextCommand: 1,
  out: { commands: [], requests: [], notes: [] },
} satisfies Resting;
