/** Converts requests to the platform into the commands that scenarios name. */
import type { JournalEntry } from '../../platform/emulator/model/index.ts';
import type { SentCommand } from '../../verification/testkit/index.ts';

type Request = Extract<JournalEntry, { kind: 'request' }>;
type Fields = Record<string, unknown>;

/** A command with the fields that a scenario can check. */
type Shown = Pick<SentCommand, 'kind'> & Fields;

const CALL = '/voice/v1/call';

/** Maps requests to commands. If two commands share an address, the body tells them apart. */
const readers: { request: RegExp; read: (body: Fields, path: readonly string[]) => Shown }[] = [
  { request: /^POST \/voice\/v1\/call$/, read: ({ from, to }) => ({ kind: 'dial', from, to }) },
  { request: buildPattern('PUT', 'accept'), read: () => ({ kind: 'accept' }) },
  { request: buildPattern('PUT', 'play'), read: (body) => ({ kind: 'play', media: parseMedia(body) }) },
  { request: buildPattern('PUT', 'connect'), read: ({ from, to }) => ({ kind: 'connect', from, to }) },
  { request: buildPattern('POST', 'hold'), read: ({ hold }) => ({ kind: 'hold', hold }) },
  {
    request: buildPattern('PUT', 'recording'),
    read: ({ start, recording_name: name }) =>
      start === true ? { kind: 'record', name } : { kind: 'stop_recording' },
  },
  { request: buildPattern('PUT', 'stream'), read: ({ wss_host: to }) => ({ kind: 'stream', to }) },
  { request: buildPattern('DELETE', 'stream'), read: () => ({ kind: 'stop_stream' }) },
  { request: /^DELETE \/voice\/v1\/call\/[^/]+$/, read: () => ({ kind: 'hangup' }) },
  {
    request: /^PUT \/voice\/v1\/room\/([^/]+)\/call\/[^/]+\/join$/,
    read: (_body, [room = '']) => ({ kind: 'join', room: decodeURIComponent(room) }),
  },
  { request: /^POST \/video\/v2\/rooms$/, read: ({ name }) => ({ kind: 'create_room', name }) },
  { request: /^POST \/video\/v2\/rooms\/[^/]+\/tokens$/, read: () => ({ kind: 'create_token' }) },
  {
    request: /^POST \/sms\/v1\/messages\/?$/,
    read: ({ template_id: template, recipient }) => ({
      kind: 'sms',
      template,
      recipients: parseRecipients(recipient),
    }),
  },
];

/** Returns the command that a request carries out; undefined for requests that no flow sends. */
export function parseCommand({ method, path, body = '{}', at }: Request): SentCommand | undefined {
  for (const { request, read } of readers) {
    const found = request.exec(`${method} ${path}`);
    // Contains only the fields that a scenario can check; nothing reads the others.
    if (found !== null) return { ...read(parseFields(body), found.slice(1)), at } as unknown as SentCommand;
  }
  return undefined;
}

function buildPattern(method: string, what: string): RegExp {
  return new RegExp(`^${method} ${CALL}/[^/]+/${what}$`);
}

/** A long body is truncated in the journal, and then has no fields. */
function parseFields(body: string): Fields {
  try {
    return JSON.parse(body) as Fields;
  } catch {
    return {};
  }
}

function parseMedia({ text = '', ssml, prompt_name: name, url }: Fields): Fields {
  if (name !== undefined) return { kind: 'stored', name };
  if (url !== undefined) return { kind: 'url', url };
  return ssml === undefined ? { kind: 'text', text } : { kind: 'ssml', ssml };
}

function parseRecipients(recipients: unknown): { to: unknown; data: Fields }[] {
  const all = Array.isArray(recipients) ? (recipients as Fields[]) : [];
  return all.map(({ to, uuid: _uuid, ...data }) => ({ to, data }));
}
