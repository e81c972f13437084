/** What a test is told when a call does not go as it says, or when it says what cannot be. */
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { call, CallAssertionError, flow, FlowTestError, matchers } from 'ringflow/testing';
import { folderWith } from '../../cli/command.ts';
import { firstPlace, rejection, thrown } from './rejection.ts';

/** A flow that needs a setting and has a secret. */
const files = folderWith({
  'shop/flow.yaml': `ringflow: 1
name: shop
on: { error: sorry }
env: { SHOP_URL: Address of the shop. }
vars:
  pin: { type: string, secret: true }
  order: ''
steps:
  ask:
    collect: { prompt: Your PIN., digits: 4, save: pin }
    on: { exhausted: sorry }
  check:
    http:
      post: \${env.SHOP_URL}/orders
      json: { pin: '\${vars.pin}' }
      save: { order: '\${response.json.order}' }
    on: { failed: sorry }
  tell:
    say: Your order is \${vars.order}.
    next: hangup
  sorry:
    say: Please call again later.
`,
  'broken/flow.yaml': 'ringflow: 1\nname: broken\nsteps:\n  hello: { say: Hello., next: helo }\n',
  'one/a.flow.yaml': 'ringflow: 1\nname: twin\nsteps: { hello: { say: Hello. } }\n',
  'two/b.flow.yaml': 'ringflow: 1\nname: twin\nsteps: { hello: { say: Hello. } }\n',
});
afterAll(files.remove);
const place = { flows: files.path };
const shop = call('shop', place).env({ SHOP_URL: 'https://shop.test' });

/** The line of this file on which it is called. */
function here(): string {
  const place = new Error();
  Error.captureStackTrace(place, here);
  return firstPlace(place);
}

describe('a call that does not go as the test says', () => {
  test('tells what was missing, what was nearest, where in the flow, and the story until then', async () => {
    const c = await call('front-desk');
    await c.presses('1');
    const error = await rejection(c.hears('For sales, press 4'));
    expect(error).toBeInstanceOf(CallAssertionError);
    expect(error).toMatchObject({ name: 'AssertionError', code: 'ERR_ASSERTION' });
    const [first, ...rest] = error.message.split('\n');
    expect(first).toBe('the caller did not hear "For sales, press 4" within 2m');
    expect(rest[0]).toMatch(/^ {2}nearest: "For sales, press 1\. .*" at 0:00\.5$/);
    expect(rest[1]).toMatch(
      /^ {2}flow: flows\/front-desk\/flow\.yaml:\d+, in step "\w+" \(\w+\), at \d+:\d\d\.\d$/,
    );
    expect(rest.slice(2, 5)).toEqual([
      '',
      'The call up to that point:',
      '  0:00.0  platform  call from +4915112345678 to +4930555000 rings',
    ]);
  });

  test.each([
    ['hears', (c: Call) => [here(), c.hears('nothing of the kind')] as const],
    ['doesNotHear', (c: Call) => [here(), c.doesNotHear(/welcome/i)] as const],
    ['texts', (c: Call) => [here(), c.texts('Hello')] as const],
    ['expects', (c: Call) => [here(), c.expects({ command: 'record' })] as const],
    ['endsAs', (c: Call) => [here(), c.endsAs('busy')] as const],
    ['partyHangsUp', (c: Call) => [here(), c.partyHangsUp('+4930111222')] as const],
    ['plays', (c: Call) => [here(), c.plays({ expects: { step: 'sorry' } })] as const],
  ])('points to the line of the test: %s', async (_name, act) => {
    const [line, promise] = act(await call('front-desk'));
    const error = await rejection(promise);
    expect(error).toBeInstanceOf(CallAssertionError);
    expect(firstPlace(error)).toBe(line);
  });

  test('points to the line that was played, though nobody waited for it there', async () => {
    const c = await call('front-desk');
    const [line, promise] = [here(), c.hears('nothing of the kind')];
    const error = await rejection(Promise.all([promise]));
    expect(firstPlace(error)).toBe(line);
  });

  test('does not show a secret', async () => {
    const c = await shop.http([{ match: 'POST /orders', answer: { json: { order: 'A7' } } }]);
    await c.presses('4711');
    await c.hears('Your order is A7');
    expect(c.vars).toEqual({ pin: '4711', order: 'A7' });
    const { message } = await rejection(c.expects({ var: { name: 'pin', is: '0000' } }));
    expect(message).toContain('the variable "pin" is another value, not "0000"');
    expect(message).toContain('pin is now •••');
    expect(matchers.toHaveVariable(c, 'pin', '0000').message()).toContain('; it has a secret there');
  });

  test('has not kept what was promised of it once it has ended', async () => {
    const c = await shop.http([{ match: 'POST /orders', answer: { status: 500 }, calls: 2 }]);
    await c.presses('4711');
    const error = await rejection(c.endsAs('normal'));
    expect(error.message).toContain('the flow sent POST /orders once; expected: 2 times');
  });
});

describe('a test that says what cannot be', () => {
  test('names a step that the flow does not have', async () => {
    const c = await call('front-desk');
    const [line, promise] = [here(), c.expects({ step: 'mian' })];
    const error = await rejection(promise);
    expect(error).toBeInstanceOf(FlowTestError);
    expect(error.message).toBe('the flow "front-desk" has no step "mian"\n  did you mean "main"?');
    expect(firstPlace(error)).toBe(line);
  });

  test.each([
    ['a prompt', (c: Call) => c.hears({ prompt: 'main_menue' }), 'has no prompt "main_menue"'],
    ['a variable', (c: Call) => c.expects({ var: { name: 'resutl', is: 'x' } }), 'has no variable "resutl"'],
    ['keys', (c: Call) => c.presses('one'), '"one" does not have the right form'],
    ['a length of time', (c: Call) => c.waits('five seconds'), 'five seconds'],
    ['a pattern', (c: Call) => c.hears({ matches: '(' }), 'is not a regular expression'],
    ['nothing', (c: Call) => c.expects({}), 'expected one of the keys "command"'],
  ])('%s', async (_what, act, told) => {
    const error = await rejection(act(await call('front-desk')));
    expect(error).toBeInstanceOf(FlowTestError);
    expect(error.message).toContain(told);
  });

  test.each([
    ['a number', () => call('front-desk').from('someone'), 'someone'],
    ['a time', () => call('front-desk').at('tomorrow'), 'tomorrow'],
    ['a parameter', () => call('front-desk').with({ name: 'x' }), 'parameter "name" is not declared'],
    ['a setting', () => call('front-desk').env({ CRM: 'x' }), 'has no setting "CRM"'],
    ['a setting that is missing', () => call('shop', place), 'needs "SHOP_URL"'],
    [
      'a party',
      () => call('front-desk').parties({ '+4930111222': { answers: '4' } }),
      '"4" does not have the right form',
    ],
  ])('of a call that is about to begin: %s', async (_what, setUp, told) => {
    const [line, setup] = [here(), setUp()];
    const error = await rejection(setup);
    expect(error).toBeInstanceOf(FlowTestError);
    expect(error.message).toContain(told);
    expect(firstPlace(error).split(':')[0]).toBe(line.split(':')[0]);
  });

  test('a web service for which no answer is given', async () => {
    const c = await shop;
    const error = await rejection(c.presses('4711'));
    expect(error.message).toMatch(
      /^the flow sent POST https:\/\/shop\.test\/orders at 0:.*, but the scenario has no response for it$/m,
    );
    expect(error.message).toContain('add http: [{ match: "POST /orders", answer: { status: 200 } }]');
    expect(() => c.judgeLine({ expects: { ended: 'normal' } })).toThrow('has no response');
  });
});

describe('a flow', () => {
  test.each([
    ['front-dsk', {}, 'there is no flow "front-dsk" in flows: did you mean "front-desk"?'],
    ['front-desk', { flows: 'flow' }, 'there is no file or folder flow'],
    ['flows/front-dsk/flow.yaml', {}, 'there is no file or folder flows/front-dsk/flow.yaml'],
    ['./flows', {}, /^\.\/flows contains \d+ flows: give the path of one of them$/],
    ['./docs/adr', {}, 'there is no flow in ./docs/adr'],
  ])('that is not there: %s', (given, place, told) => {
    const [line, error] = [here(), thrown(() => flow(given, place))];
    expect(error).toBeInstanceOf(FlowTestError);
    expect(error.message).toMatch(told);
    expect(firstPlace(error)).toBe(line);
    expect(thrown(() => call(given, place)).message).toBe(error.message);
  });

  test('of which there are two is told with both files', () => {
    const { message } = thrown(() => flow('twin', place));
    expect(message).toMatch(
      /^several flows are named "twin": \S+a\.flow\.yaml, \S+b\.flow\.yaml; give the path/,
    );
    expect(flow(join(files.path, 'one')).name).toBe('twin');
  });

  test('with errors is told with its diagnostics', () => {
    const { message } = thrown(() => flow('broken', place));
    expect(message).toMatch(/broken\/flow\.yaml has errors:\n\n.*flow\.yaml:4:\d+/);
    expect(message).toContain('helo');
  });
});

type Call = Awaited<ReturnType<typeof call>>;
