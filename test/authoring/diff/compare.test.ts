import { describe, expect, it } from 'vitest';
import { renderChange, compareFlows } from '../../../src/authoring/diff/index.ts';
import { changesBy, desk, edited, versionOf } from './scene.ts';
import type { Edit } from './scene.ts';

describe('what a caller does not notice', () => {
  it.each<[what: string, ...edits: Edit[]]>([
    ['comments and order of keys', ['steps:', 'steps: # from top to bottom']],
    ['another name of the flow', ['name: desk', 'name: counter']],
    ['a renamed step', [/\bsupport\b/, 'account_number'], ['For account_number', 'For support']],
    [
      'renamed steps that follow each other',
      [/\bagent\b/, 'person'],
      [/agent_desk/, 'person_desk'],
      ['an person', 'an agent'],
    ],
    [
      'two steps that take each other’s names',
      [/\bsales\b/, 'other'],
      [/\bagent_desk\b/, 'sales'],
      [/\bother\b/, 'agent_desk'],
      ['For agent_desk', 'For sales'],
    ],
    ['a renamed prompt', [/\bonce_more\b/, 'again']],
    ['a prompt put in place of its name', ['say: Welcome to Acme.', 'say: { text: Welcome to Acme. }']],
    ['a default written out', ['digits:', 'attempts: 3, timeout: 5s, inter_digit: 3s, digits:']],
    ['the short form of say and hangup', ['say: I am sorry.\n    next: hangup', 'hangup: I am sorry.']],
    ['a variable’s description', ["account: ''", 'account: { type: string, description: Of the customer. }']],
    ['next written out', ['Welcome to Acme.\n', 'Welcome to Acme.\n    next: main\n']],
  ])('%s', (_, ...edits) => {
    const text = edited(desk, ...edits);
    expect(compareFlows(versionOf(desk), versionOf(text))).toEqual([]);
  });
});

it('is told in one line where a key leads back now, and nothing of the questions that it needs', () => {
  expect(changesBy(["'*': repeat", "'*': back"])).toEqual([expect.stringMatching(/^\* at any question/)]);
  expect(changesBy(['exhausted: agent }\n  sales', 'exhausted: back }\n  sales'])).toHaveLength(1);
});

it('is nothing between a flow and itself, wherever its steps lead', () => {
  const returning = versionOf(
    edited(
      desk,
      ['key: 9, goto: hangup', 'key: 9, goto: return'],
      [
        'on: { busy: sorry, no_answer: sorry }\n    next: hangup',
        'on: { busy: sorry, no_answer: return }\n    next: return',
      ],
    ),
  );
  expect(compareFlows(returning, returning)).toEqual([]);
});

describe('what a caller notices', () => {
  it('that a step ends the flow for the one that runs it', () => {
    expect(changesBy(['key: 9, goto: hangup', 'key: 9, goto: return'])).toEqual([
      '9 at main now goes back to the flow that runs this one (was: the end of the call)',
    ]);
  });

  it.each<[what: string, edits: Edit[], lines: string[]]>([
    [
      'what may be said',
      [['key: 1,', 'key: 1, phrases: [sales],']],
      ['at main: now accepts spoken answers', 'at main: what may be said for 1 is new: “sales”'],
    ],
    [
      'how a text is spoken',
      [
        [
          'say: Welcome to Acme.',
          'say: { text: Welcome to Acme., as: { date: dmy }, style: gentle, pause: 1s }',
        ],
      ],
      [
        'at welcome: the wording changed: “Welcome to Acme.” → “[as date dmy, style gentle, pause 1 s] Welcome to Acme.”',
      ],
    ],
    [
      'words in one language',
      [['For sales, press 1.', 'For orders, press 1.']],
      [
        'at main: the wording changed: “For sales, press 1. …” → “For orders, press 1. …” (en-US, unchanged in de-DE)',
      ],
    ],
    [
      'words that are the same in every language',
      [['Welcome to Acme.', 'Good day.']],
      ['at welcome: the wording changed: “Welcome to Acme.” → “Good day.”'],
    ],
    [
      'words under a choice',
      [['Your account number please.', 'And your account number?']],
      [
        'under main → 2 (support): the wording changed: “Your account number please.” → “And your account number?”',
      ],
    ],
    [
      'words heard in several places of a step, once',
      [['Once more please.', 'Again?']],
      [
        'at main: what is said after the first silence changed: “Once more please.” → “Again?” (en-US, unchanged in de-DE)',
      ],
    ],
    [
      'a rung that is new',
      [['no_input: [once_more]', 'no_input: [once_more, Hello?]']],
      ['at main: what is said after the second silence is new: “Hello?”'],
    ],
    [
      'where a key leads',
      [['{ key: 9, goto: hangup }', '{ key: 9, goto: sales }']],
      ['9 at main now goes to sales (was: the end of the call)'],
    ],
    [
      'a key that is new, and one that is gone',
      [['key: 9', 'key: 8']],
      ['8 at main is new: it ends the call', '9 at main is gone (was: the end of the call)'],
    ],
    [
      'where callers end who do not answer',
      [[/(no_match.*\n {4}on: \{ exhausted: )agent/, '$1sorry']],
      ['after 3 failed attempts at main or after silence at main the caller now reaches sorry (was: agent)'],
    ],
    [
      'an end instead of another try',
      [['on: { busy: sorry', 'on: { busy: hangup']],
      ['when the line is busy at agent_desk the call now ends (was: sorry)'],
    ],
    [
      'a failure that is routed now',
      [['on: { busy: sorry', 'on: { failed: agent, busy: sorry']],
      ['when agent_desk fails the caller now reaches agent (was: the error path)'],
    ],
    [
      'numbers and times',
      [["to: '+4930111', ring: 20s", "to: '+4930112', ring: 1m"]],
      [
        'under main → 1 (sales): calls +4930112 instead of +4930111',
        'under main → 1 (sales): rings for 1 min instead of 20 s',
      ],
    ],
    [
      'a party fewer',
      [["['+4930222', '+4930223']", "'+4930222'"]],
      ['after too many failed attempts at main (agent_desk): calls +4930222 instead of +4930222, +4930223'],
    ],
    [
      'how a question is asked',
      [["terminator: '#', save", 'attempts: 2, timeout: 9s, save']],
      [
        'under main → 2 (support): waits 9 s instead of 5 s for an answer',
        'under main → 2 (support): asks 2 instead of 3 times',
        'under main → 2 (support): no longer ends the input at #',
      ],
    ],
    [
      'a condition',
      [['startsWith("9")', 'startsWith("8")']],
      [
        'under main → 2 (tier): the condition that leads to sales is now vars.account.startsWith("8") (was: vars.account.startsWith("9"))',
      ],
    ],
    [
      'a condition in between',
      [['      - { when: ', `      - { when: vars.tries > 3, goto: sorry }\n      - { when: `]],
      ['when vars.tries > 3 at tier the caller now reaches sorry'],
    ],
    [
      'whether a question is repeated',
      [["terminator: '#', save", "terminator: '#', no_input: [Please.], reprompt: false, save"]],
      [
        'under main → 2 (support): what is said after the first silence is new: “Please.”',
        'under main → 2 (support): no longer repeats the question after a failed attempt',
      ],
    ],
    [
      'a sentence more, and one less',
      [
        ['say: I am sorry.', 'say: I am sorry. Goodbye.'],
        ['For support, press 2.', ''],
      ],
      [
        'at main: the wording no longer says “… For support, press 2.” (en-US, unchanged in de-DE)',
        'when the line is busy at agent_desk (sorry): the wording now also says “… Goodbye.”',
      ],
    ],
    [
      'a way back',
      [['{ key: 9, goto: hangup }', '{ key: 9, goto: back }']],
      ['9 at main now goes back to the previous question (was: the end of the call)'],
    ],
    [
      'what is asked once more',
      [['{ key: 9, goto: hangup }', '{ key: 9, goto: repeat }']],
      ['9 at main now repeats the question (was: the end of the call)'],
    ],
    [
      'what a variable becomes',
      [['tries + 1', 'tries + 2']],
      ['when the call has ended (note): sets tries to ${vars.tries + 2} instead of ${vars.tries + 1}'],
    ],
    ['where a variable begins', [['tries: 0', 'tries: 5']], ['tries is 5 instead of 0 at the beginning']],
    [
      'global keys',
      [["'0': agent, '*': repeat", "'0': sorry, '#': repeat"]],
      [
        '0 at any question now goes to sorry (was: agent)',
        '# at any question is new: it repeats the question',
        '* at any question is gone (was: the question again)',
      ],
    ],
    [
      'the error path',
      [['on: { error: sorry', 'on: { error: agent']],
      [
        'after an error the caller now reaches agent (was: sorry)',
        'in any other case at tier the call now ends (was: agent)',
      ],
    ],
    [
      'no finalizer',
      [
        [', end: note', ''],
        [/ {2}note:\n( {4}.*\n)+/, ''],
      ],
      [
        'after the call nothing more happens (was: note)',
        'when the call has ended (note): a step is gone: sets tries to ${vars.tries + 1}',
      ],
    ],
    [
      'limits and voice',
      [['always:', 'voice: male\nlimits: { duration: 10m }\nalways:']],
      ['a call lasts at most 10 min instead of 1 h', 'the voice is now male (was: the default)'],
    ],
  ])('%s', (_, edits, lines) => {
    expect(changesBy(...edits)).toEqual(lines);
  });

  it('a language that is new, without every text in it', () => {
    expect(changesBy(['[en-US, de-DE]', '[en-US, de-DE, fr-FR]'])).toEqual([
      'the list of languages is now en-US, de-DE, fr-FR (was: en-US, de-DE)',
    ]);
  });
});

it('of a way out is told with how a caller gets to its step', () => {
  const edits: Edit[] = [
    ['{ key: 9, goto: hangup }', '{ key: 9, goto: agent }'],
    ['startsWith("9")', 'startsWith("8")'],
  ];
  const changes = compareFlows(versionOf(desk), versionOf(edited(desk, ...edits)));
  expect(changes.map(({ where, subject }) => [subject, where])).toEqual([
    ['9 at main', ['at main']],
    ['the condition that leads to sales', ['under main → 2 (tier)']],
  ]);
  expect(changes.map(renderChange)[0]).toBe('9 at main now goes to agent (was: the end of the call)');
});

describe('steps that come and go', () => {
  const inserted: Edit = ['  main:\n    menu', '  notice:\n    say: We moved.\n  main:\n    menu'];

  it('a step in between is told by itself, and leaves the way it lies on as it was', () => {
    expect(changesBy(inserted)).toEqual(['at notice: a step is new: say “We moved.”']);
  });

  it('so is one that is taken out', () => {
    const [to, from] = [desk, edited(desk, inserted)];
    const changes = compareFlows(versionOf(from), versionOf(to));
    expect(changes).toMatchObject([{ kind: 'step', where: ['at notice'], before: 'say “We moved.”' }]);
  });

  it('a step at the beginning too', () => {
    expect(changesBy(['  welcome:\n', '  first:\n    say: Hello.\n  welcome:\n'])).toEqual([
      'at first: a step is new: say “Hello.”',
    ]);
  });

  it('a choice that leads to a new step tells both', () => {
    const changes = changesBy(
      ['{ key: 9, goto: hangup }', '{ key: 9, goto: billing }'],
      [
        '  sorry:\n',
        "  billing:\n    connect: { to: '+4930333' }\n    on: { busy: sorry, no_answer: sorry }\n    next: sorry\n  sorry:\n",
      ],
    );
    expect(changes).toEqual([
      '9 at main now goes to billing (was: the end of the call)',
      'under main → 9 (billing): a step is new: calls +4930333',
    ]);
  });

  it('a step with another name and other words is found again by the way there', () => {
    expect(changesBy([/\bsorry\b/, 'apology'], ['I am apology.', 'Sorry about that.'])).toEqual([
      'when the line is busy at agent_desk (apology): the wording changed: “I am sorry.” → “Sorry about that.”',
    ]);
  });

  it('a step with another verb is another step', () => {
    expect(changesBy(['say: Welcome to Acme.', 'set: { tries: 1 }'])).toEqual([
      'at welcome: a step is new: sets tries to 1',
      'at welcome: a step is gone: say “Welcome to Acme.”',
    ]);
  });
});
