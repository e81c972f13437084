import { describe, expect, test } from 'vitest';
import {
  parseStream,
  renderEnvironment,
  renderSetup,
  toCarrierVariable,
} from '../../../../src/carriers/asterisk/setup/index.ts';
import type { AsteriskSetup } from '../../../../src/carriers/asterisk/setup/index.ts';

const SETUP: AsteriskSetup = {
  systemName: 'desk',
  application: 'ringflow-default',
  ari: { address: '127.0.0.1', port: 8088, user: 'ringflow', password: 'password-of-ari' },
  eventsUrl: 'ws://127.0.0.1:8080/carriers/desk/default/token-of-events/events',
  sip: { address: '127.0.0.1', port: 5060 },
  rtp: { first: 10_000, last: 10_199 },
  trusted: ['127.0.0.1', '192.0.2.0/24'],
  telephones: [
    { name: 'phone', reach: { password: 'password-of-phone' } },
    { name: 'agent', reach: { address: 'sip:agent@127.0.0.1:5062' } },
  ],
};

function textOf(name: string, setup: Partial<AsteriskSetup> = {}): string {
  return renderSetup({ ...SETUP, ...setup }).find((file) => file.name === name)?.text ?? '';
}

/** The sections of a file, without comments: name and settings. */
function sectionsOf(text: string): { name: string; settings: Record<string, string> }[] {
  const sections: { name: string; settings: Record<string, string> }[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith(';')) continue;
    const [, name] = /^\[(.+)\]$/.exec(line) ?? [];
    if (name !== undefined) sections.push({ name, settings: {} });
    const [key = '', ...value] = line.split('=');
    if (name === undefined) Object.assign(sections.at(-1)?.settings ?? {}, { [key]: value.join('=') });
  }
  return sections;
}

test('only files that are marked as secret contain a password or a token', () => {
  const secrets = ['password-of-ari', 'token-of-events', 'password-of-phone'];
  const holds = renderSetup(SETUP).filter(({ text }) => secrets.some((secret) => text.includes(secret)));
  expect(holds.map(({ name }) => name).toSorted()).toEqual([
    'ari.conf',
    'pjsip.conf',
    'websocket_client.conf',
  ]);
  expect(renderSetup(SETUP).filter(({ isSecret }) => isSecret)).toEqual(holds);
});

test('each address for streams has a connection that is opened for each stream', () => {
  const streams = ['agent=wss://agent.example.com/calls', 'notes=ws://127.0.0.1:9000'].flatMap(
    (pair) => parseStream(pair) ?? [],
  );
  const connections = sectionsOf(textOf('websocket_client.conf', { streams }));
  expect(connections.map(({ name }) => name)).toEqual(['ringflow', 'agent', 'notes']);
  expect(connections[1]?.settings).toMatchObject({
    type: 'websocket_client',
    connection_type: 'per_call_config',
    uri: 'wss://agent.example.com/calls',
    tls_enabled: 'yes',
  });
  expect(connections[2]?.settings).toMatchObject({ uri: 'ws://127.0.0.1:9000', tls_enabled: 'no' });
});

test.each([
  'ringflow=wss://example.com',
  'agent=https://example.com',
  'agent=wss://example.com/?a=1',
  'agent=wss://example.com/;x',
  'agent=wss://user:secret@example.com/',
  'Agent=wss://example.com',
  'agent',
  'a]=wss://example.com',
])('%s is no connection for streams', (text) => {
  expect(parseStream(text)).toBeUndefined();
});

describe('pjsip.conf', () => {
  test.each([
    [undefined, '120'],
    [30, '30'],
  ])('every endpoint, and the example, ends calls without audio (%s)', (rtpTimeoutS, expected) => {
    const text = textOf('pjsip.conf', rtpTimeoutS === undefined ? {} : { rtpTimeoutS });
    const values = [...text.matchAll(/^;?rtp_timeout=(\d+)$/gm)].map(([, value]) => value);
    expect(values).toEqual(Array(4).fill(expected));
  });

  const endpoints = sectionsOf(textOf('pjsip.conf')).filter(({ settings }) => settings.type === 'endpoint');

  test('an endpoint without a password is recognised by address, one with a password by its name', () => {
    const found = endpoints.map(({ name, settings }) => [name, settings.auth, settings.identify_by]);
    expect(found).toEqual([
      ['caller', undefined, 'ip'],
      ['phone', 'phone-auth', 'username,auth_username'],
      ['agent', undefined, 'ip'],
    ]);
  });

  test('no endpoint takes anonymous calls, transfers or subscriptions', () => {
    expect(endpoints.map(({ name }) => name)).not.toContain('anonymous');
    for (const { settings } of endpoints)
      expect(settings).toMatchObject({ allow_transfer: 'no', allow_subscribe: 'no', context: 'incoming' });
  });

  test('without trusted addresses nobody calls without a password', () => {
    expect(sectionsOf(textOf('pjsip.conf', { trusted: [] })).map(({ name }) => name)).not.toContain('caller');
  });

  test('the example of a trunk is a configuration when its semicolons are removed', () => {
    const text = textOf('pjsip.conf').replaceAll(/^;(?=[[a-z_]+[\]=a-z])/gm, '');
    const trunk = sectionsOf(text).filter(({ name }) => name.startsWith('trunk'));
    expect(trunk.map(({ settings }) => settings.type)).toEqual([
      ...['endpoint', 'auth', 'aor', 'identify', 'registration'],
    ]);
    expect(trunk[0]?.settings).toMatchObject({ identify_by: 'ip', context: 'incoming', aors: 'trunk' });
  });

  test('an address that telephones reach stands in the SIP messages and in the SDP', () => {
    const text = textOf('pjsip.conf', {
      sip: { address: '0.0.0.0', port: 5060, publicAddress: '203.0.113.5' },
    });
    expect(sectionsOf(text).find(({ name }) => name === 'udp')?.settings).toMatchObject({
      bind: '0.0.0.0:5060',
      external_media_address: '203.0.113.5',
      external_signaling_address: '203.0.113.5',
    });
  });
});

test('ARI listens where it is told, and its socket uses TLS with wss', () => {
  expect(sectionsOf(textOf('http.conf'))[0]?.settings).toMatchObject({
    bindaddr: '127.0.0.1',
    bindport: '8088',
  });
  expect(textOf('websocket_client.conf')).toContain('tls_enabled=no');
  expect(textOf('websocket_client.conf', { eventsUrl: 'wss://ringflow.example/events' })).toContain(
    'tls_enabled=yes',
  );
});

test('without an address for events Asterisk opens no socket', () => {
  const { eventsUrl: _, ...setup } = SETUP;
  const text = renderSetup(setup)
    .map((file) => file.text)
    .join('');
  expect(text).not.toContain('outbound_websocket');
  expect(text).not.toContain('type=websocket_client');
});

test('AMI is off, and a call that nobody takes ends', () => {
  expect(sectionsOf(textOf('manager.conf'))).toEqual([{ name: 'general', settings: { enabled: 'no' } }]);
  expect(textOf('extensions.conf')).toMatch(
    /TIMEOUT\(absolute\)=15\)\n same => n,Stasis\(ringflow-default,inbound\)/,
  );
});

test('settings of a carrier are environment variables, quoted for a shell', () => {
  expect(toCarrierVariable('front-desk', 'DIAL')).toBe('RINGFLOW_CARRIER_FRONT_DESK_DIAL');
  const settings = { user: 'ringflow', password: 'p', eventsToken: 't', dial: 'PJSIP/{number}@trunk' };
  const text = renderEnvironment({ name: 'desk', ...settings, prompts: "/it's here" });
  expect(text).toContain("RINGFLOW_CARRIER_DESK_DIAL='PJSIP/{number}@trunk'\n");
  expect(text).toContain(String.raw`RINGFLOW_CARRIER_DESK_PROMPTS='/it'\''s here'`);
});
