/** What a good request of every route of the platform looks like; the hostile ones are made from these. */
import { services } from '../../../../src/platform/emulator/model/rest/routes.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';
import { alice, authorization, bob, ours } from '../platform.ts';

export { authorization, services };

export interface Endpoint {
  /** The definition of its body, or of its query, in the schema of its service; absent: it takes none. */
  body?: string;
  query?: string;
  /** Bodies, or queries, that are taken. */
  good?: unknown[];
  /** Fresh values for the parts of its path, so that no request meets what another one left. */
  params?: (scene: Scene) => Record<string, string>;
  /** What the answers are where they are not those of its service. */
  answers?: 'media';
  /** It is refused even so. */
  refused?: true;
}

/** Things that requests are about. */
export class Scene {
  readonly #emulator: Emulator;

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  ringing(): string {
    return this.#emulator.act((model, now) => model.people.ring({ from: alice, to: ours }, now) ?? '');
  }

  connected(): string {
    const call = this.ringing();
    this.ask('PUT', `/voice/v1/call/${call}/accept`);
    return call;
  }

  /** A call with a second party on the line. */
  bridged(): string {
    const call = this.connected();
    this.ask('PUT', `/voice/v1/call/${call}/connect`, { from: ours, to: bob });
    return call;
  }

  /** A call of a broadcast that was answered. */
  leg(): { broadcast_id: string; voice_id: string } {
    const { broadcast_id: id } = this.ask('POST', '/voice/v1/broadcast', {
      from: ours,
      recipients: [{ to: bob }],
    });
    const [newest] = this.#emulator.act((model) => model.control.calls(1));
    return { broadcast_id: String(id), voice_id: newest?.voice_id ?? '' };
  }

  /** A recording that can be fetched. */
  recorded(): string {
    const call = this.bridged();
    const path = `/voice/v1/call/${call}/recording`;
    const { recording_id: id } = this.ask('PUT', path, { start: true, recording_name: call });
    this.ask('PUT', path, { stop: true });
    return `${String(id)}.wav`;
  }

  job(): string {
    const order = { template_id: 'demo', campaign_id: 'demo', to: [alice], data: { text: 'Hello' } };
    return String(this.ask('POST', '/sms/v1/messages/', order).job_id);
  }

  room(): string {
    const { room } = this.ask('POST', '/video/v2/rooms', { name: 'Board', owner_ref: 'o' });
    return (room as { room_id: string }).room_id;
  }

  /** A room with somebody in it. */
  session(): string {
    const room = this.room();
    const body = { name: 'Ann', role: 'moderator', user_ref: 'ann' };
    const { token } = this.ask('POST', `/video/v2/rooms/${room}/tokens`, body);
    this.#emulator.act((model, now) => model.rooms.join(String(token), now));
    return room;
  }

  recording(): string {
    const room = this.session();
    this.ask('PUT', `/video/v2/rooms/${room}/recording/start`);
    return room;
  }

  /** A room whose session is over, its number, and its archive once the files are ready. */
  archive(): { room: string; conf: string; file: string } {
    const room = this.recording();
    const { conf_num: conf } = this.ask('PUT', `/video/v2/rooms/${room}/recording/stop`);
    this.#emulator.act((model, now) => {
      const present = model.rooms.list(now).find(({ room_id: id }) => id === room)?.participants ?? [];
      for (const { participant_id: id } of present) model.rooms.leave(id, now);
    });
    const { archive } = this.ask('GET', `/video/v2/archive/conf/${String(conf)}`);
    const [{ _id: id = '' } = {}] = archive as { _id?: string }[];
    return { room, conf: String(conf), file: id };
  }

  /** A good request at once, without HTTP; throws when it is refused. */
  ask(method: string, path: string, body: object = {}): Record<string, unknown> {
    const request = { method, path, headers: { authorization }, body: JSON.stringify(body) };
    const answer = this.#emulator.act((model, now) => model.request(request, now));
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as Record<string, unknown>;
  }
}

const play = {
  prompt_ref: 'p',
  dtmf: true,
  asr: true,
  interrupt: true,
  start_timeout: 5,
  recognizer_timeout: 5,
};
const speech = {
  'express-as': 'Cheerful',
  break: { time: '4ms' },
  prosody: { pitch: 'low', rate: 'slow', volume: '+50%' },
  'say-as': { 'interpret-as': 'date', format: 'dmy' },
};
const spoken = { ...play, text: 'Hello', language: 'en-US', voice: 'female', text_to_speech_option: speech };
const plays = [
  spoken,
  { ...play, ssml: '<speak>Hello <break time="1s"/></speak>', language: 'en-US', voice: 'male' },
  { prompt_name: 'welcome' },
  { url: 'http://127.0.0.1:1/a.wav' },
  { play: { text: 'Hello' } },
];
const web = 'http://127.0.0.1:1/hook';
const call = { name: 'c', owner_ref: 'o', from: ours, to: alice, event_url: web, custom_data: { order: 7 } };
const wss = { wss_host: 'ws://127.0.0.1:1/' };
const retry = { interval: 1, max_attempts: 2 };

/** What can be asked of any live call. */
const commands: Record<string, Endpoint> = {
  'DELETE /voice/v1/call/:voice_id': { params: (scene) => ({ voice_id: scene.connected() }) },
  'PUT /voice/v1/call/:voice_id/play': { body: 'PlayRequest', good: plays, params: onCall },
  'PUT /voice/v1/call/:voice_id/connect': {
    body: 'ConnectRequest',
    good: [
      { from: ours, to: bob },
      { from: ours, to: 'sip:bob@example.com' },
    ],
    params: onCall,
  },
  'POST /voice/v1/call/:voice_id/hold': { body: 'HoldRequest', good: [{ hold: true }], params: onCall },
  'PUT /voice/v1/call/:voice_id/hold': { body: 'HoldRequest', good: [{ hold: false }], params: onCall },
  'PUT /voice/v1/call/:voice_id/recording': {
    body: 'RecordingRequest',
    good: [{ start: true }],
    params: (scene) => ({ voice_id: scene.bridged() }),
  },
  'PUT /voice/v1/call/:voice_id/stream': {
    body: 'StreamRequest',
    good: [wss, { stop: true }],
    params: onCall,
  },
  'DELETE /voice/v1/call/:voice_id/stream': { params: onCall },
};

/** The same at the path of a broadcast's calls. */
const legCommands = Object.fromEntries(
  Object.entries(commands).map(([title, endpoint]) => [
    title.replace('/voice/v1/call/', '/voice/v1/broadcast/:broadcast_id/call/'),
    { ...endpoint, params: (scene: Scene) => scene.leg() },
  ]),
);

const calls: Record<string, Endpoint> = {
  ...commands,
  ...legCommands,
  'POST /voice/v1/call': {
    body: 'CallRequest',
    good: [
      { ...call, auto_record: true, retry, webhook: { url: web }, action_on_connect: { play: spoken } },
      { from: ours, to: [alice], action_on_connect: { connect: { from: ours, to: bob } } },
      { from: ours, to: alice, action_on_connect: { stream: wss } },
    ],
  },
  'PUT /voice/v1/call/:voice_id/accept': {
    body: 'AcceptRequest',
    good: [{}],
    params: (scene) => ({ voice_id: scene.ringing() }),
  },
  'GET /voice/v1/recordings/:file': { answers: 'media', params: (scene) => ({ file: scene.recorded() }) },
  'PUT /voice/v1/room/:room_id/call/:voice_id/join': {
    params: (scene) => ({ room_id: scene.room(), voice_id: scene.connected() }),
  },
  'POST /voice/v1/broadcast': {
    body: 'BroadcastRequest',
    good: [
      {
        ...{ name: 'b', owner_ref: 'o', from: ours, event_url: web, call_handler_url: web, retry },
        recipients: [{ to: alice, play: { type: 'tts', ...spoken }, custom_data: { order: 7 } }],
      },
      {
        from: ours,
        broadcast_numbers: [{ phone: alice }],
        action_on_connect: { play: spoken },
        call_param: {},
      },
      { from: ours, broadcast_numbers: JSON.stringify([{ phone: alice }]), custom_data: { order: 7 } },
    ],
  },
  'POST /voice/v1/webclient/token': { body: 'WebClientTokenRequest', good: [{ domain: 'localhost' }] },
};

function onCall(scene: Scene): { voice_id: string } {
  return { voice_id: scene.connected() };
}

const order = {
  ...{
    template_id: 'demo',
    campaign_id: 'demo',
    type: 'sms',
    type_details: { a: 1 },
    validity: 60,
    reference: 'r',
  },
  ...{ data_coding: 'auto', flash_message: false, scheduled_at: '2026-08-01T10:00:00' },
  ...{ scheduled_dt: '2026-08-01T10:00:00+02:00', created_dt: '2026-08-01T10:00:00+02:00' },
};

const messages: Record<string, Endpoint> = {
  'POST /sms/v1/messages': {
    body: 'SendSmsRequest',
    good: [
      { ...order, to: [alice], data: { text: 'Hello' } },
      { ...order, recipient: [{ to: alice, name: 'Ann', amount: 5, uuid: 'u', text: 'Hello' }] },
    ],
  },
  'GET /sms/v1/send-sms': {
    query: 'SendSmsQuery',
    good: [
      {
        ...{ ...order, type_details: '{"a":1}', validity: '60', flash_message: 'false' },
        ...{ to: alice, data: '{"text":"Hello"}', username: 'demo', password: 'demo-key' },
      },
      { template_id: 'demo', campaign_id: 'demo', recipient: `[{"to":"${alice}","text":"Hello"}]` },
    ],
  },
  'GET /sms/v1/message/:job_id': { params: (scene) => ({ job_id: scene.job() }) },
  'POST /sms/v1/token': { body: 'SmsTokenRequest', good: [{ app_id: 'demo', app_key: 'demo-key' }] },
};

const settings = {
  ...{ description: 'd', mode: 'group', audio_only: false, scheduled: false, adhoc: true, duration: 10 },
  ...{
    moderators: 1,
    participants: 10,
    audiences: 5,
    quality: 'HD',
    auto_recording: true,
    screen_share: true,
  },
  ...{ canvas: false, knock: false, wait_for_moderator: false, abwd: false, max_active_talkers: 4 },
  ...{ media_zone: 'XX', single_file_recording: false, watermark: false, billing_code: 'b', peep: true },
  role_based_recording: { moderator: 'audio', participant: 'audiovideo' },
  rtmp_streaming: { streaming: true, recording: false },
  aor: 'sip:room@example.com',
};
const room = { name: 'Board', owner_ref: 'o', settings, sip: { enabled: true }, data: { color: 'red' } };
const inRoom = (scene: Scene) => ({ room_id: scene.room() });
const inSession = (scene: Scene) => ({ room_id: scene.session() });
const inRecording = (scene: Scene) => ({ room_id: scene.recording() });
const oldSession = (scene: Scene) => ({ conf_num: scene.archive().conf });
const oldRoom = (scene: Scene) => ({ room_id: scene.archive().room });
const period = { from: '2026-01-01', to: '2026-12-31' };
const inPeriod = (scene: Scene) => ({ ...oldRoom(scene), ...period });

const rooms: Record<string, Endpoint> = {
  'POST /video/v2/rooms': {
    body: 'RoomRequest',
    good: [
      room,
      {
        name: 'Board',
        owner_ref: 'o',
        settings: { scheduled: true, scheduled_time: '2999-01-01 10:00:00', duration: 30 },
      },
    ],
  },
  'GET /video/v2/rooms': {},
  'GET /video/v2/rooms/:room_id': { params: inRoom },
  'PATCH /video/v2/rooms/:room_id': {
    body: 'RoomUpdate',
    good: [{ ...room, settings: { ...settings, adhoc: false, duration: null } }],
    params: inRoom,
  },
  'DELETE /video/v2/rooms/:room_id': { params: inRoom },
  'POST /video/v2/rooms/:room_id/tokens': {
    body: 'RoomTokenRequest',
    good: [{ name: 'Ann', role: 'participant', user_ref: 'ann', data: { color: 'red' } }],
    params: inRoom,
  },
  'GET /video/v2/rooms/:room_id/users': { params: inSession },
  'PUT /video/v2/rooms/:room_id/unlock': { params: inSession },
  'POST /video/v2/rooms/:room_id/recording/start': { params: inSession },
  'PUT /video/v2/rooms/:room_id/recording/start': { params: inSession },
  'POST /video/v2/rooms/:room_id/recording/stop': { params: inRecording },
  'PUT /video/v2/rooms/:room_id/recording/stop': { params: inRecording },
  'GET /video/v2/dialin': {},
  'GET /video/v2/archive/conf/:conf_num': { params: oldSession },
  'GET /video/v2/archive/room/:room_id': { params: oldRoom },
  'GET /video/v2/archive/room-period/:room_id/:from/:to': { params: inPeriod },
  'GET /video/v2/archive/period/:from/:to': { params: () => period },
  'GET /video/v2/archive/file/:archive_id/:name': {
    answers: 'media',
    params: (scene) => ({ archive_id: scene.archive().file, name: 'metadata.json' }),
  },
  'GET /video/v2/cdr/conf/:conf_num': { params: oldSession },
  'GET /video/v2/cdr/room/:room_id': { params: oldRoom },
  'GET /video/v2/cdr/room-period/:room_id/:from/:to': { params: inPeriod },
  'GET /video/v2/cdr/period/:from/:to': { params: () => period },
};

/** Routes that only say what their path lacks, or that only the emulator of a carrier with voicemail takes. */
const refused = Object.fromEntries(
  services
    .flatMap(({ routes }) => routes)
    .filter(({ name }) => name === 'incomplete' || name === 'voicemail')
    .map(({ method, path }) => [`${method} ${path}`, { refused: true } satisfies Endpoint]),
);

/** By method and path, as the routes have them. */
export const endpoints: Record<string, Endpoint> = { ...calls, ...messages, ...rooms, ...refused };
