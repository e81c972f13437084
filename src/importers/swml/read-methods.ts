/** Reads the methods of SWML. A method that nobody knows is a step that a person has to write. */
import { toText } from '../reading/index.ts';
import type { Reason } from '../project/index.ts';
import { makeBlock, readCond, readResult, readSwitch } from './read-decisions.ts';
import { readConnect, readQueue, readRequest, readSms } from './read-outside.ts';
import type { Destination } from './model.ts';
import { isName, toMs } from './statement-reader.ts';
import type { ReadMethod, StatementReader } from './statement-reader.ts';
import { parseTemplate, toTemplateData } from './templates.ts';

type Read = (reader: StatementReader) => ReadMethod;

export function readMethod(reader: StatementReader): ReadMethod {
  const read = readers.get(reader.method);
  if (read !== undefined) return read(reader);
  reader.fields.ignore(...reader.fields.names);
  const reason = todoReasons.get(reader.method);
  if (reason !== undefined) return { row: reader.method, does: { kind: 'todo', reason } };
  if (unnoticed.has(reader.method)) return { row: reader.method, does: { kind: 'nothing' } };
  if (!messaging.has(reader.method)) reader.reportUnknown();
  return { row: 'unknown', does: { kind: 'todo', reason: 'UNKNOWN_NODE' } };
}

/** Methods without a counterpart. */
const todoReasons = new Map<string, Reason>([
  ['record', 'VOICEMAIL'],
  ['ai', 'AI_AGENT'],
  ['ai_sidecar', 'AI_AGENT'],
  ['amazon_bedrock', 'AI_AGENT'],
  ['detect_machine', 'AMD'],
  ['pay', 'PAYMENT'],
  ['receive_fax', 'UNKNOWN_NODE'],
  ['send_fax', 'UNKNOWN_NODE'],
  ['join_conference', 'UNKNOWN_NODE'],
  ['join_room', 'UNKNOWN_NODE'],
  ['live_transcribe', 'TRANSCRIPTION'],
  ['live_translate', 'TRANSCRIPTION'],
  ['sip_refer', 'UNKNOWN_NODE'],
  ['send_digits', 'DIGITS_PLAYED'],
  ['bind_digit', 'UNKNOWN_NODE'],
]);

/** Methods of which callers notice nothing. */
const unnoticed = new Set(['denoise', 'stop_denoise', 'user_event', 'clear_digit_bindings', 'stop_tap']);

/** Methods of text messages. */
export const messaging = new Set(['reply', 'receive']);

const readers = new Map<string, Read>([
  ['answer', readAnswer],
  ['play', readPlay],
  ['prompt', readPrompt],
  ['hangup', readHangup],
  ['sleep', readSleep],
  ['set', readSet],
  ['unset', readUnset],
  ['label', (reader) => ({ row: 'label', does: { kind: 'label', label: reader.scalar ?? '' } })],
  ['goto', readGoto],
  ['switch', (reader) => ({ row: 'switch', does: readSwitch(reader, reader.node) })],
  ['cond', (reader) => ({ row: 'cond', does: readCond(reader, reader.node) })],
  ['execute', readExecute],
  ['transfer', readTransfer],
  ['return', readReturn],
  ['connect', readConnect],
  ['request', readRequest],
  ['enter_queue', readQueue],
  ['send_sms', readSms],
  ['stream', readStream],
  ['tap', readTap],
  ['record_call', readRecordCall],
  ['stop_record_call', readRecordCall],
]);

function readAnswer(reader: StatementReader): ReadMethod {
  reader.fields.ignore('codecs', 'username', 'password', 'call_state_url', 'call_state_events');
  reader.loseUnread();
  return { row: 'answer', does: { kind: 'answer' } };
}

function readPlay(reader: StatementReader): ReadMethod {
  const { fields, node } = reader;
  const language = fields.text('say_language');
  const isBare = node?.kind !== 'object';
  const played = isBare ? node : (fields.node('urls') ?? fields.node('url') ?? fields.node('play'));
  const sounds = reader.readSounds(played, language);
  if (sounds.length === 0) reader.reportBroken('play has nothing to play');
  fields.ignore('auto_answer', 'status_url');
  reader.loseUnread();
  return { row: 'play', does: { kind: 'play', sounds } };
}

const SPEECH_FIELDS = [
  'speech_timeout',
  'speech_end_timeout',
  'speech_language',
  'speech_hints',
  'speech_engine',
] as const;
const DIGIT_FIELDS = ['max_digits', 'terminators', 'digit_timeout', 'initial_timeout'] as const;

function readPrompt(reader: StatementReader): ReadMethod {
  const { fields } = reader;
  const sounds = reader.readSounds(fields.node('play'), fields.text('say_language'));
  if (sounds.length === 0) reader.reportBroken('prompt has nothing to play');
  const hasSpeech = SPEECH_FIELDS.slice(0, 4).some((name) => fields.has(name));
  const hasDigits = !hasSpeech || DIGIT_FIELDS.some((name) => fields.has(name));
  const hints = fields.list('speech_hints').flatMap((hint) => toText(hint) ?? []);
  const language = fields.text('speech_language');
  const max = Math.max(1, Math.floor(fields.number('max_digits') ?? 1));
  const terminators = fields.text('terminators') ?? '';
  fields.ignore('status_url', ...SPEECH_FIELDS);
  const does = {
    kind: 'prompt' as const,
    sounds,
    timeoutMs: toMs(fields.number('initial_timeout')),
    digitTimeoutMs: toMs(fields.number('digit_timeout')),
    ...(hasDigits && { digits: { max, terminators } }),
    ...(hasSpeech && { speech: { hints, language } }),
  };
  reader.loseUnread();
  if (hasSpeech) reader.lose('SPEECH_TEXT', { grade: 'near' });
  if (hasDigits && max > 1) reader.lose('STAR_AND_POUND', { grade: 'near' });
  return { row: hasSpeech ? 'prompt: speech' : max > 1 ? 'prompt: digits' : 'prompt', does };
}

function readHangup(reader: StatementReader): ReadMethod {
  if (reader.fields.text('reason') === 'hangup') reader.fields.ignore('reason');
  else reader.loseFields('OPTION_WITHOUT_EFFECT', undefined, 'reason');
  reader.loseUnread();
  return { row: 'hangup', does: { kind: 'hangup' } };
}

function readSleep(reader: StatementReader): ReadMethod {
  const written = reader.scalar === undefined ? reader.fields.number('duration') : Number(reader.scalar);
  if (written === undefined || !Number.isFinite(written))
    reader.reportBroken('sleep has no duration in milliseconds');
  reader.loseUnread();
  return {
    row: 'sleep',
    does: { kind: 'sleep', ms: Math.max(0, Number.isFinite(written) ? Number(written) : 0) },
  };
}

function readSet(reader: StatementReader): ReadMethod {
  const { node, fields } = reader;
  if (node?.kind !== 'object') reader.reportBroken('set has no variables');
  fields.ignore(...fields.names);
  const assignments = node?.kind === 'object' ? node.entries : [];
  return {
    row: 'set',
    does: {
      kind: 'set',
      assignments: assignments.map(({ key, value }) => [key, toTemplateData(value)] as const),
    },
  };
}

function readUnset(reader: StatementReader): ReadMethod {
  const { node } = reader;
  const listed = node?.kind === 'list' ? node.items.flatMap((item) => toText(item) ?? []) : [];
  const names = reader.scalar === undefined ? listed : [reader.scalar];
  if (names.length === 0) reader.reportBroken('unset has no variables');
  return { row: 'unset', does: { kind: 'unset', names } };
}

function readGoto(reader: StatementReader): ReadMethod {
  const { fields, scalar } = reader;
  const when = fields.text('when');
  const max = fields.number('max');
  const label = scalar ?? fields.text('label');
  if (label === undefined) reader.reportBroken('goto has no label');
  fields.ignore('meta');
  reader.loseUnread();
  return {
    row: 'goto',
    does: {
      kind: 'goto',
      label: label ?? '',
      when: when === undefined ? undefined : reader.readCondition(when),
      max: max === undefined ? undefined : Math.max(0, Math.floor(max)),
    },
  };
}

function readExecute(reader: StatementReader): ReadMethod {
  const { fields } = reader;
  const to = reader.readDestination(reader.scalar ?? fields.text('dest'), fields.node('params'));
  fields.ignore('meta');
  const then = readResult(reader);
  const after = fields.node('on_return');
  reader.loseUnread();
  const follows = after === undefined ? [] : [{ row: 'cond', does: makeBlock(reader, after) }];
  return {
    row: toRow('execute', to),
    does: { kind: 'execute', to },
    then: [...then, ...follows],
  };
}

function readTransfer(reader: StatementReader): ReadMethod {
  const { fields } = reader;
  const to = reader.readDestination(reader.scalar ?? fields.text('dest'), fields.node('params'));
  fields.ignore('meta');
  reader.loseUnread();
  return {
    row: toRow('transfer', to),
    does: { kind: 'transfer', to },
  };
}

function toRow(method: 'execute' | 'transfer', { section, written }: Destination): string {
  if (section !== undefined) return method;
  return isName(written) ? `${method}: missing` : `${method}: elsewhere`;
}

function readReturn(reader: StatementReader): ReadMethod {
  const { node, fields } = reader;
  fields.ignore(...fields.names);
  const isEmpty = node === undefined || (node.kind === 'object' && node.entries.length === 0);
  return { row: 'return', does: { kind: 'return', value: isEmpty ? undefined : toTemplateData(node) } };
}

function readStream(reader: StatementReader): ReadMethod {
  const url = reader.scalar ?? reader.fields.text('url') ?? reader.fields.text('uri');
  reader.loseUnread();
  if (url === undefined) {
    reader.reportBroken('stream has no address');
    return { row: 'stream', does: { kind: 'todo', reason: 'VALUE_SHAPE' } };
  }
  return { row: 'stream', does: { kind: 'stream', to: parseTemplate(url), waits: true } };
}

function readTap(reader: StatementReader): ReadMethod {
  const { fields } = reader;
  const to = fields.text('uri') ?? '';
  fields.ignore('control_id', 'status_url', 'codec', 'rtp_ptime', 'direction');
  reader.loseUnread();
  if (!/^wss?:/.test(to)) return { row: 'tap: rtp', does: { kind: 'todo', reason: 'TRANSCRIPTION' } };
  reader.lose('OPTION_WITHOUT_EFFECT', { detail: 'tap', grade: 'near' });
  return { row: 'tap', does: { kind: 'stream', to: parseTemplate(to), waits: false } };
}

function readRecordCall(reader: StatementReader): ReadMethod {
  reader.fields.ignore(...reader.fields.names);
  return { row: reader.method, does: { kind: 'record', isOn: reader.method === 'record_call' } };
}
