/** Scenarios of calls on a carrier that can do what the platform cannot. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ScenarioFile } from '../../../schemas/types/scenario.ts';
import { exported } from './exported.ts';

/** Exports the call of a scenario; gives its start without what is usual, and the lines in which somebody acts. */
function exportActs(flow: string, scenario: string) {
  const { start = {}, script } = parse(exported(flow, scenario)) as ScenarioFile['scenarios'][number];
  const { direction: _direction, from: _from, to: _to, at: _at, ...own } = start;
  const isAct = (line: unknown) =>
    typeof line === 'string' || !/^\{"(hears|expects)"/.test(JSON.stringify(line));
  return { start: own, acts: script.filter(isAct) };
}

const VOICEMAIL = `
  vars: { message: '' }
  on: { error: bye }
  steps:
    leave:
      voicemail: { prompt: Speak after the tone., save: message }
      next: thanks
      on: { silent: bye }
    thanks: { say: Thank you., next: bye }
    bye: { say: Goodbye., next: hangup }
`;

describe('a message on the voicemail', () => {
  test.each([
    ['that silence ends', [{ speaks: '3s' }]],
    ['that a key ends', [{ speaks: '3s' }, { presses: '#' }]],
    ['that ends as the caller hangs up', [{ speaks: '3s' }, 'hangs_up']],
    ['that ends at its maximum length', [{ speaks: '120s' }]],
    ['in which nobody speaks', ['stays_silent']],
  ])('%s', (_, acts) => {
    const scenario = `start: { carrier: asterisk }\nscript: ${JSON.stringify(acts)}\n`;
    expect(exportActs(VOICEMAIL, scenario)).toEqual({ start: { carrier: 'asterisk' }, acts });
  });
});

describe('parameters of an inbound call', () => {
  const ACCOUNT = `
    params:
      account: { type: string, header: X-Account }
      level: { type: string, default: usual }
    on: { error: bye }
    steps:
      ask:
        switch:
          - { when: params.account == "A-1", goto: gold }
        on: { otherwise: bye }
      gold: { say: 'Welcome, \${params.level} member.', next: bye }
      bye: { say: Goodbye., next: hangup }
  `;

  test.each([
    ['A-1', 'A-1'],
    ['A-\u00e91', 'A-?1'],
  ])('come from a header: %s', (header, account) => {
    const scenario = `
      start: { carrier: asterisk, headers: { X-Account: ${header} } }
      script:
        - hears: Goodbye.
    `;
    expect(exportActs(ACCOUNT, scenario).start).toEqual({ carrier: 'asterisk', params: { account } });
  });

  test('are not written where they are as the flow sets them', () => {
    const scenario = 'script: [hears: Goodbye.]';
    expect(exportActs(ACCOUNT, scenario).start).toEqual({});
  });
});
