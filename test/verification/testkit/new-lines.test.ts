import { describe, expect, it } from 'vitest';
import { outcome, read, run } from './flow.ts';

function toldOfLine(line: string): string[] {
  return read(`scenarios:\n  - name: case\n    script:\n      - ${line}\n`).diagnostics.map(
    ({ span: { start }, message }) => `${start.line}:${start.column} ${message}`,
  );
}

describe('hears', () => {
  it.each([
    ['all that is said at once', ['hears: { equals: welcome to acme. }', 'hangs_up'], 'passed'],
    [
      'not a part of it',
      ['hears: { equals: Welcome to }', 'hangs_up'],
      'the caller did not hear exactly "Welcome to" before the call ended',
    ],
    ['the language', ['hears: { prompt: welcome, language: en-US }', 'hangs_up'], 'passed'],
    [
      'another language',
      ['hears: { prompt: welcome, language: de-DE }', 'presses: 9'],
      'the caller did not hear the prompt "welcome" in de-DE before the call ended',
    ],
    [
      'the words in another language',
      ['hears: { text: Welcome, language: de-DE }', 'presses: 9'],
      'the caller did not hear "Welcome" in de-DE before the call ended',
    ],
    [
      'a beginning',
      ['hears: { matches: ^Welcome }', 'hears: { matches: ^For billing }', 'hangs_up'],
      'passed',
    ],
  ])('%s', (_what, script, expected) => {
    expect(outcome(script)).toBe(expected);
  });

  it('nothing that was said before the caller did something', () => {
    expect(outcome(['hears: Welcome to Acme', 'presses: 5', 'hears: For billing', 'hangs_up'])).toBe(
      'passed',
    );
    expect(outcome(['hears: Welcome to Acme', 'presses: 9', 'hears: For billing'])).toContain(
      'did not hear "For billing"',
    );
  });

  it('a beginning only at the beginning of a play', () => {
    expect(outcome(['hears: For billing', 'hears: { matches: ^ press 1 }', 'presses: 9'])).toContain(
      'did not hear anything that matches /^ press 1/',
    );
  });

  it.each([
    [
      'hears: { prompt: welcome, language: fr-FR }',
      '4:45 the flow "desk" has no language "fr-FR", only en-US, de-DE',
    ],
    ['hears: { language: de-DE }', '4:18 expected one of the keys'],
    ['hears: { text: a, equals: b }', '4:27 "text" and "equals" exclude each other'],
    ['hears: { matches: (a+)+ }', '4:27 the group (a+) is repeated'],
  ])('%s is told', (line, message) => {
    expect(toldOfLine(line)).toEqual([expect.stringContaining(message.slice(0, 30)) as string]);
  });
});

describe('does_not_hear', () => {
  it.each([
    ['what was not said', ['does_not_hear: { text: Goodbye, for: 3s }', 'hangs_up'], 'passed'],
    [
      'what was said since the beginning',
      ['hears: For billing', 'does_not_hear: Welcome', 'hangs_up'],
      'the caller heard "Welcome" at 0:00.0',
    ],
    [
      'what was said before a key',
      ['hears: For billing', 'presses: 2', 'does_not_hear: Welcome', 'hangs_up'],
      'passed',
    ],
    [
      'what is said after a key',
      ['presses: 2', 'hears: Your account', 'does_not_hear: { prompt: main }', 'hangs_up'],
      'passed',
    ],
    [
      'what comes in time',
      ['hears: For billing', 'does_not_hear: { text: Are you still, for: 1m }'],
      'the caller heard "Are you still" at 0:10.3',
    ],
    [
      'what comes later',
      ['hears: For billing', 'does_not_hear: { text: Are you still, for: 1s }', 'hangs_up'],
      'passed',
    ],
    [
      'another language',
      ['hears: For billing', 'does_not_hear: { prompt: welcome, language: de-DE }', 'hangs_up'],
      'passed',
    ],
    [
      'anything of a kind',
      ['hears: For billing', 'does_not_hear: { matches: "welcome|goodbye" }', 'hangs_up'],
      'the caller heard anything that matches /welcome|goodbye/ at 0:00.0',
    ],
    ['after the call', ['presses: 9', 'waits: 1ms', 'does_not_hear: { text: a, for: 1s }'], ''],
  ])('%s', (_what, script, expected) => {
    expect(outcome(script)).toContain(expected);
  });

  it('says nothing where nothing could be heard, which is told', () => {
    const { failure } = run(
      `faults: [{ command: play, nth: 2, code: 6120 }]\nscript:\n  - hears: Welcome\n  - waits: 5s\n  - does_not_hear: Welcome\n`,
    );
    expect(failure?.message).toBe('the caller heard "Welcome" at 0:00.0');
    const hold =
      'ringflow: 1\nname: s\nsteps:\n  ask: { menu: { prompt: Press 1., attempts: 1, choices: [{ key: 1, goto: far }] }, on: { exhausted: hangup } }\n  far: { connect: { to: "+49301110" }, on: { busy: hangup, no_answer: hangup } }\n';
    const hasty = ['presses: 1', 'does_not_hear: Press 1'];
    const tooEarly = 'nothing has been played since the last act of the caller, so there is nothing to check';
    expect(outcome(hasty, { flow: hold })).toBe(tooEarly);
    const first = ['does_not_hear: Welcome', 'hangs_up'];
    expect(outcome(first, { start: '{ direction: outbound }' })).toBe(tooEarly);
    expect(outcome([...hasty.slice(0, 1), 'waits: 1s', ...hasty.slice(1), 'hangs_up'], { flow: hold })).toBe(
      'passed',
    );
  });
});

describe('presses with pauses', () => {
  it('presses one key after the other', () => {
    const result = run(
      'script:\n  - presses: 2\n  - presses: { keys: "0042", pause: 2s }\n  - expects: { var: { name: account, is: "0042" } }\n  - hangs_up',
    );
    expect(result.failure?.message).toBeUndefined();
    const presses = result.story.filter(({ text }) => text.startsWith('presses')).slice(1);
    expect(presses.map(({ text }) => text)).toEqual(['presses 0', 'presses 0', 'presses 4', 'presses 2']);
    expect(presses.slice(1).map(({ at }, index) => at - (presses[index]?.at ?? 0))).toEqual([
      2_000, 2_000, 2_000,
    ]);
  });

  it('may be too slow for what listens', () => {
    expect(outcome(['presses: { keys: "99", pause: 30s }'])).toBe('cannot press 9 of 99: the call has ended');
  });

  it('needs both keys and a pause', () => {
    expect(toldOfLine('presses: { keys: 12 }')).toEqual(['4:20 the key "pause" is missing']);
  });
});

describe('waits_until', () => {
  const flow = `ringflow: 1
name: night
hours: { day: { timezone: Europe/Berlin, open: { mon-sun: 09:00-18:00 } } }
on: { error: bye }
steps:
  ask:
    menu: { prompt: Press 1., attempts: 5, timeout: 20s, choices: [{ key: 1, goto: open }] }
    on: { exhausted: hangup }
  open:
    hours: day
    on: { open: yes_open, closed: no_open }
  yes_open: { say: Open., next: hangup }
  no_open: { say: Closed., next: hangup }
  bye: { say: Sorry., next: hangup }
`;
  const at = (time: string) => `{ at: '2026-03-02T${time}' }`;

  it.each([
    ['the clock of the call', at('17:59:30+01:00'), ['waits_until: "18:00"', 'presses: 1', 'hears: Closed.']],
    [
      'the clock of the call, in UTC',
      at('16:59:30Z'),
      ['waits_until: "17:00"', 'presses: 1', 'hears: Closed.'],
    ],
    [
      'a whole time',
      at('17:59:30+01:00'),
      ['waits_until: 2026-03-02T17:59:40+01:00', 'presses: 1', 'hears: Open.'],
    ],
    ['midnight', at('23:59:50Z'), ['waits_until: "00:00"', 'presses: 1', 'hears: Closed.']],
  ])('%s', (_what, start, script) => {
    expect(outcome(script, { start, flow })).toBe('passed');
  });

  it.each([
    [
      'what is past',
      ['waits_until: 2026-03-01T10:00:00Z'],
      'cannot wait until 2026-03-01T10:00:00Z: it is already 2026-03-02 10:00 UTC',
    ],
    ['the end of the call', ['waits_until: "11:00"', 'presses: 1'], 'cannot press 1: the call has ended'],
  ])('not %s', (_what, script, expected) => {
    expect(outcome(script, { start: at('10:00:00Z'), flow })).toBe(expected);
  });

  it.each([
    ['waits_until: 2026-02-31T10:00:00Z', 'is not a valid time'],
    ['waits_until: "25:00"', '"25:00" does not have the right form'],
  ])('%s is told', (line, message) => {
    expect(toldOfLine(line)).toEqual([expect.stringContaining(message) as string]);
  });
});

describe('a party', () => {
  it('may do something else at each call', () => {
    const flow =
      'ringflow: 1\nname: twice\nsteps:\n  first: { connect: { to: "+49301110" }, on: { busy: second, no_answer: hangup }, next: hangup }\n  second: { connect: { to: "+49301110" }, on: { busy: hangup, no_answer: hangup } }\n  bye: { say: Talked., next: hangup }\n';
    expect(
      outcome(['hears: Talked.'], {
        flow,
        parties: '{ "+49301110": [busy, { answers: 1s, hangs_up: 5s }] }',
      }),
    ).toBe('passed');
  });
});

describe('a line behind the end', () => {
  it.each([
    'hears: a',
    'presses: 1',
    'says: a',
    'mumbles',
    'stays_silent',
    'waits: 1s',
    'waits_until: "10:00"',
    'hangs_up',
    'operator_hangs_up',
    'party_hangs_up: "+49301110"',
    'stream_ends',
  ])('%s is told where it stands', (line) => {
    const { diagnostics } = read(`scenarios:\n  - name: a\n    script:\n      - hangs_up\n      - ${line}\n`);
    expect(diagnostics).toMatchObject([
      {
        code: 'impossible-line',
        message: expect.stringContaining('after line 4, where the caller hangs up') as string,
        span: { start: { line: 5 } },
      },
    ]);
  });

  it('is told behind an expected end too', () => {
    expect(
      read('scenarios:\n  - name: a\n    script:\n      - expects: { ended: normal }\n      - hears: Bye\n')
        .diagnostics,
    ).toMatchObject([{ message: 'nobody hears anything after line 4, where the call is expected to end' }]);
  });

  it.each([
    'expects: { ended: normal }',
    'expects: { var: { name: tries, is: 1 } }',
    'does_not_hear: Sorry',
    'expects: { step: note }',
  ])('%s may stand there', (line) => {
    expect(outcome(['hangs_up', line])).toBe('passed');
  });
});

it('an outcome that no step notes is told', () => {
  expect(toldOfLine('expects: { outcome: booked }')).toEqual([
    '4:29 no step of the flow "desk" records the outcome "booked"',
  ]);
});
