/** Actions around video rooms. */
import { remoteNumber } from '../numbers.ts';
import { render } from '../render.ts';
import { send, type Actions, type Scene } from './scene.ts';

export const roomActions: Actions<'create_room' | 'take_room' | 'create_token' | 'take_token' | 'join'> = {
  create_room({ draft, text }, { name, settings }) {
    if (draft.fault === null) send(draft, { kind: 'create_room', name: render(text, name, draft), settings });
  },

  take_room(scene) {
    const id = readAnswer(scene, 'room_id');
    scene.draft.room = { id, token: '' };
  },

  create_token({ draft, text }, { room, name, role }) {
    if (draft.fault !== null) return;
    if (room !== undefined) draft.room = { id: render(text, room, draft), token: '' };
    const shown = name === undefined ? remoteNumber(draft.call) : render(text, name, draft);
    send(draft, { kind: 'create_token', room: draft.room.id, name: shown, role });
  },

  take_token(scene) {
    const token = readAnswer(scene, 'token');
    scene.draft.room = { ...scene.draft.room, token };
  },

  join({ draft, text }, { room }) {
    if (room !== undefined) draft.room = { ...draft.room, id: render(text, room, draft) };
    if (draft.carried) draft.carried = false;
    else send(draft, { kind: 'join', room: draft.room.id });
  },
};

/** Reads a value of the platform's answer that the step needs to continue. */
function readAnswer({ draft, event }: Scene, name: 'room_id' | 'token'): string {
  const { answer = {} } = event;
  const text = name in answer ? (answer as Record<string, string>)[name] : undefined;
  if (text === undefined || text === '')
    draft.fault = { code: 'bad_answer', message: `the platform gave no ${name}`, step: draft.step };
  return text ?? '';
}
