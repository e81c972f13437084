import type { Config } from '../../src/service/config/config.ts';

/** The settings of a service on this machine that forgets its calls, in front of the platform at this address. */
export function configOf(platformUrl: string, parts: Partial<Config> = {}): Config {
  return {
    host: '127.0.0.1',
    port: 0,
    store: { kind: 'memory' },
    platform: { url: platformUrl, appId: 'demo', appKey: 'demo-key' },
    carriers: [],
    projects: {},
    secretKeys: [],
    hookToken: 'a-token-for-this-test',
    formerHookTokens: [],
    hookAllow: undefined,
    hookMaxAgeMs: undefined,
    projectSecrets: { environment: {}, directory: '/run/secrets' },
    publicUrl: undefined,
    defaultFlow: undefined,
    routes: new Map(),
    messageRoutes: new Map(),
    spool: undefined,
    takeoverMs: 5_000,
    drainMs: 5_000,
    retentionMs: undefined,
    campaignRetentionMs: 90 * 24 * 3_600_000,
    egress: undefined,
    notificationBytes: 1024 * 1024,
    webAnswerBytes: 64 * 1024,
    metrics: true,
    console: false,
    editing: 'on',
    apiRate: 10_000,
    trustProxy: false,
    logLevel: 'silent',
    env: {},
    ...parts,
  };
}
