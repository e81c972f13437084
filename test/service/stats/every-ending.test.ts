/**
 * Calls that end in every way, each with every kind of finalizer, on a flow of their own and inside one that is run: whatever the
 * flow does after the end, the counts, the CDR, the metrics and the live events tell the same of the call.
 */
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { abandon, summarize, turnAway } from '../../../src/call/index.ts';
import type { Advance } from '../../../src/call/index.ts';
import { toCdr } from '../../../src/service/cdrs/index.ts';
import type { Cdr } from '../../../src/service/cdrs/index.ts';
import { CallMetrics } from '../../../src/service/http/call-metrics.ts';
import { LivePublisher } from '../../../src/service/http/api/live-publisher.ts';
import { countEvent } from '../../../src/service/stats/counted.ts';
import { readCalls, readOutcomes } from '../../../src/service/stats/read-sums.ts';
import type { CallSums } from '../../../src/service/stats/read-sums.ts';
import { callOn } from '../../call/several-flows.ts';
import type { Script } from '../../call/script.ts';
import { HandClock } from '../../engine/hand-clock.ts';
import { RecordingLog } from '../../engine/recording-log.ts';

const steps = (end: string) => `
on: { error: sorry${end === '' ? '' : ', end: noted'} }
limits: { duration: 10m }
steps:
  main:
    menu:
      prompt: Well?
      choices: [{ key: 1, goto: desk }, { key: 2, goto: sold }, { key: 3, goto: lookup }, { key: 4, goto: bye }]
    on: { exhausted: bye }
  desk: { connect: { to: "+4930333" }, on: { busy: main, no_answer: main }, next: main }
  sold: { outcome: sold, next: main }
  lookup: { http: { get: https://crm.example.com/me }, next: main }
  bye: { hangup: }
  sorry: { say: Sorry., next: bye }
${end}`;

/** What the flow does once the call has ended. Web services answer a moment later. */
const finalizers = {
  'without a finalizer': '',
  'that sets a variable at its end': '  noted: { set: { note: x }, next: hangup }\n',
  'that notes an outcome at its end': '  noted: { outcome: noted, next: hangup }\n',
  'that tells a web service at its end, and then notes an outcome': `  noted: { http: { post: https://crm.example.com/end }, on: { failed: told, client_error: told } }
  told: { outcome: noted, next: hangup }
`,
};

const shapes = {
  'of a flow': (end: string) => [`name: desk\nvars: { note: '' }${steps(end)}`],
  'inside a flow that is run': (end: string) => [
    `name: outer\nlimits: { duration: 10m }\nsteps: { in: { run: { flow: desk } }, out: { hangup: } }\n`,
    `name: desk\nvars: { note: '' }${steps(end)}`,
  ],
  'inside a flow with a finalizer of its own around it': (end: string) => [
    `name: outer\nlimits: { duration: 10m }\nvars: { note: '' }\non: { end: closed }\nsteps: { in: { run: { flow: desk } }, out: { hangup: }, closed: { set: { note: y } } }\n`,
    `name: desk\nvars: { note: '' }${steps(end)}`,
  ],
};

interface Ending {
  /** What happens to a call that rings. */
  acts: (call: Script) => void;
  calls: Partial<CallSums>;
  /** Beside what a finalizer notes. */
  outcomes?: string[];
  cdr?: Partial<Cdr>;
}

function atMenu(keys = '') {
  return (call: Script) => {
    call.connected();
    if (keys !== '') call.presses(keys);
  };
}

/** Does one thing after another. */
const then =
  (...acts: ((call: Script) => unknown)[]) =>
  (call: Script) => {
    for (const act of acts) act(call);
  };

const HUNG_UP: Pick<Ending, 'calls' | 'cdr'> = {
  calls: { ended: 1, hungUp: 1, failed: 0, bridged: 0, byReason: { normal: 1 } },
  cdr: { reason: 'normal', hungUp: true, failures: [] },
};
const NOT_HUNG_UP = { ended: 1, hungUp: 0, failed: 0, bridged: 0, byReason: { normal: 1 } };
const FAILED = { ...NOT_HUNG_UP, failed: 1 };
const hangsUp = (call: Script) => call.disconnected();

const endings: Record<string, Ending> = {
  'the caller hangs up while it rings': { ...HUNG_UP, acts: hangsUp, cdr: { ...HUNG_UP.cdr, answeredMs: 0 } },
  'the caller hangs up in a menu': { ...HUNG_UP, acts: then(atMenu(), hangsUp) },
  'the caller hangs up while a web service is asked': { ...HUNG_UP, acts: then(atMenu('3'), hangsUp) },
  'the caller hangs up while a party rings': { ...HUNG_UP, acts: then(atMenu('1'), hangsUp) },
  'the caller hangs up after a party was busy': {
    ...HUNG_UP,
    acts: then(atMenu('1'), (call) => call.unbridged('busy'), hangsUp),
  },
  'the caller hangs up out of a conversation': {
    acts: then(
      atMenu('1'),
      (call) => call.bridged(),
      (call) => call.wait(5_000).unbridged(),
      hangsUp,
    ),
    calls: { ...NOT_HUNG_UP, bridged: 1 },
    cdr: { hungUp: false, transfers: [expect.objectContaining({ talkedMs: 5_000 })] as never },
  },
  'the caller hangs up in a conversation of whose end nothing else is told': {
    acts: then(
      atMenu('1'),
      (call) => call.bridged(),
      (call) => call.wait(5_000).disconnected(),
    ),
    calls: { ...NOT_HUNG_UP, bridged: 1 },
    cdr: { hungUp: false, transfers: [expect.objectContaining({ talkedMs: 5_000 })] as never },
  },
  'the caller hangs up out of a conversation that was first told by a refusal': {
    acts: then(
      atMenu('1'),
      (call) => call.wait(60_000).wakes(),
      (call) => call.fails('6112'),
      (call) => call.bridged(),
      (call) => call.wait(5_000).disconnected(),
    ),
    calls: { ...NOT_HUNG_UP, bridged: 1 },
    cdr: { hungUp: false, transfers: [{ outcome: 'no_answer' }, { talkedMs: 5_000 }] as never },
  },
  'the caller hangs up out of a conversation with a party that answered late': {
    acts: then(
      atMenu('1'),
      (call) => call.wait(60_000).wakes(),
      (call) => call.bridged(),
      (call) => call.wait(5_000).disconnected(),
    ),
    calls: { ...NOT_HUNG_UP, bridged: 1 },
    cdr: { hungUp: false, transfers: [{ outcome: 'no_answer' }, { talkedMs: 5_000 }] as never },
  },
  'the caller hangs up after a conversation whose end was told before its beginning': {
    acts: then(
      atMenu('1'),
      (call) => call.unbridged(),
      (call) => call.bridged(),
      (call) => call.wait(5_000).disconnected(),
    ),
    calls: { ...NOT_HUNG_UP, bridged: 1 },
    cdr: { hungUp: false, transfers: [expect.objectContaining({ talkedMs: 0 })] as never },
  },
  'the caller hangs up after an outcome': {
    acts: then(atMenu('2'), hangsUp),
    calls: NOT_HUNG_UP,
    outcomes: ['sold'],
    cdr: { hungUp: false },
  },
  'the caller hangs up on an apology': {
    acts: then(atMenu('1'), (call) => call.fails('1000'), hangsUp),
    calls: FAILED,
    cdr: { hungUp: false, failures: [expect.objectContaining({ code: '1000' })] as never },
  },
  'the flow hangs up': { acts: then(atMenu('4'), hangsUp), calls: NOT_HUNG_UP, cdr: { hungUp: false } },
  'an operator hangs up': {
    acts: then(atMenu(), (call) => call.happens({ type: 'hang_up' }), hangsUp),
    calls: NOT_HUNG_UP,
    cdr: { hungUp: false },
  },
  'the call outlives its limit': {
    acts: then(
      atMenu(),
      (call) => call.wait(600_000).wakes(),
      (call) => call.wait(60_000).wakes(),
      hangsUp,
    ),
    calls: FAILED,
    cdr: { hungUp: false },
  },
  'the platform loses the call': {
    acts: then(atMenu(), (call) => call.disconnected('failed')),
    calls: { ...FAILED, byReason: { failed: 1 } },
    cdr: { hungUp: false, reason: 'failed' },
  },
  'nobody says why the call is over': {
    acts: then(
      atMenu(),
      (call) => call.fails('1', { callEnded: true }),
      (call) => call.wait(5_000).wakes(),
    ),
    calls: { ...NOT_HUNG_UP, byReason: { unknown: 1 } },
    cdr: { hungUp: false, reason: 'unknown' },
  },
};

/** Whatever the services tell of a call. */
async function followed(
  flows: string[],
  acts: (call: Script, keep: (made: Advance) => Advance) => void,
  begins: (begun: Advance) => Advance = (begun) => begun,
) {
  const sums = { calls: new Map<string, number>(), steps: new Map<string, number>() };
  const registry = new Registry();
  const clock = new HandClock();
  const metrics = new CallMetrics(registry, clock);
  const told: string[] = [];
  const feed = {
    isOpen: () => Promise.resolve(true),
    add: (_project: string, events: readonly string[]) => Promise.resolve(void told.push(...events)),
  };
  const teller = new LivePublisher({ feed: feed as never, clock, log: new RecordingLog() });
  const trace: Advance['trace'][] = [];
  const keep = (made: Advance): Advance => {
    trace.push(made.trace);
    countEvent(made.record, made.trace, (sheet, name) =>
      sums[sheet].set(name, (sums[sheet].get(name) ?? 0) + 1),
    );
    metrics.countEvent(made.record, made.trace);
    teller.traced(made.record, made.trace);
    return made;
  };
  const call = callOn(...flows);
  const happens = call.happens.bind(call);
  call.happens = (...event) => keep(happens(...event));
  call.last = keep(begins(call.incoming()));
  acts(call, keep);
  if (call.record.endedAt === undefined) {
    const { number: visit } = call.record.context.visit;
    call.wait(1_000).happens({ type: 'answered', visit, answer: { status: 200, headers: {}, body: '' } });
  }
  await teller.stop();
  const { record } = call;
  return {
    record,
    calls: readCalls(Object.fromEntries(sums.calls)),
    outcomes: readOutcomes(Object.fromEntries(sums.calls), 1),
    steps: Object.fromEntries(sums.steps),
    cdr: toCdr(record, trace),
    metrics: await registry.metrics(),
    live: told.filter((event) => event.startsWith('call.ended')),
  };
}

const rows = Object.entries(endings).flatMap(([ending, { acts, ...expected }]) =>
  Object.entries(shapes).flatMap(([shape, flows]) =>
    Object.entries(finalizers).map(([finalizer, end]) => ({
      what: `${ending}, ${shape} ${finalizer}`,
      flows: flows(end),
      acts,
      expected,
      noted: end.includes('outcome: noted') ? ['noted'] : [],
    })),
  ),
);

test.each(rows)('$what', async ({ flows, acts, expected, noted }) => {
  const { record, calls, outcomes, steps, cdr, metrics, live } = await followed(flows, acts);
  const all = [...(expected.outcomes ?? []), ...noted];
  expect(record.endedAt).toBeDefined();
  expect(calls).toMatchObject({ begun: 1, ...expected.calls });
  expect(outcomes.map(({ name, calls: count }) => [name, count]).sort()).toEqual(
    all.map((name) => [name, 1]).sort(),
  );
  expect(cdr).toMatchObject({ ...expected.cdr, outcomes: all, stepCount: cdr.steps.length });
  expect(cdr.durationMs).toBe(Date.parse(cdr.endedAt) - record.startedAt);
  expect(summarize(record)).toMatchObject({ ended: cdr.reason, outcomes: all });
  expect(countResults(calls)).toEqual([summarize(record).result]);
  expect(live).toHaveLength(1);
  expect(metrics).toMatch(
    new RegExp(`^ringflow_calls_ended_total\\{[^}]*reason="${cdr.reason}"[^}]*\\} 1$`, 'm'),
  );
  expect(metrics.match(/^ringflow_calls_ended_total\{.*/gm)).toHaveLength(1);
  // Steps by the same names everywhere.
  const visited = [...new Set(cdr.steps)];
  expect(Object.keys(steps).filter((name) => name.startsWith('visit '))).toEqual(
    visited.map((step) => `visit ${step}`),
  );
  const visits = [...metrics.matchAll(/^ringflow_step_visits_total\{.*step="([^"]+)".*\} \d+$/gm)];
  expect(visits.map(([, step]) => step).sort()).toEqual(visited.sort());
});

/** Returns the result of each counted call. */
function countResults({ failed, hungUp, talked, served }: CallSums): string[] {
  const counts = { failed, hung_up: hungUp, talked, served };
  return Object.entries(counts).flatMap(([result, count]) => Array.from({ length: count }, () => result));
}

/** Figures of a call that comes to nothing. */
const nothing = { begun: 1, ended: 1, hungUp: 0, failed: 0, bridged: 0 };

test('a call that is given up because of a mistake of ours has failed, in every figure', async () => {
  const flows = shapes['of a flow'](finalizers['that sets a variable at its end']);
  const { record, calls, metrics, cdr, live } = await followed(flows, (call, keep) => {
    call.connected();
    call.last = keep(abandon(call.record, { type: 'wake', at: call.at }, 'a bug'));
  });
  expect(calls).toMatchObject({ ...nothing, failed: 1, byReason: { failed: 1 } });
  expect(summarize(record).result).toBe('failed');
  expect(cdr).toMatchObject({ reason: 'failed', hungUp: false, failures: [{ code: 'internal' }] });
  expect(metrics).toMatch(/^ringflow_calls_ended_total\{.*reason="failed".*\} 1$/m);
  expect(live).toHaveLength(1);
});

test('a call that is turned away because there are too many was rejected, in every figure', async () => {
  const flows = shapes['of a flow']('');
  const { calls, metrics, cdr } = await followed(
    flows,
    () => undefined,
    (begun) => turnAway(begun, 'too_many_calls'),
  );
  expect(calls).toMatchObject({ ...nothing, byReason: { rejected: 1 } });
  expect(cdr).toMatchObject({ reason: 'rejected', hungUp: false, answeredMs: 0 });
  expect(metrics).toMatch(/^ringflow_calls_ended_total\{.*reason="rejected".*\} 1$/m);
});

test.each(['rejected', 'normal'] as const)(
  'a call that the flow rejects is no hang-up when its end is told as %s',
  async (reason) => {
    const { calls, cdr } = await followed(
      [
        "name: no\nvars: { note: '' }\non: { end: noted }\nsteps: { no: { reject: }, noted: { set: { note: x } } }",
      ],
      (call) => call.disconnected(reason),
    );
    expect(calls).toMatchObject({ ...nothing, byReason: { [reason]: 1 } });
    expect(cdr).toMatchObject({ reason, hungUp: false });
  },
);
