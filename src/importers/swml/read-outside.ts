/** Reads the methods that concern others: parties, queues, web services, messages. */
import { toText } from '../reading/index.ts';
import type { DataNode } from '../reading/index.ts';
import type { Destination, Party, Template } from './model.ts';
import { readResult } from './read-decisions.ts';
import { toMs } from './statement-reader.ts';
import type { ReadMethod, StatementReader } from './statement-reader.ts';
import { parseTemplate, toTemplateData, toWritten } from './templates.ts';

const DEFAULT_RING_S = 60;
/** Options of the second leg that callers and called parties do not notice. */
const MEDIA = [
  'codecs',
  'webrtc_media',
  'session_timeout',
  'encryption',
  'answer_on_bridge',
  'username',
  'password',
];
const OBSERVERS = ['call_state_url', 'call_state_events', 'status_url'];
const NOTICED = ['confirm', 'confirm_timeout', 'headers', 'ringback', 'max_duration'];

export function readConnect(reader: StatementReader): ReadMethod {
  const { fields } = reader;
  const groups = readGroups(reader);
  const from = readFrom(reader);
  const timeoutS = fields.number('timeout') ?? DEFAULT_RING_S;
  const after = readAfter(reader);
  fields.ignore(...MEDIA, ...OBSERVERS);
  reader.loseFields('CONNECT_OPTIONS', 'near', ...NOTICED);
  const then = readResult(reader);
  reader.loseUnread();
  const parties = groups.flat();
  if (parties.length === 0) reader.reportBroken('connect has nobody to call');
  const isParallel = groups.some((group) => group.length > 1);
  if (isParallel) reader.lose('PARALLEL_DIAL', { grade: 'near' });
  if (parties.some(({ kind }) => kind === 'queue')) reader.lose('QUEUE', { grade: 'near' });
  const [first] = parties;
  const stream = first?.kind === 'address' ? /^stream:(.*)$/s.exec(toWritten(first.to))?.[1] : undefined;
  if (stream !== undefined)
    return { row: 'connect: stream', does: { kind: 'stream', to: parseTemplate(stream), waits: true }, then };
  const row = isParallel
    ? 'connect: parallel'
    : parties.some(({ kind }) => kind === 'queue')
      ? 'connect: queue'
      : 'connect';
  return {
    row,
    does: {
      kind: 'connect',
      parties,
      from,
      timeoutS,
      after,
    },
    then,
  };
}

/** Reads the number that the other party sees. That of the caller belongs to nobody who may call from it. */
function readFrom(reader: StatementReader): Template | undefined {
  const from = reader.fields.text('from');
  if (from === undefined) return undefined;
  if (!/^\s*[$%]\{\s*call\.from\s*\}\s*$/.test(from)) return parseTemplate(from);
  reader.lose('CALLER_NUMBER_SHOWN', { grade: 'near' });
  return undefined;
}

/** Reads where the call goes after a conversation: `true` ends it, and `false` is the usual. */
function readAfter(reader: StatementReader): Destination | undefined {
  const written = reader.fields.text('transfer_after_bridge')?.trim();
  if (written === undefined || written === 'false') return undefined;
  return written === 'true'
    ? { section: undefined, written, params: [] }
    : reader.readDestination(written, undefined);
}

/** Reads who is called: groups one after the other, those of a group together. */
function readGroups(reader: StatementReader): Party[][] {
  const { fields } = reader;
  const [to, serial, parallel, both] = ['to', 'serial', 'parallel', 'serial_parallel'].map((name) =>
    fields.node(name),
  );
  if (serial?.kind === 'list') return serial.items.map((item) => readParty(reader, item));
  if (parallel?.kind === 'list') return [parallel.items.flatMap((item) => readParty(reader, item))];
  if (both?.kind === 'list')
    return both.items.map((group) =>
      group.kind === 'list'
        ? group.items.flatMap((item) => readParty(reader, item))
        : readParty(reader, group),
    );
  if (reader.scalar !== undefined && reader.node !== undefined) return [readParty(reader, reader.node)];
  return to === undefined ? [] : [to.kind === 'object' ? readParty(reader, to) : readAddress(reader, to)];
}

function readParty(reader: StatementReader, node: DataNode): Party[] {
  if (node.kind === 'scalar') return readAddress(reader, node);
  const fields = reader.fieldsOf(node);
  const to = fields.node('to');
  fields.ignore(...MEDIA, ...OBSERVERS);
  for (const name of ['from', 'timeout', ...NOTICED])
    if (fields.has(name)) {
      reader.lose('CONNECT_OPTIONS', { detail: name, span: fields.spanOf(name), grade: 'near' });
      fields.ignore(name);
    }
  reader.loseUnread(fields);
  return to === undefined ? [] : readAddress(reader, to);
}

function readAddress(reader: StatementReader, node: DataNode): Party[] {
  const { span } = node;
  const text = toText(node)?.trim();
  if (text === undefined || text === '') {
    reader.reportBroken('somebody to call has no address', span);
    return [];
  }
  const queue = /^queue:(.+)$/s.exec(text)?.[1]?.trim();
  return [
    queue === undefined
      ? { kind: 'address', to: parseTemplate(text), span }
      : { kind: 'queue', name: queue, span },
  ];
}

export function readQueue(reader: StatementReader): ReadMethod {
  const { fields, span } = reader;
  const name = reader.scalar ?? fields.text('queue_name');
  if (name === undefined) reader.reportBroken('enter_queue has no name');
  const after = readAfter(reader);
  fields.ignore('status_url', 'wait_url', 'wait_time');
  reader.lose('QUEUE', { grade: 'near' });
  reader.loseUnread();
  return {
    row: 'enter_queue',
    does: {
      kind: 'connect',
      parties: name === undefined ? [] : [{ kind: 'queue', name, span }],
      from: undefined,
      timeoutS: DEFAULT_RING_S,
      after,
    },
  };
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
/** Longest time that a request may take here, s. */
const MAX_TIMEOUT_S = 60;

export function readRequest(reader: StatementReader): ReadMethod {
  const { fields } = reader;
  const url = fields.text('url')?.trim();
  if (url === undefined) reader.reportBroken('request has no address');
  const body = fields.node('body');
  const written = fields.text('method')?.trim().toUpperCase();
  // The definition requires it, and documents lack it all the same.
  if (written === undefined) reader.lose('VALUE_SHAPE', { detail: 'method' });
  const method = methods.find((known) => known === written) ?? (body === undefined ? 'GET' : 'POST');
  const headers = fields.node('headers');
  const timeoutS = fields.number('timeout') ?? 0;
  const then = readResult(reader);
  if (timeoutS <= 0 || timeoutS > MAX_TIMEOUT_S)
    reader.lose('REQUEST_TIMEOUT', { detail: 'timeout', grade: 'near' });
  fields.ignore('connect_timeout');
  const savesVariables = fields.boolean('save_variables') ?? false;
  reader.loseUnread();
  const hasPassword = /^https?:\/\/[^/@]*:[^/@]*@/.test(url ?? '');
  if (hasPassword) reader.lose('OPTION_WITHOUT_EFFECT', { detail: 'password in url', grade: 'near' });
  return {
    row: 'request',
    does: {
      kind: 'request',
      method,
      url: parseTemplate((url ?? '').replace(/^(https?:\/\/)[^/@]*:[^/@]*@/, '$1')),
      headers:
        headers?.kind === 'object'
          ? headers.entries.map(({ key, value }) => [key, parseTemplate(toText(value) ?? '')] as const)
          : [],
      body: body === undefined ? undefined : readBody(body),
      timeoutMs: timeoutS > 0 && timeoutS <= MAX_TIMEOUT_S ? toMs(timeoutS) : undefined,
      savesVariables,
    },
    then,
  };
}

/** Reads a body: an object, or a text, which often is JSON. */
function readBody(node: DataNode): ReturnType<typeof toTemplateData> {
  const text = node.kind === 'scalar' && typeof node.value === 'string' ? node.value.trim() : '';
  if (!text.startsWith('{')) return toTemplateData(node);
  try {
    return toTemplateData(toNode(JSON.parse(text) as Json, node));
  } catch {
    return toTemplateData(node);
  }
}

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Makes nodes of JSON that stands in a text. */
function toNode(json: Json, { span }: DataNode, depth = 0): DataNode {
  if (depth > MAX_DEPTH) return { kind: 'scalar', span, value: null };
  const around: DataNode = { kind: 'scalar', span, value: null };
  if (Array.isArray(json))
    return { kind: 'list', span, items: json.map((item) => toNode(item, around, depth + 1)) };
  if (typeof json !== 'object' || json === null) return { kind: 'scalar', span, value: json };
  const entries = Object.entries(json).map(([key, value]) => ({
    key,
    keySpan: span,
    value: toNode(value, around, depth + 1),
  }));
  return { kind: 'object', span, entries };
}

const MAX_DEPTH = 50;

export function readSms(reader: StatementReader): ReadMethod {
  const { fields } = reader;
  const [to, from, body] = [fields.text('to_number'), fields.text('from_number'), fields.text('body')];
  if (to === undefined) reader.reportBroken('send_sms has no number');
  fields.ignore('tags', 'region');
  reader.loseFields('SMS_TEMPLATE', undefined, 'media');
  reader.loseUnread();
  reader.lose('SMS_TEMPLATE', { grade: 'near' });
  return {
    row: 'send_sms',
    does: {
      kind: 'sms',
      to: parseTemplate(to ?? ''),
      from: from === undefined ? undefined : parseTemplate(from),
      body: parseTemplate(body ?? ''),
    },
  };
}
