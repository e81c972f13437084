/** Measures the call core alone: events of the script, one call after another, nothing stored or sent. */
import { advance, begin, callId, commandId, projectId, runnable } from '../src/call/index.ts';
import type { CallEvent, CallId, RunnableFlow } from '../src/call/index.ts';
import { compileOrThrow, cpuUsSince } from './fixtures.ts';

export interface AdvanceFigures {
  steps: number;
  usPerEvent: number;
}

const callsPerRound = 2_000;
const rounds = 10;

/** Events of a call that hears a question, whose play is command 2, and answers it. */
const eventsOf = (call: CallId): CallEvent[] => [
  { type: 'connected', at: 2, key: 'connected' },
  { type: 'initiated', promptRef: commandId(call, 2), at: 3, key: 'initiated' },
  { type: 'digits', digits: '1', lossy: false, at: 4, key: 'digits' },
  { type: 'bridged', at: 5, key: 'bridged' },
  { type: 'disconnected', reason: 'normal', at: 6, key: 'disconnected' },
];

/** Measures flows of so many steps; the call walks the first steps of each. */
export function measureAdvance(sizes: number[]): AdvanceFigures[] {
  return sizes.map((steps) => ({ steps, usPerEvent: usPerEvent(flowOf(steps)) }));
}

/** CPU time of the fastest round, because other work on the machine can only add to it. */
function usPerEvent(flow: RunnableFlow): number {
  return Math.min(...Array.from({ length: rounds }, () => round(flow)));
}

function round(flow: RunnableFlow): number {
  const before = process.cpuUsage();
  let events = 0;
  for (let call = 0; call < callsPerRound; call += 1) events += walk(flow, call);
  return cpuUsSince(before) / events;
}

/** Returns the number of events. */
function walk(flow: RunnableFlow, number: number): number {
  const id = callId(`bench.${number}`);
  const call = { id, project: projectId('bench'), from: '+4915150000', to: '+4930100' } as const;
  let { record } = begin(flow, { ...call, direction: 'inbound', at: 1, key: 'incoming' });
  const events = eventsOf(id);
  for (const event of events) ({ record } = advance(flow, record, event));
  if (record.endedAt === undefined) throw new Error('the call of the benchmark did not end');
  return events.length + 1;
}

/** A menu, a transfer, and as many further menus as it takes. */
function flowOf(steps: number): RunnableFlow {
  const menu = (name: string, goto: string) =>
    `  ${name}:\n    menu: { prompt: Press 1., choices: [{ key: 1, goto: transfer }, { key: 2, goto: ${goto} }] }\n    on: { exhausted: hangup }\n`;
  const menus = Array.from({ length: steps - 1 }, (_, index) =>
    menu(`menu${index}`, index + 2 < steps ? `menu${index + 1}` : 'transfer'),
  );
  const text = `ringflow: 1\nname: bench\nlanguages: [en-US]\nsteps:\n${menus.join('')}  transfer:\n    connect: { to: '+4930111' }\n    on: { busy: hangup, no_answer: hangup }\n`;
  return runnable(compileOrThrow(text));
}
