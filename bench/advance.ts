/** The cost of the call core alone: events of the script, one call after another, nothing stored or sent. */
import { advance, begin, callId, projectId, runnable } from '../src/call/index.ts';
import type { CallEvent, RunnableFlow } from '../src/call/index.ts';
import { compileFlow } from '../src/compiler/index.ts';

export interface AdvanceFigures {
  steps: number;
  usPerEvent: number;
}

const callsPerRound = 2_000;
const rounds = 10;

const events: CallEvent[] = [
  { type: 'connected', at: 2, key: 'connected' },
  { type: 'digits', digits: '1', lossy: false, at: 3, key: 'digits' },
  { type: 'bridged', at: 4, key: 'bridged' },
  { type: 'disconnected', reason: 'normal', at: 5, key: 'disconnected' },
];

/** Measures flows of so many steps; the call walks the first steps of each. */
export function measureAdvance(sizes: number[]): AdvanceFigures[] {
  return sizes.map((steps) => ({ steps, usPerEvent: usPerEvent(flowOf(steps)) }));
}

/** Of the fastest round: whatever else the machine does can only add to it. */
function usPerEvent(flow: RunnableFlow): number {
  return Math.min(...Array.from({ length: rounds }, () => round(flow)));
}

function round(flow: RunnableFlow): number {
  const startedAt = performance.now();
  for (let call = 0; call < callsPerRound; call += 1) walk(flow, call);
  return ((performance.now() - startedAt) * 1_000) / (callsPerRound * (events.length + 1));
}

function walk(flow: RunnableFlow, number: number): void {
  const id = callId(`bench.${number}`);
  const call = { id, project: projectId('bench'), from: '+4915150000', to: '+4930100' } as const;
  let { record } = begin(flow, { ...call, direction: 'inbound', at: 1, key: 'incoming' });
  for (const event of events) ({ record } = advance(flow, record, event));
  if (record.endedAt === undefined) throw new Error('the call of the benchmark did not end');
}

/** A menu, a transfer, and as many further menus as it takes. */
function flowOf(steps: number): RunnableFlow {
  const menu = (name: string, goto: string) =>
    `  ${name}:\n    menu: { prompt: Press 1., choices: [{ key: 1, goto: transfer }, { key: 2, goto: ${goto} }] }\n    on: { exhausted: hangup }\n`;
  const menus = Array.from({ length: steps - 1 }, (_, index) =>
    menu(`menu${index}`, index + 2 < steps ? `menu${index + 1}` : 'transfer'),
  );
  const text = `ringflow: 1\nname: bench\nlanguages: [en-US]\nsteps:\n${menus.join('')}  transfer:\n    connect: { to: '+4930111' }\n    on: { busy: hangup, no_answer: hangup }\n`;
  const { flow, diagnostics } = compileFlow({ file: 'bench', text });
  if (flow === undefined) throw new Error(JSON.stringify(diagnostics));
  return runnable(flow);
}
