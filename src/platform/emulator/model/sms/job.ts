/**
 * Jobs and the status of their messages (sms.md 2.2, 2.3, 3).
 *
 * Owns the jobs that are kept. Does not own delivery.
 *
 * SMS-JOB-1. A message is accepted as `unknown`, then `sent`, then at most once finally `delivered`, `failed` or `unknown`.
 *   A message that cannot be sent is `failed` at once.
 * SMS-JOB-2. Beyond the capacity, the oldest jobs are dropped whole.
 */
import type { SmsDeliveryEntry, SmsDeliveryStatus } from '../../../../../schemas/types/sms.ts';
import type { Fields } from '../rest/fields.ts';
import type { Coding } from '../../views/index.ts';

/** A message to one recipient. */
export interface Message {
  readonly to: string;
  /** Text with values merged in. */
  readonly text: string;
  readonly coding: Coding;
  readonly segments: number;
  /** Reference of the sender. */
  readonly uuid: string | undefined;
  status: SmsDeliveryStatus;
  /** Virtual time, ms. */
  sentAt: number | undefined;
  /** Virtual time, ms. */
  deliveredAt: number | undefined;
}

export interface Job {
  readonly id: string;
  readonly appId: string;
  readonly from: string | undefined;
  readonly messages: readonly Message[];
  readonly flash: boolean;
  /** Set for binary messages. */
  readonly typeDetails: Fields | undefined;
  /** Maximum delivery time, ms. */
  readonly validityMs: number | undefined;
  /** Webhook for delivery notifications. */
  readonly webhook: string | undefined;
  /** Changes that were not notified yet. */
  news: SmsDeliveryEntry[];
}

/** A message and its job. */
export interface JobMessage {
  readonly job: Job;
  readonly message: Message;
}

export class JobRegistry {
  readonly #capacity: number;
  /** By id, oldest first. */
  readonly #jobs = new Map<string, Job>();
  readonly #forgotten: (job: Job) => void;
  #messages = 0;

  constructor(capacity: number, forgotten: (job: Job) => void) {
    this.#capacity = capacity;
    this.#forgotten = forgotten;
  }

  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  remembers(job: Job): boolean {
    return this.#jobs.has(job.id);
  }

  add(job: Job): void {
    this.#messages += job.messages.length;
    for (const old of this.#jobs.values()) {
      if (this.#messages <= this.#capacity) break;
      this.#forget(old);
    }
    this.#jobs.set(job.id, job);
  }

  #forget(job: Job): void {
    this.#jobs.delete(job.id);
    this.#messages -= job.messages.length;
    this.#forgotten(job);
  }
}
