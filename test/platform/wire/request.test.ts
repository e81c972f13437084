import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callId, commandId, voiceId, type Command, type CommandAction } from '../../../src/call/index.ts';
import { toRequest } from '../../../src/platform/wire/index.ts';

type WireRequest = ReturnType<typeof toRequest>;

const call = callId('default.abc');
const id = commandId(call, 3);
const target = { call, voiceId: voiceId('v/1') };
const options = { eventUrl: (of: string) => `https://ringflow.example/hooks?call=${of}` };
const command = (action: CommandAction): Command => ({ ...action, number: 3, id });

const ajv = new Ajv2020({ strict: false, formats: { uri: true } });
for (const service of ['voice', 'sms', 'video']) {
  const file = new URL(`../../../schemas/platform/${service}.schema.json`, import.meta.url);
  ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')) as object, service);
}

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
    'a play that listens for words says how long to wait for them, in whole seconds',
    { kind: 'play', media: hello, listen: true, speech: { withinMs: 4_500, longestMs: 30_000 } },
    {
      method: 'PUT',
      path: `${base}/play`,
      body: { ...spoken, prompt_ref: id, dtmf: true, asr: true, start_timeout: 5, recognizer_timeout: 30 },
    },
    'PlayRequest',
  ],
  [
    'what a text is goes beside it',
    { kind: 'play', media: { ...hello, as: { as: 'date', format: 'dmy' } }, listen: false },
    {
      method: 'PUT',
      path: `${base}/play`,
      body: {
        ...spoken,
        text_to_speech_option: { 'say-as': { 'interpret-as': 'date', format: 'dmy' } },
        prompt_ref: id,
      },
    },
    'PlayRequest',
  ],
  [
    'a unit is part of the text already',
    { kind: 'play', media: { ...hello, as: { as: 'currency', unit: 'EUR' } }, listen: false },
    {
      method: 'PUT',
      path: `${base}/play`,
      body: {
        ...spoken,
        text_to_speech_option: { 'say-as': { 'interpret-as': 'currency' } },
        prompt_ref: id,
      },
    },
    'PlayRequest',
  ],
  [
    'how the voice sounds goes beside text and SSML alike',
    {
      kind: 'play',
      media: {
        kind: 'ssml',
        ssml: '<speak>Hi</speak>',
        language: 'en-US',
        sound: { style: 'Cheerful', rate: 'fast', volume: '+50%' },
      },
      listen: false,
    },
    {
      method: 'PUT',
      path: `${base}/play`,
      body: {
        ssml: '<speak>Hi</speak>',
        language: 'en-US',
        text_to_speech_option: { 'express-as': 'Cheerful', prosody: { rate: 'fast', volume: '+50%' } },
        prompt_ref: id,
      },
    },
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
  [
    'a hold is a POST, so it has a key',
    { kind: 'hold', hold: true },
    { method: 'POST', path: `${base}/hold`, idempotencyKey: id, body: { hold: true } },
    'HoldRequest',
  ],
  [
    'a recording begins under its name',
    { kind: 'record', name: 'desk-1' },
    { method: 'PUT', path: `${base}/recording`, body: { start: true, recording_name: 'desk-1' } },
    'RecordingRequest',
  ],
  [
    'a recording is stopped',
    { kind: 'stop_recording' },
    { method: 'PUT', path: `${base}/recording`, body: { stop: true } },
    'RecordingRequest',
  ],
  [
    'a stream begins',
    { kind: 'stream', to: 'wss://agent.example' },
    { method: 'PUT', path: `${base}/stream`, body: { wss_host: 'wss://agent.example' } },
    'StreamRequest',
  ],
  ['a stream is ended by DELETE', { kind: 'stop_stream' }, { method: 'DELETE', path: `${base}/stream` }],
  [
    'a join names the room and the call',
    { kind: 'join', room: 'r/1' },
    { method: 'PUT', path: '/voice/v1/room/r%2F1/call/v%2F1/join' },
  ],
  [
    'a dial carries its room (R11)',
    { kind: 'dial', from, to, onConnect: { kind: 'room', room: 'r1' } },
    {
      method: 'POST',
      path: '/voice/v1/call',
      idempotencyKey: id,
      body: { ...dialed, action_on_connect: { room: { room_id: 'r1' } } },
    },
    'CallRequest',
  ],
  [
    'a dial carries its stream (R11)',
    { kind: 'dial', from, to, onConnect: { kind: 'stream', to: 'wss://agent.example' } },
    {
      method: 'POST',
      path: '/voice/v1/call',
      idempotencyKey: id,
      body: { ...dialed, action_on_connect: { stream: { wss_host: 'wss://agent.example' } } },
    },
    'CallRequest',
  ],
];

const ofOtherServices: [fact: string, action: CommandAction, request: WireRequest, definition: string][] = [
  [
    'a room is made for the call',
    { kind: 'create_room', name: 'Help', settings: { adhoc: true } },
    {
      method: 'POST',
      path: '/video/v2/rooms',
      idempotencyKey: id,
      body: { name: 'Help', owner_ref: call, settings: { adhoc: true } },
    },
    'video#/$defs/RoomRequest',
  ],
  [
    'a token is for one person in one room',
    { kind: 'create_token', room: 'r/1', name: 'Ann', role: 'participant' },
    {
      method: 'POST',
      path: '/video/v2/rooms/r%2F1/tokens',
      idempotencyKey: id,
      body: { name: 'Ann', role: 'participant', user_ref: id },
    },
    'video#/$defs/RoomTokenRequest',
  ],
  [
    'a message to several, each with what is theirs',
    {
      kind: 'sms',
      template: 't1',
      campaign: 'c1',
      from: 'Acme',
      recipients: [
        { to: '+4917100001', data: { name: 'Ann' } },
        { to: '+4917100002', data: {} },
      ],
      notBefore: '2026-12-24T09:00:00',
      reports: false,
    },
    {
      method: 'POST',
      path: '/sms/v1/messages/',
      idempotencyKey: id,
      body: {
        template_id: 't1',
        campaign_id: 'c1',
        from: 'Acme',
        recipient: [{ name: 'Ann', to: '+4917100001' }, { to: '+4917100002' }],
        reference: call,
        scheduled_at: '2026-12-24T09:00:00',
      },
    },
    'sms#/$defs/SendSmsRequest',
  ],
  [
    'a message of which the call wants to hear carries a reference',
    {
      kind: 'sms',
      template: 't1',
      campaign: 'c1',
      recipients: [{ to: '+4917100001', data: {} }],
      reports: true,
    },
    {
      method: 'POST',
      path: '/sms/v1/messages/',
      idempotencyKey: id,
      body: {
        template_id: 't1',
        campaign_id: 'c1',
        recipient: [{ to: '+4917100001', uuid: id }],
        reference: call,
      },
    },
    'sms#/$defs/SendSmsRequest',
  ],
];

describe('commands as requests', () => {
  it.each(table)('%s', (_fact, action, request, definition) => {
    const made = toRequest(target, command(action), options);
    expect(made).toEqual(request);
    if (definition !== undefined) expect(ajv.validate(`voice#/$defs/${definition}`, made.body)).toBe(true);
  });

  it.each(ofOtherServices)('%s', (_fact, action, request, definition) => {
    const unnamed = { call, voiceId: undefined };
    const made = toRequest(unnamed, command(action), options);
    expect(made).toEqual(request);
    expect(ajv.validate(definition, made.body)).toBe(true);
  });

  it('of the voice service only a dial can do without a voice id', () => {
    const unnamed = { call, voiceId: undefined };
    expect(() => toRequest(unnamed, command({ kind: 'accept' }), options)).toThrow('needs a voice id');
    expect(toRequest(unnamed, command({ kind: 'dial', from, to }), options).method).toBe('POST');
  });
});
