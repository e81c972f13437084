/** Video rooms, their participants and lobbies. */
import type { ParticipantView, RoomView } from '../../platform/emulator/views/index.ts';
import { MAX_LISTED } from './feed.ts';
import type { EmulatorFeed } from './feed.ts';
import { Section, SendForm } from './section.tsx';
import type { Attempt } from './section.tsx';

interface RoomsProps {
  feed: EmulatorFeed;
}

export function Rooms({ feed }: RoomsProps) {
  const rooms = feed.rooms.value;
  // Rooms with people come first, then the newest.
  const shown = rooms
    .toReversed()
    .toSorted((one, other) => Number(hasPeople(other)) - Number(hasPeople(one)))
    .slice(0, MAX_LISTED);
  return (
    <Section title="Rooms" count={String(rooms.length)} place="desk-rooms">
      {(attempt) => (
        <>
          {rooms.length === 0 && <p class="muted">None</p>}
          <ul class="entries">
            {shown.map((room) => (
              <li key={room.room_id} class="entry">
                <Room feed={feed} room={room} attempt={attempt} />
              </li>
            ))}
          </ul>
          <SendForm
            label="Join with a token"
            action="Join"
            onSend={(token) => attempt(() => feed.api.post(['rooms', 'join'], { token: token.trim() }))}
          />
        </>
      )}
    </Section>
  );
}

function hasPeople({ participants, lobby }: RoomView): boolean {
  return participants.length + lobby.length > 0;
}

interface RoomProps extends RoomsProps {
  room: RoomView;
  attempt: Attempt;
}

function Room({ feed, room, attempt }: RoomProps) {
  const { room_id: id, name, conf_num: session, locked, recording, participants, lobby } = room;
  const states = [
    session === undefined ? 'no session' : 'in session',
    ...(locked ? ['locked'] : []),
    ...(recording ? ['recording'] : []),
  ];
  const actOn = (person: ParticipantView, action: string) => {
    void attempt(() => feed.api.post(['participants', person.participant_id, action]));
  };
  return (
    <>
      <strong>{name === '' ? id : name}</strong>
      <span class="small faint">{`${id} · ${states.join(', ')}`}</span>
      <People
        label="Participants"
        people={participants}
        action="Leave"
        onAction={(person) => {
          actOn(person, 'leave');
        }}
      />
      <People
        label="Waiting"
        people={lobby}
        action="Admit"
        onAction={(person) => {
          actOn(person, 'admit');
        }}
      />
      {session !== undefined && <SessionButtons feed={feed} room={room} attempt={attempt} />}
    </>
  );
}

interface PeopleProps {
  label: string;
  people: readonly ParticipantView[];
  action: string;
  onAction: (person: ParticipantView) => void;
}

function People({ label, people, action, onAction }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <ul aria-label={label}>
      {people.map((person) => {
        const name = person.name === '' ? person.participant_id : person.name;
        return (
          <li key={person.participant_id} class="person">
            <span>{`${name}, ${person.role}`}</span>
            <button
              type="button"
              class="button compact"
              aria-label={`${action}: ${name}`}
              onClick={() => {
                onAction(person);
              }}
            >
              {action}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function SessionButtons({ feed, room: { room_id: id, locked, recording }, attempt }: RoomProps) {
  return (
    <div class="row">
      <button
        type="button"
        class="button compact"
        onClick={() => {
          void attempt(() => feed.api.put(['rooms', id, 'lock'], { locked: !locked }));
        }}
      >
        {locked ? 'Unlock' : 'Lock'}
      </button>
      <button
        type="button"
        class="button compact"
        onClick={() => {
          const action = recording ? 'stop' : 'start';
          void attempt(() => feed.api.post(['rooms', id, 'recording'], { action }));
        }}
      >
        {recording ? 'Stop recording' : 'Record'}
      </button>
    </div>
  );
}
