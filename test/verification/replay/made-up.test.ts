/** What is secret is not in a trace: something that goes the same way stands in its place, or it is said that nothing does. */
import { describe, expect, it } from 'vitest';
import { exportScenario, previewCalls } from '../../../src/verification/replay/index.ts';
import type { Exported } from '../../../src/verification/replay/index.ts';
import { callOf } from './recorded.ts';

interface Secret {
  /** Of the collect step, beside the prompt. */
  asks: string;
  /** Conditions behind it; default: none. */
  when?: string;
  /** A line of the script. */
  does: string;
}

/** The call in which somebody is asked for a secret, as it is exported. */
function secretly({ asks, when = 'false', does }: Secret): Exported {
  const { call, flow } = callOf(
    `vars: { code: { type: string, secret: true } }
on: { error: sorry }
steps:
  ask:
    collect: { prompt: Your code?, save: code, attempts: 2, no_match: [That is none.], ${asks} }
    on: { exhausted: sorry }
  which: { switch: [{ when: '${when}', goto: known }] }
  thanks: { say: Thank you., next: hangup }
  known: { say: I know you., next: hangup }
  sorry: { say: Sorry., next: hangup }`,
    `scenarios: [{ name: a, script: [waits: 1s, ${does}, waits: 40s] }]`.replace(', waits: 40s', ''),
  );
  return exportScenario(call, flow);
}

describe('a guess that turns out wrong later', () => {
  it('is given up for another one', () => {
    const { call, flow } = callOf(
      `vars: { code: { type: string, secret: true } }
always: { keys: { '0': desk } }
steps:
  ask:
    collect: { prompt: Your code?, save: code, digits: 4 }
    on: { exhausted: sorry }
  sorry: { say: Sorry., next: hangup }
  desk: { say: The desk., next: hangup }`,
      'scenarios: [{ name: a, script: [waits: 1s, presses: 0, hears: The desk.] }]',
    );
    const { lost, replayed, text } = exportScenario(call, flow);
    expect({ lost, ...replayed }).toEqual({ lateMs: 0 });
    expect(text).toContain("presses: '0' # made up");
  });
});

/** What stands in the script in the place of what was done. */
function insteadOf({ text }: Exported): string[] {
  return [...text.matchAll(/- (.*) # made up: masked in the trace/g)].map(([, line = '']) => line);
}

describe('secret keys', () => {
  it.each<[string, Secret, string]>([
    ['so many digits', { asks: 'digits: 4', does: "presses: '9753'" }, "presses: '1234'"],
    [
      'one that ends with a key',
      { asks: "digits: { max: 8 }, terminator: '#'", does: "presses: '97531#'" },
      'presses: 12345#',
    ],
    ['a date', { asks: 'type: date', does: "presses: '12241978'" }, "presses: '11111111'"],
    ['a time', { asks: 'type: time', does: "presses: '2215'" }, "presses: '1234'"],
    [
      'a phone number',
      { asks: 'type: phone, country: DE', does: "presses: '03098765432#'" },
      'presses: 12345678901#',
    ],
    [
      'one of which the flow knows how it looks',
      { asks: "digits: 4, pattern: '^0[0-9]*$'", does: "presses: '0815'" },
      "presses: '0000'",
    ],
    [
      'one that the flow knows',
      { asks: 'digits: 4', when: 'vars.code == "4711"', does: "presses: '4711'" },
      "presses: '4711'",
    ],
    [
      'one that the flow does not know',
      { asks: 'digits: 4', when: 'vars.code == "4711"', does: "presses: '9753'" },
      "presses: '1234'",
    ],
  ])('%s', (_what, secret, instead) => {
    const exported = secretly(secret);
    expect(exported).toMatchObject({ replayed: { lateMs: 0 }, madeUp: [{ type: 'digits' }] });
    expect(exported.replayed.parting).toBeUndefined();
    expect(insteadOf(exported)[0]).toContain(instead);
    expect(exported.text).toContain('# Made up because it is masked in the trace: keys.');
  });

  it.each(["presses: '*53113'", "presses: '#1'", "presses: '12*4'"])(
    'that fit nothing fit nothing again: %s',
    (does) => {
      const { lost, replayed, text } = secretly({ asks: 'digits: 4', does });
      expect({ lost, ...replayed }).toEqual({ lateMs: 0 });
      expect(text).toContain('That is none.');
      expect(text).not.toContain(does);
    },
  );

  it('of which nothing is known but that a condition holds end the scenario, which says so', () => {
    const { lost, replayed, text } = secretly({
      asks: 'digits: 4',
      when: 'vars.code.startsWith("77") && vars.code.endsWith("5")',
      does: "presses: '7795'",
    });
    expect(lost?.event).toMatchObject({ type: 'digits', digits: '••••' });
    expect(replayed.parting?.what).toBe('event');
    expect(text).toMatch(/# From 1[.]5 s on, at "digits", this version does not reproduce the trace;/);
    expect(text).toContain('- hangs_up # made up: the call went on');
    expect(text).not.toContain('7795');
  });
});

describe('secret words', () => {
  it.each<[string, Secret]>([
    ['of any kind', { asks: 'type: text, speech: true', does: 'says: Rosebud was his sledge' }],
    ['as digits', { asks: 'digits: 4, speech: true', does: 'says: nine seven five three' }],
    [
      'that the flow knows',
      {
        asks: 'type: text, speech: { phrases: [open sesame] }',
        when: 'vars.code == "open sesame"',
        does: 'says: open sesame',
      },
    ],
  ])('%s', (_what, secret) => {
    const exported = secretly(secret);
    expect(exported.lost).toBeUndefined();
    expect(exported.replayed.parting).toBeUndefined();
    expect(exported.madeUp).toMatchObject([{ type: 'speech' }]);
    expect(exported.text).not.toMatch(/Rosebud|nine seven/);
    expect(exported.text).toContain('# Made up because it is masked in the trace: what was said.');
  });
});

describe('a secret answer of a web service', () => {
  const answered = (json: string, when: string) => {
    const { call, flow } = callOf(
      `vars: { token: { type: string, secret: true }, name: '', sum: 0, good: false, rate: 0.0 }
on: { error: sorry }
steps:
  ask:
    http:
      get: 'https://crm.example.com/me'
      save: { token: '\${response.json.deep.token}', name: '\${response.json.name}', sum: '\${response.json.sum}', good: '\${response.json.good}', rate: '\${response.json.rate}' }
  which: { switch: [{ when: '${when}', goto: known }] }
  told: { say: 'Hello \${vars.name}, \${vars.sum}, \${vars.good}, \${vars.rate}.', next: hangup }
  known: { say: I know you., next: hangup }
  sorry: { say: Sorry., next: hangup }`,
      `scenarios: [{ name: a, http: [{ match: GET /me, answer: { json: ${json} } }], script: [waits: 10ms] }]`,
    );
    return exportScenario(call, flow);
  };
  const JSON_OF_ANN = '{ deep: { token: t0ps3cr3t }, name: Ann, sum: 12, good: true, rate: 2.5 }';

  it('has what the trace shows of it, and something of the same length and type for the rest', () => {
    const { text, lost, replayed, madeUp } = answered(JSON_OF_ANN, 'false');
    expect({ lost, ...replayed }).toEqual({ lateMs: 0 });
    expect(madeUp).toMatchObject([{ type: 'answered' }]);
    expect(text).not.toContain('t0ps3cr3t');
    expect(text).toContain('Hello Ann, 12, true, 2.5.');
    expect(text).toContain('# Made up because it is masked in the trace: answers of web services.');
  });

  it('on which the way depends ends the scenario', () => {
    const { text, lost } = answered(JSON_OF_ANN, 'vars.token == "t0ps" + "3cr3t"');
    expect(lost?.event.type).toBe('answered');
    expect(text).toContain('at "answered", this version does not reproduce the trace');
    expect(text).not.toContain('t0ps3cr3t');
  });
});

describe('a secret message', () => {
  it('is made up as its text', () => {
    const { call, flow } = callOf(
      `vars: { code: { type: string, secret: true } }
on: { error: sorry }
steps:
  ask: { say: Text us your code. }
  wait:
    wait: { for: message, save: code, timeout: 1m }
    on: { timeout: sorry, failed: sorry }
  told: { say: Thank you., next: hangup }
  sorry: { say: Sorry., next: hangup }`,
      'scenarios: [{ name: a, script: [hears: Text us, texts: rosebud] }]',
    );
    const exported = exportScenario(call, flow);
    expect({ lost: exported.lost, ...exported.replayed }).toEqual({ lateMs: 0 });
    expect(exported.text).not.toContain('rosebud');
    expect(insteadOf(exported)).toEqual(['texts: something']);
    expect(exported.text).toContain('# Made up because it is masked in the trace: a message.');
  });
});

it('keys that were typed ahead are some that go the same way', () => {
  const { call, flow } = callOf(
    `vars: { code: { type: string, secret: true } }
steps:
  ask: { menu: { prompt: Well?, choices: [{ key: 1, goto: code }, { key: 10, goto: bye }] }, on: { exhausted: hangup } }
  code: { collect: { prompt: Your code?, save: code, digits: 4 }, on: { exhausted: hangup } }
  bye: { say: Goodbye. }`,
    "scenarios: [{ name: a, script: [waits: 1s, presses: '14711', waits: 3s, presses: '4711'] }]",
  );
  expect(JSON.stringify(call.trace)).not.toContain('4711');
  const exported = exportScenario(call, flow);
  expect(exported.text).not.toContain('4711');
  expect(exported.replayed).toEqual({ lateMs: 0 });
  expect(insteadOf(exported)[0]).toMatch(/^presses: '1([1-9*#])\1{3}'$/);
});

it('keys of two people who talk are some that mean nothing to the flow, around those that do', () => {
  const { call, flow } = callOf(
    `on: { error: sorry }
steps:
  desk:
    connect: { to: '+4930333', keys: { '*1': record, '0': hold } }
    on: { busy: sorry, no_answer: sorry }
    next: hangup
  sorry: { say: Sorry., next: hangup }`,
    `scenarios: [{ name: a, parties: { '+4930333': { answers: 1s } }, script: [waits: 8s, presses: '8642', waits: 2s, presses: '86*142', waits: 2s, presses: '8640', waits: 2s, hangs_up] }]`,
  );
  const pressed = call.trace.flatMap(({ event }) => (event.type === 'bridge_digits' ? [event.digits] : []));
  expect(pressed).toEqual(['••••', '••*1••', '•••0']);
  const exported = exportScenario(call, flow);
  expect({ lost: exported.lost, ...exported.replayed }).toEqual({ lateMs: 0 });
  expect(exported.text).not.toMatch(/presses: '?86/);
  expect(exported.text.match(/presses: \S+ # made up/g)).toEqual([
    "presses: '1234' # made up",
    'presses: 11*111 # made up',
    "presses: '1110' # made up",
  ]);
  const recording = { calls: [call], flows: new Map([[flow.version, flow]]) };
  expect([...previewCalls(recording, flow)]).toMatchObject([{ kind: 'same' }]);
});
