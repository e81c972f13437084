/** Messages that a number received and sent, in the order in which they arrived. */
import type { JournalEntry, PhoneView, ReceivedSms } from '../../platform/emulator/views/index.ts';
import { readDigits } from './call-text.ts';

export interface MessageLine {
  key: string;
  /** ms since the epoch. */
  at: number;
  isOwn: boolean;
  /** Sender or recipient, and remarks. */
  head: string;
  text: string;
}

type SentText = Extract<JournalEntry, { kind: 'sms_received' }>;

/** Maximum number of messages of each kind, over all numbers. */
const KEPT_MESSAGES = 500;

/** Messages as the journal records them. Entries go in with `take`. */
export class MessageLog {
  #sent: readonly SentText[] = [];
  /** Exact arrival times; the inbox of a phone has only seconds. */
  readonly #arrivals = new Map<string, number>();

  take(entry: JournalEntry): void {
    if (entry.kind === 'sms_received') this.#sent = [...this.#sent, entry].slice(-KEPT_MESSAGES);
    if (entry.kind !== 'sms_status' || entry.status !== 'delivered') return;
    this.#arrivals.set(toArrivalKey(entry.job_id, entry.to), entry.at);
    for (const oldest of this.#arrivals.keys()) {
      if (this.#arrivals.size <= KEPT_MESSAGES) break;
      this.#arrivals.delete(oldest);
    }
  }

  /** Drops all messages. */
  clear(): void {
    this.#sent = [];
    this.#arrivals.clear();
  }

  /**
   * Returns the messages of a number.
   *
   * @param phone what the phone with this number received; undefined for what is no phone number
   */
  listMessages(number: string, phone: PhoneView | undefined): readonly MessageLine[] {
    const sent = this.#sent.filter(({ from }) => readDigits(from) === readDigits(number)).map(toSentLine);
    const received = phone === undefined ? [] : this.#listReceived(phone);
    return [...received, ...sent].toSorted((one, other) => one.at - other.at);
  }

  #listReceived({ number, inbox, screen }: PhoneView): MessageLine[] {
    const toLine = (message: ReceivedSms, note: string): MessageLine => ({
      key: `${message.job_id} ${note}`,
      at: this.#arrivals.get(toArrivalKey(message.job_id, number)) ?? Date.parse(`${message.received}Z`),
      isOwn: false,
      head: describeSender(message, note),
      text: message.text,
    });
    return [
      ...inbox.map((message) => toLine(message, '')),
      ...(screen === undefined ? [] : [toLine(screen, 'flash message')]),
    ];
  }
}

function describeSender({ from = 'no sender', segments }: ReceivedSms, note: string): string {
  const parts = segments > 1 ? `${segments} segments` : '';
  return [from, note, parts].filter((part) => part !== '').join(', ');
}

function toSentLine({ id, at, to, text }: SentText): MessageLine {
  return { key: id, at, isOwn: true, head: `to ${to}`, text };
}

function toArrivalKey(job: string, to: string): string {
  return `${job} ${readDigits(to)}`;
}
