/** Calls of the samples as nobody has written them down: somebody does something at some time, and so do all others. */
import { join } from 'node:path';
import fc from 'fast-check';
import type { RunnableFlow } from '../../src/call/index.ts';
import type { Party } from '../../src/emulator/model/index.ts';
import { recordedCall } from '../../src/recording/index.ts';
import { simulate } from '../../src/testkit/index.ts';
import type { Simulation, SimulationOptions } from '../../src/testkit/index.ts';
import { suitesIn } from './recorded.ts';
import type { Recorded } from './recorded.ts';

/** Somebody does this, so long after what was done before. */
interface Deed {
  does: (call: Simulation) => unknown;
  called: string;
  pauseMs: number;
}

/** How a call comes about. */
export interface Life {
  flow: RunnableFlow;
  start: SimulationOptions;
  deeds: Deed[];
  /** Settings of the place where it runs. */
  env: Record<string, string>;
}

const root = join(import.meta.dirname, '../..');

/** Beginnings that make sense: those of the scenarios. */
const beginnings = [join(root, 'flows'), join(root, 'test/fixtures/flows')]
  .flatMap(suitesIn)
  .flatMap(({ suite, env }) => suite.scenarios.map(({ start, flow = suite.flow }) => ({ start, flow, env })));

const presses = (keys: string): [string, Deed['does']] => [`presses ${keys}`, (call) => call.press(keys)];
const says = (text: string): [string, Deed['does']] => [`says "${text}"`, (call) => call.say(text)];

const deed: fc.Arbitrary<Deed> = fc
  .record({
    what: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...Array.from('0123456789*#')).map(presses) },
      {
        weight: 3,
        arbitrary: fc.constantFrom('0471', '1234', '12345#', '53113', '101', '0301234567#').map(presses),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom('assistant', 'operator', 'yes', 'one two three', '').map(says),
      },
      { weight: 1, arbitrary: fc.constant<[string, Deed['does']]>(['hangs up', (call) => call.hangUp()]) },
      {
        weight: 1,
        arbitrary: fc.constant<[string, Deed['does']]>([
          'the party hangs up',
          (call) => call.hangUp('second'),
        ]),
      },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom('closes' as const, 'breaks' as const)
          .map((how): [string, Deed['does']] => [`the stream ${how}`, (call) => call.endStream(how)]),
      },
    ),
    pauseMs: fc.oneof(fc.integer({ min: 0, max: 12_000 }), fc.constantFrom(0, 1, 500, 30_000)),
  })
  .map(({ what: [called, does], pauseMs }) => ({ called, does, pauseMs }));

const ms = (max: number) => fc.integer({ min: 0, max });
const party: fc.Arbitrary<Party> = fc.oneof(
  fc.constantFrom<Party>({ on_ring: 'busy' }, { on_ring: 'no_answer' }, { on_ring: 'rejects' }),
  ms(20_000).map((afterMs): Party => ({ on_ring: 'answers', afterMs })),
  fc.tuple(ms(20_000), ms(90_000)).map(([afterMs, talksMs]): Party => ({
    on_ring: 'answers',
    afterMs,
    acts: [{ afterMs: talksMs, hangsUp: true }],
  })),
);

/** Numbers that stand in a flow. */
function numbersIn({ flow }: RunnableFlow): string[] {
  return [...new Set(JSON.stringify(flow).match(/\+49\d{6,}/g))];
}

/** Any life of any sample. */
export const anyLife: fc.Arbitrary<Life> = fc.constantFrom(...beginnings).chain(({ start, flow, env }) =>
  fc.record({
    flow: fc.constant(flow),
    env: fc.constant(env),
    start: fc
      .record({ parties: fc.record(Object.fromEntries(numbersIn(flow).map((number) => [number, party]))) })
      .map(({ parties }) => ({ ...start, parties: { ...start.parties, ...parties } })),
    deeds: fc.array(deed, { maxLength: 10 }),
  }),
);

/** The call as a service would have recorded it, with what was done in it. */
export function lived({ flow, start, deeds, env }: Life): Recorded {
  const call = simulate(flow, start);
  const done: string[] = [];
  for (const { called, does, pauseMs } of deeds) {
    call.advanceTo(call.now + pauseMs);
    if (call.hasEnded) break;
    does(call);
    done.push(`${pauseMs} ms: ${called}`);
  }
  call.runUntil(() => call.hasEnded, Infinity);
  return { name: done.join(', '), call: recordedCall(call.record, [...call.trace], env), flow: flow.flow };
}
