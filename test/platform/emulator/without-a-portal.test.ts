/** An emulator for flows whose templates, campaigns and rooms exist only at the platform itself. */
import { describe, expect, test } from 'vitest';
import { ann, SmsPlatform } from './sms/sms-platform.ts';
import { TestRooms } from './video/rooms.ts';

describe('a template that only the portal has', () => {
  const order = { template_id: 'reminder', campaign_id: 'autumn', to: undefined, from: undefined };
  const recipient = [{ to: ann, uuid: 'u1', day: 'Monday', n: 3 }];

  test('is sent with its name and what was to be merged', () => {
    const platform = new SmsPlatform({ sms: { anyTemplate: true } });
    expect(platform.send({ ...order, recipient }).status).toBe(200);
    platform.wait(2_000);
    const { inbox } = platform.model.phones.view(ann, platform.now);
    expect(inbox.map(({ text }) => text)).toEqual(['[reminder] day: Monday n: 3']);
  });

  test('does not hide one that was configured', () => {
    const platform = new SmsPlatform({ sms: { anyTemplate: true } });
    platform.send({ template_id: 'plain', campaign_id: 'spring' });
    platform.wait(2_000);
    expect(platform.model.phones.view(ann, platform.now).inbox[0]?.text).toBe('Your order is ready.');
    expect(platform.send({ template_id: 'draft' }).body.error_code).toBe('INVALID_PARAM');
  });

  test('is refused otherwise', () => {
    expect(new SmsPlatform().send({ ...order, recipient }).body.error_code).toBe('INVALID_PARAM');
  });
});

test('a room that is asked for is made, where that is set', () => {
  const token = { name: 'Ann', role: 'participant', user_ref: 'ann' };
  const rooms = new TestRooms({ video: { anyRoom: true } });
  expect(rooms.request('POST', '/rooms/open-hour/tokens', token).status).toBe(200);
  expect(rooms.request('GET', '/rooms/open-hour').body.room).toMatchObject({ room_id: 'open-hour' });
  expect(new TestRooms().request('POST', '/rooms/open-hour/tokens', token).status).toBe(404);
});
