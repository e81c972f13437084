/** Actions on the line: bridge, hold, recording, streaming, and keys pressed during a conversation. */
import { cleanHeader, type CarriedAction, type Template } from '../../language/model/index.ts';
import { commandId } from '../ids.ts';
import { overhear } from '../keys.ts';
import { localNumber } from '../numbers.ts';
import type { CallContext } from '../record.ts';
import { render } from '../render.ts';
import { assign, keepKeys, addNote, send, type Actions, type Scene } from './scene.ts';

/** Number of the command that places an outbound call, the first one. It may carry the first connect, or the first stream. */
const DIAL = 1;

export const lineActions: Actions<
  | 'connect'
  | 'hold'
  | 'overhear'
  | 'toggle'
  | 'record'
  | 'stop_recording'
  | 'record_message'
  | 'keep_message'
  | 'stream'
  | 'stop_stream'
> = {
  connect(scene, { to, headers, ...bridge }) {
    const { draft } = scene;
    draft.index += 1;
    draft.tried = draft.step;
    draft.line = { ...draft.line, ringing: draft.line.ringing + 1, isPartyGone: false };
    const party = to[draft.index];
    if (draft.carried) {
      draft.carried = false;
      draft.line.party = DIAL;
    } else if (party !== undefined)
      draft.line.party = send(draft, {
        kind: 'connect',
        ...renderBridge(scene, { ...bridge, to: party }),
        ...(headers && { headers: renderHeaders(scene, headers) }),
      });
  },

  hold({ draft }, { hold: isHeld }) {
    sendHold(draft, isHeld);
  },

  overhear({ draft, event }, { keys, what }) {
    const { input } = draft;
    const digits = input.digits + (what === 'new' ? (event.digits ?? '') : '');
    const { as, rest } = overhear(Object.keys(keys), digits, what === 'final');
    if (as === 'more') keepKeys(draft, event, { count: rest.length, before: 0 });
    else if (as !== 'nothing') keepKeys(draft, event, { count: as.length, before: rest.length });
    // Keys after one that leaves the step are dropped.
    draft.input = { ...input, digits: keys[as] === 'leads' ? '' : rest, decision: as };
    if (as !== 'more' && as !== 'nothing') addNote(draft, { kind: 'bridge_key', keys: as });
  },

  toggle({ draft }, { what }) {
    const { isHeld, holds } = draft.line;
    if (what === 'hold') sendHold(draft, !(holds.at(-1)?.hold ?? isHeld));
    else if (draft.line.isRecording) stopRecording(draft);
    else startRecording(draft, commandId(draft.call.id, draft.nextCommand));
  },

  record({ draft, text }, { name }) {
    startRecording(draft, render(text, name, draft));
  },

  stop_recording({ draft }) {
    stopRecording(draft);
  },

  record_message({ draft }, limits) {
    draft.line = { ...draft.line, voicemail: send(draft, { kind: 'record_message', ...limits }) };
  },

  keep_message(scene, { variable }) {
    assign(scene, variable, scene.event.url ?? '');
  },

  stream({ draft, text }, { to }) {
    const stream = draft.carried ? DIAL : send(draft, { kind: 'stream', to: render(text, to, draft) });
    draft.carried = false;
    draft.line = { ...draft.line, stream };
  },

  stop_stream({ draft }) {
    const command = send(draft, { kind: 'stop_stream' });
    draft.line = { ...draft.line, streamStops: [...draft.line.streamStops, command] };
  },
};

/** Renders the numbers of a bridge; the default caller id is our own number. */
export function renderBridge(
  { draft, text }: Scene,
  { to, from, ringMs }: NonNullable<CarriedAction['connect']>,
) {
  const caller = from === undefined ? localNumber(draft.call) : render(text, from, draft);
  return { from: caller, to: render(text, to, draft), ...(ringMs !== undefined && { ringMs }) };
}

/** Renders the SIP headers for a party; those without a value are left out. */
function renderHeaders({ draft, text }: Scene, headers: Record<string, Template>): Record<string, string> {
  const values = Object.entries(headers).flatMap(([name, template]) => {
    const value = render(text, template, draft);
    const clean = cleanHeader(value);
    if (clean !== value.trim()) addNote(draft, { kind: 'header_cleaned', header: name });
    return clean === '' ? [] : [[name, clean] as const];
  });
  return Object.fromEntries(values);
}

function sendHold(draft: CallContext, isHeld: boolean): void {
  const command = send(draft, { kind: 'hold', hold: isHeld });
  draft.line = { ...draft.line, holds: [...draft.line.holds, { command, hold: isHeld }] };
}

function startRecording(draft: CallContext, name: string): void {
  const recording = send(draft, { kind: 'record', name });
  draft.line = { ...draft.line, isRecording: true, recording };
}

function stopRecording(draft: CallContext): void {
  send(draft, { kind: 'stop_recording' });
  draft.line = { ...draft.line, isRecording: false };
}
