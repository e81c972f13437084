/** What strangers send, and what breaks around a call: it is told, every call ends, and none is left on either side. */
import { createSocket } from 'node:dgram';
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { flowOf } from '../../../builders/flow.ts';
import { until } from '../../../engine/until.ts';
import type { PhoneCall } from '../../../setup/asterisk/phone-call.ts';
import { startRig, type CallTrace, type Rig } from './service-rig.ts';

const flow = flowOf(`
  on: { error: sorry }
  steps:
    ask:
      menu:
        prompt: To be recorded, press 1. To leave, press 2.
        timeout: 2s
        choices:
          - { key: 1, goto: record }
          - { key: 2, goto: end }
      on: { exhausted: end }
    record:
      record: { start: message }
      on: { started: ask, failed: end }
    sorry:
      outcome: broken
      next: end
    end:
      hangup:
`);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ flows: [flow] });
});
afterAll(() => rig.stop());

afterEach(async () => {
  await until(() => [...rig.traces.calls.values()].every(({ isOver }) => isOver));
  await until(async () =>
    (await rig.asterisk.command('core show channels count')).startsWith('0 active channels'),
  );
  rig.traces.calls.clear();
});

/** The only call since the last test. */
function findOnly(): Promise<CallTrace> {
  return until(() => [...rig.traces.calls.values()][0]);
}

test.each([
  ['anonymous', ''],
  ['%22%20DROP%20TABLE', '"DROPTABLE'],
  ['%F0%9F%93%9E', ''],
  // Asterisk keeps 79 characters.
  ['9'.repeat(200), '9'.repeat(79)],
  ["a'b!c~d", "a'b!c~d"],
])('the caller id %s is taken for %s', async (from, shown) => {
  const phone = await rig.phones.caller.call({ from });
  expect(await phone.status).toBe(200);
  const call = await findOnly();
  expect(call.record.context.call.from).toBe(shown);
  await phone.hangUp();
});

test('headers may be long, strange and many', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`X-Odd-${at}`, 'ä\t<>"'.repeat(10)]),
  );
  const phone = await rig.phones.caller.call({ headers: { ...many, 'X-Long': 'x'.repeat(2_000) } });
  expect(await phone.status).toBe(200);
  await phone.hangUp();
});

test('who presses all keys at once is asked on, and heard in the end', async () => {
  const phone = await rig.phones.caller.call();
  await phone.status;
  const call = await findOnly();
  await until(() => phone.heard.length > 0);
  await Promise.all([phone.press('5555'), phone.press('6666'), pressByInfo(phone, '34567')]);
  await phone.press('2');
  await phone.over;
  await until(() => call.isOver);
  expect(call.record.context.call.reason).toBe('normal');
});

async function pressByInfo(phone: PhoneCall, keys: string): Promise<void> {
  for (const key of keys) await phone.info(key);
}

test('a flood of calls and rubbish does not outlast itself', async () => {
  const socket = createSocket('udp4');
  const { sipPort } = rig.asterisk;
  const send = (text: string) =>
    new Promise((resolve) => {
      socket.send(text, sipPort, '127.0.0.1', resolve);
    });
  for (let count = 0; count < 100; count += 1) {
    await send(renderInvite(count, sipPort));
    await send('\u0000\u0001rubbish\r\n\r\n');
    await send(`OPTIONS sip:1000@127.0.0.1:${sipPort} SIP/2.0\r\nContent-Length: 99999\r\n\r\n`);
  }
  const phone = await rig.phones.caller.call({ from: '+491709999' });
  await phone.status;
  socket.close();
  await phone.over;
  // Whoever does not confirm the answer is hung up on.
  const next = await until(async () => {
    const again = await rig.phones.caller.call({ from: '+491708888' });
    if ((await again.status) === 200) return again;
    await delay(500);
    return undefined;
  });
  await next.hangUp();
});

/** An INVITE whose caller is never heard of again. */
function renderInvite(count: number, port: number): string {
  const id = `flood-${count}`;
  return [
    `INVITE sip:+4930${count}@127.0.0.1:${port} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK${id}`,
    'Max-Forwards: 70',
    `From: <sip:+49${count}@127.0.0.1>;tag=${id}`,
    `To: <sip:+4930${count}@127.0.0.1>`,
    `Call-ID: ${id}`,
    'CSeq: 1 INVITE',
    'Contact: <sip:x@127.0.0.1:9>',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}

test('a recording that cannot be stored is told, and the call goes on', async () => {
  rmSync(rig.asterisk.recordings, { recursive: true });
  writeFileSync(rig.asterisk.recordings, '');
  const phone = await rig.phones.caller.call();
  const call = await findOnly();
  await until(() => phone.heard.length > 0);
  await phone.press('1');
  const listStates = () =>
    call.entries.flatMap(({ event }) => (event.type === 'recording' ? [event.state] : []));
  await until(() => listStates().includes('failed'));
  expect(listStates()).toEqual(['started', 'failed']);
  expect(call.isOver).toBe(false);
  await phone.hangUp();
});

test('a call whose prompts cannot be written is not left in silence', async () => {
  rmSync(rig.asterisk.prompts, { recursive: true });
  writeFileSync(rig.asterisk.prompts, '');
  const phone = await rig.phones.caller.call();
  const call = await findOnly();
  await phone.over;
  await until(() => call.isOver);
  expect(call.record.context.milestones).toEqual(['broken']);
  expect(rig.log.of('warn').length).toBeGreaterThan(0);
});
