/**
 * Messages that the user's number received and sent.
 * @import { JournalEntry, PhoneView, ReceivedSms } from '../../model/index.ts'
 */
import * as control from './control.js';
import { find, make, onSubmit } from './dom.js';
import { KeyedList } from './keyed-list.js';
import { getDigits } from './phone.js';

/** @typedef {{key: string, at: number, from: string, text: string, kind: 'heard' | 'done', note: string}} Line */

/** Maximum number of messages of each kind, over all numbers. */
const keptMessages = 500;

export class Messages {
  #me = find('me', HTMLInputElement);
  #thread = find('thread', HTMLOListElement);
  /** @type {KeyedList<Line>} */
  #list = new KeyedList(this.#thread, ({ key }) => key, renderRow);
  /** @type {Extract<JournalEntry, {kind: 'sms_received'}>[]} */
  #sent = [];
  /** Exact arrival times, since the inbox has only seconds. @type {Map<string, number>} */
  #arrivals = new Map();

  constructor() {
    const to = find('text-to', HTMLInputElement);
    const body = find('text-body', HTMLInputElement);
    onSubmit(find('text', HTMLFormElement), async () => {
      await control.sendText({ from: this.#me.value.trim(), to: to.value.trim(), text: body.value });
      body.value = '';
    });
  }

  /** @param {JournalEntry} entry */
  handleEntry(entry) {
    if (entry.kind === 'sms_received') this.#sent = [...this.#sent, entry].slice(-keptMessages);
    if (entry.kind !== 'sms_status' || entry.status !== 'delivered') return;
    this.#arrivals.set(getArrivalKey(entry.job_id, entry.to), entry.at);
    for (const oldest of this.#arrivals.keys()) {
      if (this.#arrivals.size <= keptMessages) break;
      this.#arrivals.delete(oldest);
    }
  }

  /** Drops all messages. */
  clear() {
    this.#sent = [];
    this.#arrivals.clear();
  }

  async refresh() {
    const number = this.#me.value.trim();
    const phone = /^\+?\d{3,15}$/.test(number) ? await control.getPhone(number) : undefined;
    const sent = this.#sent.filter(({ from }) => getDigits(from) === getDigits(number)).map(toSentLine);
    const count = this.#thread.childElementCount;
    this.#list.show(
      [...(phone ? this.#received(phone) : []), ...sent].toSorted((one, other) => one.at - other.at),
    );
    if (this.#thread.childElementCount !== count) this.#thread.scrollTop = this.#thread.scrollHeight;
  }

  /**
   * @param {PhoneView} phone
   * @returns {Line[]}
   */
  #received({ number, inbox, screen }) {
    const lines = inbox.map((message) => toReceivedLine(message, ''));
    if (screen) lines.push(toReceivedLine(screen, 'flash message'));
    return lines.map((line) => ({
      ...line,
      at: this.#arrivals.get(getArrivalKey(line.job, number)) ?? line.at,
    }));
  }
}

/**
 * @param {ReceivedSms} message
 * @param {string} note
 * @returns {Line & {job: string}}
 */
function toReceivedLine({ job_id: job, from = 'no sender', text, received: at, segments }, note) {
  const parts = segments > 1 ? `${segments} segments` : '';
  const notes = [note, parts].filter((one) => one !== '').join(', ');
  return { job, key: `${job} ${note}`, at: Date.parse(`${at}Z`), from, text, kind: 'heard', note: notes };
}

/**
 * @param {Extract<JournalEntry, {kind: 'sms_received'}>} entry
 * @returns {Line}
 */
function toSentLine({ id, at, to, text }) {
  return { key: id, at, from: `to ${to}`, text, kind: 'done', note: '' };
}

/** @param {Line} line */
function renderRow({ from, text, kind, note }) {
  const head = note === '' ? from : `${from}, ${note}`;
  return make('li', { class: kind }, [make('small', {}, [head]), make('span', {}, [text])]);
}

/**
 * @param {string} job
 * @param {string} to
 */
function getArrivalKey(job, to) {
  return `${job} ${getDigits(to)}`;
}
