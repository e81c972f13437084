/**
 * Send jobs and what became of each message (sms.md 2.2, 2.3, 3).
 *
 * Owns the jobs that are remembered. Does not own how messages travel.
 *
 * 1. A message is accepted as `unknown`, then `sent`, then at most once `delivered`, `failed` or `unknown`, for good.
 *    One that cannot be sent is `failed` at once.
 * 2. Beyond the capacity the oldest jobs are forgotten whole.
 */
import type { SmsDeliveryEntry, SmsDeliveryStatus } from '../../../wire/index.ts';
import type { Fields } from '../rest/fields.ts';
import type { Coding } from './message-text.ts';

/** One recipient's part of a job. */
export interface Message {
  readonly to: string;
  /** After merging. */
  readonly text: string;
  readonly coding: Coding;
  readonly segments: number;
  /** The caller's reference. */
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
  /** Of a binary message. */
  readonly typeDetails: Fields | undefined;
  /** How long delivery is tried, ms. */
  readonly validityMs: number | undefined;
  /** Where delivery notifications go. */
  readonly webhook: string | undefined;
  /** What happened to messages and was not notified yet. */
  news: SmsDeliveryEntry[];
}

/** A message with the job that it belongs to. */
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
