/** What a scenario says of the whole call: commands that fail, requests that are counted. */
import { describe, expect, it } from 'vitest';
import { renderFailure } from '../../../src/verification/testkit/index.ts';
import { read, run } from './flow.ts';

function told(head: string): string[] {
  return read(`scenarios:\n  - name: a\n    ${head}\n    script: [hangs_up]\n`).diagnostics.map(
    ({ span: { start }, message, hint }) => `${start.line}:${start.column} ${message} (${hint ?? ''})`,
  );
}

describe('a command that fails', () => {
  const flow = `ringflow: 1
name: fragile
vars: { why: '' }
on: { error: sorry }
steps:
  one: { say: One. }
  two: { say: Two. }
  three: { say: Three., next: hangup }
  sorry: { set: { why: '\${error.code}' } }
  sorry_told: { say: Sorry., next: hangup }
`;

  it.each([
    ['the first of its kind', '{ command: play, code: 6120 }', ['One.'], '6120'],
    ['a later one', '{ command: play, nth: 2, code: 6120 }', ['Two.'], '6120'],
    ['for want of an answer in time', '{ command: play, nth: 3, code: timeout }', ['Three.'], 'timeout'],
    ['for want of a connection', '{ command: play, nth: 3, code: unreachable }', ['Three.'], 'unreachable'],
  ])('is %s', (_what, fault, unheard, code) => {
    const lines = [
      `faults: [${fault}]`,
      'script:',
      '  - hears: Sorry.',
      ...unheard.map((text) => `  - does_not_hear: ${text}`),
      '  - expects: { ended: normal }',
      `  - expects: { var: { name: why, is: '${code}' } }`,
    ];
    expect(run(lines.join('\n'), flow).failure).toBeUndefined();
  });

  it('is told in the story with what the platform says', () => {
    const { story } = run('faults: [{ command: play, nth: 2, code: 6120 }]\nscript: [hears: Sorry.]', flow);
    expect(story.map(({ text }) => text)).toContain('play failed: error converting text to speech [6120]');
  });

  it('may fail again', () => {
    const { failure } = run(
      'faults: [{ command: play, times: 2, code: 6120 }]\nscript: [hears: Sorry.]',
      flow,
    );
    expect(failure?.message).toBe('the caller did not hear "Sorry." before the call ended');
  });

  it.each([
    { code: 500, attempts: 3 },
    { code: 429, attempts: 4 },
  ])('with $code, and is taken after $attempts attempts, is told only in the story', ({ code, attempts }) => {
    const fault = `{ command: play, nth: 2, code: ${code}, attempts: ${attempts} }`;
    const { failure, story } = run(`faults: [${fault}]\nscript: [hears: Two., hears: Three.]`, flow);
    expect(failure).toBeUndefined();
    expect(story.filter(({ text }) => text.endsWith(`[${code}]`))).toHaveLength(attempts);
  });

  it('by a code that says the call is over ends it for the flow', () => {
    const { failure } = run(
      'faults: [{ command: play, nth: 2, code: CALL_ALREADY_ENDED }]\nscript: [expects: { ended: unknown }]',
      flow,
    );
    expect(failure?.message).toBeUndefined();
  });

  it('and is never given is told where it is written', () => {
    const text = 'faults: [{ command: play, nth: 5, code: 6120 }]\nscript: [expects: { ended: normal }]';
    const { failure } = run(text, flow);
    expect(failure).toMatchObject({
      message: 'play number 5 was expected to fail with 6120, but the flow sent only 3',
      span: { start: { line: 3, column: 16 } },
    });
    const { failure: none } = run(
      'faults: [{ command: connect, code: 6113 }]\nscript: [expects: { ended: normal }]',
      flow,
    );
    expect(none?.message).toBe(
      'connect number 1 was expected to fail with 6113, but the flow sent no connect',
    );
  });

  it.each([
    ['{ command: play, code: http_700 }', '3:37 the platform has no error code http_700'],
    ['{ command: play, code: 6210 }', '3:37 the platform has no error code 6210 (use one of its codes'],
    [
      '{ command: play, code: timeuot }',
      '3:37 the platform has no error code timeuot (did you mean timeout?)',
    ],
    [
      '{ command: play, code: 500, attempts: 4 }',
      'a command that is refused with 500 is retried at most 3 times (use at most 3',
    ],
    [
      '{ command: play, code: 6120, attempts: 1 }',
      'a command that is refused with 6120 is not retried, so it fails for good (remove "attempts"',
    ],
    ['{ command: plya, code: 6120 }', '3:25 found "plya"'],
    ['{ command: play }', '"code" is missing'],
    ['{ command: play, nth: 0, code: 6120 }', '3:36 found 0; expected at least 1'],
  ])('%s is told', (fault, message) => {
    expect(told(`faults: [${fault}]`)).toEqual([expect.stringContaining(message) as string]);
  });
});

describe('requests to a web service', () => {
  const flow = `ringflow: 1
name: asks
vars: { n: 0 }
on: { error: sorry }
steps:
  ask: { http: { post: 'https://example.com/tickets', json: { n: '\${vars.n}' } } }
  more: { set: { n: '\${vars.n + 1}' } }
  again: { switch: [{ when: vars.n < 2, goto: ask }] }
  bye: { say: Bye., next: hangup }
  sorry: { say: Sorry. }
`;
  const after = 'script: [hears: Bye.]';

  it.each([
    ['as often as promised', '[{ match: POST /tickets, answer: {}, calls: 2 }]'],
    [
      'by what is in them',
      '[{ match: POST /tickets, json: { n: 1 }, answer: {}, calls: 1 }, { match: /tickets, answer: {}, calls: 1 }]',
    ],
    ['never', '[{ match: POST /tickets, answer: {} }, { match: /other, answer: {}, calls: 0 }]'],
  ])('are counted: %s', (_what, http) => {
    expect(run(`http: ${http}\n${after}`, flow).failure?.message).toBeUndefined();
  });

  it.each([
    [
      '[{ match: POST /tickets, answer: {}, calls: 1 }]',
      'the flow sent POST /tickets 2 times; expected: once',
      'it sent POST https://example.com/tickets with {"n":0} at 0:00.0, POST https://example.com/tickets with {"n":1} at 0:00.0',
    ],
    [
      '[{ match: /tickets, answer: {} }, { match: PUT /lock, answer: {}, calls: 1 }]',
      'the flow sent PUT /lock never; expected: once',
      'it sent POST https://example.com/tickets with {"n":0} at 0:00.0, POST https://example.com/tickets with {"n":1} at 0:00.0',
    ],
  ])('%s is told at its entry', (http, message, hint) => {
    const result = run(`http: ${http}\n${after}`, flow);
    expect(result.failure).toMatchObject({ message, hint });
    expect(renderFailure(result, { source: () => '' })).toMatch(/^desk\.scenario\.yaml:3:/);
  });
});
