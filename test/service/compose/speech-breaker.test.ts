/** An engine that hangs is asked once in a while; meanwhile texts fail at once. */
import { beforeEach, expect, test } from 'vitest';
import { OperationalError } from '../../../src/engine/ports/index.ts';
import type { Synthesizer } from '../../../src/engine/ports/index.ts';
import { SpeechBreaker } from '../../../src/service/compose/speech-breaker.ts';
import { HandClock } from '../../engine/hand-clock.ts';
import { RecordingLog } from '../../engine/recording-log.ts';

const TIMEOUT_MS = 10_000;
const REST_MS = 15_000;

type Outcome = 'answers' | 'hangs' | 'refuses' | 'is away';

let clock: HandClock;
let log: RecordingLog;
let asked: string[];
let outcome: Outcome;
let breaker: SpeechBreaker;

const engine: Synthesizer = {
  id: 'engine',
  readsSsml: true,
  synthesize({ text }, signal) {
    asked.push(text);
    if (outcome === 'hangs') clock.pass(TIMEOUT_MS);
    if (signal.aborted) return Promise.reject(new Error('aborted'));
    if (outcome === 'answers') return Promise.resolve(new Uint8Array(1));
    const code = outcome === 'refuses' ? 'speech_failed' : 'speech_unavailable';
    return Promise.reject(new OperationalError(code, 'of the engine', { retryable: true }));
  },
};

beforeEach(() => {
  clock = new HandClock();
  log = new RecordingLog();
  asked = [];
  outcome = 'answers';
  breaker = new SpeechBreaker(engine, { clock, log });
});

/** Returns how a text ends. */
async function speak(text: string, signal = new AbortController().signal): Promise<string> {
  return breaker.synthesize({ text, isSsml: false, language: 'en' }, signal).then(
    () => 'spoken',
    (error: unknown) => (error as Error).message,
  );
}

const RESTS = expect.stringContaining('asked again') as string;

test('after a timeout the engine rests, is tried again by one text, and is told once', async () => {
  outcome = 'hangs';
  expect(await speak('first')).toBe('of the engine');
  expect([await speak('second'), await speak('third')]).toEqual([RESTS, RESTS]);
  clock.pass(REST_MS);
  expect(await speak('trial')).toBe('of the engine');
  expect(await speak('fourth')).toEqual(RESTS);
  clock.pass(REST_MS);
  outcome = 'answers';
  expect([await speak('fifth'), await speak('sixth')]).toEqual(['spoken', 'spoken']);
  expect(asked).toEqual(['first', 'trial', 'fifth', 'sixth']);
  expect(log.of('error')).toHaveLength(1);
  expect(log.of('info')).toEqual(['the speech engine answers again']);
});

test('others fail at once while one text tries the engine', async () => {
  outcome = 'hangs';
  await speak('first');
  clock.pass(REST_MS);
  outcome = 'answers';
  expect(await Promise.all([speak('trial'), speak('beside it')])).toEqual(['spoken', RESTS]);
});

test('one slow text does not stop an engine that answers others meanwhile', async () => {
  outcome = 'answers';
  const quick = breaker;
  const slow = new SpeechBreaker(
    {
      ...engine,
      async synthesize({ text }, signal) {
        if (text !== 'slow') return engine.synthesize({ text, isSsml: false, language: 'en' }, signal);
        await quick.synthesize({ text: 'another', isSsml: false, language: 'en' }, signal);
        await breaker.synthesize({ text: 'quick', isSsml: false, language: 'en' }, signal);
        clock.pass(TIMEOUT_MS);
        throw new OperationalError('speech_unavailable', 'too slow', { retryable: true });
      },
    },
    { clock, log },
  );
  breaker = slow;
  expect(await speak('slow')).toBe('too slow');
  expect(await speak('next')).toBe('spoken');
  expect(log.lines).toEqual([]);
});

test.each<Outcome>(['refuses', 'is away'])(
  'an engine that %s at once is asked for every text',
  async (how) => {
    outcome = how;
    expect([await speak('first'), await speak('second')]).toEqual(['of the engine', 'of the engine']);
    expect(asked).toEqual(['first', 'second']);
  },
);

test('a caller who hangs up while the engine is tried does not keep the others from it', async () => {
  outcome = 'hangs';
  await speak('first');
  clock.pass(REST_MS);
  outcome = 'answers';
  expect(await speak('trial', AbortSignal.abort())).toBe('aborted');
  expect(await speak('next')).toBe('spoken');
});

test('a text of a caller who has gone says nothing about the engine', async () => {
  outcome = 'hangs';
  expect(await speak('first', AbortSignal.abort())).toBe('aborted');
  expect(await speak('second')).toBe('of the engine');
});
