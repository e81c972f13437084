/** Settings of services of the platform that belong to another of its projects than the calls. */
import type { SettingFacts } from './facts.ts';
import { parseAppId } from './values.ts';

const AN_APP_ID = 'an App ID, which has no colon';

/** Setting → what there is to know of it. */
export const serviceSettings = {
  smsAppId: {
    means: 'App ID of the messages’ project',
    parse: parseAppId,
    expected: AN_APP_ID,
    otherwise: 'as for calls',
    isSecret: true,
    examples: ['my-sms-app'],
  },
  smsAppKey: {
    means: 'App Key of the messages’ project',
    parse: String,
    expected: 'the App Key of the messages’ project',
    otherwise: 'as for calls',
    isSecret: true,
    examples: ['file:/run/secrets/sms-app-key'],
  },
  videoAppId: {
    means: 'App ID of the video rooms’ project',
    parse: parseAppId,
    expected: AN_APP_ID,
    otherwise: 'as for calls',
    isSecret: true,
    examples: ['my-video-app'],
  },
  videoAppKey: {
    means: 'App Key of the video rooms’ project',
    parse: String,
    expected: 'the App Key of the video rooms’ project',
    otherwise: 'as for calls',
    isSecret: true,
    examples: ['file:/run/secrets/video-app-key'],
  },
} as const satisfies Record<string, SettingFacts>;
