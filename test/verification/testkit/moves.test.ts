import { describe, expect, it } from 'vitest';
import { outcome, run } from './flow.ts';

const oneBusy = '{ "+49301110": busy, "+49301111": { answers: 2s, hangs_up: 20s } }';

describe('hears', () => {
  it.each([
    ['text', ['hears: Welcome to Acme', 'hangs_up']],
    ['text in other letters and spacing', ['hears: "WELCOME   to acme"', 'hangs_up']],
    ['a prompt by name', ['hears: { prompt: welcome }', 'hears: { prompt: main }', 'hangs_up']],
    ['a regular expression', ['hears: { matches: "press \\\\d\\\\." }', 'hangs_up']],
    ['two parts of one play, in order', ['hears: For billing', 'hears: To leave', 'hangs_up']],
    ['what comes after something else', ['hears: For billing press 1', 'hangs_up']],
    ['what was said while the caller waited', ['waits: 5s', 'hears: Welcome', 'hangs_up']],
    ['what was said before the call ended', ['waits: 1m', 'hears: Welcome to Acme']],
  ])('finds %s', (_what, script) => {
    expect(outcome(script)).toBe('passed');
  });

  it('does not find again what an earlier line found', () => {
    expect(outcome(['hears: Welcome', 'hears: Welcome', 'hangs_up'])).toBe(
      'the caller did not hear "Welcome" before the call ended',
    );
  });

  it('does not find two parts of a play in the wrong order', () => {
    expect(outcome(['hears: To leave', 'presses: 9', 'hears: For billing'])).toContain('did not hear');
  });

  it('finds a prompt with values in it, in the language of the call', () => {
    expect(
      outcome([
        'presses: 2',
        'presses: "0042"',
        'presses: "1234"',
        'hears: { prompt: thanks }',
        'expects: { ended: normal }',
      ]),
    ).toBe('passed');
  });

  it('names what came nearest, with its time', () => {
    const { failure } = run('script:\n  - hears: For billing dial 1\n  - hangs_up');
    expect(failure?.hint).toBe(
      'nearest: "For billing press 1. For your account press 2. To leave press 9." at 0:01.0',
    );
  });

  it('without anything near names what was heard last', () => {
    const { failure } = run('script:\n  - hears: Xylophone');
    expect(failure?.hint).toMatch(/^the last thing heard was "/);
  });

  it('is a miss when the call goes on without it', () => {
    const flow =
      'ringflow: 1\nname: long\nsteps:\n  talk: { connect: { to: "+49301110" }, on: { busy: hangup, no_answer: hangup } }\n';
    expect(outcome(['hears: hello'], { flow })).toBe('the caller did not hear "hello" within 2m');
  });
});

describe('presses', () => {
  it('waits until something listens', () => {
    const { story } = run('script:\n  - presses: 9');
    const press = story.find(({ text }) => text === 'presses 9');
    const prompt = story.find(({ text }) => text.includes('For billing'));
    expect(press?.at).toBe(prompt?.at);
  });

  it('does not run into the next press', () => {
    expect(
      outcome([
        'presses: 2',
        'presses: "0042"',
        'expects: { var: { name: account, is: "0042" } }',
        'hangs_up',
      ]),
    ).toBe('passed');
  });

  it('does not come while keys do not count', () => {
    const flow =
      'ringflow: 1\nname: patient\nsteps:\n  ask: { menu: { prompt: A long question., barge_in: false, attempts: 1, choices: [{ key: 1, goto: right }] }, on: { exhausted: hangup } }\n  right: { say: Right. }\n';
    expect(outcome(['presses: 1', 'hears: Right.'], { flow })).toBe('passed');
  });

  it('before anything listens and the call ends is told', () => {
    const flow = 'ringflow: 1\nname: short\nsteps:\n  bye: { say: Bye. }\n';
    expect(outcome(['presses: 1'], { flow })).toBe(
      'nothing listened for keys before the call ended, so 1 could not be pressed',
    );
  });

  it('while nothing listens for too long is told', () => {
    const flow =
      'ringflow: 1\nname: ringing\nsteps:\n  far: { connect: { to: ["+49301110", "+49301111", "+49301112"], ring: 50s }, on: { busy: hangup, no_answer: hangup } }\n';
    const parties = '{ "+49301110": no_answer, "+49301111": no_answer, "+49301112": no_answer }';
    expect(outcome(['presses: 1'], { flow, parties })).toBe(
      'nothing listened for keys within 2m, so 1 could not be pressed',
    );
  });
});

describe('the caller', () => {
  it('waits in silence', () => {
    expect(
      outcome(['hears: To leave', 'waits: 30s', 'hears: Are you still there?', 'expects: { ended: normal }']),
    ).toBe('passed');
  });

  const spoken =
    'ringflow: 1\nname: spoken\nsteps:\n  ask: { menu: { prompt: Sales or support?, attempts: 2, no_match: [Pardon?], no_input: [Hello?], choices: [{ key: 1, phrases: [sales], goto: right }] }, on: { exhausted: hangup } }\n  right: { say: Right. }\n';

  it.each([
    ['says what is listened for', ['says: Sales!', 'hears: Right.']],
    ['says it while the question is spoken', ['hears: Sales or support?', 'says: sales', 'hears: Right.']],
    ['says something else', ['says: billing', 'hears: Pardon?', 'says: sales', 'hears: Right.']],
    ['mumbles', ['mumbles', 'hears: Pardon?', 'hangs_up']],
    ['stays silent', ['stays_silent', 'hears: Hello?', 'stays_silent', 'expects: { ended: normal }']],
    ['presses a key where words count too', ['presses: 1', 'hears: Right.']],
  ])('%s', (_what, script) => {
    expect(outcome(script, { flow: spoken })).toBe('passed');
  });

  it.each([
    ['says: operator', 'say "operator"'],
    ['mumbles', 'mumble'],
  ])('cannot be understood where nothing listens for speech: %s', (line, what) => {
    expect(outcome([line])).toBe(`nothing listened for speech, so the caller could not ${what}`);
  });

  it('cannot be missed where nothing is asked', () => {
    const flow = 'ringflow: 1\nname: short\nsteps:\n  bye: { say: Bye. }\n';
    expect(outcome(['stays_silent'], { flow })).toBe('no question timed out before the call ended');
  });

  it('says nothing before somebody answers', () => {
    expect(
      outcome(['says: hello'], { start: '{ direction: outbound }', parties: '{ "+4915112345678": busy }' }),
    ).toBe('nothing listened for speech before the call ended, so the caller could not say "hello"');
  });

  it.each([
    ...['presses: 1', 'says: hello', 'mumbles', 'stays_silent', 'waits: 1s', 'hangs_up'],
    'party_hangs_up: "+49301110"',
  ])('cannot act after the end: %s', (line) => {
    expect(outcome(['presses: 9', 'expects: { var: { name: tries, is: 1 } }', line])).toMatch(
      /^cannot .+: the call has ended$/,
    );
  });
});

describe('parties', () => {
  it('are busy, answer late and hang up', () => {
    expect(
      outcome(
        [
          'presses: 1',
          'expects: { command: connect, to: "+49301110" }',
          'expects: { command: connect, to: "+49301111" }',
          'hears: You are back',
          'expects: { ended: normal }',
        ],
        { parties: oneBusy },
      ),
    ).toBe('passed');
  });

  it('reject', () => {
    expect(
      outcome(['presses: 1', 'hears: Billing is busy'], {
        parties: '{ "+49301110": busy, "+49301111": { rejects: 3s } }',
      }),
    ).toBe('passed');
  });

  it('hang up when the script says so', () => {
    expect(outcome(['presses: 1', 'party_hangs_up: "+49301110"', 'hears: You are back'])).toBe('passed');
  });

  it('cannot hang up before they talk', () => {
    expect(outcome(['presses: 1', 'party_hangs_up: "+49301119"', 'hangs_up'])).toBe(
      '+49301119 was not talking to the caller within 2m',
    );
  });
});

describe('expects', () => {
  it('a command with its fields', () => {
    expect(
      outcome([
        'expects: { command: accept }',
        'expects: { command: play, text: welcome to }',
        'presses: 9',
        'expects: { command: hangup }',
      ]),
    ).toBe('passed');
  });

  it('each command once, in order', () => {
    expect(outcome(['presses: 9', 'expects: { command: hangup }', 'expects: { command: hangup }'])).toBe(
      'the flow did not send the command hangup before the call ended',
    );
  });

  it('names the command that came nearest', () => {
    const { failure } = run(
      'script:\n  - presses: 1\n  - expects: { command: connect, to: "+49301112" }\n  - hangs_up',
    );
    expect(failure?.message).toBe('the flow did not send the command connect to +49301112 within 2m');
    expect(failure?.hint).toMatch(/^nearest: connect to \+49301110 from \+4930555000 at 0:0/);
  });

  it('says when a command came too early to count', () => {
    const { failure } = run(
      'script:\n  - presses: 9\n  - expects: { command: hangup }\n  - expects: { command: accept }',
    );
    expect(failure?.hint).toBe('nearest: accept at 0:00.0, before the last expected command');
  });

  it('a step that was passed, and the step in which the call is', () => {
    expect(
      outcome([
        'presses: 2',
        'expects: { step: main }',
        'expects: { step: ask }',
        'expects: { step: ask }',
        'hangs_up',
      ]),
    ).toBe('passed');
  });

  it('no step that was not passed', () => {
    const { failure } = run('script:\n  - presses: 9\n  - expects: { step: billing }');
    expect(failure).toMatchObject({
      message: 'the flow did not reach step "billing" before the call ended',
      hint: 'it entered hello, main, note',
    });
  });

  it('how the call ends', () => {
    expect(outcome(['presses: 9', 'expects: { ended: normal }'])).toBe('passed');
    expect(outcome(['presses: 9', 'expects: { ended: busy }'])).toBe(
      'the call ended as "normal", not "busy"',
    );
  });

  it('the end of a call that goes on by itself for a long time', () => {
    expect(
      outcome(['presses: 1', 'expects: { ended: normal }'], {
        parties: '{ "+49301110": { answers: 1s, hangs_up: 20m } }',
      }),
    ).toBe('passed');
  });

  it.each([
    ['{ name: account, is: "0042" }', 'passed'],
    ['{ name: account, is: 0042 }', 'passed'],
    ['{ name: account, is: "42" }', 'the variable "account" is "0042", not "42"'],
    ['{ name: tries, is: 0 }', 'passed'],
    ['{ name: tries, is: 1 }', 'the variable "tries" is 0, not 1'],
    ['{ name: known, is: false }', 'passed'],
    ['{ name: pin, is: "1234" }', 'the variable "pin" is another value, not "1234"'],
  ])('the variable %s', (variable, expected) => {
    expect(outcome(['presses: 2', 'presses: "0042"', `expects: { var: ${variable} }`, 'hangs_up'])).toBe(
      expected,
    );
  });
});

describe('a script that is over', () => {
  it('lets the call run on to its end', () => {
    const { failure, startedAt, endedAt } = run('script:\n  - hears: Welcome');
    expect(failure).toBeUndefined();
    expect(endedAt - startedAt).toBeGreaterThan(10_000);
  });

  it('fails when only the limit ends the call', () => {
    const { failure } = run('script:\n  - presses: 1');
    expect(failure).toMatchObject({
      message: 'the script has ended but the call has not: only its limits would end it',
      hint: `end the call with "- hangs_up", or parties: { '+49301110': { answers: 2s, hangs_up: 1m } }`,
      step: { name: 'billing' },
    });
  });

  it('passes when the call goes on for long, but not for ever', () => {
    const parties = '{ "+49301110": { answers: 1s, hangs_up: 39m } }';
    expect(outcome(['presses: 1'], { parties })).toBe('passed');
  });

  it('passes when the limit came while the script ran', () => {
    expect(outcome(['presses: 1', 'waits: 41m'])).toBe('passed');
  });
});
