import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day, minute, ours, TestRooms, theirs } from './rooms.ts';
import { scaleRuns } from '../../../setup/property-runs.ts';

/** Values that are right, nearly right, or nonsense, for any field. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    'Ann',
    'moderator',
    'participant',
    'group',
    'lecture',
    'HD',
    'audio',
    '10',
    10,
    30,
  ),
  fc.constantFrom<unknown>('2026-03-01 09:20:00', '2026-02-30 09:00:00', 'sip:a@b', true, false, 0, -1, 1.5),
  fc.constantFrom<unknown>(null, '', {}, [], 1e300, 'x'.repeat(2_000), '__proto__', '\u0000', '😀'),
  fc.jsonValue({ maxDepth: 2 }),
);

const settingNames = [
  'description', 'mode', 'audio_only', 'scheduled', 'scheduled_time', 'adhoc', 'duration', 'moderators', 'participants',
  'audiences', 'quality', 'auto_recording', 'screen_share', 'canvas', 'knock', 'wait_for_moderator', 'abwd',
  'max_active_talkers', 'media_zone', 'single_file_recording', 'role_based_recording', 'watermark', 'rtmp_streaming',
  'billing_code', 'peep', 'aor', '__proto__', 'constructor',
]; // prettier-ignore

const settings = fc.dictionary(fc.constantFrom(...settingNames), value, { maxKeys: 4 });
const good = fc.record(
  {
    knock: fc.boolean(),
    wait_for_moderator: fc.boolean(),
    auto_recording: fc.boolean(),
    adhoc: fc.boolean(),
    participants: fc.integer({ min: 1, max: 3 }),
    mode: fc.constantFrom('group', 'lecture'),
  },
  { requiredKeys: [] },
);

const fields = fc.dictionary(
  fc.constantFrom('name', 'owner_ref', 'role', 'user_ref', 'sip', 'data', 'settings', '__proto__'),
  fc.oneof(value, settings, fc.record({ enabled: value, uri: value })),
);

const body = fc.oneof(
  { weight: 3, arbitrary: good.map((own) => ({ name: 'a', owner_ref: 'b', settings: own })) },
  { weight: 1, arbitrary: settings.map((own) => ({ name: 'a', owner_ref: 'b', settings: own })) },
  { weight: 1, arbitrary: fields },
);

const text = fc.oneof(
  { weight: 6, arbitrary: body.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: body.map((one) => JSON.stringify(one).slice(0, -1)) },
);

const paths = [
  '/rooms', '/rooms', '/rooms/:id', '/rooms/:id/tokens', '/rooms/:id/users', '/rooms/:id/unlock',
  '/rooms/:id/recording/start', '/rooms/:id/recording/stop', '/archive/room/:id', '/cdr/room/:id',
  '/archive/period/2026-03-01/2026-12-31', '/cdr/room-period/:id/2026-03-01/2026-03-02', '/dialin/', '/archive/conf/:id',
  '/archive/file/:id/metadata.json',
]; // prettier-ignore

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('request' as const),
      method: fc.constantFrom('POST', 'POST', 'GET', 'PATCH', 'PUT', 'DELETE', ''),
      path: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...paths) },
        { weight: 1, arbitrary: fc.string().map((one) => `/${one}`) },
      ),
      room: fc.nat(3),
      text,
      authorization: fc.constantFrom(ours, ours, ours, theirs, ''),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      room: fc.nat(3),
      role: fc.constantFrom('moderator', 'participant', 'viewer'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('leave' as const, 'admit' as const),
      room: fc.nat(3),
      who: fc.nat(3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('record' as const),
      room: fc.nat(3),
      action: fc.constantFrom('start' as const, 'stop' as const, 'fail' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('lock' as const), room: fc.nat(3), locked: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 6_000, 16 * minute, 91 * day),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One step; the harness checks the shape of every answer and notification. */
function perform(rooms: TestRooms, one: Step): unknown {
  const { model, now } = rooms;
  if (one.kind === 'wait') {
    rooms.wait(one.ms);
    return undefined;
  }
  const views = model.rooms.list(now);
  const view = views[one.room % Math.max(views.length, 1)];
  const id = view?.room_id ?? 'none';
  const people = [...(view?.participants ?? []), ...(view?.lobby ?? [])];
  switch (one.kind) {
    case 'request': {
      const path = one.path.replaceAll(':id', id);
      const { status } = rooms.request(one.method, path, one.text, one.authorization);
      expect(status).toBeLessThan(500);
      return status;
    }
    case 'join': {
      const asked = { name: 'x', role: one.role, user_ref: 'y' };
      const { token } = rooms.request('POST', `/rooms/${id}/tokens`, asked).body;
      return model.rooms.join(String(token), rooms.now);
    }
    case 'record':
      return model.rooms.record({ roomId: id, action: one.action }, now);
    case 'lock':
      return model.rooms.lock(id, one.locked, now);
    default:
      return model.rooms[one.kind](people[one.who % Math.max(people.length, 1)]?.participant_id ?? '', now);
  }
}

const script = fc.array(step, { maxLength: 40 });

test('whatever is asked, nothing is thrown, nothing is a 500, every answer and notification has its shape', () => {
  fc.assert(
    fc.property(script, (steps) => {
      const rooms = new TestRooms();
      for (const one of steps) perform(rooms, one);
    }),
    { numRuns: scaleRuns(300) },
  );
});

test('the same script gives the same answers, notifications and journal', () => {
  fc.assert(
    fc.property(script, (steps) => {
      const [one, other] = [new TestRooms(), new TestRooms()];
      for (const each of steps) expect(perform(one, each)).toEqual(perform(other, each));
      expect(one.received).toEqual(other.received);
      expect(one.model.journal.readAfter(0)).toEqual(other.model.journal.readAfter(0));
    }),
    { numRuns: scaleRuns(100) },
  );
});

test('a room never holds more than it may, and a session has people', () => {
  fc.assert(
    fc.property(script, (steps) => {
      const rooms = new TestRooms();
      for (const one of steps) {
        perform(rooms, one);
        for (const view of rooms.model.rooms.list(rooms.now)) {
          if (view.app_id !== 'demo') continue;
          const { participants: most = 100, mode } = rooms.settings(view.room_id);
          expect(view.participants.length).toBeLessThanOrEqual(mode === 'lecture' ? 1_000 : Number(most));
          expect(view.conf_num !== undefined).toBe(view.participants.length > 0);
          expect(view.conf_num === undefined && (view.recording || view.locked)).toBe(false);
        }
      }
    }),
    { numRuns: scaleRuns(100) },
  );
});

test('everybody who was in a session has one CDR when all have left, and every recording that ended well an archive', () => {
  fc.assert(
    fc.property(script, (steps) => {
      const rooms = new TestRooms();
      for (const one of steps) perform(rooms, one);
      const everyone = rooms.model.rooms
        .list(rooms.now)
        .flatMap((view) => [...view.participants, ...view.lobby]);
      rooms.leave(...everyone.map((one) => one.participant_id));
      const happened = rooms.model.journal
        .readAfter(0)
        .flatMap((entry) => (entry.kind === 'room' ? [entry] : []));
      const count = (event: string) => happened.filter((entry) => entry.event === event).length;
      const cdrs = rooms.list('/cdr/period/2026-01-01/2099-12-31');
      expect(cdrs).toHaveLength(count('joined'));
      expect(count('left')).toBe(count('joined'));
      expect(count('session_started')).toBe(count('session_ended'));
      expect(count('recording_started')).toBe(count('recording_stopped') + count('recording_failed'));
      rooms.wait(minute);
      expect(rooms.model.nextAt()).toBeUndefined();
    }),
    { numRuns: scaleRuns(100) },
  );
});
