/** What the platform refused, and how outbound calls began, as it stands in the scenario of a recorded call. */
import { describe, expect, it } from 'vitest';
import { exported, lines } from './exported.ts';

const HELLO = `
  on: { error: sorry }
  steps:
    hello: { say: Hello., next: bye }
    bye: { say: Goodbye., next: hangup }
    sorry: { say: Sorry., next: hangup }`;

describe('refusals are exported', () => {
  it('of the platform, by their numbers', () => {
    expect(
      exported(
        `
      on: { error: sorry }
      steps:
        hello: { say: Hello. }
        more: { say: More. }
        bye: { say: Goodbye., next: hangup }
        sorry: { say: Sorry., next: hangup }`,
        `
      faults: [{ command: play, nth: 3, code: 6120 }]
      script: [hears: Sorry.]`,
      ),
    ).toBe(
      lines(`
      faults: [ { command: play, nth: 3, code: '6120' } ]
      script:
        - hears: Hello.
        - hears: More.
        - hears: Sorry.
        - expects: { ended: normal }`),
    );
  });

  it('of several commands, timeouts among them', () => {
    expect(
      exported(
        `
      on: { error: sorry }
      steps:
        desk:
          connect: { to: '+4930301' }
          on: { busy: sorry, no_answer: sorry, failed: agent }
        agent:
          stream: { to: 'wss://agent.example.com', timeout: 1m }
          on: { timeout: sorry, failed: sorry }
        sorry: { say: Sorry., next: hangup }`,
        `
      faults: [{ command: connect, code: 6120 }, { command: stream, code: timeout }]
      script: [hears: Sorry.]`,
      ),
    ).toBe(
      lines(`
      faults: [ { command: connect, nth: 1, code: '6120' }, { command: stream, nth: 1, code: timeout } ]
      script:
        - hears: Sorry.
        - expects: { ended: normal }`),
    );
  });

  it('of the caller', () => {
    expect(
      exported(
        `
      on: { error: sorry }
      steps:
        no: { reject: }
        sorry: { say: Sorry., next: hangup }`,
        `script: [expects: { ended: rejected }]`,
      ),
    ).toBe(
      lines(`
      script:
        - expects: { ended: rejected }`),
    );
  });
});

describe('outbound calls are exported', () => {
  it('with the parameters that they were begun with', () => {
    expect(
      exported(
        `
      on: { error: sorry }
      params: { name: string, sum: double, sure: bool }
      steps:
        hello: { say: 'Hello \${params.name}, you owe \${params.sum}, \${params.sure}.', next: hangup }
        sorry: { say: Sorry., next: hangup }`,
        `
      start: { direction: outbound, from: '+4930555000', to: '+4915112345678', params: { name: '0471', sum: 2.5, sure: true } }
      script: [hears: you owe]`,
      ),
    ).toBe(
      lines(`
      start:
        {
          direction: outbound,
          from: '+4930555000',
          to: '+4915112345678',
          at: 2026-01-05T09:00:00Z,
          params: { name: '0471', sum: 2.5, sure: true }
        }
      parties: { '+4915112345678': { answers: 1s } }
      script:
        - hears: Hello 0471, you owe 2.5, true.
        - expects: { ended: normal }`),
    );
  });

  it('that nobody answers', () => {
    expect(
      exported(
        HELLO,
        `
      start: { direction: outbound }
      parties: { '+4915112345678': no_answer }
      script: [expects: { ended: no_answer }]`,
      ),
    ).toBe(
      lines(`
      start: { direction: outbound, from: '+4930555000', to: '+4915112345678', at: 2026-01-05T09:00:00Z }
      parties: { '+4915112345678': { no_answer: 60s } }
      script:
        - expects: { ended: no_answer }`),
    );
  });

  it('that are rejected', () => {
    expect(
      exported(
        HELLO,
        `
      start: { direction: outbound }
      parties: { '+4915112345678': { rejects: 7s } }
      script: [expects: { ended: rejected }]`,
      ),
    ).toBe(
      lines(`
      start: { direction: outbound, from: '+4930555000', to: '+4915112345678', at: 2026-01-05T09:00:00Z }
      parties: { '+4915112345678': { rejects: 7s } }
      script:
        - expects: { ended: rejected }`),
    );
  });

  it('answered late', () => {
    expect(
      exported(
        HELLO,
        `
      start: { direction: outbound }
      parties: { '+4915112345678': { answers: 11s } }
      script: [hears: Hello., hears: Goodbye.]`,
      ),
    ).toBe(
      lines(`
      start: { direction: outbound, from: '+4930555000', to: '+4915112345678', at: 2026-01-05T09:00:00Z }
      parties: { '+4915112345678': { answers: 11s } }
      script:
        - hears: Hello.
        - hears: Goodbye.
        - expects: { ended: normal }`),
    );
  });

  it('that ended while it rang', () => {
    expect(
      exported(
        HELLO,
        `
      start: { direction: outbound }
      script: [waits: 600ms, hangs_up]`,
      ),
    ).toBe(
      lines(`
      start: { direction: outbound, from: '+4930555000', to: '+4915112345678', at: 2026-01-05T09:00:00Z }
      parties: { '+4915112345678': no_answer }
      script:
        - waits: 600ms
        - hangs_up
        - expects: { ended: normal }`),
    );
  });

  it('that cannot be placed', () => {
    expect(
      exported(
        HELLO,
        `
      start: { direction: outbound }
      faults: [{ command: dial, code: 6120 }]
      script: [expects: { ended: failed }]`,
      ),
    ).toBe(
      lines(`
      start: { direction: outbound, from: '+4930555000', to: '+4915112345678', at: 2026-01-05T09:00:00Z }
      faults: [ { command: dial, nth: 1, code: '6120' } ]
      script:
        - expects: { ended: failed }`),
    );
  });

  it('that a message began', () => {
    expect(
      exported(
        `
      on: { error: sorry }
      steps:
        hello: { say: 'You wrote \${message.text}.', next: hangup }
        sorry: { say: Sorry., next: hangup }`,
        `
      start: { message: '007: stop #now' }
      script: [hears: You wrote]`,
      ),
    ).toBe(
      lines(`
      start:
        {
          direction: outbound,
          from: '+4930555000',
          to: '+4915112345678',
          at: 2026-01-05T09:00:00Z,
          message: '007: stop #now'
        }
      parties: { '+4915112345678': { answers: 1s } }
      script:
        - hears: 'You wrote 007: stop #now.'
        - expects: { ended: normal }`),
    );
  });
});
