import { describe, expect, test } from 'vitest';
import { parseCarriers } from '../../../src/service/config/carriers.ts';
import type { ConfigError } from '../../../src/service/config/error.ts';
import { readConfig } from '../../../src/service/config/config.ts';
import type { Settings } from '../../../src/service/config/config.ts';

const complete: Settings = {
  port: '8080',
  store: 'memory:',
  hookToken: 'a-token-of-16-chars-or-more',
  publicUrl: 'https://ivr.example.com',
  carrier: 'desk=asterisk+http://127.0.0.1:8088',
};
const credentials = { RINGFLOW_CARRIER_DESK_USER: 'ringflow', RINGFLOW_CARRIER_DESK_PASSWORD: 'a-password' };

function read(environment: Record<string, string>, flags: Settings = complete) {
  return readConfig({ flags, environment, defaults: {}, local: false });
}

function readProblems(environment: Record<string, string>, flags: Settings = complete): readonly string[] {
  try {
    read(environment, flags);
  } catch (error) {
    return (error as ConfigError).lines;
  }
  return [];
}

describe('a carrier', () => {
  test('has its credentials in variables with its name', () => {
    expect(read(credentials).carriers).toEqual([
      {
        name: 'desk',
        kind: 'asterisk',
        url: 'http://127.0.0.1:8088',
        user: 'ringflow',
        password: 'a-password',
        app: 'ringflow-default',
        dial: 'PJSIP/{number}@trunk',
        streams: [],
        headers: [],
        sipHosts: [],
      },
    ]);
  });

  test('has an endpoint to dial, hosts and a folder of prompts', () => {
    const more = {
      RINGFLOW_CARRIER_DESK_DIAL: 'PJSIP/{digits}@provider',
      RINGFLOW_CARRIER_DESK_APP: 'calls',
      RINGFLOW_CARRIER_DESK_EVENTS_TOKEN: 'a-token-of-the-carrier',
      RINGFLOW_CARRIER_DESK_SIP_HOSTS: 'pbx.example.com, 10.0.0.5',
      RINGFLOW_CARRIER_DESK_PROMPTS: '/var/spool/asterisk/prompts',
    };
    expect(read({ ...credentials, ...more }).carriers).toMatchObject([
      {
        dial: 'PJSIP/{digits}@provider',
        app: 'calls',
        eventsToken: 'a-token-of-the-carrier',
        sipHosts: ['pbx.example.com', '10.0.0.5'],
        prompts: '/var/spool/asterisk/prompts',
      },
    ]);
  });

  test('carries the calls of one project, in an application of that project', () => {
    expect(read({ ...credentials, RINGFLOW_CARRIER_DESK_PROJECT: 'shop' }).carriers).toMatchObject([
      { project: 'shop', app: 'ringflow-shop' },
    ]);
    expect(readProblems({ ...credentials, RINGFLOW_CARRIER_DESK_PROJECT: 'The Shop' })).toEqual([
      'RINGFLOW_CARRIER_DESK_PROJECT is invalid: expected the id of a project',
    ]);
  });

  test('makes the platform optional, with its hooks, but not half of it', () => {
    expect(read(credentials).platform).toBeUndefined();
    const { hookToken: _token, publicUrl: _url, ...least } = complete;
    expect(read(credentials, least)).toMatchObject({
      platform: undefined,
      hookToken: '',
      publicUrl: undefined,
    });
    expect(readProblems(credentials, { ...complete, appId: 'my-app' })).toEqual([
      expect.stringContaining('RINGFLOW_PLATFORM_URL (or --platform-url) is not set'),
      expect.stringContaining('RINGFLOW_APP_KEY (or --app-key) is not set'),
    ]);
  });

  test('without credentials is reported with the variables that are missing', () => {
    expect(readProblems({})).toEqual([
      'RINGFLOW_CARRIER_DESK_USER is not set: expected the ARI user of carrier "desk"',
      'RINGFLOW_CARRIER_DESK_PASSWORD is not set: expected the ARI password of carrier "desk"',
    ]);
  });

  test.each(['Local/{number}@ringflow', 'PJSIP/', 'PJSIP/{number}@{number}', 'PJSIP/{number} @trunk'])(
    'cannot dial %s',
    (dial) => {
      expect(readProblems({ ...credentials, RINGFLOW_CARRIER_DESK_DIAL: dial })).toEqual([
        expect.stringContaining('RINGFLOW_CARRIER_DESK_DIAL is'),
      ]);
    },
  );
});

test('SIP headers that flows may read are a short list of such names', () => {
  const readHeaders = (headers: string) =>
    read({ ...credentials, RINGFLOW_CARRIER_DESK_HEADERS: headers }).carriers[0]?.headers;
  expect(readHeaders('X-Account, P-Asserted-Identity')).toEqual(['X-Account', 'P-Asserted-Identity']);
  const many = Array.from({ length: 9 }, (_, at) => `X-${at}`).join(',');
  for (const headers of ['From', 'X-Account,Authorization', 'X-', 'X-A)', many])
    expect(readProblems({ ...credentials, RINGFLOW_CARRIER_DESK_HEADERS: headers })).toEqual([
      expect.stringContaining('RINGFLOW_CARRIER_DESK_HEADERS is invalid'),
    ]);
});

test('a token that is too short is refused, and not shown', () => {
  const problems = readProblems({ ...credentials, RINGFLOW_CARRIER_DESK_EVENTS_TOKEN: 'short' });
  expect(problems).toEqual([
    'RINGFLOW_CARRIER_DESK_EVENTS_TOKEN is invalid: expected at least 16 letters, digits, dashes and underscores',
  ]);
});

describe('carriers', () => {
  test('are pairs; a name that is a kind needs no kind', () => {
    const [one, other] = [
      { name: 'asterisk', kind: 'asterisk', url: 'http://127.0.0.1:8088' },
      { name: 'desk', kind: 'asterisk', url: 'https://pbx.example.com/ast' },
    ];
    expect(parseCarriers('asterisk=http://127.0.0.1:8088')).toEqual([one]);
    expect(
      parseCarriers('asterisk=http://127.0.0.1:8088, desk=asterisk+https://pbx.example.com/ast/'),
    ).toEqual([one, other]);
  });

  test.each([
    '',
    'desk',
    'desk=http://127.0.0.1:8088',
    'desk=telnyx+http://127.0.0.1:8088',
    'Desk=asterisk+http://127.0.0.1:8088',
    'platform=asterisk+http://127.0.0.1:8088',
    'desk=asterisk+ftp://127.0.0.1',
    'desk=asterisk+http://user:password@127.0.0.1:8088',
    'desk=asterisk+http://a.example,desk=asterisk+http://b.example',
  ])('are not %j', (text) => {
    expect(parseCarriers(text)).toBeUndefined();
  });
});

describe('the carrier that places a call', () => {
  test('is that of the longest beginning of the number', () => {
    const dialsBy = 'sip:=desk, +49=desk, +4930=desk';
    expect(read(credentials, { ...complete, dialsBy }).dialsBy).toEqual([
      { prefix: '+4930', carrier: 'desk' },
      { prefix: 'sip:', carrier: 'desk' },
      { prefix: '+49', carrier: 'desk' },
    ]);
    expect(read(credentials).dialsBy).toEqual([]);
  });

  test.each(['+49', '49=desk', '+49=', '=desk', '+49=Desk', '+49=desk,'])('is not told by %j', (dialsBy) => {
    expect(readProblems(credentials, { ...complete, dialsBy })[0]).toContain('RINGFLOW_DIALS_BY');
  });

  test('has to be set', () => {
    for (const name of ['other', 'platform'])
      expect(readProblems(credentials, { ...complete, dialsBy: `+49=${name}` })).toEqual([
        `RINGFLOW_DIALS_BY names the carrier "${name}", which is not set`,
      ]);
  });
});
