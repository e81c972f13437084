/** Reads the properties of each type of widget. Published catalogues and files differ in some names; both are read. */
import { toText, Fields, type DataNode } from '../reading/index.ts';
import type { Does, Parameter, Speech } from './widgets.ts';

/** Returns what a widget does. */
export function readDoes(type: string, properties: Fields): Does {
  properties.ignore('offset');
  return Object.hasOwn(readers, type) ? (readers[type]?.(properties) ?? UNSUPPORTED) : UNSUPPORTED;
}

const UNSUPPORTED: Does = { kind: 'unsupported' };
/** Seconds after which a widget ends gathering. */
const GATHER_SECONDS = 5;
/** Seconds after which a message without a reply times out. */
const REPLY_SECONDS = 3_600;

const readers: Readonly<Record<string, (properties: Fields) => Does>> = {
  trigger: () => ({ kind: 'trigger' }),
  'say-play': (properties) => ({ kind: 'say', speech: readSpeech(properties) }),
  'gather-input-on-call': readGather,
  'split-based-on': (properties) => {
    // The tests have their own arguments; the property only says what the editor shows.
    properties.ignore('input');
    return { kind: 'split' };
  },
  'set-variables': (properties) => ({ kind: 'set', variables: readParameters(properties, 'variables') }),
  'make-http-request': (properties) => ({
    kind: 'request',
    request: {
      method: (properties.text('method') ?? 'GET').toUpperCase(),
      url: properties.text('url') ?? '',
      contentType: properties.text('content_type') ?? '',
      body: properties.text('body') ?? '',
      parameters: readParameters(properties, 'parameters'),
    },
  }),
  'run-function': readFunction,
  'connect-call-to': readDial,
  'enqueue-call': readQueue,
  'send-to-flex': readQueue,
  'run-subflow': (properties) => {
    properties.ignore('flow_revision');
    return {
      kind: 'subflow',
      sid: properties.text('flow_sid') ?? '',
      parameters: readParameters(properties, 'parameters'),
    };
  },
  'send-message': (properties) => ({ ...readMessage(properties), timeout: undefined }),
  'send-and-wait-for-reply': (properties) => ({
    ...readMessage(properties),
    timeout: properties.number('timeout') ?? REPLY_SECONDS,
  }),
  'record-call': (properties) => {
    properties.ignore(...RECORDING_OPTIONS);
    return { kind: 'record', isOn: properties.boolean('record_call') ?? true };
  },
  'make-outgoing-call-v2': readOutgoing,
  'make-outgoing-call': readOutgoing,
  'fork-stream': (properties) => {
    properties.ignore('stream_name');
    if (properties.text('stream_transport_type') === 'siprec') return UNSUPPORTED;
    return {
      kind: 'stream',
      action: properties.text('stream_action') ?? 'start',
      url: properties.text('stream_url') ?? '',
    };
  },
};

/** What becomes of a recording afterwards; nobody on the call notices. */
const RECORDING_OPTIONS = [
  ...['trim', 'recording_channels', 'recording_status_callback'],
  ...['recording_status_callback_method', 'recording_status_callback_events'],
];

/** The call that a request begins: whom it calls is known from the request. */
function readOutgoing(properties: Fields): Does {
  properties.ignore('to', 'from', 'timeout', ...RECORDING_OPTIONS);
  return { kind: 'place' };
}

function readSpeech(properties: Fields): Speech {
  const [say, play, digits] = [
    properties.text('say') ?? '',
    properties.text('play') ?? '',
    properties.text('digits') ?? '',
  ];
  const kind = say !== '' ? 'say' : play !== '' ? 'play' : digits !== '' ? 'digits' : 'say';
  return {
    kind,
    text: { say, play, digits }[kind],
    loop: Math.max(0, Math.round(properties.number('loop') ?? 1)),
    ...readLanguage(properties.text('language') ?? ''),
    voice: properties.text('voice') ?? '',
  };
}

/** Reads a language; one that has no form of a language counts as none. */
function readLanguage(written: string): Pick<Speech, 'language' | 'hasOddLanguage'> {
  const language = written.trim();
  const isTemplate = language.includes('{{') || language.includes('{%');
  const isKnown = language === '' || isTemplate || /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language);
  return { language: isKnown ? language : '', hasOddLanguage: !isKnown };
}

function readGather(properties: Fields): Does {
  // Without speech recognition its settings have no effect; with it, phrases take their place.
  properties.ignore('speech_timeout', 'speech_model', 'profanity_filter', 'barge_in');
  const most = properties.number('number_of_digits') ?? properties.number('num_digits');
  const stops = properties.boolean('stop_gather') ?? true;
  const finish = properties.text('finish_on_key') ?? '#';
  return {
    kind: 'gather',
    speech: readSpeech(properties),
    keys: {
      most: most !== undefined && most >= 1 ? Math.round(most) : undefined,
      finish: stops ? finish.trim() : '',
      timeout: Math.max(1, properties.number('timeout') ?? GATHER_SECONDS),
    },
    recognition: {
      language: properties.text('gather_language') ?? '',
      hints: properties.text('hints') ?? '',
    },
  };
}

function readFunction(properties: Fields): Does {
  properties.ignore('service_sid', 'environment_sid');
  const [url, sid] = [properties.text('url') ?? '', properties.text('function_sid') ?? ''];
  const path = /^https?:\/\/[^/?#]+\/([^?#]+)/.exec(url)?.[1];
  return {
    kind: 'function',
    key: path ?? (sid === '' ? url : sid),
    parameters: readParameters(properties, 'parameters'),
  };
}

function readDial(properties: Fields): Does {
  const noun = properties.text('noun') ?? 'number';
  const [to, sip] = [properties.text('to') ?? '', properties.text('sip_endpoint') ?? ''];
  const kind = noun === 'sip' ? 'sip' : noun === 'number' || noun === 'number-multi' ? 'number' : 'other';
  if (kind === 'other') return UNSUPPORTED;
  properties.ignore(...RECORDING_OPTIONS);
  if (kind === 'number') properties.ignore('sip_username', 'sip_password');
  return {
    kind: 'connect',
    dial: {
      kind,
      to: kind === 'sip' && sip !== '' ? sip : to,
      callerId: properties.text('caller_id') ?? '',
      timeout: properties.number('timeout'),
      isRecorded: properties.boolean('record') ?? false,
    },
  };
}

function readQueue(properties: Fields): Does {
  // What callers hear while they wait, and how tasks are ranked, has no meaning without a queue.
  properties.ignore('wait_url', 'waitUrl', 'hold_music_url', 'wait_url_method', 'waitUrlMethod');
  properties.ignore('priority', 'channel');
  const names = ['workflow', 'queue_name', 'queueName', 'workflow_sid', 'workflowSid'];
  const [key = ''] = names.map((name) => properties.text(name) ?? '').filter((text) => text !== '');
  return { kind: 'queue', key, timeout: properties.number('timeout') };
}

function readMessage(properties: Fields): Extract<Does, { kind: 'message' }> {
  properties.ignore('channel', 'service', 'from', 'attributes');
  return {
    kind: 'message',
    to: properties.text('to') ?? '',
    body: properties.text('body') ?? '',
    timeout: undefined,
  };
}

function readParameters(properties: Fields, name: string): Parameter[] {
  return properties.list(name).flatMap((node) => readParameter(node));
}

function readParameter(node: DataNode): Parameter[] {
  const fields = new Fields(node);
  const key = fields.text('key') ?? '';
  if (key === '') return [];
  const isJson = fields.boolean('parse_as_json_object') ?? fields.text('type') === 'json';
  return [{ key, value: toText(fields.node('value')) ?? '', isJson }];
}
