import { describe, expect, test } from 'vitest';
import { impliesAnswer, isAnswered, readEvent } from '../../src/call/leg.ts';
import { SILENCE } from '../../src/call/spoken/speech.ts';
import type { CallContext, CallEvent, Leg, PlatformEvent } from '../../src/call/index.ts';
import { callRecord } from '../builders/call-record.ts';

const LEGS: Leg[] = ['new', 'dialing', 'ringing', 'accepting', 'connected', 'bridged', 'ended'];

function contextAt(leg: Leg, context: Partial<CallContext> = {}): CallContext {
  return callRecord({ context: { leg, ...context } }).context;
}

function readAt(leg: Leg, event: PlatformEvent): string {
  const reading = readEvent(contextAt(leg), { ...event, at: 0 });
  return reading.news ? reading.leg : 'ignored';
}

describe('the leg only moves forward', () => {
  /** One column for each of `LEGS`. */
  const table: [PlatformEvent, string][] = [
    [{ type: 'incoming' }, 'ignored ignored ignored ignored ignored ignored ignored'],
    [{ type: 'ringing' }, 'ignored ignored ignored ignored ignored ignored ignored'],
    [{ type: 'initiated' }, 'ignored ignored ignored ignored ignored ignored ignored'],
    [{ type: 'bridging' }, 'ignored ignored ignored ignored ignored ignored ignored'],
    [{ type: 'broadcast_complete' }, 'ignored ignored ignored ignored ignored ignored ignored'],
    [{ type: 'unknown', state: 'odd' }, 'ignored ignored ignored ignored ignored ignored ignored'],
    [{ type: 'connected' }, 'connected connected connected connected ignored ignored ignored'],
    [{ type: 'played' }, 'connected connected connected connected connected bridged ignored'],
    [{ type: 'silence' }, 'connected connected connected connected connected bridged ignored'],
    [
      { type: 'digits', digits: '1', lossy: false },
      'connected connected connected connected connected bridged ignored',
    ],
    [
      { type: 'bridge_digits', digits: '1', lossy: false },
      'new dialing ringing accepting connected bridged ignored',
    ],
    [{ type: 'recording', state: 'started' }, 'new dialing ringing accepting connected bridged ended'],
    [{ type: 'stream_ended', failed: true }, 'new dialing ringing accepting connected bridged ignored'],
    [{ type: 'joined' }, 'connected connected connected connected connected bridged ignored'],
    [{ type: 'bridged' }, 'bridged bridged bridged bridged bridged ignored ignored'],
    [
      { type: 'unbridged', reason: 'busy' },
      'connected connected connected connected connected connected ignored',
    ],
    [{ type: 'disconnected', reason: 'normal' }, 'ended ended ended ended ended ended ignored'],
  ];

  test.each(table)('%o', (event, legs) => {
    expect(LEGS.map((leg) => readAt(leg, event)).join(' ')).toBe(legs);
  });
});

describe('R2: what is about an earlier play or visit is late', () => {
  const context = contextAt('connected', {
    visit: { number: 3, firstCommand: 5 },
    playing: { media: SILENCE, command: 7 },
  });
  const about = (number: number) => ({ promptRef: `${context.call.id}.${number}` });
  const isNews = (event: PlatformEvent) => readEvent(context, { ...event, at: 0 }).news;
  const keys = { type: 'digits', digits: '1', lossy: false } as const;

  test.each<[string, PlatformEvent, boolean]>([
    ['the end of the play being heard is news', { type: 'played', ...about(7) }, true],
    ['the end of another play of this visit is late', { type: 'played', ...about(6) }, false],
    ['silence after an earlier play is late', { type: 'silence', ...about(4) }, false],
    ['keys for the play being heard are news', { ...keys, ...about(7) }, true],
    ['keys for an earlier play of this visit are news', { ...keys, ...about(5) }, true],
    ['keys for an earlier visit are late', { ...keys, ...about(4) }, false],
    ['the end of a play that nobody names is news', { type: 'played' }, true],
    ['keys that name no play are news', keys, true],
    ['a reference that is not ours is as good as none', { type: 'played', promptRef: 'x.1' }, true],
  ])('%s', (_fact, event, news) => {
    expect(isNews(event)).toBe(news);
  });
});

describe('a refusal', () => {
  const context = contextAt('connected', { visit: { number: 3, firstCommand: 5 } });
  const refusal = (
    number: number,
    parts: { kind?: 'play' | 'dial'; callEnded?: boolean } = {},
  ): CallEvent => ({
    type: 'command_failed',
    number,
    kind: parts.kind ?? 'play',
    failure: { code: '6120', message: '', callEnded: parts.callEnded ?? false },
    at: 0,
  });

  test('of a command of this visit is news', () => {
    expect(readEvent(context, refusal(5))).toEqual({ news: true, leg: 'connected' });
  });

  test('R2: of a command of an earlier visit is late', () => {
    expect(readEvent(context, refusal(4))).toMatchObject({ news: false });
  });

  test('which says that the call is over is news whatever it was about', () => {
    expect(readEvent(context, refusal(4, { callEnded: true }))).toMatchObject({ news: true });
  });

  test('of the dial ends the call', () => {
    expect(readEvent(contextAt('dialing'), refusal(1, { kind: 'dial' }))).toEqual({
      news: true,
      leg: 'ended',
    });
  });

  test('after the end means nothing', () => {
    expect(readEvent(contextAt('ended'), refusal(9, { callEnded: true }))).toMatchObject({ news: false });
  });
});

test('only a call that is answered plays, collects keys or is bridged', () => {
  const types = ['incoming', 'ringing', 'initiated', 'connected', 'played', 'silence', 'digits'];
  const more = ['bridge_digits', 'bridged', 'unbridged', 'disconnected', 'wake'];
  const implying = [...types, ...more].filter((type) => impliesAnswer({ type } as CallEvent));
  expect(implying).toEqual(['played', 'silence', 'digits', 'bridged', 'unbridged']);
  expect(LEGS.filter(isAnswered)).toEqual(['connected', 'bridged']);
});
