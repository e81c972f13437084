/** What people do, and what they hear, as it stands in the scenario of a recorded call. */
import { describe, expect, it } from 'vitest';
import { exported, lines } from './exported.ts';

const MENU = `
  on: { error: sorry }
  steps:
    main:
      menu: { prompt: Press 1 or 2., choices: [{ key: 1, goto: bye }, { key: 2, goto: bye }], no_input: [Well?], no_match: [No.] }
      on: { exhausted: bye }
    bye: { say: Goodbye., next: hangup }
    sorry: { say: Sorry., next: hangup }`;

const SPEECH = `
  on: { error: sorry }
  steps:
    ask:
      menu: { prompt: Say help., choices: [{ key: 1, phrases: [help, 'yes'], goto: bye }], no_match: [Pardon?] }
      on: { exhausted: bye }
    bye: { say: Goodbye., next: hangup }
    sorry: { say: Sorry., next: hangup }`;

const HELLO = `
  on: { error: sorry }
  steps:
    hello: { say: Hello., next: bye }
    bye: { say: Goodbye., next: hangup }
    sorry: { say: Sorry., next: hangup }`;

const DESK = `
  on: { error: sorry }
  steps:
    desk:
      connect: { to: '+4930301', ring: 20s }
      on: { busy: other, no_answer: other, failed: other }
      next: bye
    other:
      connect: { to: 'sip:night@desk.example.com', ring: 10s }
      on: { busy: sorry, no_answer: sorry, failed: sorry }
    bye: { say: Goodbye., next: hangup }
    sorry: { say: Sorry., next: hangup }`;

const WEB = `
  on: { error: sorry }
  vars: { name: '' }
  steps:
    ask:
      http: { get: 'https://crm.example.com/callers?of=1', timeout: 2s, retries: 1, save: { name: '\${response.json.name}' } }
      on: { client_error: who, server_error: sorry, failed: sorry, timeout: sorry }
    again:
      http: { post: 'https://crm.example.com/notes', json: { name: '\${vars.name}' }, timeout: 2s }
      on: { client_error: who, server_error: sorry, failed: sorry, timeout: sorry }
    told: { say: 'Hello \${vars.name}.', next: hangup }
    who: { say: Who are you?, next: hangup }
    sorry: { say: Sorry., next: hangup }`;

describe('keys are exported', () => {
  it('with the pauses before them', () => {
    expect(exported(MENU, `script: [waits: 1500ms, presses: 1]`)).toBe(
      lines(`
      script:
        - hears: Press 1 or 2.
        - waits: 1500ms
        - presses: '1'
        - hears: Goodbye.
        - expects: { ended: normal }`),
    );
  });

  it('that fit nothing, as some others that fit nothing, one question after the other', () => {
    expect(exported(MENU, `script: [presses: 7, waits: 4s, presses: '*', waits: 5s, presses: 2]`)).toBe(
      lines(`
      script:
        - hears: Press 1 or 2.
        - presses: '0' # made up: masked in the trace
        - hears: No. Press 1 or 2.
        - waits: 4s
        - presses: '0' # made up: masked in the trace
        - hears: No. Press 1 or 2.
        - waits: 5s
        - presses: '2'
        - hears: Goodbye.
        - expects: { ended: normal }`),
    );
  });

  it('with leading zeros', () => {
    expect(
      exported(
        `
      on: { error: sorry }
      vars: { name: '' }
      steps:
        ask:
          collect: { prompt: Number?, digits: 4, save: name }
          on: { exhausted: bye }
        told: { say: 'It is \${vars.name}.', next: hangup }
        bye: { say: Goodbye., next: hangup }
        sorry: { say: Sorry., next: hangup }`,
        `script: [waits: 1s, presses: '0042']`,
      ),
    ).toBe(
      lines(`
      script:
        - hears: Number?
        - waits: 1s
        - presses: '0042'
        - hears: It is 0042.
        - expects: { ended: normal }`),
    );
  });

  it('one by one, slowly', () => {
    expect(
      exported(
        `
      on: { error: sorry }
      vars: { name: '' }
      steps:
        ask:
          collect: { prompt: Number?, digits: { min: 2, max: 6 }, terminator: '#', save: name }
          on: { exhausted: bye }
        told: { say: 'It is \${vars.name}.', next: hangup }
        bye: { say: Goodbye., next: hangup }
        sorry: { say: Sorry., next: hangup }`,
        `script: [presses: { keys: '12#', pause: 1s }]`,
      ),
    ).toBe(
      lines(`
      script:
        - hears: Number?
        - presses: '1'
        - waits: 500ms
        - presses: '2'
        - waits: 500ms
        - presses: '#'
        - hears: It is 12.
        - expects: { ended: normal }`),
    );
  });

  it('that nobody pressed', () => {
    expect(exported(MENU, `script: [stays_silent, stays_silent, presses: 1]`)).toBe(
      lines(`
      script:
        - hears: Press 1 or 2.
        - stays_silent
        - hears: Well? Press 1 or 2.
        - stays_silent
        - hears: Well? Press 1 or 2.
        - presses: '1'
        - hears: Goodbye.
        - expects: { ended: normal }`),
    );
  });
});

describe('words are exported', () => {
  it('that are known', () => {
    expect(exported(SPEECH, `script: [waits: 2s, says: help]`)).toBe(
      lines(`
      script:
        - hears: Say help.
        - waits: 2s
        - says: help
        - hears: Goodbye.
        - expects: { ended: normal }`),
    );
  });

  it('that YAML would take for something else', () => {
    expect(exported(SPEECH, `script: [says: 'no', says: 'yes']`)).toBe(
      lines(`
      script:
        - hears: Say help.
        - says: no
        - hears: Pardon? Say help.
        - says: yes
        - hears: Goodbye.
        - expects: { ended: normal }`),
    );
  });

  it('that nobody could tell', () => {
    expect(exported(SPEECH, `script: [mumbles, waits: 3s, says: help]`)).toBe(
      lines(`
      script:
        - hears: Say help.
        - mumbles
        - hears: Pardon? Say help.
        - waits: 3s
        - says: help
        - hears: Goodbye.
        - expects: { ended: normal }`),
    );
  });
});

describe('a hang-up is exported', () => {
  it('before anything was heard to its end', () => {
    expect(exported(HELLO, `script: [waits: 100ms, hangs_up]`)).toBe(
      lines(`
      script:
        - hears: Hello.
        - waits: 100ms
        - hangs_up
        - expects: { ended: normal }`),
    );
  });

  it('between two things that are said', () => {
    expect(exported(HELLO, `script: [hears: Goodbye., waits: 20ms, hangs_up]`)).toBe(
      lines(`
      script:
        - hears: Hello.
        - hears: Goodbye.
        - waits: 20ms
        - hangs_up
        - expects: { ended: normal }`),
    );
  });

  it('while a party rings', () => {
    expect(
      exported(
        DESK,
        `
      parties: { '+4930301': no_answer }
      script: [expects: { command: connect }, waits: 5s, hangs_up]`,
      ),
    ).toBe(
      lines(`
      parties: { '+4930301': no_answer }
      script:
        - waits: 5s
        - hangs_up
        - expects: { ended: normal }`),
    );
  });

  it('in a conversation', () => {
    expect(exported(DESK, `script: [waits: 15s, hangs_up]`)).toBe(
      lines(`
      parties: { '+4930301': { answers: 1s } }
      script:
        - waits: 15s
        - hangs_up
        - expects: { ended: normal }`),
    );
  });

  it('while a web service is asked', () => {
    expect(
      exported(
        WEB,
        `
      http: [{ match: GET /callers, answer: { status: 200 }, delay: 1500ms }]
      script: [waits: 1s, hangs_up]`,
      ),
    ).toBe(
      lines(`
      http:
        - match: GET /callers
          fail: timeout
      script:
        - waits: 1s
        - hangs_up
        - expects: { ended: normal }`),
    );
  });
});

describe('outcomes are exported', () => {
  it('once each, however often they were reached', () => {
    expect(
      exported(
        `
      on: { error: sorry }
      steps:
        one: { outcome: seen }
        two: { outcome: helped }
        three: { outcome: seen }
        bye: { say: Goodbye., next: hangup }
        sorry: { say: Sorry., next: hangup }`,
        `script: [hears: Goodbye.]`,
      ),
    ).toBe(
      lines(`
      script:
        - hears: Goodbye.
        - expects: { outcome: seen }
        - expects: { outcome: helped }
        - expects: { ended: normal }`),
    );
  });
});

describe('what is said', () => {
  it('in several lines, with marks of YAML in it', () => {
    expect(
      exported(
        `
      on: { error: sorry }
      steps:
        hello: { say: "Say: 'x' #1\\n - [a] {b} & more \\"now\\"" }
        bye: { say: '! ~', next: hangup }
        sorry: { say: Sorry., next: hangup }`,
        `script: [hears: Say]`,
      ),
    ).toBe(
      lines(`
      script:
        - hears: |-
            Say: 'x' #1
             - [a] {b} & more "now"
        - hears: '! ~'
        - expects: { ended: normal }`),
    );
  });

  it('at length is known by its beginning', () => {
    expect(
      exported(
        `
      on: { error: sorry }
      steps:
        hello: { say: 'This sentence is a good deal longer than anybody needs in order to know it again when it is heard.', next: hangup }
        sorry: { say: Sorry., next: hangup }`,
        `script: [hears: This sentence]`,
      ),
    ).toBe(
      lines(`
      script:
        - hears: This sentence is a good deal longer than anybody needs in order to know it again
        - expects: { ended: normal }`),
    );
  });
});
