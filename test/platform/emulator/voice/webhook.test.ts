import { describe, expect, test } from 'vitest';
import type { EmulatorSettings } from '../../../../src/platform/emulator/model/index.ts';
import { hook, TestPlatform } from '../platform.ts';

const error = { code: 'WEBHOOK_TIMEOUT', detail: 'no answer within 5000 ms' } as const;

/** A call whose notification was not taken; gives how it stands then. */
function afterMiss(
  about: { settings?: EmulatorSettings; gaveUp?: boolean },
  start: (platform: TestPlatform) => string,
) {
  const platform = new TestPlatform(about.settings);
  const voiceId = start(platform);
  const missed = { url: hook, about: voiceId, error, gaveUp: about.gaveUp ?? true };
  platform.model.control.reportMissed(missed, platform.now);
  platform.wait(0);
  return { platform, state: platform.model.control.call(voiceId)?.state };
}

const ringing = (platform: TestPlatform) => platform.inbound();
const accepted = (platform: TestPlatform) => platform.accepted();
const outbound = (platform: TestPlatform) => platform.outbound();

describe('voice.md 7.4: a notification that nobody took', () => {
  test('is in the journal of its call', () => {
    const { platform } = afterMiss({ gaveUp: false }, accepted);
    expect(platform.journal('webhook_failed')).toMatchObject([{ url: hook, ...error }]);
  });

  test('ends a call that still rings in, with the code', () => {
    const { platform, state } = afterMiss({}, ringing);
    expect(state).toBe('disconnected');
    expect(platform.last()).toMatchObject({ state: 'disconnected', error_code: 'WEBHOOK_TIMEOUT' });
  });

  test('does not while it will be sent again', () => {
    expect(afterMiss({ gaveUp: false }, ringing).state).toBe('ringing');
  });

  test('leaves a call alone that somebody handles', () => {
    expect(afterMiss({}, accepted).state).toBe('connected');
    expect(afterMiss({}, outbound).state).toBe('connected');
  });

  test('ends any call where the settings say so, and none where they say that', () => {
    const settings = { webhookErrorsEnd: 'any' } as const;
    const { platform, state } = afterMiss({ settings }, outbound);
    expect(state).toBe('disconnected');
    expect(platform.last().error_code).toBe('WEBHOOK_TIMEOUT');
    expect(afterMiss({ settings: { webhookErrorsEnd: 'none' } }, ringing).state).toBe('ringing');
  });

  test('about what is no call, or one that is over, changes nothing', () => {
    const { platform } = afterMiss({ settings: { webhookErrorsEnd: 'any' } }, (calling) => {
      const voiceId = calling.outbound();
      calling.hangup(voiceId);
      calling.clear();
      return voiceId;
    });
    platform.model.control.reportMissed({ url: hook, about: 'job', error, gaveUp: true }, platform.now);
    platform.wait(0);
    expect(platform.received).toEqual([]);
  });
});
