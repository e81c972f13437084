import fc from 'fast-check';
import { voiceId } from '../../src/call/index.ts';
import type { CommandAnswer, EndReason } from '../../src/call/index.ts';
import type { Manner, Script } from '../call/script.ts';

/** Something that may happen to a call, whatever state it is in. */
export type Happening = (call: Script, manner?: Manner) => void;

const reason = fc.constantFrom<EndReason>('normal', 'busy', 'no_answer', 'rejected', 'failed', 'unknown');
const keys = fc.constantFrom('0', '1', '2', '3', '12', '123', '*', '#', '12#', '9', '777');

/** The play being heard, some earlier command, or none. */
const of = fc.constantFrom<Pick<Manner, 'of'>>({}, {}, {}, { of: 'none' }, { of: 1 }, { of: 2 }, { of: 5 });

const notification: fc.Arbitrary<Happening> = fc.oneof(
  fc.constant<Happening>((call, manner) => call.connected(manner)),
  {
    weight: 4,
    arbitrary: of.map(
      (about): Happening =>
        (call, manner) =>
          call.played({ ...about, ...manner }),
    ),
  },
  {
    weight: 3,
    arbitrary: of.map(
      (about): Happening =>
        (call, manner) =>
          call.silence({ ...about, ...manner }),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(keys, fc.boolean(), of).map(
      ([digits, lossy, about]): Happening =>
        (call, manner) =>
          call.presses(digits, { lossy, ...about, ...manner }),
    ),
  },
  fc.constant<Happening>((call, manner) => call.happens({ type: 'bridged' }, manner)),
  reason.map(
    (why): Happening =>
      (call, manner) =>
        call.happens({ type: 'unbridged', reason: why }, manner),
  ),
  fc.constantFrom<Happening>(
    (call, manner) => call.happens({ type: 'incoming' }, manner),
    (call, manner) => call.happens({ type: 'ringing' }, manner),
    (call, manner) => call.happens({ type: 'unknown', state: 'odd' }, manner),
    (call, manner) =>
      call.happens({ type: 'recording', state: 'completed', url: 'https://a.b/c.wav' }, manner),
    (call, manner) => call.happens({ type: 'stream_ended', failed: true }, manner),
    (call, manner) => call.happens({ type: 'joined' }, manner),
    (call, manner) => call.happens({ type: 'bridge_digits', digits: '1', lossy: true }, manner),
    (call, manner) => call.happens({ type: 'bridge_digits', digits: '*1*2', lossy: false }, manner),
    (call, manner) => call.happens({ type: 'stream_ended', failed: false }, manner),
  ),
  fc.tuple(fc.constantFrom('+4930111', '+49302'), fc.constantFrom('sent', 'delivered', 'failed')).map(
    ([to, status]): Happening =>
      (call, manner) =>
        call.happens({ type: 'delivery', number: call.commands.length, reports: [{ to, status }] }, manner),
  ),
);

const ending: fc.Arbitrary<Happening> = reason.map(
  (why): Happening =>
    (call, manner) =>
      call.happens({ type: 'disconnected', reason: why }, manner),
);

/** What only the engine tells: it has no key and comes once. */
const ofEngine: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Happening>((call) => call.timer()) },
  fc.integer({ min: 0, max: 30_000 }).map(
    (ms): Happening =>
      (call) =>
        call.wait(ms).wakes(),
  ),
  {
    weight: 3,
    arbitrary: fc.constantFrom<CommandAnswer>({}, { room_id: 'r1' }, { token: 't1' }).map(
      (answer): Happening =>
        (call) =>
          call.done(answer),
    ),
  },
  fc.constant<Happening>((call) => call.happens({ type: 'dialed', voiceId: voiceId('v1') })),
  fc.tuple(fc.integer({ min: 0, max: 3 }), fc.boolean()).map(
    ([back, callEnded]): Happening =>
      (call) =>
        call.fails('6120', { command: Math.max(1, call.commands.length - back), callEnded }),
  ),
);

/** A run of events; `keyed` says which of them are notifications with a fingerprint. */
export const randomEvents: fc.Arbitrary<{ happening: Happening; keyed: boolean }[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: notification.map((happening) => ({ happening, keyed: true })) },
    { weight: 3, arbitrary: ofEngine.map((happening) => ({ happening, keyed: false })) },
    { weight: 1, arbitrary: ending.map((happening) => ({ happening, keyed: true })) },
  ),
  { minLength: 1, maxLength: 25 },
);
