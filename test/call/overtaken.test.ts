/** R2, I5: the end of a conversation that overtakes word of its beginning, as on another node's disk. */
import { describe, expect, test } from 'vitest';
import { callOn } from './script.ts';
import type { Script } from './script.ts';

/** A call that is being connected, and told of the end first. */
function ended(to = '"+49301"'): Script {
  const call = callOn(`
    steps:
      desk:
        connect: { to: ${to} }
        on: { busy: nobody, no_answer: nobody, failed: nobody }
      completed: { say: Completed., next: again }
      nobody: { say: Nobody., next: again }
      again:
        connect: { to: "+49309" }
        on: { busy: hangup, no_answer: hangup, failed: hangup }
  `);
  call.incoming();
  call.connected();
  call.unbridged();
  return call;
}

describe('a conversation whose end is told before its beginning', () => {
  test('has been completed', () => {
    const call = ended();
    expect(call.told.at(-1)).toBe('connect +49301');
    call.bridged();
    expect(call.told.at(-1)).toBe('play Completed.');
    expect(call.record.context.leg).toBe('connected');
  });

  test('has not been, where nothing is told of a beginning for a moment', () => {
    const call = ended();
    call.wait(2_999).wakes();
    expect(call.told.at(-1)).toBe('connect +49301');
    call.wait(1).wakes();
    expect(call.told.at(-1)).toBe('play Nobody.');
  });

  test('has not been, and the next party is tried after that moment', () => {
    const call = ended('["+49301", "+49302"]');
    call.wait(3_000).wakes();
    expect(call.told.at(-1)).toBe('connect +49302');
    call.bridged();
    expect(call.state).toBe('desk.bridged');
  });

  test('begins no more, however late the beginning is told', () => {
    const call = ended();
    call.wait(3_000).wakes();
    call.bridged();
    expect(call.state).toBe('nobody.speaking');
    expect(call.record.context.leg).toBe('connected');
    expect(Object.keys(call.record.timers)).not.toContain('bridge_limit');
  });

  test('says nothing of the next one', () => {
    const call = ended();
    call.bridged();
    call.played();
    expect(call.told.at(-1)).toBe('connect +49309');
    call.bridged();
    expect(call.state).toBe('again.bridged');
  });

  test('goes on after all where a refusal says so', () => {
    const call = ended();
    call.wait(3_000).wakes();
    call.fails('6112');
    expect(call.state).toBe('desk.bridged');
  });
});

test('a party that is busy is not waited for', () => {
  const call = ended('["+49301", "+49302"]');
  call.wait(3_000).wakes();
  call.unbridged('busy');
  expect(call.told.at(-1)).toBe('play Nobody.');
});
