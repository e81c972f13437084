/**
 * The journal as a list with filters. Owns the latest entries; an entry expands to all its fields.
 * @import { JournalEntry } from '../../model/index.ts'
 */
import { appendTo, find, make } from './dom.js';
import { getGroup, groups, isTrouble, describeEntry } from './journal-line.js';

const keptLines = 500;
const waitMs = 50;

/** Number of digits shown of a call’s id; its end distinguishes calls. */
const shownDigits = 6;

export class JournalView {
  #list = find('lines', HTMLOListElement);
  #filter = find('filter', HTMLInputElement);
  #onlyMine = find('only-mine', HTMLInputElement);
  #isMine;
  /** @type {JournalEntry[]} */
  #waiting = [];
  /** @type {Map<string, HTMLInputElement>} */
  #switches = new Map();

  /** @param {(voiceId: string) => boolean} isMine True for the phone's call. */
  constructor(isMine) {
    this.#isMine = isMine;
    for (const group of groups) this.#switches.set(group, this.#addSwitch(group));
    this.#filter.addEventListener('input', () => this.refresh());
    this.#onlyMine.addEventListener('change', () => this.refresh());
    find('clear', HTMLButtonElement).addEventListener('click', () => this.clear());
  }

  /**
   * Queues an entry and renders it together with others, so that a busy emulator does not block the page.
   * @param {JournalEntry} entry
   */
  add(entry) {
    if (this.#waiting.length === 0) setTimeout(() => this.#showWaiting(), waitMs);
    this.#waiting.push(entry);
    if (this.#waiting.length >= 2 * keptLines) this.#waiting.splice(0, keptLines);
  }

  clear() {
    this.#waiting.length = 0;
    this.#list.replaceChildren();
  }

  #showWaiting() {
    const lines = this.#waiting.splice(0).slice(-keptLines).map(renderLine);
    for (const line of lines) this.#applyFilters(line);
    appendTo(this.#list, lines, keptLines);
  }

  /** Applies the filters to all lines. */
  refresh() {
    for (const line of this.#list.children) if (line instanceof HTMLElement) this.#applyFilters(line);
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  /** @param {HTMLElement} line */
  #applyFilters(line) {
    const { group = '', voiceId = '' } = line.dataset;
    const wanted = this.#filter.value.trim().toLowerCase();
    line.hidden =
      this.#switches.get(group)?.checked === false ||
      (this.#onlyMine.checked && !this.#isMine(voiceId)) ||
      !(line.dataset.text ?? '').includes(wanted);
  }

  /** @param {string} group */
  #addSwitch(group) {
    const box = make('input', { type: 'checkbox', checked: '' });
    box.addEventListener('change', () => this.refresh());
    find('groups', HTMLFieldSetElement).append(make('label', { class: 'inline' }, [box, ` ${group}`]));
    return box;
  }
}

/** @param {JournalEntry} entry */
function renderLine(entry) {
  const { at, voice_id: voiceId = '' } = entry;
  const group = getGroup(entry);
  const text = describeEntry(entry);
  const summary = make('summary', {}, [
    make('time', { datetime: new Date(at).toISOString() }, [formatTime(at)]),
    make('span', { class: 'group' }, [group]),
    make('code', { title: voiceId }, [voiceId.slice(-shownDigits)]),
    make('span', { class: 'text' }, [text]),
  ]);
  const details = make('details', {}, [summary]);
  details.addEventListener(
    'toggle',
    () => details.append(make('pre', {}, [JSON.stringify(entry, null, 2)])),
    {
      once: true,
    },
  );
  const line = make('li', { 'data-group': group, 'data-voice-id': voiceId }, [details]);
  line.dataset.text = `${text} ${voiceId}`.toLowerCase();
  line.classList.toggle('bad', isTrouble(entry));
  return line;
}

/** @param {number} at */
function formatTime(at) {
  return new Date(at).toTimeString().slice(0, 8) + `.${String(at % 1_000).padStart(3, '0')}`;
}
