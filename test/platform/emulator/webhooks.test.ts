/** Where a project is told of messages and of video rooms, and that its settings for all notifications hold there too. */
import { describe, expect, test } from 'vitest';
import type { EmulatorSettings, PlatformModel } from '../../../src/platform/emulator/model/index.ts';
import { createPlatformModel } from '../../../src/platform/emulator/model/index.ts';
import { authorization, ours, startOfTime } from './platform.ts';

const ann = '+4917100001';
const everything = 'https://app.example/hook';
const smsWebhook = 'https://app.example/hook/sms';
const videoWebhook = 'https://app.example/hook/video';

type Told = Pick<NonNullable<EmulatorSettings['projects']>[number], 'encrypt'>;

function platform(more: Told = {}): PlatformModel {
  const project = { appId: 'demo', appKey: 'demo-key', webhook: everything, ...more };
  return createPlatformModel({ projects: [project], numbers: { [ours]: {} } });
}

function ask(model: PlatformModel, path: string, body: object): Record<string, unknown> {
  const request = { method: 'POST', path, headers: { authorization }, body: JSON.stringify(body) };
  return model.request(request, startOfTime).body as Record<string, unknown>;
}

/** A message out, a message in, and a recording in a room; gives the notifications of each. */
function happenings(model: PlatformModel) {
  ask(model, '/sms/v1/messages', {
    template_id: 'demo',
    campaign_id: 'demo',
    to: [ann],
    data: { text: 'x' },
  });
  const sent = model.advance(startOfTime + 5_000);
  model.phones.text({ from: ann, to: ours, text: 'hello' }, startOfTime + 6_000);
  const written = model.advance(startOfTime + 6_000);
  const { room } = ask(model, '/video/v2/rooms', { name: 'Board', owner_ref: 'o-1', settings: {} }) as {
    room?: { room_id: string };
  };
  const roomId = room?.room_id ?? '';
  const { token } = ask(model, `/video/v2/rooms/${roomId}/tokens`, {
    name: 'Ann',
    role: 'moderator',
    user_ref: 'a',
  });
  model.rooms.join(String(token), startOfTime + 7_000);
  model.rooms.record({ roomId, action: 'start' }, startOfTime + 7_000);
  return { sent, written, recorded: model.advance(startOfTime + 7_000) };
}

const urls = (deliveries: { url: string }[]) => [...new Set(deliveries.map(({ url }) => url))];

describe('a project', () => {
  test('that says nothing else is told of everything at its webhook', () => {
    const { sent, written, recorded } = happenings(platform());
    expect([urls(sent), urls(written), urls(recorded)]).toEqual([[everything], [everything], [everything]]);
  });

  test('may be told of messages and rooms elsewhere, from any time on', () => {
    const model = platform();
    expect(model.control.setWebhooks('demo', { smsWebhook, videoWebhook })).toBe(true);
    const { sent, written, recorded } = happenings(model);
    expect([urls(sent), urls(written), urls(recorded)]).toEqual([[smsWebhook], [smsWebhook], [videoWebhook]]);
  });

  test('keeps its credentials and its calls where they were', () => {
    const model = platform();
    model.control.setWebhooks('demo', { smsWebhook });
    model.people.ring({ from: ann, to: ours }, startOfTime);
    expect(urls(model.advance(startOfTime))).toEqual([everything]);
  });

  test('that there is not cannot be told anything', () => {
    expect(platform().control.setWebhooks('nobody', { smsWebhook })).toBe(false);
  });

  test('that encrypts does so for messages and rooms too', () => {
    const { sent, written, recorded } = happenings(
      platform({ encrypt: { algorithm: 'aes-256-cbc', form: 'hex' } }),
    );
    for (const { body } of [...sent, ...written, ...recorded])
      expect(Object.keys(body)).toEqual(['encrypted_data']);
    expect(recorded).not.toEqual([]);
  });
});
