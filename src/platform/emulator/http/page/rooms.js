/**
 * Rooms, their participants and lobbies.
 * @import { ParticipantView, RoomView } from '../../model/index.ts'
 */
import * as control from './control.js';
import { attempt, createButton, find, make, onSubmit, findWithin } from './dom.js';
import { KeyedList } from './keyed-list.js';

/** Maximum number of rooms shown. */
const shownRooms = 50;

const section = find('rooms', HTMLElement);

export class RoomList {
  /** @type {KeyedList<RoomView>} */
  #list = new KeyedList(findWithin(section, 'ul'), ({ room_id: id }) => id, renderRow);

  constructor() {
    const token = find('token', HTMLInputElement);
    onSubmit(find('join', HTMLFormElement), async () => {
      await control.joinRoom(token.value.trim());
      token.value = '';
    });
  }

  async refresh() {
    const rooms = await control.listRooms();
    findWithin(section, '.count').textContent = String(rooms.length);
    // Rooms with people come first, then the newest.
    const sorted = rooms
      .toReversed()
      .toSorted((one, other) => Number(hasPeople(other)) - Number(hasPeople(one)));
    this.#list.show(sorted.slice(0, shownRooms));
  }
}

/** @param {RoomView} room */
function hasPeople({ participants, lobby }) {
  return participants.length + lobby.length > 0;
}

/** @param {RoomView} room */
function renderRow(room) {
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
      participants.map((one) => renderPerson(one, 'Leave', control.leave)),
    ),
    make(
      'ul',
      { 'aria-label': 'Waiting' },
      lobby.map((one) => renderPerson(one, 'Admit', control.admit)),
    ),
  ]);
  if (session !== undefined) row.append(renderSessionButtons(room));
  return row;
}

/** @param {RoomView} room */
function renderSessionButtons({ room_id: id, locked, recording }) {
  return make('div', { class: 'row' }, [
    createActionButton(locked ? 'Unlock' : 'Lock', 'lock', () => control.setLock(id, !locked)),
    createActionButton(recording ? 'Stop recording' : 'Record', 'record', () =>
      control.setRecording(id, recording ? 'stop' : 'start'),
    ),
  ]);
}

/**
 * @param {ParticipantView} participant
 * @param {string} label
 * @param {(id: string) => Promise<unknown>} act
 */
function renderPerson({ participant_id: id, name, role }, label, act) {
  return make('li', {}, [
    make('span', {}, [`${name || id}, ${role}`]),
    createActionButton(label, `${label} ${id}`, () => act(id), `${label}: ${name || id}`),
  ]);
}

/**
 * @param {string} label
 * @param {string} name Names the button within its row.
 * @param {() => Promise<unknown>} act
 * @param {string} description For screen readers, which do not convey the context.
 */
function createActionButton(label, name, act, description = label) {
  return createButton(label, () => attempt(section, act), { 'data-name': name, 'aria-label': description });
}
