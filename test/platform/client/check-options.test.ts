import { describe, expect, it } from 'vitest';
import { createPlatformCarrier, createPlatformClient } from '../../../src/platform/client/index.ts';

const right = { baseUrl: 'https://api.example.com/base', appId: 'app', appKey: 'key' };

/** As a program without types would. */
function open(options: object) {
  return createPlatformClient({ ...right, ...options });
}

describe('the options of a client', () => {
  it.each([
    ['appId', { appId: undefined }],
    ['appId', { appId: '' }],
    ['appId', { appId: 'app:1' }],
    ['appKey', { appKey: undefined }],
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: 'api.example.com' }],
    ['baseUrl', { baseUrl: 'ftp://api.example.com' }],
    ['baseUrl', { baseUrl: 'https://user:word@api.example.com' }],
    ['baseUrl', { baseUrl: 'https://api.example.com?x=1' }],
    ['projects.sms.appId', { projects: { sms: { appKey: 'key' } } }],
    ['projects.fax', { projects: { fax: { appId: 'app', appKey: 'key' } } }],
    ['smsAuthorization', { smsAuthorization: 'token' }],
    ['stopStreamBy', { stopStreamBy: 'POST' }],
    ['fileHosts', { fileHosts: ['files.example.com'] }],
    ['connections', { connections: 0 }],
    ['timeoutMs', { timeoutMs: NaN }],
    ['callsPerSecond', { callsPerSecond: 0.5 }],
  ])('a wrong %s is told by its name when it is made (%o)', (name, options) => {
    expect(() => open(options)).toThrow(TypeError);
    expect(() => open(options)).toThrow(`: ${name}`);
  });

  it('are all told of at once', () => {
    expect(() => open({ appId: 'a:b', appKey: '' })).toThrow(/appId .*; appKey /);
  });

  it('of the engine are checked as well', () => {
    expect(() => createPlatformCarrier({ ...right, appId: 'a:b', eventUrl: () => '' })).toThrow('appId');
  });

  it('never show the App Key', () => {
    expect(() => open({ appKey: 4711, appId: 'a:b' })).toThrow(/^((?!4711).)*$/);
  });

  it('may name a service without credentials of its own', async () => {
    await expect(open({ projects: { sms: undefined } }).close()).resolves.toBeUndefined();
  });
});
