/** What people do with the phones that messages reach, and what they find there. */
import { shownNumber } from '../numbers.ts';
import type { World } from '../world.ts';
import { datetime } from './datetime.ts';
import { receive } from './incoming.ts';
import type { IncomingText } from './incoming.ts';
import type { JobMessage } from './job.ts';
import type { Coding } from './segments.ts';
import type { Phone } from './settings.ts';

/** A message as its recipient sees it. */
export interface ReceivedSms {
  job_id: string;
  /** Absent when the request named no sender. */
  from?: string;
  /** After merging; of a binary message its octets, read as UTF-8. */
  text: string;
  coding: Coding;
  segments: number;
  /** Virtual time of its arrival, UTC. */
  received: string;
  /** Of a binary message. */
  type_details?: object;
}

/** A phone and what it holds. */
export interface PhoneView {
  number: string;
  /** In the order of arrival. */
  inbox: ReceivedSms[];
  /** The last flash message. */
  screen?: ReceivedSms;
}

export interface Phones {
  /** Somebody writes to a number of the platform; gives the message's id, undefined when the number has no campaign. */
  text(text: IncomingText, now: number): string | undefined;
  /** What a phone holds at this time. */
  view(number: string, now: number): PhoneView;
  /** Says what happens to messages for a number from now on; those already sent are not affected. */
  setPhone(number: string, phone: Phone): void;
}

export class PhonesInHands implements Phones {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  text(text: IncomingText, now: number): string | undefined {
    this.#world.clock.runUntil(now);
    return receive(this.#world, text);
  }

  view(number: string, now: number): PhoneView {
    this.#world.clock.runUntil(now);
    const { handsets } = this.#world.sms;
    const screen = handsets.screen(number);
    return {
      number: shownNumber(number),
      inbox: handsets.inbox(number).map(shown),
      ...(screen && { screen: shown(screen) }),
    };
  }

  setPhone(number: string, phone: Phone): void {
    this.#world.sms.handsets.setPhone(number, phone);
  }
}

function shown({ job, message }: JobMessage): ReceivedSms {
  const { text, coding, segments, deliveredAt = 0 } = message;
  return {
    job_id: job.id,
    ...(job.from !== undefined && { from: job.from }),
    text,
    coding,
    segments,
    received: datetime(deliveredAt),
    ...(job.typeDetails && { type_details: job.typeDetails }),
  };
}
