import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row, Script } from './script.ts';

const join = `
  on: { error: sorry }
  steps:
    meet: { room: { join: r1 } }
    sorry: { say: "Sorry: \${error.code}.", next: hangup }
`;

const create = `
  on: { error: sorry }
  steps:
    meet:
      room:
        create: { name: "Help for \${call.from}", audio_only: true }
        invite:
          sms: { template: link, campaign: desk, data: { link: "https://x/\${room.id}?t=\${room.token}" } }
      on: { joined: told }
    told: { outcome: met }
    stay: { wait: 10m }
    sorry: { say: "Sorry: \${error.code}.", next: hangup }
`;

function created(): Script {
  const call = callOn(create);
  call.incoming();
  call.done({ room_id: 'r9' });
  call.done({ token: 'secret' });
  return call;
}

describe('room', () => {
  test('joins, and stays until the call ends', () => {
    const call = callOn(join);
    const story: Row[] = [
      ['incoming', 'accept', 'meet.answering'],
      ['connected', 'join r1', 'meet.joining'],
      ['joined', '', 'meet.joined'],
      ['waits 600000', '', 'meet.joined'],
      ['disconnected normal', '', '$done'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('fails when the room does not take the call', () => {
    const call = callOn(join);
    call.incoming();
    call.connected();
    call.fails('ROOM_LOCKED');
    expect(call.told.at(-1)).toBe('play Sorry: ROOM_LOCKED.');
  });

  test('fails when nobody says that the call is in the room', () => {
    const call = callOn(join);
    call.incoming();
    call.connected();
    call.wait(15_000).wakes();
    expect(call.told.at(-1)).toBe('play Sorry: not_joined.');
  });

  test('R11: goes out with the call that we place, and a lost "connected" is made up for', () => {
    const call = callOn(join);
    const story: Row[] = [
      ['places', 'dial +4930222 and join r1', 'meet.answering'],
      ['dialed', '', 'meet.answering'],
      ['joined', '', 'meet.joined'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('can be made, with a link for somebody, while the call still rings', () => {
    const call = callOn(create);
    call.incoming();
    expect(call.told).toEqual(['create room Help for +4930111']);
    call.done({ room_id: 'r9' });
    expect(call.told.at(-1)).toBe('create token of r9 for +4930111');
    call.done({ token: 'secret' });
    expect(call.commands.at(-1)).toMatchObject({
      kind: 'sms',
      recipients: [{ to: '+4930111', data: { link: 'https://x/r9?t=secret' } }],
    });
    call.done({ job_id: 'j1' });
    expect(call.told.at(-1)).toBe('accept');
    call.connected();
    expect(call.told.at(-1)).toBe('join r9');
    call.happens({ type: 'joined' });
    expect(call.state).toBe('stay');
  });

  test('that is made is gone after its first session, unless it is permanent', () => {
    const call = callOn(create);
    call.incoming();
    expect(call.commands[0]).toMatchObject({ settings: { adhoc: true, audio_only: true } });
  });

  test('I7: the token of whoever is invited is not in the trace', () => {
    const call = callOn(create);
    call.incoming();
    call.done({ room_id: 'r9' });
    const { trace } = call.done({ token: 'secret' });
    expect(trace.event).toMatchObject({ answer: { token: '•••' } });
    expect(JSON.stringify(trace)).not.toContain('secret');
  });

  test.each<[string, (call: Script) => unknown]>([
    ['cannot be made', (call) => call.fails('50001')],
    ['has no name', (call) => call.done({})],
    [
      'gives no token',
      (call) => {
        call.done({ room_id: 'r9' });
        call.done({});
      },
    ],
  ])('that %s is a failure, and nothing more is asked', (_fact, happens) => {
    const call = callOn(create);
    call.incoming();
    happens(call);
    const asked = call.told.filter((one) => !one.startsWith('create'));
    expect(asked).toEqual(['accept']);
    expect(call.record.context.step).toBe('sorry');
  });

  test('whose link cannot be sent is a failure', () => {
    const call = created();
    call.fails('INVALID_RECIPIENT');
    expect(call.record.context.error.code).toBe('INVALID_RECIPIENT');
  });
});
