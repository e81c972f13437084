/** Two situations from which the same can happen are one, two from which other things can happen are not. */
import { describe, expect, test } from 'vitest';
import { BRIDGE_LIMIT, LIMIT } from '../../../src/call/index.ts';
import type { CallContext } from '../../../src/call/index.ts';
import type { Exploration, Node } from '../../../src/verification/prove/explore.ts';
import type { KnownValues } from '../../../src/verification/prove/known-values.ts';
import type { Line } from '../../../src/verification/situations/line.ts';
import { createSituationKey, createPlaceKey } from '../../../src/verification/prove/situation-key.ts';
import type { Situation } from '../../../src/verification/situations/situation.ts';
import { flowWith, proofOf } from './proof-of.ts';

const known = (): KnownValues => ({
  vars: ['tries'],
  measured: [],
  evaluate: () => undefined,
  isOwn: () => true,
});

const { nodes } = proofOf(
  flowWith(`vars: { tries: 0, number: '' }
steps:
  ask:
    collect: { prompt: Please enter a digit., digits: 1, save: number }
    on: { exhausted: sorry }
  which:
    switch: [{ when: vars.tries > 2, goto: sorry }]
  count: { set: { tries: '\${vars.tries + 1}' } , next: ask }
`),
).exploration;
const asking = nodes.find(({ situation }) => situation.record.context.step === 'ask')?.situation;
if (asking === undefined) throw new Error('nobody is asked');

const withContext = (own: Partial<CallContext>): Situation => ({
  ...asking,
  record: { ...asking.record, context: { ...asking.record.context, ...own } },
});
const withLine = (own: Partial<Line>): Situation => ({ ...asking, line: { ...asking.line, ...own } });
const { context } = asking.record;
const { play } = asking.line;
if (play === undefined) throw new Error('nothing is played');
const withTimers = (timers: Record<string, number>): Situation => ({
  ...asking,
  line: { ...asking.line, play: { ...play, listens: false } },
  record: { ...asking.record, timers },
});
const frame = {
  flow: 'outer',
  state: 'who',
  vars: { tries: 0 },
  params: {},
  step: 'who',
  road: 'main' as const,
  tried: '',
};

function areSame(one: Situation, other: Situation): boolean {
  return createSituationKey(one, known) === createSituationKey(other, known);
}

describe('the same are situations that differ in', () => {
  test.each<[string, Situation]>([
    ['what was entered', withContext({ vars: { ...context.vars, number: '7' } })],
    ['who calls', withContext({ call: { ...context.call, from: '+12125550123' } })],
    ['how many steps there were', withContext({ steps: 40 })],
    ['the number of the visit', withContext({ visit: { number: 9, firstCommand: 12 } })],
    ['what the next command is called', withContext({ nextCommand: 77 })],
    ['what went wrong before', withContext({ error: { code: '409', message: '', step: 'ask' } })],
    ['what a message said', withContext({ message: { from: '+49', text: 'Yes' } })],
    ['milestones', withContext({ milestones: ['sold'] })],
    ['the time', { ...asking, at: asking.at + 86_400_000 }],
    ['what exactly is being played', withLine({ play: { ...play, ref: 'another' } })],
    ['whom the caller talks to', withLine({ partner: '+4930' })],
    [
      'how far off the limits are',
      {
        ...asking,
        record: { ...asking.record, timers: { ...asking.record.timers, [LIMIT]: 1, [BRIDGE_LIMIT]: 2 } },
      },
    ],
  ])('%s', (what, situation) => {
    const first = what.startsWith('whom') ? withLine({ partner: '+4989' }) : asking;
    expect(areSame(first, situation)).toBe(true);
  });

  test('how long timers run, as long as they fall due in the same order', () => {
    const at = play.endsAt;
    expect(
      areSame(
        withTimers({ one: at + 1_000, two: at + 2_000 }),
        withTimers({ one: at + 1_500, two: at + 9_000 }),
      ),
    ).toBe(true);
  });
});

describe('two are situations that differ in', () => {
  const { input } = context;
  test.each<[string, Situation]>([
    ['a counter that a condition reads', withContext({ vars: { ...context.vars, tries: 1 } })],
    ['silence so far', withContext({ input: { ...input, noInput: 1 } })],
    ['wrong input so far', withContext({ input: { ...input, noMatch: 1 } })],
    ['digits that are gathered', withContext({ input: { ...input, decision: 'more', digits: '1' } })],
    ['the leg', withContext({ leg: 'bridged' })],
    ['the road', withContext({ road: 'error' })],
    ['the way back', withContext({ trail: ['ask'] })],
    ['the language', withContext({ language: 'de-DE' })],
    ['why the call ended', withContext({ call: { ...context.call, reason: 'busy' } })],
    ['time that is up', withContext({ isOverTime: true })],
    ['the party of a hunt list', withContext({ index: 1 })],
    ['the attempt of a request', withContext({ web: { ...context.web, attempt: 1 } })],
    [
      'what becomes of messages',
      withContext({ deliveries: { ...context.deliveries, outcome: 'delivered' } }),
    ],
    ['a message that is waited for', withContext({ awaits: '+49' })],
    ['a fault', withContext({ fault: { code: '409', message: '', step: 'ask' } })],
    ['what is still to be played', withContext({ playlist: [{ kind: 'stored', name: 'more' }] })],
    ['hanging up', withContext({ hangups: 1 })],
    ['flows that wait', withContext({ frames: [frame] })],
    ['a bridge', withLine({ partner: '+4930' })],
    ['hold', withLine({ isHeld: true })],
    ['a recording', withLine({ isRecording: true })],
    ['a stream', withLine({ isStreaming: true })],
    ['a room', withLine({ isInRoom: true })],
    ['a party that rings on', withLine({ ringsOn: { to: '+4930', until: asking.at + 30_000 } })],
    ['what can be said', withLine({ play: { ...play, words: true } })],
    ['the end', { ...asking, record: { ...asking.record, endedAt: 1 } }],
  ])('%s', (_what, situation) => {
    expect(areSame(asking, situation)).toBe(false);
  });

  test('which timer falls due first', () => {
    const at = play.endsAt;
    expect(areSame(withTimers({ one: at + 1, two: at + 2 }), withTimers({ one: at + 2, two: at + 1 }))).toBe(
      false,
    );
  });

  test('which timers run', () => {
    const at = play.endsAt;
    expect(areSame(withTimers({ one: at + 1 }), withTimers({ one: at + 1, two: at + 2 }))).toBe(false);
  });

  test('a counter of a flow that waits', () => {
    const one = withContext({ frames: [frame] });
    const other = withContext({ frames: [{ ...frame, vars: { tries: 1 } }] });
    expect(areSame(one, other)).toBe(false);
  });

  test('two ringing parties, one of which would be called in vain', () => {
    const one = withLine({ ringsOn: { to: '+4930', until: asking.at + 30_000 } });
    const other = withLine({ ringsOn: { to: '+4989', until: asking.at + 30_000 } });
    expect(areSame(one, other)).toBe(false);
  });
});

describe('a place', () => {
  const placeOf = (situation: Situation) => createPlaceKey(situation, known);

  test('is the same however often the caller was asked', () => {
    expect(placeOf(withContext({ input: { ...context.input, noInput: 2 } }))).toBe(placeOf(asking));
    expect(placeOf(withLine({ play: { ...play, listens: false } }))).toBe(placeOf(asking));
  });

  test('is another one in another step, on another road, with another counter, on a bridge', () => {
    const others = [
      { ...asking, record: { ...asking.record, state: 'elsewhere' } },
      withContext({ road: 'error' }),
      withContext({ vars: { ...context.vars, tries: 2 } }),
      withLine({ partner: '+4930' }),
    ];
    expect(new Set([asking, ...others].map(placeOf)).size).toBe(5);
  });
});

describe('in whole flows', () => {
  const stepsOf = ({ nodes: found }: Exploration, step: string): Node[] =>
    found.filter(({ situation: { record } }) => record.context.step === step && record.endedAt === undefined);
  const explored = (body: string) => proofOf(flowWith(body)).exploration;

  test('callers who entered different digits are one caller', () => {
    const found = explored(`vars: { number: '' }
steps:
  ask:
    collect: { prompt: Please enter a digit., digits: 1, save: number }
    on: { exhausted: sorry }
  told: { say: 'It is \${vars.number}.', next: hangup }
`);
    expect(stepsOf(found, 'told')).toHaveLength(1);
  });

  test('callers whom the flow has marked itself, and tells apart later, are two', () => {
    const found = explored(`vars: { kind: none }
steps:
  ask:
    menu:
      prompt: For sales, press 1. For support, press 2.
      choices: [{ key: 1, goto: sales }, { key: 2, goto: support }]
    on: { exhausted: sorry }
  sales: { set: { kind: sales }, next: told }
  support: { set: { kind: support } }
  told: { say: One moment. }
  which:
    switch: [{ when: vars.kind == "sales", goto: sorry }]
`);
    expect(stepsOf(found, 'told')).toHaveLength(2);
  });

  test('callers whom it has marked and never tells apart are one', () => {
    const found = explored(`vars: { kind: none }
steps:
  ask:
    menu:
      prompt: For sales, press 1. For support, press 2.
      choices: [{ key: 1, goto: sales }, { key: 2, goto: support }]
    on: { exhausted: sorry }
  sales: { set: { kind: sales }, next: told }
  support: { set: { kind: support } }
  told: { say: 'You want \${vars.kind}.', next: hangup }
`);
    expect(stepsOf(found, 'told')).toHaveLength(1);
  });
});
