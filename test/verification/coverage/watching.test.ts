/** What a watched flow notes while somebody speaks, asks, fails and hangs up. */
import { describe, expect, it } from 'vitest';
import { cover, told } from './scene.ts';

const asking = `ringflow: 1
name: asking
on: { error: sorry }
always: { keys: { '*': repeat }, phrases: { agent: [agent, human being] } }
steps:
  hello: { say: Hello. }
  ask:
    menu:
      prompt: Yes or no.
      choices:
        - { key: 1, phrases: ['yes'], goto: hangup }
        - { phrases: ['no'], goto: hangup }
      attempts: 4
      no_input: [Hello?]
      no_match: [What?, Pardon?]
    on: { exhausted: hangup }
  agent: { say: An agent., next: hangup }
  sorry: { say: Sorry., next: hangup }
`;

const calls = (...scripts: string[]) =>
  `scenarios:\n${scripts.map((script, index) => `  - { name: call ${index}, ${script} }\n`).join('')}`;
const rungs = (...scripts: string[]) =>
  told(cover(asking, calls(...scripts)), 'rungs').map((one) => one.slice(3));

describe('a rung', () => {
  it('is heard again where there are more attempts than rungs', () => {
    expect(rungs('script: [stays_silent, stays_silent, stays_silent, stays_silent]')).toEqual([
      ...['ask: no_input 1 ×3', 'ask: no_match 1 ×0', 'ask: no_match 2 ×0'],
    ]);
  });

  it('is the one of its own kind of failure, each kind counted apart', () => {
    expect(rungs('script: [mumbles, stays_silent, presses: 7, presses: 1]')).toEqual([
      ...['ask: no_input 1 ×1', 'ask: no_match 1 ×1', 'ask: no_match 2 ×1'],
    ]);
  });

  it('is not heard again when the question is repeated', () => {
    expect(rungs("script: [presses: 7, hears: What, presses: '*', hears: Yes or no, hangs_up]")).toEqual([
      ...['ask: no_input 1 ×0', 'ask: no_match 1 ×1', 'ask: no_match 2 ×0'],
    ]);
  });

  it('is not covered by the attempt that is one too many', () => {
    expect(rungs('script: [mumbles, hangs_up]', 'script: [hangs_up]')).toEqual([
      ...['ask: no_input 1 ×0', 'ask: no_match 1 ×1', 'ask: no_match 2 ×0'],
    ]);
  });
});

describe('a prompt', () => {
  const prompts = (script: string) =>
    told(cover(asking, calls(script)), 'prompts').map((one) => one.split(' ').slice(1).join(' '));

  it('is not covered where the caller hangs up before it', () => {
    expect(prompts('script: [hears: Hello, hangs_up]')).toEqual([
      ...['hello: "Hello." ×1', 'ask: "Yes or no." ×0', 'agent: "An agent." ×0', 'sorry: "Sorry." ×0'],
    ]);
  });

  it('counts once for each time that a step puts it', () => {
    expect(prompts('script: [presses: 7, presses: 1]')[1]).toBe('ask: "Yes or no." ×2');
  });

  it('counts once though it takes several plays', () => {
    const long = `ringflow: 1
name: long
steps:
  talk: { say: ["${'A sentence that goes on. '.repeat(90)}", { stored: chime.wav }, And the end.] }
`;
    const covered = cover(long, calls('script: [waits: 4m, hears: And the end]'));
    const plays = covered.results[0]!.trace.flatMap(({ notes }) =>
      notes.filter(({ kind }) => kind === 'says'),
    );
    expect(plays.length).toBeGreaterThan(3);
    expect(told(covered, 'prompts')).toEqual([
      '4 talk: "A sentence that goes on. A sentence tha…" "chime.wav" "And the end." ×1',
    ]);
  });
});

describe('an outcome', () => {
  const outcomes = (...scripts: string[]) =>
    told(cover(asking, calls(...scripts)), 'outcomes').filter((one) => !one.endsWith('×0'));

  it('of a choice is the same whether it is keyed or said', () => {
    expect(outcomes('script: [presses: 1]', "script: [says: 'yes']")).toContain('11 ask: 1 ×2');
  });

  it('of a choice that can only be said goes by its phrase', () => {
    expect(outcomes("script: [says: 'no']")).toContain('12 ask: "no" ×1');
  });

  it('of a phrase that is always heard is found wherever it is said', () => {
    expect(outcomes('script: [says: a human being please]')).toContain('4 always: "agent" ×1');
  });

  it('is not what an event leads to that is ignored', () => {
    expect(outcomes('script: [hears: Hello, hangs_up]')).toEqual([]);
  });
});

describe('a failure that no step routes', () => {
  it('is met where the platform refuses a command', () => {
    const covered = cover(
      asking,
      calls('faults: [{ command: play, nth: 2, code: 6120 }], script: [hears: Sorry]'),
    );
    expect(told(covered, 'failures').filter((one) => !one.endsWith('×0'))).toEqual(['7 ask: failed ×1']);
    expect(told(covered, 'steps').at(-1)).toBe('18 sorry ×1');
  });
});

const spoken = `ringflow: 1
name: spoken
languages: [en-US, de-DE]
prompts:
  only_english: { en-US: English. }
  marked: { ssml: '<speak>Marked</speak>' }
steps:
  one: { say: [only_english, marked] }
  german: { language: de-DE }
  two: { say: only_english }
  three: { say: { ssml: '<speak><p>In place</p></speak>' } }
  four: { say: { url: 'https://example.com/a.wav' } }
`;

describe('a prompt that lacks a language', () => {
  it('is covered in the one in which it is heard instead, and one that needs no language once', () => {
    const covered = cover(spoken, calls('script: [hears: English, hears: In place]'));
    expect(told(covered, 'prompts')).toEqual([
      ...[
        '5 only_english ×2',
        '6 marked ×1',
        '11 three: "In place" ×1',
        '12 four: "https://example.com/a.wav" ×1',
      ],
    ]);
  });
});
