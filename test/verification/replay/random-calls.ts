/** Calls of the samples as nobody has written them down: somebody does something at some time, and so do all others. */
import { join } from 'node:path';
import fc from 'fast-check';
import type { RunnableFlow } from '../../../src/call/index.ts';
import type { Party, Phone } from '../../../src/platform/emulator/model/index.ts';
import { toRecordedCall } from '../../../src/verification/recording/index.ts';
import { faultCodes, simulate } from '../../../src/verification/testkit/index.ts';
import type { Simulation, SimulationOptions } from '../../../src/verification/testkit/index.ts';
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

type WebStub = NonNullable<SimulationOptions['http']>[number];

const root = join(import.meta.dirname, '../../..');

/** Beginnings that make sense: those of the scenarios. */
const beginnings = [join(root, 'flows'), join(root, 'test/fixtures/flows')]
  .flatMap(suitesIn)
  .flatMap(({ suite, env }) => suite.scenarios.map(({ start, flow = suite.flow }) => ({ start, flow, env })));

const presses = (keys: string): [string, Deed['does']] => [`presses ${keys}`, (call) => call.press(keys)];
const says = (text: string): [string, Deed['does']] => [`says "${text}"`, (call) => call.say(text)];

function texts(call: Simulation, text: string): void {
  if (call.record.context.awaits !== '') call.text(text);
}

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
      {
        weight: 1,
        arbitrary: fc.constantFrom('0471', '4 7', 'yes please').map((text): [string, Deed['does']] => [
          `texts "${text}"`,
          (call) => {
            texts(call, text);
          },
        ]),
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
  fc
    .tuple(ms(70_000), fc.constantFrom('Network Out Of Order', 'Normal Clearing', ''))
    .map(([afterMs, reason]): Party => ({ on_ring: 'fails', afterMs, reason })),
  fc
    .tuple(fc.constantFrom('busy', 'no_answer', 'rejects', 'answers', 'fails'), ms(70_000))
    .map(([on_ring, afterMs]): Party => ({ on_ring, afterMs })),
  fc.tuple(ms(40_000), ms(90_000)).map(([afterMs, talksMs]): Party => ({
    on_ring: 'answers',
    afterMs,
    acts: [{ afterMs: talksMs, hangsUp: true }],
  })),
);
const parties = fc.oneof(party, fc.array(party, { minLength: 1, maxLength: 3 }));

/** Commands that the platform refuses, each of its kind. */
const fault = fc
  .record({
    kind: fc.constantFrom(
      ...([
        'play',
        'connect',
        'record',
        'stop_recording',
        'hold',
        'stream',
        'stop_stream',
        'sms',
        'create_room',
        'create_token',
        'join',
        'hangup',
        'accept',
        'dial',
      ] as const),
    ),
    nth: fc.integer({ min: 1, max: 4 }),
    times: fc.integer({ min: 1, max: 2 }),
    code: fc.constantFrom(
      '500',
      '429',
      '408',
      '6105',
      '6112',
      '6119',
      '6141',
      '503',
      'timeout',
      'unreachable',
    ),
  })
  .filter(({ code }) => faultCodes.includes(code));

const webAnswer: fc.Arbitrary<Partial<WebStub>> = fc.record(
  {
    answer: fc.oneof(
      fc.constantFrom<WebStub['answer']>('timeout', 'unreachable', 'egress_denied'),
      fc
        .record({
          status: fc.constantFrom(200, 204, 302, 400, 404, 429, 500, 503),
          body: fc.constantFrom('', '{}', 'not json', '{"name":"Ann"}', '[1, 2]'),
        })
        .map((answer) => ({ headers: {}, ...answer })),
    ),
    delayMs: ms(12_000),
  },
  { requiredKeys: [] },
);

/** Numbers that stand in a flow. */
function numbersIn({ flow }: RunnableFlow): string[] {
  return [...new Set(JSON.stringify(flow).match(/\+49\d{6,}/g))];
}

/** Any life of any sample. */
export const anyLife: fc.Arbitrary<Life> = fc.constantFrom(...beginnings).chain(({ start, flow, env }) => {
  const called = [...numbersIn(flow), ...(start.direction === 'outbound' ? [start.to] : [])];
  return fc.record({
    flow: fc.constant(flow),
    env: fc.constant(env),
    start: fc
      .record({
        rung: fc.record(Object.fromEntries(called.map((number) => [number, fc.option(parties)]))),
        answers: fc.array(fc.option(webAnswer), { minLength: 4, maxLength: 4 }),
        faults: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(fault, { maxLength: 2 })),
        phone: fc.option(
          fc.constantFrom<Phone>(
            { on_sms: 'fails' },
            { on_sms: 'unknown' },
            { on_sms: 'never' },
            { on_sms: 'unreachable' },
          ),
        ),
      })
      .map(({ rung, answers, faults, phone }): SimulationOptions => ({
        ...start,
        parties: { ...start.parties, ...present(rung) },
        http: (start.http ?? []).map((stub, index) => ({ ...stub, ...answers[index] })),
        faults,
        ...(phone && { phones: { [start.direction === 'inbound' ? start.from : start.to]: phone } }),
      })),
    deeds: fc.array(deed, { maxLength: 10 }),
  });
});

function present<Value>(of: Record<string, Value | null>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(of).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

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
  return { name: done.join(', '), call: toRecordedCall(call.record, [...call.trace], env), flow: flow.flow };
}
