/** Converts requests to the platform into the commands that scenarios name. */
import type { JournalEntry } from '../../platform/emulator/model/index.ts';
import type { SentCommand } from '../../verification/testkit/index.ts';

type Request = Extract<JournalEntry, { kind: 'request' }>;
type Fields = Record<string, unknown>;

/** A command and those of its fields that a scenario can ask for. */
type Shown = Pick<SentCommand, 'kind'> & Fields;

const CALL = '/voice/v1/call';

/** Which request carries out which command. The body says what it is where two have one address. */
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

/** The command that a request carried out; undefined when it is none of a flow's. */
export function parseCommand({ method, path, body = '{}', at }: Request): SentCommand | undefined {
  for (const { request, read } of readers) {
    const found = request.exec(`${method} ${path}`);
    // Only the fields that a scenario can ask for: nobody reads others.
    if (found !== null) return { ...read(parseFields(body), found.slice(1)), at } as unknown as SentCommand;
  }
  return undefined;
}

function buildPattern(method: string, what: string): RegExp {
  return new RegExp(`^${method} ${CALL}/[^/]+/${what}$`);
}

/** The journal cuts long bodies off, and what was cut off is none. */
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
