/**
 * Rooms, their participants and lobbies.
 * @import { ParticipantView, RoomView } from '../../model/index.ts'
 */
import * as control from './control.js';
import { attempt, button, find, make, onSubmit, within } from './dom.js';
import { KeyedList } from './keyed-list.js';

/** Maximum number of rooms shown. */
const shownRooms = 50;

const section = find('rooms', HTMLElement);

export class RoomList {
  /** @type {KeyedList<RoomView>} */
  #list = new KeyedList(within(section, 'ul'), ({ room_id: id }) => id, rowOf);

  constructor() {
    const token = find('token', HTMLInputElement);
    onSubmit(find('join', HTMLFormElement), async () => {
      await control.join(token.value.trim());
      token.value = '';
    });
  }

  async refresh() {
    const rooms = await control.rooms();
    within(section, '.count').textContent = String(rooms.length);
    // Rooms with people come first, then the newest.
    const sorted = rooms.toReversed().toSorted((one, other) => present(other) - present(one));
    this.#list.show(sorted.slice(0, shownRooms));
  }
}

/** @param {RoomView} room */
function present({ participants, lobby }) {
  return Math.min(participants.length + lobby.length, 1);
}

/** @param {RoomView} room */
function rowOf(room) {
  const { room_id: id, name, conf_num: session, locked, recording, participants, lobby } = room;
  const state = [
    session === undefined ? 'no session' : 'in session',
    locked && 'locked',
    recording && 'recording',
  ];
  const row = make('li', { class: 'card' }, [
    make('strong', {}, [name || id]),
    make('small', {}, [`${id} · ${state.filter(Boolean).join(', ')}`]),
    make(
      'ul',
      { 'aria-label': 'Participants' },
      participants.map((one) => person(one, 'Leave', control.leave)),
    ),
    make(
      'ul',
      { 'aria-label': 'Waiting' },
      lobby.map((one) => person(one, 'Admit', control.admit)),
    ),
  ]);
  if (session !== undefined) row.append(sessionButtons(room));
  return row;
}

/** @param {RoomView} room */
function sessionButtons({ room_id: id, locked, recording }) {
  return make('div', { class: 'row' }, [
    action(locked ? 'Unlock' : 'Lock', 'lock', () => control.lock(id, !locked)),
    action(recording ? 'Stop recording' : 'Record', 'record', () =>
      control.record(id, recording ? 'stop' : 'start'),
    ),
  ]);
}

/**
 * @param {ParticipantView} participant
 * @param {string} label
 * @param {(id: string) => Promise<unknown>} act
 */
function person({ participant_id: id, name, role }, label, act) {
  return make('li', {}, [
    make('span', {}, [`${name || id}, ${role}`]),
    action(label, `${label} ${id}`, () => act(id), `${label}: ${name || id}`),
  ]);
}

/**
 * @param {string} label
 * @param {string} name Names the button within its row.
 * @param {() => Promise<unknown>} act
 * @param {string} description For screen readers, which do not convey the context.
 */
function action(label, name, act, description = label) {
  return button(label, () => attempt(section, act), { 'data-name': name, 'aria-label': description });
}
