/** Mistakes of flows that show by their effects for callers and services, and the same flows without them. */
import { describe, expect, test } from 'vitest';
import { planCases, tryTrial } from '../../../src/verification/perturb/index.ts';
import { casesOf } from './case.ts';

/** The rules that a flow breaks. */
function rulesOf(flow: string, scenarios: string): string[] {
  const planned = planCases(casesOf(flow, `scenarios:\n${scenarios}`));
  expect(planned.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  const findings = planned.flatMap((one) => one.trials.flatMap((trial) => tryTrial(one, trial) ?? []));
  return [...new Set(findings.flatMap(({ breaches }) => breaches.map(({ rule }) => rule)))];
}

interface Planted {
  what: string;
  rule: string;
  flow: string;
  /** Text of the mistake, and what goes in its place. */
  mend: [string, string];
  scenarios: string;
}

const planted: Planted[] = [
  {
    what: 'a booking is sent again with another key when its answer is lost',
    rule: 'repeated',
    flow: `
    on: { error: oops }
    steps:
      book:
        http: { post: 'https://a.example/seats', json: { who: '\${call.from}' }, filler: One moment. }
        on: { timeout: again, failed: oops }
      done: { say: Done., next: hangup }
      again:
        http: { post: 'https://a.example/seats', json: { who: '\${call.from}' }, filler: One moment. }
        on: { failed: oops }
        next: done
      oops: { say: We cannot say., next: hangup }
    `,
    mend: ['timeout: again', 'timeout: oops'],
    scenarios: `
  - name: somebody books
    http: [{ match: POST /seats, answer: { status: 200 } }]
    script: [{ hears: Done }]`,
  },
  {
    what: 'a message is sent again because its report is late',
    rule: 'repeated',
    flow: `
    steps:
      hello: { say: Hello. }
      first:
        sms: { template: t, campaign: c, data: { a: b }, wait: delivered, timeout: 20s }
        on: { undelivered: bye, timeout: second, failed: bye }
        next: bye
      second:
        sms: { template: t, campaign: c, data: { a: b } }
        on: { failed: bye }
      bye: { say: Goodbye., next: hangup }
    `,
    mend: ['timeout: second', 'timeout: bye'],
    scenarios: `
  - name: somebody gets a message
    script: [{ hears: Goodbye }]`,
  },
  {
    what: 'a guest hears that nothing is booked although it is',
    rule: 'told',
    flow: `
    on: { error: oops }
    steps:
      hello: { say: Hello. }
      book:
        http: { post: 'https://a.example/rooms', headers: { Idempotency-Key: '\${call.id}' }, json: { a: b } }
        on: { failed: oops }
      text:
        sms: { template: t, campaign: c, data: { a: b } }
        on: { failed: oops }
      done: { say: The room is yours., next: hangup }
      oops: { say: We could not book., next: hangup }
    `,
    mend: [
      '{ a: b } }\n        on: { failed: oops }\n      done',
      '{ a: b } }\n        on: { failed: done }\n      done',
    ],
    scenarios: `
  - name: somebody books
    http: [{ match: POST /rooms, answer: { status: 200 } }]
    script: [{ hears: The room }]`,
  },
  {
    what: 'an early hang-up takes back what the caller was told',
    rule: 'taken back',
    flow: `
    on: { error: oops, end: undo }
    vars: { kept: false }
    steps:
      hello: { say: Hello. }
      book:
        http: { put: 'https://a.example/table', json: { a: b } }
        on: { failed: oops }
      early: { set: { kept: false } }
      told: { say: The table is yours. We look forward to it. }
      noted: { set: { kept: true }, next: hangup }
      oops: { say: Not now., next: hangup }
      undo:
        switch: [{ when: vars.kept, goto: hangup }]
      release:
        http: { delete: 'https://a.example/table' }
        on: { failed: hangup }
    `,
    mend: ['early: { set: { kept: false } }', 'early: { set: { kept: true } }'],
    scenarios: `
  - name: somebody books
    http: [{ match: PUT /table, answer: { status: 200 } }, { match: DELETE /table, answer: { status: 200 } }]
    script: [{ hears: The table }]`,
  },
  {
    what: 'a question is put for ever although the platform refuses it',
    rule: 'in vain',
    flow: `
    steps:
      ask:
        menu: { prompt: 'For news, press 1.', choices: [{ key: 1, goto: bye }] }
        on: { exhausted: bye, failed: ask }
      bye: { say: Goodbye., next: hangup }
    `,
    mend: ['failed: ask', 'failed: bye'],
    scenarios: `
  - name: somebody chooses
    script: [{ presses: 1 }, { hears: Goodbye }]`,
  },
  {
    what: 'the line is dead when the stream breaks',
    rule: 'silence',
    flow: `
    steps:
      hello: { say: Hello. }
      agent:
        stream: { to: 'wss://a.example/x', timeout: 10m }
        on: { timeout: bye, failed: hangup }
      bye: { say: Goodbye., next: hangup }
    `,
    mend: ['failed: hangup', 'failed: bye'],
    scenarios: `
  - name: somebody talks to the assistant
    script: [{ hears: Hello }, stream_ends, { hears: Goodbye }]`,
  },
  {
    what: 'an apology for a message follows a booking, as if the booking had failed',
    rule: 'told',
    flow: `
    on: { error: oops }
    steps:
      hello: { say: Hello. }
      book:
        http: { post: 'https://a.example/rooms', headers: { Idempotency-Key: '\${call.id}' }, json: { a: b } }
        on: { client_error: taken, failed: oops }
      text:
        sms: { template: t, campaign: c, data: { a: b } }
        on: { failed: oops }
      done: { say: The room is yours., next: hangup }
      taken: { say: The room is taken., next: hangup }
      oops: { say: This is not possible now., next: hangup }
    `,
    mend: [
      '{ a: b } }\n        on: { failed: oops }\n      done',
      '{ a: b } }\n        on: { failed: done }\n      done',
    ],
    scenarios: `
  - name: somebody books
    http: [{ match: POST /rooms, answer: { status: 200 } }]
    script: [{ hears: The room }]`,
  },
  {
    what: 'a refused report is confirmed with a number that nobody gave',
    rule: 'told',
    flow: `
    vars: { number: none }
    on: { error: oops }
    steps:
      hello: { say: Hello. }
      report:
        http: { post: 'https://a.example/faults', json: { a: b }, save: { number: '\${response.json.number}' } }
        on: { failed: noted }
      noted: { outcome: reported }
      told: { say: 'It has the number \${vars.number}.', next: hangup }
      oops: { say: Nothing is reported., next: hangup }
    `,
    mend: ['failed: noted', 'failed: oops'],
    scenarios: `
  - name: somebody reports a fault
    http: [{ match: POST /faults, answer: { json: { number: K1 } } }]
    script: [{ hears: K1 }]`,
  },
  {
    what: 'the line is silent while a slow service is asked again',
    rule: 'silence',
    flow: `
    on: { error: oops }
    steps:
      hello: { say: Hello. }
      ask: { http: { get: 'https://a.example/news', timeout: 9s, retries: 1 } }
      bye: { say: Goodbye., next: hangup }
      oops: { say: Not now., next: hangup }
    `,
    mend: ['retries: 1', 'retries: 1, filler: One moment.'],
    scenarios: `
  - name: somebody asks
    http: [{ match: GET /news, answer: { status: 200 } }]
    script: [{ hears: Goodbye }]`,
  },
  {
    what: 'what is booked while the caller hangs up is not noted',
    rule: 'taken back',
    flow: `
    vars: { state: early }
    on: { error: oops, end: tell }
    steps:
      hello: { say: Hello. }
      asked: { set: { state: early } }
      book:
        http: { put: 'https://a.example/rooms', json: { a: b } }
        on: { failed: oops }
      noted: { set: { state: booked } }
      done: { say: The room is yours., next: hangup }
      oops: { say: Not now., next: hangup }
      tell:
        switch: [{ when: vars.state == "early", goto: hangup }]
      key:
        http: { post: 'https://a.example/keys', json: { state: '\${vars.state}' } }
        on: { failed: hangup }
    `,
    mend: ['asked: { set: { state: early } }', 'asked: { set: { state: perhaps } }'],
    scenarios: `
  - name: somebody books
    http: [{ match: PUT /rooms, answer: { status: 200 } }, { match: POST /keys, answer: { status: 200 } }]
    script: [{ hears: The room }]`,
  },
  {
    what: 'a key pressed twice cancels before the question is heard',
    rule: 'hasty',
    flow: `
    on: { error: bye }
    steps:
      main:
        menu: { prompt: 'To cancel, press 1.', choices: [{ key: 1, goto: sure }] }
        on: { exhausted: bye }
      sure:
        menu: { prompt: 'Surely? Then press 1.', choices: [{ key: 1, goto: cancel }, { key: 2, goto: bye }] }
        on: { exhausted: bye }
      cancel: { http: { delete: 'https://a.example/visit' } }
      done: { say: It is cancelled., next: hangup }
      bye: { say: Goodbye., next: hangup }
    `,
    mend: ['key: 1, goto: cancel', 'key: 9, goto: cancel'],
    scenarios: `
  - name: somebody thinks again
    http: [{ match: DELETE /visit, answer: { status: 200 } }]
    script: [{ presses: 1 }, { hears: Surely }, { presses: 2 }, { hears: Goodbye }]`,
  },
  {
    what: 'silence chooses, and another answering machine is asked',
    rule: 'machine',
    flow: `
    params: { parcel: { type: string, default: P1 } }
    on: { error: bye }
    steps:
      ask:
        menu:
          prompt: For the shop press 1. For another day press 2.
          choices: [{ key: 1, goto: store }, { key: 2, goto: bye }]
        on: { exhausted: store }
      store:
        http: { put: 'https://a.example/place', json: { a: b } }
        on: { failed: bye }
      chosen: { outcome: place_chosen }
      told: { say: The driver knows., next: hangup }
      bye: { say: Goodbye., next: hangup }
    `,
    mend: ['exhausted: store', 'exhausted: bye'],
    scenarios: `
  - name: another day
    http: [{ match: PUT /place, fail: unreachable }]
    script: [{ presses: 2 }, { hears: Goodbye }]
  - name: the shop
    http: [{ match: PUT /place, answer: { status: 200 } }]
    script: [{ presses: 1 }, { hears: The driver }]`,
  },
];

describe.each(planted)('$what', ({ rule, flow, mend: [mistake, right], scenarios }) => {
  test('is found', () => {
    expect(rulesOf(flow, scenarios)).toContain(rule);
  });

  test('is not found once it is mended', () => {
    expect(flow).toContain(mistake);
    expect(rulesOf(flow.replace(mistake, right), scenarios)).toEqual([]);
  });
});
