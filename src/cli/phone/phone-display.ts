/** What a caller notices of a call, as lines of text. */
import type { JournalEntry } from '../../platform/emulator/model/index.ts';

type EntryOf<Kind extends JournalEntry['kind']> = Extract<JournalEntry, { kind: Kind }>;

/** A caller notices nothing of the kinds that are absent. */
const lines: { [Kind in JournalEntry['kind']]?: (entry: EntryOf<Kind>) => string | undefined } = {
  ringing: ({ from, to }) => `-- ${from} calls ${to}: it rings`,
  answered: () => '-- answered',
  speech: ({ text, language }) =>
    text === '' ? undefined : `${language === undefined ? '' : `[${language}] `}${text}`,
  prompt: ({ name }) => `[stored prompt ${name}]`,
  audio: ({ url }) => `[audio ${url}]`,
  key: ({ key, heard_by }) => (heard_by === 'nobody' ? `-- nobody listens for ${key}` : undefined),
  utterance: ({ heard_by }) => (heard_by === 'nobody' ? '-- nobody listens for words' : undefined),
  connecting: ({ to }) => `-- ${to} is being called`,
  bridged: ({ to }) => `-- ${to} answers: you are talking`,
  bridge_ended: ({ to, reason }) => `-- ${to} is gone: ${reason}`,
  held: () => '-- on hold',
  resumed: () => '-- no longer on hold',
  recording_started: () => '-- the call is recorded',
  recording_completed: () => '-- the recording has ended',
  recording_failed: () => '-- the recording has failed',
  stream_started: ({ wss_host }) => `-- your voice goes to ${wss_host}`,
  stream_stopped: () => '-- the stream has ended',
  stream_failed: ({ detail }) => `-- the stream broke: ${detail}`,
  room_joined: ({ room_id }) => `-- you are in the room ${room_id}`,
  room_refused: ({ room_id, code }) => `-- the room ${room_id} does not take you: ${code}`,
  sms_status: ({ to, status, text = '' }) =>
    text === '' ? `-- the message to ${to} is ${status}` : `-- a message to ${to}: ${text}`,
  webhook_failed: ({ detail }) => `-- the service did not take a notification: ${detail}`,
  ended: ({ reason }) => `-- the call has ended: ${reason}`,
};

/** The line for an entry, ended by a newline; empty for what a caller does not notice. */
export function display(entry: JournalEntry): string {
  const line = lines[entry.kind] as ((entry: JournalEntry) => string | undefined) | undefined;
  const text = line?.(entry);
  return text === undefined ? '' : `${text}\n`;
}
