/** What a lint has told of a step is not told once more; what it has told of others, or of another flow, takes nothing away. */
import { describe, expect, test } from 'vitest';
import type { Diagnostic, DiagnosticCode } from '../../../src/language/diagnostics/index.ts';
import type { Suspicion } from '../../../src/verification/prove/findings/suspicion.ts';
import { isReportedByValidate } from '../../../src/verification/prove/told-before.ts';
import { flowWith, foundIn, provable } from './proof-of.ts';

const text = flowWith(`steps:
  hello: { say: Welcome. }
  ask:
    menu:
      prompt: To go on, press 1.
      choices: [{ key: 1, goto: sorry }]
    on: { exhausted: sorry }
`);
const flow = provable(text);

/** Something that a lint tells of the step that stands at this text. */
function lint(code: DiagnosticCode, at: string): Diagnostic {
  const start = { line: 1, column: 1, offset: text.indexOf(at) };
  return { code, severity: 'warning', message: '', file: 'flow.yaml', span: { start, end: start } };
}

function suspicion(code: DiagnosticCode, own: Partial<Suspicion> = {}): Suspicion {
  return { code, flow: 'example', step: 'ask', message: '', path: [], ...own };
}

function isTold(one: Suspicion, ...diagnostics: Diagnostic[]): boolean {
  return isReportedByValidate(one, { ...flow, diagnostics });
}

describe('a suspicion is told before', () => {
  test.each<[DiagnosticCode, DiagnosticCode]>([
    ['trap', 'silence-leads-nowhere'],
    ['trap', 'loop-without-input'],
    ['trap', 'endless-circle'],
    ['endless-silence', 'silence-leads-nowhere'],
    ['endless-silence', 'endless-circle'],
    ['endless-silence', 'endless-guessing'],
    ['cut-off-by-failure', 'failure-cut-off'],
    ['refused-command', 'recording-before-bridge'],
    ['refused-command', 'media-in-bridge'],
    ['refused-command', 'wrong-order'],
    ['unbounded-loop', 'redial-loop'],
    ['unbounded-loop', 'loop-without-input'],
    ['unbounded-loop', 'endless-circle'],
    ['long-dead-air', 'dead-air'],
    ['finalizer-left-out', 'finalizer-cut-short'],
    ['unreached-step', 'unreachable-step'],
  ])('as %s where a lint tells %s of its step', (code, same) => {
    expect(isTold(suspicion(code), lint(same, 'ask:'))).toBe(true);
    expect(isTold(suspicion(code), lint(same, 'choices:'))).toBe(true);
  });

  test('where the lint is about another step of the same circle', () => {
    const one = suspicion('trap', { also: ['example hello', 'example ask'] });
    expect(isTold(one, lint('silence-leads-nowhere', 'hello:'))).toBe(true);
  });

  test('where failures lead nowhere in the whole flow', () => {
    expect(isTold(suspicion('cut-off-by-failure'), lint('unhandled-failure', 'name:'))).toBe(true);
  });
});

describe('a suspicion is news', () => {
  test('where a lint says the same of another step', () => {
    expect(isTold(suspicion('trap'), lint('silence-leads-nowhere', 'hello:'))).toBe(false);
    expect(isTold(suspicion('trap'), lint('silence-leads-nowhere', 'sorry:'))).toBe(false);
  });

  test('where a lint says something else of its step', () => {
    expect(isTold(suspicion('trap'), lint('dead-air', 'ask:'))).toBe(false);
    expect(isTold(suspicion('long-way'), lint('silence-leads-nowhere', 'ask:'))).toBe(false);
  });

  test('where it stands in a flow that this one runs, in a step of the same name', () => {
    const one = suspicion('trap', { flow: 'other' });
    expect(isTold(one, lint('silence-leads-nowhere', 'ask:'))).toBe(false);
  });

  test('where nothing was told', () => {
    expect(isTold(suspicion('trap'))).toBe(false);
  });
});

describe('in whole flows', () => {
  const menu = (exhausted: string) => `    menu:
      prompt: To hear this again, press 1.
      choices: [{ key: 1, goto: again }]
    on: { exhausted: ${exhausted} }
  again: { say: Once more., next: ask }
`;

  test('silence that leads back is told by the lint alone', () => {
    const whole = flowWith(`steps:\n  ask:\n${menu('again')}`);
    expect(provable(whole).diagnostics.map(({ code }) => code)).toContain('silence-leads-nowhere');
    expect(foundIn(whole)).toEqual([]);
  });

  test('the same behind a condition, which no lint sees through, is told by prove alone', () => {
    const whole = flowWith(`vars: { is_done: false }
steps:
  ask:
${menu('perhaps')}  perhaps:
    switch: [{ when: vars.is_done, goto: sorry }]
    next: ask
`);
    expect(provable(whole).diagnostics.map(({ code }) => code)).not.toContain('silence-leads-nowhere');
    expect(foundIn(whole)).toContain('trap ask');
  });

  const mailbox = (comment: string) =>
    flowWith(`vars: { voice: '' }
steps:
${comment}  leave:
    voicemail: { prompt: Please leave a message., save: voice }
    on: { silent: sorry }
  check: { say: [Your message is, { url: '\${vars.voice}' }], next: hangup }
`);

  test('a message that the platform cannot record is told by the lint alone', () => {
    const whole = mailbox('');
    expect(provable(whole).diagnostics.map(({ code }) => code)).toEqual(['carrier-does-less']);
    expect(foundIn(whole)).not.toContain('refused-command leave');
  });

  test('a comment that silences the lint silences the finding', () => {
    const whole = mailbox('  # ringflow-ignore carrier-does-less: calls come from Asterisk only\n');
    expect(provable(whole).diagnostics).toEqual([]);
    expect(foundIn(whole)).not.toContain('refused-command leave');
  });

  test('a comment about the carrier silences no command that is refused for another reason', () => {
    const whole = flowWith(`steps:
  desk:
    connect: { to: '+493012345' }
    on: { bridged: keep, busy: keep, unreached: sorry }
  # ringflow-ignore carrier-does-less: calls come from Asterisk only
  keep:
    record: { start: 'call-\${call.id}' }
  talk:
    wait: { for: bridge_end }
    next: sorry
`);
    expect(foundIn(whole)).toContain('refused-command keep');
  });
});
