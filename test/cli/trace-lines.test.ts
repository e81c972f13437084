import { expect, test } from 'vitest';
import { advance, begin, callId, projectId, showEntry, summarize } from '../../src/call/index.ts';
import { renderTraceEntry } from '../../src/cli/operate/trace-lines.ts';
import { runnableOf } from '../builders/flow.ts';

test('a failure that ends the finalizer is said to do so', () => {
  const flow = runnableOf(`
    on: { end: divided }
    vars: { n: 0 }
    steps:
      bye: { hangup: }
      divided: { set: { n: "\${1 / vars.n}" }, next: end }
      end: { set: { n: 1 } }
  `);
  const { record } = begin(flow, {
    id: callId('default.v1'),
    project: projectId('default'),
    direction: 'inbound',
    from: '+4930111',
    to: '+4930222',
    at: 0,
  });
  const over = advance(flow, record, { type: 'disconnected', at: 1_000, reason: 'normal' });
  expect(renderTraceEntry(summarize(over.record), showEntry(over.trace))).toContain(
    '↳ failed: to the end of the finalizer\n',
  );
});
