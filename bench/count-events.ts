/** Measures counting an event (src/service/stats): the listener alone, which is the part that a notification waits for. */
import { performance } from 'node:perf_hooks';
import { advance, begin, callId, projectId, runnable } from '../src/call/index.ts';
import type { Advance, CallEvent, RunnableFlow } from '../src/call/index.ts';
import { compileOrThrow, quietLog } from './fixtures.ts';
import { CallCounter } from '../src/service/stats/counter.ts';

const rounds = 20;
const callsPerRound = 20_000;
const calls = 200;

const text = `ringflow: 1
name: desk
languages: [en-US]
on: { error: sorry }
steps:
  main:
    menu:
      prompt: For a person press 1.
      timeout: 3s
      attempts: 3
      choices: [{ key: 1, goto: person }]
    on: { exhausted: sorry }
  person:
    connect: { to: "+4930333" }
    on: { busy: sorry, no_answer: sorry, failed: sorry }
    next: hangup
  sorry: { say: Sorry., next: hangup }
`;

const events: CallEvent[] = [
  { type: 'connected', at: 2 },
  { type: 'digits', digits: '9', lossy: false, at: 3 },
  { type: 'digits', digits: '1', lossy: false, at: 4 },
  { type: 'bridged', at: 5 },
  { type: 'disconnected', reason: 'normal', at: 6 },
];

function walked(flow: RunnableFlow, number: number): Advance[] {
  const call = { id: callId(`bench.${number}`), project: projectId('bench') };
  const first = begin(flow, { ...call, from: '+4915150000', to: '+4930100', direction: 'inbound', at: 1 });
  const all = [first];
  for (const event of events) all.push(advance(flow, (all.at(-1) ?? first).record, event));
  return all;
}

const flow = compileOrThrow(text);
const made = Array.from({ length: calls }, (_, number) => walked(runnable(flow), number)).flat();
const counter = new CallCounter({
  counts: { add: () => Promise.resolve() },
  clock: { now: () => 0, elapsed: () => 0, after: () => () => undefined, nextTurn: setImmediate },
  log: quietLog,
  node: 'bench',
  retentionMs: 1,
});
const perRound = Array.from({ length: rounds }, () => {
  const from = performance.now();
  for (let at = 0; at < callsPerRound; at += 1) {
    const one = made[at % made.length];
    if (one !== undefined) counter.traced(one.record, one.trace);
  }
  return ((performance.now() - from) * 1_000) / callsPerRound;
});
const notes = made.reduce((sum, { trace }) => sum + trace.notes.length, 0) / made.length;
console.log(
  `${Math.min(...perRound).toFixed(2)} µs for each event (fastest of ${rounds} rounds; ${notes.toFixed(1)} notes an event)`,
);
