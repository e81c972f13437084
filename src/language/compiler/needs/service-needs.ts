/** Services of a carrier beside the call itself: parties outside the telephone network, streams, rooms, text messages. */
import type { ConnectStep, RoomStep, SmsStep, StreamStep, WaitStep } from '../../../../schemas/types/flow.ts';
import { nodeAt, type Path } from '../read/document.ts';
import { listMapSteps } from '../rules/questions.ts';
import type { DraftStep, FlowDraft } from '../types.ts';
import type { Need, NeedRule } from './need.ts';

/** Finds parties that are written as SIP URIs. Values may be anything and are not counted. */
export const sipParties: NeedRule = {
  find: (draft) =>
    listMapSteps<ConnectStep>(draft, 'connect').flatMap(({ step, body: { to }, path }) => {
      const isList = Array.isArray(to);
      const isHandled = isFailureHandled(step, 'unreached');
      return (isList ? to : [to]).flatMap((party, index): Need[] => {
        if (!/^sips?:/.test(String(party))) return [];
        const place: Path = isList ? [...path, 'to', index] : [...path, 'to'];
        return [{ need: 'sip_party', isHandled, ...toPlace(draft, step, place) }];
      });
    }),
};

/** Finds streams of the call's audio. */
export const streams: NeedRule = {
  find: (draft) =>
    listMapSteps<StreamStep>(draft, 'stream').flatMap(({ step, body: { to, start }, path }): Need[] => {
      if (to === undefined && start === undefined) return [];
      const place = [...path, to === undefined ? 'start' : 'to'];
      const address = readFixedAddress(to ?? start);
      const isHandled = isFailureHandled(step);
      return [{ need: 'stream', isHandled, ...(address && { address }), ...toPlace(draft, step, place) }];
    }),
};

/** Returns an address without its query; undefined if a value of the call is part of it. */
function readFixedAddress(text: string | undefined): string | undefined {
  const [address = ''] = (text ?? '').split('?', 1);
  return address.includes('${') ? undefined : address;
}

/** Finds video rooms, and the text messages that invite to them. */
export const rooms: NeedRule = {
  find: (draft) =>
    listMapSteps<RoomStep>(draft, 'room').flatMap(({ step, body, path }): Need[] => {
      const isHandled = isFailureHandled(step);
      const room: Need = { need: 'room', isHandled, ...toPlace(draft, step, path) };
      return body.invite?.sms === undefined ? [room] : [room, { ...room, need: 'sms' }];
    }),
};

/** Finds text messages that a step sends or waits for. */
export const textMessages: NeedRule = {
  find: (draft) => [
    ...listMapSteps<SmsStep>(draft, 'sms').map(({ step, path }): Need => {
      return { need: 'sms', isHandled: isFailureHandled(step), ...toPlace(draft, step, path) };
    }),
    ...listMapSteps<Exclude<WaitStep, string>>(draft, 'wait')
      .filter(({ body }) => body.for === 'message')
      .map(({ step, path }): Need => {
        return { need: 'sms', isAwaited: true, isHandled: false, ...toPlace(draft, step, path) };
      }),
  ],
};

/** True when the step says where it leads when the carrier refuses. */
function isFailureHandled({ on }: DraftStep, group = 'failed'): boolean {
  return on?.has('failed') === true || on?.has(group) === true;
}

/** Returns the place of a node; for a whole step its name. */
function toPlace({ document }: FlowDraft, { name, nameRange }: DraftStep, path: Path) {
  const node = path.length > STEP_DEPTH ? nodeAt(document.root, path) : undefined;
  return { step: name, span: document.span(node?.range ?? nameRange) };
}

/** Length of the path of a step's body. */
const STEP_DEPTH = 3;
