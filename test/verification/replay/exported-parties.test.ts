/** Those whom a flow rings, as they stand in the scenario of a recorded call. */
import { describe, expect, it } from 'vitest';
import { exported, lines } from './exported.ts';

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

const TALK = `
  on: { error: sorry }
  steps:
    desk:
      connect: { to: '+4930301', keys: { '*1': record, '*2': hold, '##': end } }
      on: { busy: sorry, no_answer: sorry, failed: sorry }
    bye: { say: Goodbye., next: hangup }
    sorry: { say: Sorry., next: hangup }`;

describe('parties are exported', () => {
  it('that answer, talk and leave', () => {
    expect(
      exported(
        DESK,
        `
      parties: { '+4930301': { answers: 4s, hangs_up: 20s } }
      script: [hears: Goodbye.]`,
      ),
    ).toBe(
      lines(`
      parties: { '+4930301': { answers: 4s } }
      script:
        - waits: 24100ms
        - party_hangs_up: '+4930301'
        - hears: Goodbye.
        - expects: { ended: normal }`),
    );
  });

  it('without those whom a call that the platform refused did not ring', () => {
    const twice = `
      on: { error: sorry }
      steps:
        desk:
          connect: { to: '+4930301', ring: 20s }
          on: { busy: bye, no_answer: sorry, failed: again }
          next: bye
        again:
          connect: { to: '+4930301', ring: 20s }
          on: { busy: bye, no_answer: sorry, failed: sorry }
          next: bye
        bye: { say: Goodbye., next: hangup }
        sorry: { say: Sorry., next: hangup }`;
    const told = exported(
      twice,
      `
      parties: { '+4930301': busy }
      faults: [{ command: connect, nth: 1, code: '6120' }]
      script: [hears: Goodbye.]`,
    );
    expect(told).toContain("parties: { '+4930301': busy }");
  });

  it('that are busy, and others that reject', () => {
    expect(
      exported(
        DESK,
        `
      parties: { '+4930301': busy, 'sip:night@desk.example.com': { rejects: 3s } }
      script: [hears: Sorry.]`,
      ),
    ).toBe(
      lines(`
      parties: { '+4930301': busy, sip:night@desk.example.com: { rejects: 3s } }
      script:
        - hears: Sorry.
        - expects: { ended: normal }`),
    );
  });

  it('that let it ring', () => {
    expect(
      exported(
        DESK,
        `
      parties: { '+4930301': no_answer, 'sip:night@desk.example.com': { answers: 2s, hangs_up: 5s } }
      script: [hears: Goodbye.]`,
      ),
    ).toBe(
      lines(`
      parties: { '+4930301': no_answer, sip:night@desk.example.com: { answers: 2s } }
      script:
        - waits: 27100ms
        - party_hangs_up: sip:night@desk.example.com
        - hears: Goodbye.
        - expects: { ended: normal }`),
    );
  });

  it('that are given up before the ring time is over, or found busy or out of reach late', () => {
    const parties =
      "parties: { '+4930301': { no_answer: 12s }, sip:night@desk.example.com: { fails: 4s, reason: Network Out Of Order } }";
    expect(exported(DESK, `\n      ${parties}\n      script: [hears: Sorry.]`)).toBe(
      lines(`
      ${parties}
      script:
        - hears: Sorry.
        - expects: { ended: normal }`),
    );
    expect(
      exported(DESK, "\n      parties: { '+4930301': { busy: 7s } }\n      script: [waits: 20s, hangs_up]"),
    ).toContain("'+4930301': { busy: 7s }");
  });

  it.each([
    '{ no_answer: 20s }',
    '{ no_answer: 19900ms }',
    '{ no_answer: 25s }',
    '{ busy: 21s }',
    '{ answers: 70s }',
  ])('with %s about or after the ring time of 20 s', (party) => {
    expect(
      exported(DESK, `\n      parties: { '+4930301': ${party} }\n      script: [waits: 80s, hangs_up]`),
    ).toContain("'+4930301': ");
  });

  it('that end an attempt in the ordinary way, and answer the next one', () => {
    const parties =
      "parties: { '+4930301': { fails: 2s, reason: Normal Clearing }, sip:night@desk.example.com: { answers: 9s } }";
    expect(exported(DESK, `\n      ${parties}\n      script: [waits: 30s, hangs_up]`)).toContain(parties);
  });

  it('that behave otherwise the second time', () => {
    expect(
      exported(
        `
      on: { error: sorry }
      steps:
        one:
          connect: { to: '+4930301' }
          on: { busy: two, no_answer: two, failed: two }
          next: hangup
        two:
          connect: { to: '+4930301' }
          on: { busy: sorry, no_answer: sorry, failed: sorry }
          next: hangup
        sorry: { say: Sorry., next: hangup }`,
        `
      parties: { '+4930301': [busy, { answers: 3s, hangs_up: 9s }] }
      script: [expects: { ended: normal }]`,
      ),
    ).toBe(
      lines(`
      parties: { '+4930301': [ busy, { answers: 3s } ] }
      script:
        - waits: 12200ms
        - party_hangs_up: '+4930301'
        - expects: { ended: normal }`),
    );
  });
});

describe('conversations are exported', () => {
  it('with keys that record, hold and end', () => {
    expect(
      exported(
        TALK,
        `
      parties: { '+4930301': { answers: 2s } }
      script: [waits: 10s, presses: '*1', waits: 5s, presses: '*2', waits: 5s, presses: '*2', waits: 4s, presses: '##']`,
      ),
    ).toBe(
      lines(`
      parties: { '+4930301': { answers: 2s } }
      script:
        - waits: 10s
        - presses: '*1'
        - waits: 5s
        - presses: '*2'
        - waits: 5s
        - presses: '*2'
        - waits: 4s
        - presses: '##'
        - expects: { ended: normal }`),
    );
  });

  it('whose recording came to nothing', () => {
    expect(
      exported(
        `
      on: { error: sorry, end: noted }
      vars: { was: '' }
      steps:
        desk:
          connect: { to: '+4930301', keys: { '*1': record, '*2': hold, '##': end } }
          on: { busy: sorry, no_answer: sorry, failed: sorry }
        bye: { say: Goodbye., next: hangup }
        noted: { set: { was: '\${call.recording_url}' }, next: hangup }
        sorry: { say: Sorry., next: hangup }`,
        `
      start: { recording: fails }
      parties: { '+4930301': { answers: 2s, hangs_up: 30s } }
      script: [waits: 10s, presses: '*1', hears: Goodbye.]`,
      ),
    ).toBe(
      lines(`
      start:
        {
          direction: inbound,
          from: '+4915112345678',
          to: '+4930555000',
          at: 2026-01-05T09:00:00Z,
          recording: fails
        }
      parties: { '+4930301': { answers: 2s } }
      script:
        - waits: 10s
        - presses: '*1'
        - waits: 21600ms
        - party_hangs_up: '+4930301'
        - hears: Goodbye.
        - expects: { ended: normal }`),
    );
  });
});
