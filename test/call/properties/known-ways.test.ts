/** A machine that knows the way does what it does when it goes there for the first time, on whatever flow. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { advance, begin, callId, projectId, runnable } from '../../../src/call/index.ts';
import type { Beginning, RunnableFlow } from '../../../src/call/index.ts';
import { loadFlows } from '../../../src/authoring/flow-files/index.ts';
import { randomEvents } from '../../builders/random-events.ts';
import type { Happening } from '../../builders/random-events.ts';
import { randomFlow } from '../../builders/random-flow.ts';
import { Script } from '../script.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

const samples = loadFlows(['flows']).flows;
const anyFlow = fc.oneof(
  randomFlow.map(({ flow }) => flow),
  fc.constantFrom(...samples),
);

const beginning: Beginning = {
  id: callId('default.1'),
  project: projectId('default'),
  direction: 'inbound',
  from: '+491701000001',
  to: '+4930222',
  at: 0,
};

/** Knows nothing, at every event anew. */
function forgetful({ flow, env }: RunnableFlow): RunnableFlow {
  return { flow, env, part: (name) => runnable(flow).part(name) };
}

test('a way that is known leads to the same as the machine does', () => {
  fc.assert(
    fc.property(anyFlow, fc.array(randomEvents, { minLength: 2, maxLength: 4 }), (flow, lives) => {
      const knowing = runnable(flow);
      for (const life of lives) expectTheSame(knowing, life);
    }),
    { numRuns: scaleRuns(50) },
  );
});

/** Lives it once with what earlier calls have left in memory, and once without. */
function expectTheSame(knowing: RunnableFlow, life: readonly { happening: Happening }[]): void {
  const call = new Script(knowing);
  call.incoming();
  for (const { happening } of life) happening(call);
  const slow = forgetful(knowing);
  let { record } = call.beginning!;
  call.events.forEach((event, at) => {
    const expected = advance(slow, record, event);
    expect(JSON.stringify(call.advances[at])).toBe(JSON.stringify(expected));
    ({ record } = expected);
  });
}

test('a call begins as it does for the first time', () => {
  for (const flow of samples) {
    const knowing = runnable(flow);
    begin(knowing, beginning);
    expect(begin(knowing, beginning)).toEqual(begin(runnable(flow), beginning));
  }
});
