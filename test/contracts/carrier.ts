/** The contract of every carrier: what its commands do once, repeated in doubt, after the end of the call, and refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callId, commandId } from '../../src/call/index.ts';
import type { CallId, Command, CommandAction, EndReason, Media, VoiceId } from '../../src/call/index.ts';
import { CarrierError } from '../../src/engine/ports/index.ts';
import type { Arrival, Carrier, CommandResult, CommandTarget } from '../../src/engine/ports/index.ts';
import type { StreamServer } from './stream-server.ts';

/** A carrier with its telephones, under the control of a test. */
export interface CarrierDriver {
  readonly carrier: Carrier;
  /** Everything that the carrier has reported, in order. */
  readonly arrivals: readonly Omit<Arrival, 'project'>[];
  /** The number that the carrier leads to us, and numbers of telephones that answer, are busy, or cannot be dialled. */
  readonly numbers: { ours: string; answers: string; busy: string; refused: string };
  /** A prompt of about a second. */
  readonly prompt: Media;
  /** A server to which the carrier can stream. */
  readonly streams: StreamServer;
  /** Lets somebody call our number; resolves with the carrier's id of the call once it rings. */
  ring(): Promise<VoiceId>;
  /** Presses keys on the telephone of the caller. */
  press(call: VoiceId, keys: string): Promise<void>;
  /** Hangs up the telephone of the caller, or of the called person. */
  hangUp(call: VoiceId): Promise<void>;
  /** Returns how many prompts have begun on a call. */
  countPlays(call: VoiceId): Promise<number>;
  /** Returns the ids of the live calls of telephones with us. */
  listCalls(): Promise<VoiceId[]>;
  close(): Promise<void>;
}

type EventType = Arrival['event']['type'];

/** A call under test, with the numbers of its commands. */
class TestCall {
  readonly id: CallId;
  voiceId: VoiceId | undefined;
  readonly #driver: CarrierDriver;
  #commands = 0;

  constructor(driver: CarrierDriver, name: string, voiceId?: VoiceId) {
    this.#driver = driver;
    this.id = callId(`default.${name}`);
    this.voiceId = voiceId;
  }

  /** Returns the call's next command. */
  create(action: CommandAction): Command {
    const number = ++this.#commands;
    return { ...action, number, id: commandId(this.id, number) };
  }

  perform(command: Command, about: Partial<CommandTarget> = {}): Promise<CommandResult> {
    return this.#driver.carrier.perform({ call: this.id, voiceId: this.voiceId, ...about }, command);
  }

  /** Performs a new command. */
  async send(action: CommandAction, about: Partial<CommandTarget> = {}): Promise<Command> {
    const command = this.create(action);
    await this.perform(command, about);
    return command;
  }

  /** Performs a command that may have been carried out: a refusal that shows so counts as success. */
  async repeat(command: Command): Promise<void> {
    try {
      await this.perform(command, { inDoubt: true });
    } catch (error) {
      if (!(error instanceof CarrierError) || !error.doneIfInDoubt) throw error;
    }
  }

  /** Returns the error with which a command is refused. */
  async refuse(action: CommandAction): Promise<CarrierError> {
    const error: unknown = await this.perform(this.create(action)).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(CarrierError);
    return error as CarrierError;
  }

  /** Returns the events of a type that were reported for this call. */
  list<Type extends EventType>(type: Type): Extract<Arrival['event'], { type: Type }>[] {
    return this.#driver.arrivals
      .filter(({ voiceId, callHint }) => voiceId === this.voiceId || callHint === this.id)
      .map(({ event }) => event)
      .filter((event): event is Extract<Arrival['event'], { type: Type }> => event.type === type);
  }

  /** Waits for an event of a type and returns the first one. */
  async wait<Type extends EventType>(type: Type): Promise<Extract<Arrival['event'], { type: Type }>> {
    await expect.poll(() => this.list(type).length).toBeGreaterThan(0);
    return this.list(type)[0] as Extract<Arrival['event'], { type: Type }>;
  }
}

/** Time after which a second effect of a repeated command would have been seen, ms. */
const SETTLED_MS = 300;

/** Defines the tests of a carrier; `open` starts it with its telephones. */
export function testCarrier(name: string, open: () => Promise<CarrierDriver>): void {
  let driver: CarrierDriver;
  let calls = 0;

  beforeAll(async () => {
    driver = await open();
  });
  afterAll(() => driver.close());

  const { settled, ringing, answered, bridged, dialled } = {
    settled: () => new Promise((resolve) => setTimeout(resolve, SETTLED_MS)),
    /** A call that rings. */
    ringing: async () => {
      const voiceId = await driver.ring();
      const call = new TestCall(driver, voiceId, voiceId);
      await call.wait('incoming');
      return call;
    },
    /** A call that was accepted. */
    answered: async () => {
      const call = await ringing();
      await call.send({ kind: 'accept' });
      await call.wait('connected');
      return call;
    },
    /** A call in conversation with a called party, and the command that has called it. */
    bridged: async () => {
      const call = await answered();
      const connect = await call.send(connectTo(driver.numbers.answers));
      await call.wait('bridged');
      return { call, party: connect.id };
    },
    /** A call that we place. */
    dialled: async (to: string) => {
      const call = new TestCall(driver, `placed-${++calls}`);
      const dial = call.create({ kind: 'dial', from: driver.numbers.ours, to });
      call.voiceId = (await call.perform(dial)).voiceId;
      return { call, dial };
    },
  };
  const connectTo = (to: string): CommandAction => ({ kind: 'connect', from: driver.numbers.ours, to });
  const play = (listen = false): CommandAction => ({ kind: 'play', media: driver.prompt, listen });

  describe(`the carrier ${name}`, () => {
    test('reports a call with its number, and names it', async () => {
      const call = await ringing();
      const arrival = driver.arrivals.find(({ voiceId }) => voiceId === call.voiceId);
      expect(arrival).toMatchObject({ event: { type: 'incoming' }, to: driver.numbers.ours });
      await call.send({ kind: 'hangup' });
      await call.wait('disconnected');
    });

    test('reports nothing twice under one key, and another event under another key', async () => {
      const call = await answered();
      await driver.hangUp(call.voiceId!);
      await call.wait('disconnected');
      const keys = driver.arrivals.flatMap(({ key, event }) =>
        key === undefined ? [] : [`${key} ${event.type}`],
      );
      const owners = new Map(keys.map((one) => [one.split(' ')[0], one]));
      expect(keys.every((one) => owners.get(one.split(' ')[0]) === one)).toBe(true);
    });

    describe('accept', () => {
      test('answers the call, once when it is repeated in doubt', async () => {
        const call = await ringing();
        const accept = await call.send({ kind: 'accept' });
        await call.wait('connected');
        await call.repeat(accept);
        await settled();
        expect(call.list('disconnected')).toEqual([]);
        await call.send({ kind: 'hangup' });
      });
    });

    describe('hangup', () => {
      test('rejects a call that rings', async () => {
        const call = await ringing();
        await call.send({ kind: 'hangup' });
        await call.wait('disconnected');
        expect(await driver.listCalls()).not.toContain(call.voiceId);
      });

      test('ends a call, once when it is repeated in doubt', async () => {
        const call = await answered();
        const hangup = await call.send({ kind: 'hangup' });
        await call.wait('disconnected');
        await call.repeat(hangup);
        await settled();
        expect(call.list('disconnected')).toHaveLength(1);
        expect(await driver.listCalls()).not.toContain(call.voiceId);
      });

      test('of the caller is reported as a normal end', async () => {
        const call = await answered();
        await driver.hangUp(call.voiceId!);
        expect(await call.wait('disconnected')).toMatchObject({ reason: 'normal' satisfies EndReason });
      });
    });

    describe('play', () => {
      test('is heard, and its end is reported under the name of its command', async () => {
        const call = await answered();
        const command = await call.send(play());
        expect(await call.wait('played')).toMatchObject({ promptRef: command.id });
        expect(await driver.countPlays(call.voiceId!)).toBe(1);
        await call.send({ kind: 'hangup' });
      });

      test('is heard once when it is repeated in doubt', async () => {
        const call = await answered();
        const command = await call.send(play());
        await call.repeat(command);
        await call.wait('played');
        await settled();
        expect(await driver.countPlays(call.voiceId!)).toBe(1);
        await call.send({ kind: 'hangup' });
      });

      test('that listens reports the keys that are pressed during it', async () => {
        const call = await answered();
        const command = await call.send(play(true));
        await driver.press(call.voiceId!, '7');
        expect(await call.wait('digits')).toMatchObject({ digits: '7', promptRef: command.id });
        await call.send({ kind: 'hangup' });
      });

      test('is refused while two people talk', async () => {
        const { call, party } = await bridged();
        const command = call.create(play());
        await expect(call.perform(command, { party })).rejects.toMatchObject({
          means: 'party_talks',
          callEnded: false,
        });
        await call.send({ kind: 'hangup' });
      });
    });

    describe('connect', () => {
      test('bridges the call, once when it is repeated in doubt', async () => {
        const call = await answered();
        const connect = await call.send(connectTo(driver.numbers.answers));
        await call.repeat(connect);
        await call.wait('bridged');
        await settled();
        expect(call.list('bridged')).toHaveLength(1);
        expect(call.list('unbridged')).toEqual([]);
        await call.send({ kind: 'hangup' });
      });

      test('reports a busy party', async () => {
        const call = await answered();
        await call.send(connectTo(driver.numbers.busy));
        expect(await call.wait('unbridged')).toMatchObject({ reason: 'busy' satisfies EndReason });
        await call.send({ kind: 'hangup' });
      });
    });

    describe('hold', () => {
      test('and its end are done in a conversation, also repeated in doubt', async () => {
        const { call, party } = await bridged();
        for (const hold of [true, false]) {
          const command = await call.send({ kind: 'hold', hold }, { party });
          await call.repeat(command);
        }
        await settled();
        expect(call.list('unbridged')).toEqual([]);
        await call.send({ kind: 'hangup' });
      });
    });

    describe('record', () => {
      const record = (): CommandAction => ({ kind: 'record', name: `recording-${++calls}` });

      test('records a conversation until it is stopped, once when it is repeated in doubt', async () => {
        const { call, party } = await bridged();
        const command = await call.send(record(), { party });
        await call.repeat(command);
        await expect.poll(() => call.list('recording').map(({ state }) => state)).toContain('started');
        await call.send({ kind: 'stop_recording' }, { party });
        await expect.poll(() => call.list('recording').map(({ state }) => state)).toContain('completed');
        await call.send({ kind: 'hangup' });
      });

      test('is refused while the call is recorded', async () => {
        const { call, party } = await bridged();
        await call.send(record(), { party });
        const command = call.create(record());
        await expect(call.perform(command, { party })).rejects.toMatchObject({ means: 'already_recording' });
        await call.send({ kind: 'hangup' });
      });

      test('before a bridge does what the capabilities say', async () => {
        const call = await answered();
        if (driver.carrier.capabilities.record.from === 'bridge')
          expect(await call.refuse(record())).toMatchObject({ means: 'not_bridged', callEnded: false });
        else await call.send(record());
        await call.send({ kind: 'hangup' });
        await call.wait('disconnected');
        await settled();
      });
    });

    describe('record_message', () => {
      test('records the caller until a key is pressed, once when it is repeated in doubt, or is refused as the capabilities say', async () => {
        const call = await answered();
        const limits = { longestMs: 20_000, silenceMs: 10_000, terminator: '#', beep: false } as const;
        const action: CommandAction = { kind: 'record_message', ...limits };
        if (driver.carrier.capabilities.record.voicemail) {
          const command = await call.send(action);
          await call.repeat(command);
          await call.wait('recording');
          await driver.press(call.voiceId!, '#');
          await expect.poll(() => call.list('recording').map(({ state }) => state)).toContain('completed');
          await settled();
          expect(call.list('recording').map(({ state }) => state)).toEqual(['started', 'completed']);
        } else expect(await call.refuse(action)).toMatchObject({ code: 'unsupported', callEnded: false });
        await call.send({ kind: 'hangup' });
      });
    });

    describe('stream', () => {
      test('reaches the server until it is stopped', async () => {
        const call = await answered();
        const before = driver.streams.count();
        await call.send({ kind: 'stream', to: driver.streams.url });
        await expect.poll(() => driver.streams.count()).toBe(before + 1);
        await call.send({ kind: 'stop_stream' });
        await call.wait('stream_ended');
        await settled();
        expect(call.list('stream_ended')).toHaveLength(1);
        await call.send({ kind: 'hangup' });
      });
    });

    describe('dial', () => {
      test('places a call, once when it is repeated in doubt', async () => {
        const before = (await driver.listCalls()).length;
        const { call, dial } = await dialled(driver.numbers.answers);
        await call.repeat(dial);
        await call.wait('connected');
        await settled();
        expect((await driver.listCalls()).length).toBe(before + 1);
        await call.send({ kind: 'hangup' });
        await call.wait('disconnected');
      });

      test('reports a busy person as the end of the call', async () => {
        const { call } = await dialled(driver.numbers.busy);
        expect(await call.wait('disconnected')).toMatchObject({ reason: 'busy' satisfies EndReason });
      });

      test('of what cannot be dialled is refused, with no call placed', async () => {
        const before = await driver.listCalls();
        const call = new TestCall(driver, `placed-${++calls}`);
        const { callEnded, retryable } = await call.refuse({
          kind: 'dial',
          from: driver.numbers.ours,
          to: driver.numbers.refused,
        });
        expect({ callEnded, retryable }).toEqual({ callEnded: false, retryable: false });
        expect(await driver.listCalls()).toEqual(before);
      });
    });

    test.each<[string, () => CommandAction]>([
      ['accept', () => ({ kind: 'accept' })],
      ['play', () => play()],
      ['connect', () => connectTo(driver.numbers.answers)],
      ['hold', () => ({ kind: 'hold', hold: true })],
      ['record', () => ({ kind: 'record', name: 'too-late' })],
    ])('says of %s after the end that the call has ended', async (_kind, toAction) => {
      const call = await answered();
      await driver.hangUp(call.voiceId!);
      await call.wait('disconnected');
      expect(await call.refuse(toAction())).toMatchObject({ callEnded: true });
    });
  });
}
