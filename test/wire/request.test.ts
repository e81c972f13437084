import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callId, commandId, voiceId, type Command, type CommandAction } from '../../src/call/index.ts';
import { toRequest, type WireRequest } from '../../src/wire/index.ts';

const call = callId('default.abc');
const id = commandId(call, 3);
const target = { call, voiceId: voiceId('v/1') };
const options = { eventUrl: (of: string) => `https://ringflow.example/hooks?call=${of}` };
const command = (action: CommandAction): Command => ({ ...action, number: 3, id });

const schema = JSON.parse(
  readFileSync(new URL('../../schemas/platform/voice.schema.json', import.meta.url), 'utf8'),
) as object;
const ajv = new Ajv2020({ strict: false, formats: { uri: true } }).addSchema(schema, 'voice');

const from = '+4930111';
const to = '+4930222';
const base = '/voice/v1/call/v%2F1';
const dialed = { from, to, owner_ref: call, event_url: `https://ringflow.example/hooks?call=${call}` };
const hello = { kind: 'text', text: 'Hello.', language: 'en-US' } as const;
const spoken = { text: 'Hello.', language: 'en-US' };

const table: [fact: string, action: CommandAction, request: WireRequest, body?: string][] = [
  [
    'a dial names its call, its hook and its key',
    { kind: 'dial', from, to },
    { method: 'POST', path: '/voice/v1/call', idempotencyKey: id, body: dialed },
    'CallRequest',
  ],
  [
    'a dial carries its first play (R11)',
    { kind: 'dial', from, to, onConnect: { kind: 'play', media: hello, promptRef: commandId(call, 4) } },
    {
      method: 'POST',
      path: '/voice/v1/call',
      idempotencyKey: id,
      body: { ...dialed, action_on_connect: { play: { ...spoken, prompt_ref: 'default.abc.4' } } },
    },
    'CallRequest',
  ],
  [
    'a dial carries its bridge (R11)',
    { kind: 'dial', from, to, onConnect: { kind: 'connect', from: to, to: 'sip:desk@example.org' } },
    {
      method: 'POST',
      path: '/voice/v1/call',
      idempotencyKey: id,
      body: { ...dialed, action_on_connect: { connect: { from: to, to: 'sip:desk@example.org' } } },
    },
    'CallRequest',
  ],
  ['an accept has no body', { kind: 'accept' }, { method: 'PUT', path: `${base}/accept` }],
  [
    'a play is known by its command',
    { kind: 'play', media: { ...hello, voice: 'female' }, listen: false },
    { method: 'PUT', path: `${base}/play`, body: { ...spoken, voice: 'female', prompt_ref: id } },
    'PlayRequest',
  ],
  [
    'a listening play asks for digits',
    { kind: 'play', media: hello, listen: true },
    { method: 'PUT', path: `${base}/play`, body: { ...spoken, prompt_ref: id, dtmf: true } },
    'PlayRequest',
  ],
  [
    'interrupt is sent where barge-in is set',
    { kind: 'play', media: hello, listen: true, bargeIn: false },
    {
      method: 'PUT',
      path: `${base}/play`,
      body: { ...spoken, prompt_ref: id, dtmf: true, interrupt: false },
    },
    'PlayRequest',
  ],
  [
    'a play of SSML',
    { kind: 'play', media: { kind: 'ssml', ssml: '<speak>Hi</speak>', language: 'en-US' }, listen: false },
    {
      method: 'PUT',
      path: `${base}/play`,
      body: { ssml: '<speak>Hi</speak>', language: 'en-US', prompt_ref: id },
    },
    'PlayRequest',
  ],
  [
    'a play of a stored prompt',
    { kind: 'play', media: { kind: 'stored', name: 'jingle' }, listen: false },
    { method: 'PUT', path: `${base}/play`, body: { prompt_name: 'jingle', prompt_ref: id } },
    'PlayRequest',
  ],
  [
    'a play of a file, whose length is our own affair',
    {
      kind: 'play',
      media: { kind: 'url', url: 'https://a.example/b.wav', lengthMs: 3_000 },
      listen: false,
    },
    { method: 'PUT', path: `${base}/play`, body: { url: 'https://a.example/b.wav', prompt_ref: id } },
    'PlayRequest',
  ],
  [
    'a connect',
    { kind: 'connect', from, to },
    { method: 'PUT', path: `${base}/connect`, body: { from, to } },
    'ConnectRequest',
  ],
  ['a hangup has no body', { kind: 'hangup' }, { method: 'DELETE', path: base }],
];

describe('commands as requests', () => {
  it.each(table)('%s', (_fact, action, request, definition) => {
    const made = toRequest(target, command(action), options);
    expect(made).toEqual(request);
    if (definition !== undefined) expect(ajv.validate(`voice#/$defs/${definition}`, made.body)).toBe(true);
  });

  it('only a dial can do without a voice id', () => {
    const unnamed = { call, voiceId: undefined };
    expect(() => toRequest(unnamed, command({ kind: 'accept' }), options)).toThrow('needs a voice id');
    expect(toRequest(unnamed, command({ kind: 'dial', from, to }), options).method).toBe('POST');
  });
});
