/** Calls in tests: `ringflow/testing` as others import it, over the sample flows. */
import { describe, expect, test } from 'vitest';
import { call } from 'ringflow/testing';

const DESK = '+4930231251';

describe('a call', () => {
  test('is told as it happens', async () => {
    const c = await call('front-desk').parties({ [DESK]: { answers: '4s', hangs_up: '90s' } });
    await c.hears(/welcome to acme/i);
    await c.presses('1');
    await c.hears({ prompt: 'main_menu' });
    await c.presses(1);
    await c.expects({ command: 'connect', to: DESK });
    await c.hears('Thank you for calling Acme');
    await c.endsAs('normal');
    expect(c.ended).toBe('normal');
    expect(c.vars.result).toBe('talked');
  });

  test('takes no real time, however long the caller waits', async () => {
    const c = await call('front-desk').at('2026-12-24T20:00:00+01:00');
    const before = c.now.getTime();
    await c.presses('1');
    await c.waits('3s');
    expect(c.now.getTime() - before).toBeGreaterThanOrEqual(3_000);
    expect(c.now.toISOString()).toMatch(/^2026-12-24T19:00:0/);
    expect(c.ended).toBeUndefined();
    await c.hangsUp();
    await c.endsAs('normal');
  });

  test('shows what was heard and commanded, and tells its story', async () => {
    const c = await call('front-desk').from('+12025550123');
    await c.presses('1');
    expect(c.heard[0]).toContain('Welcome to Acme');
    expect(c.commands.map(({ kind }) => kind)).toContain('accept');
    expect(c.story).toMatch(/call from \+12025550123 .*\n.*step greeting \(menu\), line \d+/);
  });

  test('begins anew with every await, and a set-up is never changed by what is made of it', async () => {
    const anyone = call('front-desk');
    const abroad = anyone.from('+12025550123');
    const [first, second] = [await anyone, await abroad];
    await first.presses('1');
    expect([first.step, second.step]).toEqual(['main', 'greeting']);
    expect((await anyone).story).not.toContain('+12025550123');
  });

  test('begins at a time that is a Date, too', async () => {
    const c = await call('front-desk').at(new Date('2026-07-01T10:00:00.250Z'));
    expect(c.now).toEqual(new Date('2026-07-01T10:00:00Z'));
  });

  test('TEST-1: plays lines in their order even where the test waits for the last one only', async () => {
    const c = await call('front-desk');
    const first = c.presses('1');
    const second = c.hears({ prompt: 'main_menu' });
    expect(c.step).toBe('main');
    await Promise.all([first, second]);
  });
});
