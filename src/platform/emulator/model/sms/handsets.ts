/**
 * Phones that receive messages.
 *
 * Owns their behaviour, inboxes and screens. Does not own when a message arrives.
 *
 * HANDSETS-1. A flash message is shown on the screen and is never in the inbox (sms.md 2.1).
 * HANDSETS-2. An inbox holds messages in order of arrival, as long as their jobs are kept.
 */
import { indexByNumber, toNumberKey } from '../numbers.ts';
import type { JobMessage, Job, Message } from './job.ts';
import type { Phone } from './settings.ts';

const defaultPhone: Phone = {};

export class Handsets {
  readonly #phones: Map<string, Phone>;
  readonly #inboxes = new Map<string, Map<Message, JobMessage>>();
  readonly #screens = new Map<string, JobMessage>();

  constructor(phones: Record<string, Phone>) {
    this.#phones = indexByNumber(phones);
  }

  /** Returns how a phone behaves; by default it receives messages after a second. */
  getPhone(number: string): Phone {
    return this.#phones.get(toNumberKey(number)) ?? defaultPhone;
  }

  setPhone(number: string, phone: Phone): void {
    this.#phones.set(toNumberKey(number), phone);
  }

  receive(arrived: JobMessage): void {
    const key = toNumberKey(arrived.message.to);
    if (arrived.job.flash) this.#screens.set(key, arrived);
    else this.#openInbox(key).set(arrived.message, arrived);
  }

  listInbox(number: string): JobMessage[] {
    return [...(this.#inboxes.get(toNumberKey(number))?.values() ?? [])];
  }

  /** Returns the last flash message. */
  getScreen(number: string): JobMessage | undefined {
    return this.#screens.get(toNumberKey(number));
  }

  /** Removes the messages of a job. */
  forget(job: Job): void {
    for (const message of job.messages) {
      const key = toNumberKey(message.to);
      const inbox = this.#inboxes.get(key);
      inbox?.delete(message);
      if (inbox?.size === 0) this.#inboxes.delete(key);
      if (this.#screens.get(key)?.job === job) this.#screens.delete(key);
    }
  }

  #openInbox(key: string): Map<Message, JobMessage> {
    const known = this.#inboxes.get(key);
    if (known !== undefined) return known;
    const inbox = new Map<Message, JobMessage>();
    this.#inboxes.set(key, inbox);
    return inbox;
  }
}
