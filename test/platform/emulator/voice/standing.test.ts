import { describe, expect, test } from 'vitest';
import type { EmulatorSettings, Project } from '../../../../src/platform/emulator/model/index.ts';
import { alice, basic, bob, ours, TestPlatform } from '../platform.ts';

function platform(project: Partial<Project>, settings: EmulatorSettings = {}): TestPlatform {
  return new TestPlatform({
    projects: [{ appId: 'demo', appKey: 'demo-key', ...project }],
    ...settings,
  });
}

describe('voice.md 7.1: who may not call at all', () => {
  test.each<[string, Partial<Project>]>([
    ['a suspended project', { suspended: true }],
    ['a project without money', { balance: 0 }],
    ['a project without the voice service', { voice: false }],
    ['a project whose key was regenerated', { appKey: 'new-key', previousKeys: ['demo-key'] }],
  ])('%s is answered 403', (_what, project) => {
    const { status, body } = platform(project).dial();
    expect([status, body]).toEqual([403, { result: 403, msg: 'Forbidden' }]);
  });

  test('money is spent by calls that are answered', () => {
    const spending = platform({ balance: 1 }, { callPrice: 1, parties: { [bob]: { on_ring: 'busy' } } });
    spending.outbound({ to: bob });
    expect(spending.dial().status).toBe(200);
    spending.wait(1_000);
    expect(spending.dial().status).toBe(403);
  });
});

describe('voice.md 7.4: the newer words for it', () => {
  const newer = { authErrors: 'coded' } as const;

  test.each<[string, Partial<Project>, number, string]>([
    ['a suspended project', { suspended: true }, 403, 'PROJECT_SUSPENDED'],
    ['a project without money', { balance: 0 }, 403, 'PROJECT_SUSPENDED'],
    ['a project without the voice service', { voice: false }, 403, 'SERVICE_NOT_ENABLED'],
    ['a rotated key', { appKey: 'new-key', previousKeys: ['demo-key'] }, 401, 'CREDENTIAL_EXPIRED'],
    ['a wrong key', { appKey: 'new-key' }, 401, 'UNAUTHORIZED'],
  ])('%s', (_what, project, status, code) => {
    const answer = platform(project, newer).dial();
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status: 'error', error_code: code });
  });

  test('credentials that cannot be read, and those of nobody', () => {
    for (const authorization of ['Basic !', basic('nobody', 'x')]) {
      const answer = platform({}, newer).request('POST', '/voice/v1/call', {}, { authorization });
      expect([answer.status, answer.body.error_code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });
});

describe('voice.md 7.4: who may not be called', () => {
  const settings: EmulatorSettings = {
    parties: { [bob]: { on_ring: 'unreachable' } },
    carriersDown: ['+33'],
  };
  const refusals: [string, string, number, string][] = [
    ['a number on the block list', '+4917199', 403, 'DESTINATION_BLOCKED'],
    ['a number in a blocked country', '+1900555123', 403, 'DESTINATION_BLOCKED'],
    ['a number that cannot be reached', bob, 422, 'INVALID_RECIPIENT'],
    ['a number whose carrier is down', '+33100200300', 503, 'CARRIER_UNAVAILABLE'],
  ];

  test.each(refusals)('%s is not dialled', (_what, to, status, code) => {
    const answer = platform({ blocked: ['+4917199', '+1900'] }, settings).dial({ to });
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
  });

  test.each(refusals)('%s is not connected to', (_what, to, status, code) => {
    const refusing = platform({ blocked: ['+4917199', '+1900'] }, settings);
    const answer = refusing.put(refusing.outbound(), 'connect', { from: ours, to });
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
  });

  test('everybody else is', () => {
    expect(platform({ blocked: ['+1900'] }, settings).dial({ to: alice }).status).toBe(200);
  });
});

describe('voice.md 7.3', () => {
  test('6117: a project without text-to-speech has nothing spoken, but stored prompts played', () => {
    const silent = platform({ textToSpeech: false });
    const call = silent.outbound();
    for (const spoken of [{ text: 'Hello' }, { ssml: '<speak>Hello</speak>' }])
      expect(silent.put(call, 'play', spoken).body.result).toBe('6117');
    expect(silent.put(call, 'play', { prompt_name: 'welcome' }).status).toBe(200);
    const dialled = silent.dial({ action_on_connect: { play: { text: 'Hello' } } });
    expect([dialled.status, dialled.body.result]).toEqual([403, '6117']);
  });

  test.each([
    ['sip:desk@pbx.example', 503],
    ['SIPS:PBX.example:5061;transport=tls', 503],
    ['sip:pbx.example@elsewhere.example', 200],
  ])('6141: %s behind a gateway that is down', (to, status) => {
    const calling = platform({}, { gatewaysDown: ['pbx.example'] });
    const answer = calling.put(calling.outbound(), 'connect', { from: ours, to });
    expect([answer.status, answer.body.result]).toEqual([status, status === 503 ? '6141' : undefined]);
  });
});
