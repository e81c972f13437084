/** A call of the emulator in words: its state, and its entries as lines of a transcript. */
import type { CallView, JournalEntry } from '../../platform/emulator/views/index.ts';
import type { TranscriptLine } from '../phone/transcript-line.ts';
import { describeEntry, findGroup, isTrouble, markIgnored } from './journal-text.ts';

/** Returns the number of the person on the line. */
export function findOwnNumber({ direction, from, to }: CallView): string {
  return direction === 'inbound' ? from : to;
}

/** Describes the state of a call. */
export function describeCall({ direction, state, from, to, held, bridge }: CallView): string {
  const who = direction === 'inbound' ? `with ${to}` : `from ${from}`;
  if (state === 'bridged') return `Call ${who}, bridged to ${bridge ?? 'somebody'}`;
  if (state === 'connected') return `Call ${who}, ${held ? 'on hold' : 'connected'}`;
  if (state === 'disconnected') return `Call ${who}, ended`;
  return `Call ${who}, ${direction === 'inbound' ? 'ringing' : 'dialing'}`;
}

/** Returns the digits of a number, to compare numbers with and without a plus. */
export function readDigits(number: string): string {
  return number.replaceAll(/\D/g, '');
}

/** Returns an entry as a line of the transcript; undefined for entries that are not part of the conversation. */
export function toTranscriptLine(entry: JournalEntry): TranscriptLine | undefined {
  const { seq: key } = entry;
  switch (entry.kind) {
    case 'speech':
      // A flow that only listens plays a text without words.
      if (entry.text.trim() === '') return undefined;
      return {
        key,
        by: 'flow',
        text: entry.text,
        ...(entry.language !== undefined && { language: entry.language }),
      };
    case 'prompt':
    case 'audio':
      return { key, by: 'flow', text: describeEntry(entry) };
    case 'key':
      return { key, by: 'caller', text: `${entry.key}${markIgnored(entry)}` };
    case 'utterance':
      return { key, by: 'caller', text: `“${entry.text}”${markIgnored(entry)}` };
    case 'play_stopped':
      return undefined;
    default:
      return isPartOfCall(entry) ? { key, by: 'platform', text: describeEntry(entry) } : undefined;
  }
}

/** False for requests and notifications that succeeded. */
function isPartOfCall(entry: JournalEntry): boolean {
  const group = findGroup(entry);
  return (group !== 'requests' && group !== 'notifications') || isTrouble(entry);
}
