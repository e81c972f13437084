/** The matchers, as Vitest knows them, and what they say where they fail. */
import { describe, expect, test } from 'vitest';
import { call, FlowTestError, matchers } from 'ringflow/testing';
import 'ringflow/testing/vitest';
import { thrown } from './rejection.ts';

const SALES = '+4930231251';

/** A call that waits for a choice in the main menu. */
async function inMainMenu() {
  const c = await call('front-desk');
  await c.presses('1');
  await c.hears({ prompt: 'main_menu' });
  return c;
}

describe('a matcher', () => {
  test('is about the call as it is now: it waits for nothing and uses nothing up', async () => {
    const c = await inMainMenu();
    const { now } = c;
    expect(c).toHaveHeard(/welcome to acme/i);
    expect(c).toHaveHeard({ prompt: 'main_menu' });
    expect(c).toHaveHeard({ prompt: 'main_menu' });
    expect(c).not.toHaveHeard('One moment');
    expect(c).not.toHaveEnded('normal');
    expect(c).not.toHaveCommanded('connect');
    expect(c).toBeInStep('main');
    expect(c.now).toEqual(now);
  });

  test('sees what the call has come to', async () => {
    const c = await inMainMenu();
    await c.presses('1');
    await c.expects({ command: 'connect' });
    expect(c).toHaveCommanded('connect', { to: SALES });
    expect(c).not.toHaveCommanded('connect', { to: '+4930231254' });
    expect(c).toHaveCommanded('play', { text: 'connecting you to sales' });
    expect(c).toHaveVariable('department', 'sales');
    expect(c).not.toHaveVariable('department', 'support');
    await c.hangsUp();
    await c.endsAs('normal');
    expect(c).toHaveEnded('normal');
    expect(c).not.toHaveEnded('busy');
  });

  test('sees the outcomes that a call has got to', async () => {
    const c = await call('callback-request');
    expect(c.outcomes).toEqual([]);
    expect(c).not.toHaveReached('callback_requested');
    await c.presses('1');
    await c.endsAs('normal');
    expect(c).toHaveReached('callback_requested');
    expect(c.outcomes).toEqual(['callback_requested']);
  });

  test('tells letters apart only where its pattern does', async () => {
    const c = await inMainMenu();
    expect(c).toHaveHeard('welcome TO acme');
    expect(c).toHaveHeard(/^Welcome to Acme\. For English, press 1/);
    expect(c).not.toHaveHeard(/welcome to acme/);
    expect(c).toHaveHeard(/welcome.*acme/i);
    expect(c).not.toHaveHeard(/welcome.*press star/i);
    expect(c).toHaveHeard(/welcome.*press star/is);
  });
});

describe('a matcher that fails', () => {
  test.each([
    [
      'toHaveHeard',
      (c: Call) => matchers.toHaveHeard(c, 'Hello'),
      'has played "Hello"; the last thing heard was "For sales, press 1',
    ],
    ['toBeInStep', (c: Call) => matchers.toBeInStep(c, 'sales'), 'is in step "sales"; it is in step "main"'],
    [
      'toHaveVariable',
      (c: Call) => matchers.toHaveVariable(c, 'result', 'talked'),
      'has "talked" in the variable "result"; it has "abandoned" there',
    ],
    ['toHaveEnded', (c: Call) => matchers.toHaveEnded(c, 'busy'), 'has ended as "busy"; it is still running'],
    [
      'toHaveCommanded',
      (c: Call) => matchers.toHaveCommanded(c, 'connect', { to: SALES }),
      `has sent the command connect to ${SALES}; it has sent accept, play`,
    ],
  ])('says what it has found: %s', async (_name, matcher, told) => {
    const { pass, message } = matcher(await inMainMenu());
    expect(pass).toBe(false);
    expect(message()).toContain(`expected that the call ${told}`);
    expect(message()).toContain('The call so far:\n  0:00.0  platform  call from');
  });

  test.each([
    ['is', (c: Call) => matchers.toBeInStep(c, 'main'), 'is not in step "main"\n'],
    ['has', (c: Call) => matchers.toHaveHeard(c, 'Acme'), 'has not played "Acme"\n'],
  ])('says so of what should not be: %s', async (_name, matcher, told) => {
    const { pass, message } = matcher(await inMainMenu());
    expect(pass).toBe(true);
    expect(message()).toContain(`expected that the call ${told}`);
  });

  test('does so in the words of the test runner', async () => {
    const c = await inMainMenu();
    const error = thrown(() => {
      expect(c).toBeInStep('sales');
    });
    expect(error.message).toContain('expected that the call is in step "sales"; it is in step "main"');
  });
});

describe('a matcher that cannot be meant', () => {
  test.each([
    ['a step', (c: Call) => matchers.toBeInStep(c, 'mian'), 'has no step "mian"\n  did you mean "main"?'],
    ['a prompt', (c: Call) => matchers.toHaveHeard(c, { prompt: 'menu' }), 'has no prompt "menu"'],
    ['a variable', (c: Call) => matchers.toHaveVariable(c, 'resutl', 'x'), 'has no variable "resutl"'],
    ['an outcome', (c: Call) => matchers.toHaveReached(c, 'sold'), '"sold"'],
    ['a field', (c: Call) => matchers.toHaveCommanded(c, 'play', { to: SALES }), '"to" is only allowed with'],
  ])('names what the flow does not have, with `not` too: %s', async (_what, matcher, told) => {
    const c = await inMainMenu();
    const error = thrown(() => matcher(c));
    expect(error).toBeInstanceOf(FlowTestError);
    expect(error.message).toContain(told);
  });

  test('is not about a call', () => {
    const error = thrown(() => {
      expect('main').toBeInStep('main');
    });
    expect(error.message).toContain("this matcher expects a call: const c = await call('…'); expect(c).…");
    expect(() => matchers.toBeInStep(call('front-desk'), 'main')).toThrow('this matcher expects a call');
  });
});

type Call = Awaited<ReturnType<typeof inMainMenu>>;
