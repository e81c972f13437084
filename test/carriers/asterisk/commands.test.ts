/** Requests of ARI for the commands of a call. */
import { expect, test } from 'vitest';
import { callId, commandId, voiceId, type CommandAction } from '../../../src/call/index.ts';
import { toSteps } from '../../../src/carriers/asterisk/commands.ts';
import { decodeStep } from '../../../src/carriers/asterisk/dial.ts';
import { toEndpoint } from '../../../src/carriers/asterisk/endpoint.ts';
import type { Findings } from '../../../src/carriers/asterisk/scene.ts';
import type { Step, Steps } from '../../../src/carriers/asterisk/steps.ts';
import type { CommandTarget } from '../../../src/engine/ports/index.ts';

const call = callId('default.asterisk-1.2');
const target: CommandTarget = { call, voiceId: voiceId('asterisk-1.2') };
const options = {
  app: 'ringflow',
  dial: 'PJSIP/{number}@trunk',
  sip: { endpoint: 'trunk', hosts: ['pbx.example'] },
  streams: [{ name: 'assistant', url: 'wss://agent.example.com/calls' }],
  ringMs: 60_000,
};

function convert(action: CommandAction, about: Partial<CommandTarget> = {}, findings: Findings = {}) {
  const command = { ...action, number: 7, id: commandId(call, 7) };
  return toSteps({ ...target, ...about }, command, { findings, options });
}

function flatten(steps: Steps): Step[] {
  return steps.flatMap((step) => step);
}

/** Returns the requests as lines; those that are sent at the same time follow each other. */
function list(...args: Parameters<typeof convert>): string[] {
  const steps = convert(...args);
  if ('code' in steps) return [steps.code];
  return flatten(steps).map(({ request: { method, path, query } }) =>
    [method, decodeURIComponent(path), query === undefined ? '' : new URLSearchParams(query).toString()]
      .join(' ')
      .trim(),
  );
}

const stored = { kind: 'stored', name: 'hello' } as const;

test('an accepted call loses the time limit of the dial plan and is answered', () => {
  expect(list({ kind: 'accept' })).toEqual([
    'POST /channels/asterisk-1.2/variable variable=TIMEOUT%28absolute%29&value=0',
    'POST /channels/asterisk-1.2/answer',
  ]);
});

test('a play ends the one before, and its name says whether a key ends it', () => {
  const media = { media: 'sound:hello' };
  expect(list({ kind: 'play', media: stored, listen: true }, { playing: commandId(call, 5) }, media)).toEqual(
    [
      'DELETE /playbacks/default.asterisk-1.2.5',
      'DELETE /playbacks/default.asterisk-1.2.5.k',
      'POST /channels/asterisk-1.2/play/default.asterisk-1.2.7.k media=sound%3Ahello',
    ],
  );
  const plain = 'POST /channels/asterisk-1.2/play/default.asterisk-1.2.7 media=sound%3Ahello';
  expect(list({ kind: 'play', media: stored, listen: false }, {}, media)).toEqual([plain]);
  expect(list({ kind: 'play', media: stored, listen: true, bargeIn: false }, {}, media)).toEqual([plain]);
});

test('a party is called with the call as its originator, after the party before it was given up', () => {
  const steps = convert({ kind: 'connect', from: '+4930', to: '+49301' }, { party: commandId(call, 3) });
  expect(steps).toMatchObject([
    { request: { method: 'DELETE', path: '/channels/default.asterisk-1.2.3.party' } },
    {
      request: {
        body: {
          channelId: 'default.asterisk-1.2.7.party',
          endpoint: 'PJSIP/+49301@trunk',
          appArgs: 'party,default.asterisk-1.2.7,asterisk-1.2',
          originator: 'asterisk-1.2',
          callerId: '+4930',
          timeout: 60,
        },
      },
    },
  ]);
});

test.each([
  [20_000, 20],
  [2_900, 2],
  [500, 1],
])('a party that may ring for %i ms rings for %i s', (ringMs, timeout) => {
  const steps = convert({ kind: 'connect', from: '+4930', to: '+49301', ringMs });
  expect(steps).toMatchObject([{ request: { body: { timeout } } }]);
});

test('a bridged call is recorded and held in its bridge, one alone beside its channel', () => {
  const talking = [{ party: commandId(call, 3) }, { bridged: ['asterisk-1.2', 'agent'] }] as const;
  expect(list({ kind: 'record', name: 'x' }, ...talking)[1]).toMatch(
    'POST /bridges/default.asterisk-1.2.3.bridge/record name=default.asterisk-1.2.7',
  );
  expect(list({ kind: 'record', name: 'x' }).slice(1)).toEqual([
    'POST /channels/asterisk-1.2/snoop/default.asterisk-1.2.7.snoop spy=both&app=ringflow&appArgs=snoop',
    'POST /channels/default.asterisk-1.2.7.snoop/record name=default.asterisk-1.2.7&format=wav&ifExists=fail',
  ]);
  expect(list({ kind: 'hold', hold: true }, ...talking)).toEqual([
    'POST /bridges/default.asterisk-1.2.3.bridge/removeChannel channel=asterisk-1.2',
    'POST /channels/asterisk-1.2/moh',
  ]);
  expect(list({ kind: 'hold', hold: true })).toEqual(['POST /channels/asterisk-1.2/moh']);
  expect(list({ kind: 'hold', hold: false }, talking[0], { bridged: ['agent'] })).toEqual([
    'DELETE /channels/asterisk-1.2/moh',
    'POST /bridges/default.asterisk-1.2.3.bridge/addChannel channel=asterisk-1.2',
  ]);
});

test('a recording in the bridge goes on while the caller is on hold, and the party does not hear the caller', () => {
  const party = { party: commandId(call, 3) };
  const bridge = '/bridges/default.asterisk-1.2.3.bridge';
  const pulse = 'default.asterisk-1.2.3.pulse';
  const recording = 'default.asterisk-1.2.5';
  const silent = [
    `POST /channels/asterisk-1.2/snoop/${pulse} spy=in&app=ringflow&appArgs=pulse`,
    `POST /channels/${pulse}/mute direction=in`,
    `POST ${bridge}/addChannel channel=${pulse}`,
  ];
  const hold = { kind: 'hold', hold: true } as const;
  expect(list(hold, party, { bridged: ['asterisk-1.2', 'agent'], recording })).toEqual([
    `POST ${bridge}/removeChannel channel=asterisk-1.2`,
    'POST /channels/asterisk-1.2/moh',
    ...silent,
  ]);
  // The first attempt has ended in the middle.
  expect(list(hold, party, { bridged: ['agent'], recording }).slice(1)).toEqual(silent);
  expect(list(hold, party, { recording })).toEqual(['POST /channels/asterisk-1.2/moh']);
  expect(list({ kind: 'hold', hold: false }, party, { bridged: ['agent', pulse] })).toEqual([
    'DELETE /channels/asterisk-1.2/moh',
    `DELETE /channels/${pulse}`,
    `POST ${bridge}/addChannel channel=asterisk-1.2`,
  ]);
});

test('a stream is asked for before each attempt, since a second one crashes Asterisk', () => {
  expect(convert({ kind: 'stream', to: 'wss://agent.example.com/calls?lang=de' })).toMatchObject([
    {},
    { neverTwice: true, evidence: ['/channels/default.asterisk-1.2.7.stream'] },
  ]);
});

test('a stream goes by the connection that has its address, with the query of the flow', () => {
  const readTarget = (to: string) => {
    const steps = convert({ kind: 'stream', to });
    if ('code' in steps) return steps.code;
    const { external_host, transport_data } = flatten(steps)[1]?.request.query ?? {};
    return `${external_host} ${transport_data}`;
  };
  const call = 'call=default.asterisk-1.2.7';
  expect(readTarget('wss://agent.example.com/calls')).toBe(`assistant f(json)v(${call})`);
  expect(readTarget('wss://AGENT.example.com:443/calls?lang=de&name=a,b)v(x')).toBe(
    `assistant f(json)v(${call},lang=de,name=a%2Cb%29v%28x)`,
  );
  for (const to of ['wss://agent.example.com/other', 'ws://agent.example.com/calls', 'assistant', ''])
    expect(readTarget(to)).toBe('stream_refused');
});

test('a message of the caller ends by a key, by silence or at its maximum length', () => {
  const message = {
    kind: 'record_message',
    longestMs: 90_500,
    silenceMs: 3_000,
    terminator: '#',
    beep: true,
  } as const;
  expect(list(message)).toEqual([
    'POST /channels/asterisk-1.2/record name=default.asterisk-1.2.7&format=wav&ifExists=fail&maxDurationSeconds=91&maxSilenceSeconds=3&terminateOn=%23&beep=true',
  ]);
});

test('a placed call brings along what it plays when it is answered', () => {
  const onConnect = { kind: 'play', media: stored, promptRef: commandId(call, 8) } as const;
  const steps = convert(
    { kind: 'dial', from: '+4930', to: '+49301', onConnect },
    {},
    { media: 'sound:hello' },
  );
  const [{ request }] = steps as [Step];
  const [out, then = ''] = String(request.body?.appArgs).split(',');
  expect(out).toBe('out');
  expect(decodeStep(then)?.request.path).toBe('/channels/asterisk-1.2/play/default.asterisk-1.2.8');
});

test('what Asterisk cannot do is refused', () => {
  expect(list({ kind: 'join', room: 'r' })).toEqual(['unsupported']);
});

test.each([
  ['+4930123', 'PJSIP/+4930123@trunk'],
  ['4930123', 'PJSIP/4930123@trunk'],
  ['sip:anna@pbx.example', 'PJSIP/trunk/sip:anna@pbx.example'],
  ['sip:anna@elsewhere.example', undefined],
  ['sip:anna@pbx.example;transport=tcp', undefined],
  ['+4930@other', undefined],
  ['Local/1@internal', undefined],
  ['+49&PJSIP/+881', undefined],
  ['', undefined],
])('%s is dialled as %s', (to, endpoint) => {
  expect(toEndpoint(to, options)).toBe(endpoint);
});
