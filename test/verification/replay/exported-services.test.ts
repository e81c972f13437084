/** Web services, streams and text messages, as they stand in the scenario of a recorded call. */
import { describe, expect, it } from 'vitest';
import { exported, lines } from './exported.ts';

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

const STREAM = `
  on: { error: sorry }
  steps:
    agent:
      stream: { to: 'wss://agent.example.com/calls', timeout: 1m }
      on: { timeout: late, failed: lost }
    done: { outcome: helped }
    bye: { say: Goodbye., next: hangup }
    late: { say: That is enough., next: hangup }
    lost: { say: It is gone., next: hangup }
    sorry: { say: Sorry., next: hangup }`;

const CODE = `
  on: { error: sorry }
  vars: { code: '' }
  steps:
    ask: { say: Please text us your code. }
    wait:
      wait: { for: message, save: code, timeout: 1m }
      on: { timeout: sorry, failed: sorry }
    told: { say: 'You wrote \${vars.code}.', next: hangup }
    sorry: { say: Sorry., next: hangup }`;

const LINK = `
  on: { error: sorry }
  steps:
    link:
      sms: { template: link, campaign: service, data: { code: '4711' }, wait: delivered, timeout: 30s }
      on: { undelivered: lost, timeout: late, failed: lost }
    there: { say: It has arrived., next: hangup }
    lost: { say: It is lost., next: hangup }
    late: { say: It takes long., next: hangup }
    sorry: { say: Sorry., next: hangup }`;

describe('web services are exported', () => {
  it('with bodies, one answer after the other', () => {
    expect(
      exported(
        WEB,
        `
      http: [{ match: GET /callers, answer: { json: { name: Ann } } }, { match: POST /notes, answer: { status: 201, text: noted } }]
      script: [hears: Hello Ann.]`,
      ),
    ).toBe(
      lines(`
      http:
        - match: GET /callers
          answer:
            status: 200
            json:
              name: Ann
        - match: POST /notes
          answer:
            status: 201
            text: noted
      script:
        - hears: Hello Ann.
        - expects: { ended: normal }`),
    );
  });

  it('that take their time', () => {
    expect(
      exported(
        WEB,
        `
      http: [{ match: GET /callers, answer: { json: { name: Ann } }, delay: 1200ms }, { match: POST /notes, answer: { status: 204 }, delay: 3ms }]
      script: [hears: Hello Ann.]`,
      ),
    ).toBe(
      lines(`
      http:
        - match: GET /callers
          answer:
            status: 200
            json:
              name: Ann
          delay: 1200ms
        - match: POST /notes
          answer:
            status: 204
          delay: 3ms
      script:
        - hears: Hello Ann.
        - expects: { ended: normal }`),
    );
  });

  it('that do not know the caller', () => {
    expect(
      exported(
        WEB,
        `
      http: [{ match: GET /callers, answer: { status: 404, text: 'not <here>' } }]
      script: [hears: Who are you?]`,
      ),
    ).toBe(
      lines(`
      http:
        - match: GET /callers
          answer:
            status: 404
            text: not <here>
      script:
        - hears: Who are you?
        - expects: { ended: normal }`),
    );
  });

  it('that fail first and answer then', () => {
    expect(
      exported(
        WEB,
        `
      http: [{ match: GET /callers, answer: { status: 503, headers: { Retry-After: 1 } }, times: 1 }, { match: GET /callers, answer: { json: { name: Ann } } }, { match: POST /notes, answer: { status: 200 } }]
      script: [hears: Hello Ann.]`,
      ),
    ).toBe(
      lines(`
      http:
        - match: GET /callers
          answer:
            status: 503
            headers:
              retry-after: '1'
          times: 1
        - match: GET /callers
          answer:
            status: 200
            json:
              name: Ann
        - match: POST /notes
          answer:
            status: 200
      script:
        - hears: Hello Ann.
        - expects: { ended: normal }`),
    );
  });

  it('that never answer', () => {
    expect(
      exported(
        WEB,
        `
      http: [{ match: GET /callers, fail: timeout }]
      script: [hears: Sorry.]`,
      ),
    ).toBe(
      lines(`
      http:
        - match: GET /callers
          fail: timeout
      script:
        - hears: Sorry.
        - expects: { ended: normal }`),
    );
  });

  it('that are not there', () => {
    expect(
      exported(
        WEB,
        `
      http: [{ match: GET /callers, fail: unreachable }]
      script: [hears: Sorry.]`,
      ),
    ).toBe(
      lines(`
      http:
        - match: GET /callers
          fail: unreachable
      script:
        - hears: Sorry.
        - expects: { ended: normal }`),
    );
  });

  it('one of whose addresses ends like another one', () => {
    expect(
      exported(
        `
      on: { error: sorry }
      vars: { name: '', more: '' }
      steps:
        one:
          http: { get: 'https://crm.example.com/name', save: { name: '\${response.json.v}' } }
        two:
          http: { get: 'https://crm.example.com/b/name', save: { more: '\${response.json.v}' } }
        told: { say: '\${vars.name} \${vars.more}.', next: hangup }
        sorry: { say: Sorry., next: hangup }`,
        `
      http: [{ match: GET /b/name, answer: { json: { v: Lee } } }, { match: GET /name, answer: { json: { v: Ann } } }]
      script: [hears: Ann Lee.]`,
      ),
    ).toBe(
      lines(`
      http:
        - match: GET /name
          answer:
            status: 200
            json:
              v: Ann
          times: 1
        - match: GET /b/name
          answer:
            status: 200
            json:
              v: Lee
      script:
        - hears: Ann Lee.
        - expects: { ended: normal }`),
    );
  });

  it('without a path, and with something odd in it', () => {
    expect(
      exported(
        `
      on: { error: sorry }
      vars: { name: 'B MW' }
      steps:
        one:
          http: { get: 'https://crm.example.com' }
        two:
          http: { get: 'https://crm.example.com/a b/\${vars.name}/../c#d' }
        told: { say: Done., next: hangup }
        sorry: { say: Sorry., next: hangup }`,
        `
      http: [{ match: 'GET */c', answer: { status: 200 } }, { match: 'GET *', answer: { status: 204 } }]
      script: [hears: Done.]`,
      ),
    ).toBe(
      lines(`
      http:
        - match: GET *
          answer:
            status: 204
          times: 1
        - match: GET /a*b/B%20MW/../c#d
          answer:
            status: 204
      script:
        - hears: Done.
        - expects: { ended: normal }`),
    );
  });

  it('whose headers the flow reads, and no others', () => {
    expect(
      exported(
        `
      on: { error: sorry }
      vars: { name: '' }
      steps:
        one:
          http: { get: 'https://crm.example.com/a', save: { name: '\${response.headers["x-name"]}' } }
        told: { say: 'Hello \${vars.name}.', next: hangup }
        sorry: { say: Sorry., next: hangup }`,
        `
      http: [{ match: GET /a, answer: { headers: { X-Name: Ann, X-Other: secret } } }]
      script: [hears: Hello Ann.]`,
      ),
    ).toBe(
      lines(`
      http:
        - match: GET /a
          answer:
            status: 200
            headers:
              x-name: Ann
      script:
        - hears: Hello Ann.
        - expects: { ended: normal }`),
    );
  });
});

describe('streams are exported', () => {
  it('that end', () => {
    expect(exported(STREAM, `script: [waits: 8s, stream_ends, hears: Goodbye.]`)).toBe(
      lines(`
      script:
        - waits: 8s
        - stream_ends
        - hears: Goodbye.
        - expects: { outcome: helped }
        - expects: { ended: normal }`),
    );
  });

  it('that break', () => {
    expect(exported(STREAM, `script: [waits: 8s, stream_breaks, hears: It is gone.]`)).toBe(
      lines(`
      script:
        - waits: 8s
        - stream_breaks
        - hears: It is gone.
        - expects: { ended: normal }`),
    );
  });

  it('that take too long', () => {
    expect(exported(STREAM, `script: [hears: That is enough.]`)).toBe(
      lines(`
      script:
        - hears: That is enough.
        - expects: { ended: normal }`),
    );
  });
});

describe('messages are exported', () => {
  it('that the caller sends', () => {
    expect(exported(CODE, `script: [hears: Please text, waits: 12s, texts: '0471 & more: "yes"']`)).toBe(
      lines(`
      script:
        - hears: Please text us your code.
        - waits: 12s
        - texts: '0471 & more: "yes"'
        - hears: 'You wrote 0471 & more: "yes".'
        - expects: { ended: normal }`),
    );
  });

  it('that the caller does not send', () => {
    expect(exported(CODE, `script: [hears: Sorry.]`)).toBe(
      lines(`
      script:
        - hears: Please text us your code.
        - hears: Sorry.
        - expects: { ended: normal }`),
    );
  });

  it('that the flow sends, and that arrive', () => {
    expect(exported(LINK, `script: [hears: It has arrived.]`)).toBe(
      lines(`
      script:
        - hears: It has arrived.
        - expects: { ended: normal }`),
    );
  });

  it('that do not arrive', () => {
    expect(
      exported(
        LINK,
        `
      phones: { '+4915112345678': unreachable }
      script: [hears: It is lost.]`,
      ),
    ).toBe(
      lines(`
      phones: { '+4915112345678': never }
      faults: [ { command: sms, nth: 1, code: INVALID_RECIPIENT } ]
      script:
        - hears: It is lost.
        - expects: { ended: normal }`),
    );
  });

  it('that fail on their way', () => {
    expect(
      exported(
        LINK,
        `
      phones: { '+4915112345678': fails }
      script: [hears: It is lost.]`,
      ),
    ).toBe(
      lines(`
      phones: { '+4915112345678': fails }
      script:
        - hears: It is lost.
        - expects: { ended: normal }`),
    );
  });

  it('of which nobody hears any more', () => {
    expect(
      exported(
        LINK,
        `
      phones: { '+4915112345678': never }
      script: [hears: It takes long.]`,
      ),
    ).toBe(
      lines(`
      phones: { '+4915112345678': never }
      script:
        - hears: It takes long.
        - expects: { ended: normal }`),
    );
  });
});
