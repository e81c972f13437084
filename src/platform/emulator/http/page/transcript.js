/**
 * The transcript of a call, as a conversation.
 * @import { JournalEntry } from '../../model/index.ts'
 */
import { appendTo, make } from './dom.js';
import { groupOf, isTrouble, sentence, unheard } from './journal-line.js';

const keptLines = 300;

/**
 * Adds a journal entry if it belongs to the conversation.
 * @param {HTMLElement} list
 * @param {JournalEntry} entry
 */
export function addToTranscript(list, entry) {
  const line = lineOf(entry);
  if (line) appendTo(list, [line], keptLines);
}

/** @param {JournalEntry} entry */
function lineOf(entry) {
  switch (entry.kind) {
    case 'speech':
      return make('li', { class: 'heard', lang: entry.language ?? '' }, [entry.text]);
    case 'prompt':
    case 'audio':
      return make('li', { class: 'heard' }, [sentence(entry)]);
    case 'key':
      return make('li', { class: 'done' }, [`${entry.key}${unheard(entry)}`]);
    case 'utterance':
      return make('li', { class: 'done' }, [`“${entry.text}”${unheard(entry)}`]);
    case 'play_stopped':
      return undefined;
    default:
      return isOfTheCall(entry) ? make('li', { class: 'note' }, [sentence(entry)]) : undefined;
  }
}

/**
 * Omits requests and notifications that succeeded.
 * @param {JournalEntry} entry
 */
function isOfTheCall(entry) {
  const group = groupOf(entry);
  if (group === 'requests' || group === 'notifications') return isTrouble(entry);
  return true;
}
