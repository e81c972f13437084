/** Credentials for messages and video rooms that belong to another project of the platform than the calls. */
import type { SettingFacts } from './facts.ts';
import { parseAppId } from './values.ts';

const AN_APP_ID = 'an App ID, without a colon';

export const serviceSettings = {
  smsAppId: {
    means: 'App ID of the project for messages',
    parse: parseAppId,
    expected: AN_APP_ID,
    otherwise: 'the value for calls',
    isSecret: true,
    examples: ['my-sms-app'],
  },
  smsAppKey: {
    means: 'App Key of the project for messages',
    parse: String,
    expected: 'the App Key of the project for messages',
    otherwise: 'the value for calls',
    isSecret: true,
    examples: ['file:/run/secrets/sms-app-key'],
  },
  videoAppId: {
    means: 'App ID of the project for video rooms',
    parse: parseAppId,
    expected: AN_APP_ID,
    otherwise: 'the value for calls',
    isSecret: true,
    examples: ['my-video-app'],
  },
  videoAppKey: {
    means: 'App Key of the project for video rooms',
    parse: String,
    expected: 'the App Key of the project for video rooms',
    otherwise: 'the value for calls',
    isSecret: true,
    examples: ['file:/run/secrets/video-app-key'],
  },
} as const satisfies Record<string, SettingFacts>;
