/** Scenarios that are wrong about a sample flow: each failure tells what its author needs to mend it. */
import { describe, expect, it } from 'vitest';
import { loadFlows } from '../../../src/authoring/flow-files/index.ts';
import { readSuite, renderFailure } from '../../../src/verification/testkit/index.ts';
import { runScenarios } from '../../builders/run-scenarios.ts';

const folders = { desk: 'flows/front-desk', pin: 'flows/pin-check' };
const flows = Object.fromEntries(
  Object.entries(folders).map(([name, folder]) => [name, loadFlows([`${folder}/flow.yaml`]).files[0]]),
);

/** The first lines of a failure: what, and what to do about it. */
function told(lines: string, flow = 'desk'): string[] {
  const text = `scenarios:\n  - name: case\n${lines.replace(/^/gm, '    ')}\n`;
  const { suite, diagnostics } = readSuite({ file: 'case.scenario.yaml', text }, () => flows[flow]);
  expect(diagnostics).toEqual([]);
  const [result] = suite === undefined ? [] : runScenarios([suite]);
  const failure = result?.failure;
  expect(result && renderFailure(result, { source: () => text })).toContain(
    `case.scenario.yaml:${failure?.span.start.line ?? 0}:${failure?.span.start.column ?? 0}: error:`,
  );
  return [failure?.message ?? 'passed', ...(failure?.hint === undefined ? [] : [failure.hint])];
}

const script = (...lines: string[]) => ['script:', ...lines.map((line) => `  - ${line}`)].join('\n');
const toSales = ['presses: 1', 'presses: 1'];

describe('what was not heard', () => {
  it.each([
    [
      'because another way was taken',
      script('presses: 1', 'presses: 2', 'hears: connecting you to sales'),
      'nearest: "One moment, please. I am connecting you to support." at 0:01.0',
    ],
    [
      'because it was said in another language',
      script('presses: 2', 'hears: For support, press 2'),
      'that is the prompt "main_menu" in en-US, which was heard in de-DE at 0:00.5: "Für den Vertrieb drücken Sie die 1. ',
    ],
    [
      'again',
      script('hears: Welcome to Acme', 'presses: 1', 'hears: For sales', 'hears: Welcome to Acme'),
      'it was heard at 0:00.0, before the last act of the caller',
    ],
    [
      'in another order',
      script('hears: For English', 'hears: Welcome to Acme'),
      'it was heard at 0:00.0, before the prompt of an earlier line',
    ],
    [
      'because it is misspelt',
      script('hears: Welcom to Acme'),
      'nearest: "Welcome to Acme. For English, press 1.',
    ],
    [
      'whole',
      script('hears: { equals: Welcome to Acme }', 'hangs_up'),
      'nearest: "Welcome to Acme. For English',
    ],
  ])('%s', (_what, lines, hint) => {
    const [message, found] = told(lines);
    expect(message).toContain('the caller did not hear');
    expect(found).toContain(hint);
  });
});

describe('what the caller could not do', () => {
  it.each([
    [
      'to speak where keys are asked for',
      ['says: sales', 'hangs_up'],
      'nothing listened for speech, so the caller could not say "sales"',
      'the flow asked for keys and timed out; if that is intended, write - stays_silent',
    ],
    [
      'to be silent while talking',
      [...toSales, 'hears: connecting', 'stays_silent'],
      'no question timed out within 2m',
      'the caller is talking to +4930231251',
    ],
    [
      'to have somebody hang up who is not there',
      [...toSales, "party_hangs_up: '+4930231252'"],
      '+4930231252 was not talking to the caller within 2m',
      'the caller is talking to +4930231251',
    ],
    [
      'to press a key when all is over',
      ['presses: 1', 'presses: 3', 'hears: { prompt: goodbye }', 'waits: 1m', 'presses: 1'],
      'cannot press 1: the call has ended',
      'it ended at 0:28.6',
    ],
    [
      'to send a message that nobody waits for',
      ['texts: STOP'],
      'nothing waited for a message within 2m, so "STOP" could not be sent',
      'the caller is talking to +4930231254',
    ],
  ])('%s', (_what, lines, ...expected) => {
    expect(told(script(...lines))).toEqual(expected);
  });
});

describe('what the flow did not do', () => {
  it.each([
    [
      'to call a number',
      [...toSales, "expects: { command: connect, to: '+4930231253' }"],
      'the flow did not send the command connect to +4930231253 within 2m',
      'nearest: connect to +4930231251 from +4930555000 at 0:04.2',
    ],
    [
      'to come to a step',
      [...toSales, 'expects: { step: support_desk }'],
      'the flow did not reach step "support_desk" within 2m',
      'it entered greeting, main, sales, sales_announced, sales_desk',
    ],
    [
      'to end as expected',
      ['hangs_up', 'expects: { ended: busy }'],
      'the call ended as "normal", not "busy"',
    ],
    [
      'to set a variable',
      [...toSales, 'hangs_up', 'expects: { var: { name: department, is: support } }'],
      'the variable "department" is "sales", not "support"',
    ],
    [
      'to keep silent',
      ['hears: Welcome', 'presses: 7', 'does_not_hear: { prompt: greeting_again, for: 5s }'],
      'the caller heard the prompt "greeting_again" at 0:00.5',
      'it is part of "Sorry, I did not get that. For English, press 1. Das habe ich nicht verstanden. Für Deutsch drücken Sie die 2."',
    ],
    [
      'to end by itself',
      [...toSales, 'waits: 10s'],
      'the script has ended but the call has not: only its limits would end it',
      'end the call with "- hangs_up", or parties: { \'+4930231251\': { answers: 2s, hangs_up: 1m } }',
    ],
  ])('%s', (_what, lines, ...expected) => {
    expect(told(script(...lines))).toEqual(expected);
  });
});

describe('web services', () => {
  const login = script("presses: '12345678'", "presses: '0042'", 'hears: { prompt: balance }');
  const asked = 'POST http://127.0.0.1:4020/accounts/12345678/balance';
  const unanswered = new RegExp(
    `^the flow sent ${asked} at 0:\\d\\d\\.\\d, but the scenario has no response for it$`,
  );

  it.each([
    ['none', '', 'add http: [{ match: "POST /accounts/12345678/balance", answer: { status: 200 } }]'],
    [
      'one for another body',
      "http: [{ match: POST /balance, json: { pin: '0043' }, answer: {} }]\n",
      'the entry for POST /balance is for requests with {"pin":"0043"}, not with {"pin":"•••"}',
    ],
    [
      'one that is used up',
      'http: [{ match: POST /balance, answer: { status: 503 }, times: 1 }]\n',
      'the entry for POST /balance has answered 1, which is its "times"; add an entry for further requests',
    ],
  ])('that have no answer: %s', (_what, http, hint) => {
    const [message, found] = told(`${http}${login}`, 'pin');
    expect(message).toMatch(unanswered);
    expect(found).toBe(hint);
  });
});
