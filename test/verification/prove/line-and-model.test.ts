/**
 * The line that exploring knows and the emulator's model of the platform, gone the same random ways: they refuse the same
 * commands with the same codes, and the same goes on on both. One deviation: of a call that has ended the line does not
 * refuse to hang up, since nobody asks for that.
 */
import { carrierProfiles } from '../../../src/carriers/index.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callId, commandId, voiceId } from '../../../src/call/index.ts';
import type { Command, CommandAction } from '../../../src/call/index.ts';
import { createPlatformModel } from '../../../src/platform/emulator/model/index.ts';
import {
  bridgeLine,
  carryOut,
  overLine,
  quietLine,
  letRingOn,
  unbridgeLine,
  stopCalling,
} from '../../../src/verification/situations/line.ts';
import type { Line } from '../../../src/verification/situations/line.ts';
import { project, sendCommand } from '../../../src/verification/testkit/exchange.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

const CALL = callId('default.1');
const START = Date.UTC(2026, 0, 5, 9);
const SETUP_MS = 100;
/** Answers after a second; never answers; is busy. */
const [ANN, BOB, EVE] = ['+4930111001', '+4930111002', '+4930111003'] as const;
/** How long the flow lets it ring. */
const RING_MS = 10_000;

/** The same call on both. */
class Pair {
  line: Line = quietLine;
  readonly #model = createPlatformModel(
    {
      projects: [project],
      setupMs: SETUP_MS,
      parties: { [ANN]: { afterMs: 1_000 }, [BOB]: { on_ring: 'no_answer' }, [EVE]: { on_ring: 'busy' } },
      video: { anyRoom: true },
    },
    { isBrief: true },
  );
  readonly #voiceId: string;
  #now = START;
  #calledAt = START;
  #number = 0;

  constructor() {
    this.#model.people.ring({ from: '+4915112345678', to: '+4930555000' }, START);
    const [ringing] = this.#model.advance(START);
    this.#voiceId = ringing?.about ?? '';
    this.send({ kind: 'accept' });
  }

  /** Gives the code with which each refuses it. */
  send(action: CommandAction): { line: string; model: string } {
    this.#number += 1;
    const command: Command = { ...action, number: this.#number, id: commandId(CALL, this.#number) };
    const { line, refusal } = carryOut(command, {
      line: this.line,
      at: this.#now,
      can: carrierProfiles.platform,
    });
    if (action.kind === 'connect' && refusal === undefined) this.#calledAt = this.#now;
    this.line = line;
    const target = { call: CALL, voiceId: voiceId(this.#voiceId) };
    const answer = sendCommand(this.#model, command, {
      target,
      now: this.#now,
      carrier: carrierProfiles.platform,
    });
    this.#model.advance(this.#now);
    const code = answer?.type === 'command_failed' ? answer.failure.code : 'none';
    return { line: refusal?.code ?? 'none', model: code };
  }

  /** What happens meanwhile on the line is what the moves of exploring make of it. */
  pass(ms: number): void {
    this.#now += ms;
    this.#model.advance(this.#now);
    const { play, ...quiet } = this.line;
    if (play !== undefined && play.endsAt <= this.#now) this.line = quiet;
    const rung = this.#now - this.#calledAt;
    const { calling } = this.line;
    if (calling === ANN && rung >= SETUP_MS + 1_000) this.line = bridgeLine(this.line, ANN);
    if (calling === EVE && rung >= SETUP_MS) this.line = stopCalling(this.line);
    if (calling === BOB && rung >= RING_MS) this.line = letRingOn(this.line, this.#calledAt);
  }

  partyLeaves(): void {
    this.#model.people.hangUp(this.#voiceId, this.#now, 'second');
    this.line = unbridgeLine(this.line);
  }

  callerLeaves(): void {
    this.#model.people.hangUp(this.#voiceId, this.#now);
    this.line = overLine;
  }

  /** What each says that goes on. */
  seen(): { line: object; model: object } {
    const view = this.#model.control.call(this.#voiceId);
    const { isOver, isHeld, partner, play } = this.line;
    const isPlaying = play !== undefined && play.endsAt > this.#now;
    const isGone = view === undefined || view.state === 'disconnected';
    return {
      line: isOver ? 'over' : { isHeld, partner, isPlaying },
      model: isGone
        ? 'over'
        : {
            isHeld: view.held,
            partner: view.state === 'bridged' ? view.bridge : undefined,
            isPlaying: view.hears,
          },
    } as { line: object; model: object };
  }
}

let recordings = 0;
const commands: Record<string, () => CommandAction> = {
  says: () => ({
    kind: 'play',
    media: { kind: 'text', text: 'Good morning.', language: 'en-US' },
    listen: false,
  }),
  asks: () => ({ kind: 'play', media: { kind: 'text', text: 'Press 1.', language: 'en-US' }, listen: true }),
  plays: () => ({ kind: 'play', media: { kind: 'stored', name: 'jingle' }, listen: false }),
  'calls Ann': () => ({ kind: 'connect', from: '+4930555000', to: ANN }),
  'calls Bob': () => ({ kind: 'connect', from: '+4930555000', to: BOB }),
  'calls Eve': () => ({ kind: 'connect', from: '+4930555000', to: EVE }),
  holds: () => ({ kind: 'hold', hold: true }),
  resumes: () => ({ kind: 'hold', hold: false }),
  records: () => ({ kind: 'record', name: `recording-${(recordings += 1)}` }),
  'stops recording': () => ({ kind: 'stop_recording' }),
  streams: () => ({ kind: 'stream', to: 'wss://audio.example.com' }),
  'stops streaming': () => ({ kind: 'stop_stream' }),
  joins: () => ({ kind: 'join', room: 'room' }),
};

const happenings: Record<string, (pair: Pair) => void> = {
  '50 ms pass': (pair) => {
    pair.pass(50);
  },
  '2 s pass': (pair) => {
    pair.pass(2_000);
  },
  '10 s pass': (pair) => {
    pair.pass(RING_MS);
  },
  '70 s pass': (pair) => {
    pair.pass(70_000);
  },
  'the party leaves': (pair) => {
    pair.partyLeaves();
  },
};

const ways = fc.array(fc.constantFrom(...Object.keys(commands), ...Object.keys(happenings)), {
  maxLength: 25,
});

/** Goes a way; gives what each command was refused with. */
function gone(pair: Pair, way: readonly string[]): string[] {
  return way.flatMap((what) => {
    const command = commands[what]?.();
    if (command === undefined) happenings[what]?.(pair);
    const codes = command && pair.send(command);
    expect(codes?.line, what).toBe(codes?.model);
    const { line, model } = pair.seen();
    expect(line, what).toEqual(model);
    return codes === undefined ? [] : [codes.line];
  });
}

test('on random ways both refuse the same, and the same goes on', () => {
  fc.assert(
    fc.property(ways, (way) => {
      gone(new Pair(), way);
    }),
    { numRuns: scaleRuns(400) },
  );
});

test('when the caller has gone both refuse everything', () => {
  fc.assert(
    fc.property(ways, ways, (before, after) => {
      const pair = new Pair();
      gone(pair, before);
      pair.callerLeaves();
      const codes = gone(
        pair,
        after.filter((what) => what in commands),
      );
      expect(codes.filter((code) => code !== 'CALL_ALREADY_ENDED')).toEqual([]);
    }),
    { numRuns: scaleRuns(100) },
  );
});

describe('both refuse', () => {
  test.each([
    [['calls Ann', '2 s pass', 'says'], '6112'],
    [['says', 'says'], '6122'],
    [['calls Ann', '2 s pass', 'calls Bob'], '6113'],
    [['calls Ann', '2 s pass', 'joins'], '6113'],
    [['calls Bob', '10 s pass', 'calls Bob'], '6113'],
    [['records'], '409'],
    [['calls Ann', '2 s pass', 'records', 'records'], '408'],
    [['calls Ann', '2 s pass', 'the party leaves', 'records'], '409'],
    [['stops recording'], '6139'],
  ])('after %j with %s', (way, code) => {
    expect(gone(new Pair(), way).at(-1)).toBe(code);
  });
});

describe('both carry out', () => {
  test.each([
    [['says', '2 s pass', 'says']],
    [['asks', '2 s pass', 'says']],
    [['calls Bob', 'calls Ann']],
    [['calls Bob', '10 s pass', 'says', '2 s pass', 'calls Bob']],
    [['calls Bob', '70 s pass', 'calls Bob']],
    [['calls Eve', '2 s pass', 'calls Eve']],
    [['calls Ann', '2 s pass', 'the party leaves', 'calls Ann']],
    [['calls Ann', '2 s pass', 'records', 'the party leaves', 'stops recording']],
    [['plays', 'calls Ann', '2 s pass', 'the party leaves', 'says']],
    [['stops streaming']],
  ])('the last one of %j', (way) => {
    expect(gone(new Pair(), way).at(-1)).toBe('none');
  });
});
