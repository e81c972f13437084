/**
 * Situations with the same key are the same: the same can happen in both, and the platform refuses the same commands then. Gone are
 * random ways through random flows, with every situation that they come to.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runnable } from '../../../src/call/index.ts';
import { findKnownValues } from '../../../src/verification/prove/known-values.ts';
import type { Move } from '../../../src/verification/prove/move.ts';
import { listHangUpMoves, listMoves } from '../../../src/verification/prove/moves.ts';
import { openFlow } from '../../../src/verification/prove/open-flow.ts';
import { beginLeap, makeLeap } from '../../../src/verification/situations/situation.ts';
import type { Situation } from '../../../src/verification/situations/situation.ts';
import { createSituationKey } from '../../../src/verification/prove/situation-key.ts';
import { flowWith, foundIn, provable } from './proof-of.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

/** What a step may be; each goes on to the next one, and the last one to the first. */
const steps = fc.oneof(
  fc.constantFrom('desk', 'home').map((to) => ({ kind: 'connect', to })),
  fc.integer({ min: 1, max: 80 }).map((seconds) => ({ kind: 'wait', seconds })),
  fc.constantFrom({ kind: 'say' }, { kind: 'ask' }, { kind: 'http' }, { kind: 'switch' }),
);
type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never;

/** Steps one after another, of which at least one waits for something: the compiler refuses a circle of speech and switches. */
const circles = fc
  .array(steps, { minLength: 3, maxLength: 7 })
  .filter((circle) => circle.some(({ kind }) => kind !== 'say' && kind !== 'switch'));

const NUMBERS = { desk: '+493012345', home: '+493067890' };

function written(step: Step, index: number, all: readonly Step[]): string {
  const next = `s${(index + 1) % all.length}`;
  const bodies: Record<string, string> = {
    connect: `{ connect: { to: '${NUMBERS[('to' in step ? step.to : 'desk') as 'desk']}', ring: 5s }, on: { busy: ${next}, no_answer: ${next}, failed: ${next} }, next: ${next} }`,
    wait: `{ wait: ${'seconds' in step ? step.seconds : 1}s, next: ${next} }`,
    say: `{ say: One moment please., next: ${next} }`,
    ask: `{ menu: { prompt: To go on press 1., choices: [{ key: 1, goto: ${next} }] }, on: { exhausted: ${next} } }`,
    http: `{ http: { get: 'https://crm.example.com/news' }, on: { failed: ${next} }, next: ${next} }`,
    switch: `{ switch: [{ when: 'call.from.startsWith("+49")', goto: begin }], next: ${next} }`,
  };
  return `  s${index}: ${bodies[step.kind] ?? ''}\n`;
}

/** What can be done in situations of a flow, and what comes of it. */
function worldOf(text: string) {
  const { flow } = provable(text);
  const ready = runnable(openFlow(flow), {});
  const known = findKnownValues(flow, flow);
  const flows = { whole: flow, part: () => ready.part(flow.name).flow, known: () => known };
  return {
    first: beginLeap(ready, { direction: 'inbound', params: {} }).situation,
    key: (situation: Situation) => createSituationKey(situation, () => known),
    moves: (situation: Situation) => [...listMoves(situation, flows), ...listHangUpMoves(situation)],
    make: (move: Move) => makeLeap(ready, move.from, { event: move.event }),
  };
}

/** The moves of a situation, each with the step to which it leads and what is refused on the way. */
function openIn(situation: Situation, { moves, make }: ReturnType<typeof worldOf>): string[] {
  return moves(situation).map((move) => {
    const { situation: next, commands } = make(move);
    const refusals = commands.map(({ command, refusal }) => `${command.kind} ${refusal?.code ?? ''}`);
    return JSON.stringify([move.deed, move.event.type, next.record.context.step, refusals]);
  });
}

/** A walk through a world, which begins anew where nothing goes on: one turn after another, which of all moves is made. */
function goneThrough(world: ReturnType<typeof worldOf>, turns: readonly number[]): Map<string, string[][]> {
  const seen = new Map<string, string[][]>();
  let situation = world.first;
  for (const turn of turns) {
    const key = world.key(situation);
    seen.set(key, [...(seen.get(key) ?? []), openIn(situation, world)]);
    const moves = world.moves(situation);
    const move = moves[turn % moves.length];
    situation = move === undefined ? world.first : world.make(move).situation;
  }
  return seen;
}

test('in situations with the same key the same can happen, and the same is refused', () => {
  const turns = fc.array(fc.nat({ max: 11 }), { minLength: 250, maxLength: 250 });
  fc.assert(
    fc.property(circles, turns, (body, all) => {
      const text = flowWith(`steps:\n  begin: { say: Hello., next: s0 }\n${body.map(written).join('')}`);
      for (const alike of goneThrough(worldOf(text), all).values())
        for (const open of alike) expect(open, text).toEqual(alike[0]);
    }),
    { numRuns: scaleRuns(40), endOnFailure: true },
  );
});

test('a party that still rings when the caller came one way, and no more on the other, is reached on that one', () => {
  const body = `vars: { note: '' }
steps:
  hello: { say: Hello. }
  desk:
    connect: { to: '+493012345', ring: 5s }
    on: { busy: sorry, no_answer: which, failed: sorry }
    next: sorry
  which:
    switch: [{ when: 'call.from.startsWith("+49")', goto: mid }]
    next: pause
  pause: { wait: 80s, next: mid }
  mid: { set: { note: again } }
  again:
    connect: { to: '+493012345' }
    on: { busy: sorry, no_answer: sorry, failed: sorry }
    next: thanks
  thanks: { say: Thank you., next: hangup }
`;
  expect(foundIn(flowWith(body))).toEqual([]);
});
