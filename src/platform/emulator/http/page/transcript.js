/**
 * The transcript of a call, as a conversation.
 * @import { JournalEntry } from '../../model/index.ts'
 */
import { appendTo, make } from './dom.js';
import { getGroup, isTrouble, describeEntry, markUnheard } from './journal-line.js';

const keptLines = 300;

/**
 * Adds a journal entry if it belongs to the conversation.
 * @param {HTMLElement} list
 * @param {JournalEntry} entry
 */
export function addToTranscript(list, entry) {
  const line = renderLine(entry);
  if (line) appendTo(list, [line], keptLines);
}

/** @param {JournalEntry} entry */
function renderLine(entry) {
  switch (entry.kind) {
    case 'speech':
      return make('li', { class: 'heard', lang: entry.language ?? '' }, [entry.text]);
    case 'prompt':
    case 'audio':
      return make('li', { class: 'heard' }, [describeEntry(entry)]);
    case 'key':
      return make('li', { class: 'done' }, [`${entry.key}${markUnheard(entry)}`]);
    case 'utterance':
      return make('li', { class: 'done' }, [`“${entry.text}”${markUnheard(entry)}`]);
    case 'play_stopped':
      return undefined;
    default:
      return isPartOfCall(entry) ? make('li', { class: 'note' }, [describeEntry(entry)]) : undefined;
  }
}

/**
 * Omits requests and notifications that succeeded.
 * @param {JournalEntry} entry
 */
function isPartOfCall(entry) {
  const group = getGroup(entry);
  if (group === 'requests' || group === 'notifications') return isTrouble(entry);
  return true;
}
