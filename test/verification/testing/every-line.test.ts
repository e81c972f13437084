/** Whatever a scenario file can say of a call, a test can say too. */
import { afterAll, describe, expect, test } from 'vitest';
import { call } from 'ringflow/testing';
import { folderWith } from '../../cli/command.ts';

const files = folderWith({
  'flow.yaml': `ringflow: 1
name: desk
languages: [en-US, de-DE]
on: { error: sorry }
env: { SHOP_URL: Address of the shop. }
params: { who: { type: string, default: nobody } }
vars: { number: '' }
tables:
  desks: { sales: '+4930111' }
steps:
  hello:
    say: Hello \${params.who}.
  main:
    menu:
      prompt: For sales, press 1 or say sales. For a message, press 2.
      choices:
        - { key: 1, phrases: [sales], goto: where }
        - { key: 2, goto: ask }
      no_input: [Are you still there?]
      no_match: [I did not understand.]
    on: { exhausted: sorry }
  where:
    lookup: { table: desks, key: sales, save: { number: value } }
    on: { not_found: sorry }
  desk:
    connect: { to: '\${vars.number}', ring: 20s }
    on: { busy: sorry, no_answer: sorry, failed: sorry }
    next: hangup
  ask:
    sms: { template: demo, campaign: demo, to: '\${call.from}', data: { text: Hello } }
    on: { failed: sorry }
    next: hangup
  sorry:
    say: Please call again later.
    next: hangup
`,
});
afterAll(files.remove);
const desk = call(files.path).env({ SHOP_URL: 'https://shop.test' });

describe('a test can tell', () => {
  test('speech, a mumble and silence', async () => {
    const c = await desk;
    await c.hears({ equals: 'hello nobody.' });
    await c.hears({ text: 'for sales', language: 'en-US' });
    await c.mumbles();
    await c.hears('I did not understand');
    await c.staysSilent();
    await c.hears(/Still there\?/i);
    await c.says('sales please');
    await c.expects({ step: 'where' });
    await c.expects({ command: 'connect', to: '+4930111' });
  });

  test('keys with a pause, silence until a time of day, and what is not heard', async () => {
    const c = await desk.at('2026-03-02T17:59:59+01:00').parties({ '+4930111': 'no_answer' });
    await c.hears('For sales');
    await c.presses({ keys: '1', pause: '1s' });
    await c.doesNotHear({ text: 'Please call again', for: '10s' });
    await c.waitsUntil('18:00');
    expect(c.now >= new Date('2026-03-02T18:00:00+01:00')).toBe(true);
    await c.hears('Please call again later');
    await c.endsAs('normal');
  });

  test('the other party, who answers and hangs up', async () => {
    const c = await desk.parties({ '+4930111': { answers: '2s' } }).with({ who: 'Ada' });
    await c.hears('Hello Ada');
    await c.presses('1');
    await c.partyHangsUp('+4930111');
    await c.endsAs('normal');
  });

  test('an operator who ends the call', async () => {
    const c = await desk.with({ who: 'Ada' });
    await c.hears('Hello Ada');
    await c.operatorHangsUp();
    await c.endsAs('normal');
  });

  test('an outbound call', async () => {
    const c = await desk.outbound().from('+4930555001').to('+4915111111111');
    await c.expects({ command: 'dial', to: '+4915111111111', from: '+4930555001' });
    await c.hears('For sales');
    await c.hangsUp();
    await c.endsAs('normal');
  });

  test('a call that a message has begun', async () => {
    const c = await desk.afterMessage('call me');
    expect(c.story).not.toContain('rings');
    await c.expects({ command: 'dial', to: '+4915112345678' });
  });

  test('other rows of a table, a failure of the platform, and messages', async () => {
    const c = await desk.from('+4915199999999').given({
      tables: { desks: { sales: '+4930222' } },
      faults: [{ command: 'connect', code: 6120 }],
      phones: { '+4915199999999': 'fails' },
    });
    await c.presses('1');
    await c.expects({ command: 'connect', to: '+4930222' });
    await c.hears('Please call again later');
    const other = await desk;
    await other.presses('2');
    await other.expects({ sms: { template: 'demo', data: { text: 'Hello' } } });
  });

  test('any line, as a scenario file has it', async () => {
    const c = await desk;
    await c.plays({ hears: 'For sales' });
    await c.plays('hangs_up');
    await c.plays({ expects: { ended: 'normal' } });
    expect(c.ended).toBe('normal');
  });
});
