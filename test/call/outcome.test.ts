import { expect, test } from 'vitest';
import { callOn } from './script.ts';

test('an outcome is noted in the trace, and once in the record', () => {
  const call = callOn(`
    on: { end: after }
    vars: { n: 0 }
    steps:
      booked: { outcome: booked }
      count: { set: { n: "\${vars.n + 1}" } }
      again: { switch: [{ when: vars.n < 2, goto: booked }] }
      bye: { hangup: }
      after: { outcome: called_back }
  `);
  call.incoming();
  call.disconnected();
  const milestones = call.notes.flatMap((note) => (note.kind === 'milestone' ? [note.name] : []));
  expect(milestones).toEqual(['booked', 'booked', 'called_back']);
  expect(call.record.context.milestones).toEqual(['booked', 'called_back']);
});
