/** Reads what others notice of a leap of a compiled flow. */
import type { Media, Note, OnConnect, WebRequest } from '../../call/index.ts';
import type { Leap, SentCommand } from '../situations/index.ts';
import type { Effect } from './side.ts';

/** Beginning of the names of outcomes of steps that an import could not translate. */
const TODO_PREFIX = 'todo_';

/** Lists the effects of a leap, in order: steps without a counterpart, or that are not compared, that it passes, what commands do, then requests. */
export function listEffects(
  { commands, requests, notes }: Leap,
  uncompared: ReadonlySet<string> = new Set(),
): Effect[] {
  return [
    ...notes.flatMap((note) => toUnsupported(note, uncompared)),
    ...commands.flatMap(toEffects),
    ...requests.map(toRequested),
  ];
}

function toEffects({ command, refusal }: SentCommand): Effect[] {
  if (refusal !== undefined) return [];
  switch (command.kind) {
    case 'play':
      return toHeard(command.media);
    case 'dial':
      return command.onConnect === undefined ? [] : toCarried(command.onConnect);
    case 'connect':
      return [{ kind: 'dialled', to: command.to }];
    case 'sms':
      return command.recipients.map(({ to, data }) => ({
        kind: 'sent',
        to,
        template: command.template,
        data,
      }));
    case 'record':
      return [{ kind: 'recording', does: 'starts' }];
    case 'stop_recording':
      return [{ kind: 'recording', does: 'stops' }];
    case 'stream':
      return [{ kind: 'streamed', to: command.to }];
    case 'join':
      return [{ kind: 'joined' }];
    case 'hangup':
      return [{ kind: 'ended', by: 'flow' }];
    default:
      return [];
  }
}

function toCarried(carried: OnConnect): Effect[] {
  switch (carried.kind) {
    case 'play':
      return toHeard(carried.media);
    case 'connect':
      return [{ kind: 'dialled', to: carried.to }];
    case 'stream':
      return [{ kind: 'streamed', to: carried.to }];
    case 'room':
      return [{ kind: 'joined' }];
  }
}

function toHeard(media: Media): Effect[] {
  if (media.kind === 'stored') return [{ kind: 'heard_audio', audio: media.name }];
  if (media.kind === 'url') return [{ kind: 'heard_audio', audio: media.url }];
  const text = media.kind === 'text' ? media.text : media.ssml;
  return [{ kind: 'heard', text, language: media.language }];
}

function toRequested({ method, url, headers, body }: WebRequest): Effect {
  const [address = '', query = ''] = url.split('?', 2);
  const sent = {
    ...Object.fromEntries(new URLSearchParams(query)),
    ...readBody(headers['content-type'], body),
  };
  return { kind: 'requested', method, url: address, fields: sent };
}

function readBody(type = '', body = ''): Record<string, string> {
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body));
  if (!type.startsWith('application/json') || body === '') return body === '' ? {} : { body };
  const json: unknown = JSON.parse(body);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { body };
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, toText(value)]));
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function toUnsupported(note: Note, uncompared: ReadonlySet<string>): Effect[] {
  if (note.kind === 'entered' && uncompared.has(note.step)) return [{ kind: 'unsupported', what: note.step }];
  const isTodo = note.kind === 'milestone' && note.name.startsWith(TODO_PREFIX);
  return isTodo ? [{ kind: 'unsupported', what: note.name }] : [];
}
