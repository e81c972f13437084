import { describe, expect, it } from 'vitest';
import { outcome } from './flow.ts';

/** The recording of the conversation is refused, and the error path speaks. */
const flow = `ringflow: 1
name: recorded-desk
on: { error: sorry }
steps:
  desk:
    connect: { to: '+49301111' }
    on: { bridged: begin, busy: sorry, no_answer: sorry }
  begin:
    record: { start: 'desk-\${call.id}' }
  talk:
    wait: { for: bridge_end }
    next: hangup
  sorry:
    say: 'Not recorded: \${error.code}.'
    next: hangup
`;
const start = '{ recording: refused }';

describe('a step that would speak while two people talk', () => {
  it('waits until they have ended, and then speaks', () => {
    const parties = '{ "+49301111": { answers: 2s, hangs_up: 90s } }';
    const script = [
      'expects: { command: record }',
      'waits: 60s',
      'expects: { step: sorry }',
      'hears: "Not recorded: 6119."',
      'expects: { ended: normal }',
    ];
    expect(outcome(script, { flow, start, parties })).toBe('passed');
  });

  it('says nothing when the caller hangs up on the other one', () => {
    const parties = '{ "+49301111": { answers: 2s } }';
    const script = ['expects: { command: record }', 'waits: 60s', 'hangs_up', 'expects: { ended: normal }'];
    expect(outcome(script, { flow, start, parties })).toBe('passed');
  });
});

describe('keys while two people talk', () => {
  const desk = `ringflow: 1
name: noted-desk
on: { error: sorry }
steps:
  desk:
    connect: { to: '+49301111' }
    on: { bridged: talk, busy: sorry, no_answer: sorry }
  talk:
    wait: { for: bridge_end, keys: { '*1': note, '*2': record } }
    next: hangup
  note:
    outcome: noted
    next: talk
  sorry:
    say: I am sorry.
    next: hangup
`;

  it('count for all of the conversation, whatever the first one leads to', () => {
    const parties = '{ "+49301111": { answers: 2s, hangs_up: 90s } }';
    const script = [
      'waits: 5s',
      'presses: "*1"',
      'expects: { outcome: noted }',
      'presses: "*2"',
      'expects: { command: record }',
      'presses: "*1"',
      'expects: { ended: normal }',
    ];
    expect(outcome(script, { flow: desk, parties })).toBe('passed');
  });
});
