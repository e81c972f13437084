/** Actions of people with phones: send texts, read received messages. */
import type { IncomingSmsNotification } from '../../../../../schemas/types/sms.ts';
import type { PhoneView, ReceivedSms } from '../../views/index.ts';
import { dispatch } from '../dispatch.ts';
import { toNumberKey, formatNumber } from '../numbers.ts';
import type { World } from '../world.ts';
import { formatDatetime } from './datetime.ts';
import { readOptOut } from './opt-outs.ts';
import type { JobMessage } from './job.ts';
import type { Phone } from './settings.ts';

export class Phones {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Sends a text to a number of the platform and returns its id; undefined when the number has no campaign. */
  text(text: IncomingText, now: number): string | undefined {
    this.#world.clock.runUntil(now);
    return receive(this.#world, text);
  }

  /** Returns the messages of a phone at this time. */
  view(number: string, now: number): PhoneView {
    this.#world.clock.runUntil(now);
    const { handsets } = this.#world.sms;
    const screen = handsets.getScreen(number);
    return {
      number: formatNumber(number),
      inbox: handsets.listInbox(number).map(toReceivedSms),
      ...(screen && { screen: toReceivedSms(screen) }),
    };
  }

  /** Sets how a phone receives messages from now on; messages already sent are not affected. */
  setPhone(number: string, phone: Phone): void {
    this.#world.sms.handsets.setPhone(number, phone);
  }
}

function toReceivedSms({ job, message }: JobMessage): ReceivedSms {
  const { text, coding, segments, deliveredAt = 0 } = message;
  return {
    job_id: job.id,
    ...(job.from !== undefined && { from: job.from }),
    text,
    coding,
    segments,
    received: formatDatetime(deliveredAt),
    ...(job.typeDetails && { type_details: job.typeDetails }),
  };
}

/** A text that a person sends. */
export interface IncomingText {
  /** A phone number. */
  from: string;
  /** Number of a campaign: a short code or a long code. */
  to: string;
  text: string;
}

/**
 * Receives a text and forwards it to the campaign's webhook (sms.md 2.5, 6), including opt-outs and opt-ins. Returns
 * its id; undefined when the number has no campaign.
 */
function receive(world: World, { from, to, text }: IncomingText): string | undefined {
  const found = world.sms.portal.findCampaignAt(to);
  if (found === undefined) return undefined;
  const { campaign, project } = found;
  const { now } = world.clock;
  const id = world.ids.next('sms').replaceAll('-', '');
  world.journal.write(now, undefined, { kind: 'sms_received', id, from, to, text });
  applyOptOut(world, project.appId, { from, text });
  const body: IncomingSmsNotification = {
    id,
    to: Number(toNumberKey(to)),
    received: formatDatetime(now),
    from: Number(toNumberKey(from)),
    body: text,
  };
  const url = campaign.webhook ?? project.smsWebhook ?? project.webhook;
  dispatch(world, { appId: project.appId, url, about: `sms from ${from}`, body });
  return id;
}

function applyOptOut(world: World, appId: string, { from, text }: { from: string; text: string }): void {
  const wish = readOptOut(text);
  if (wish === undefined) return;
  world.sms.optOuts.set(appId, from, wish);
  const kind = wish === 'out' ? 'sms_opted_out' : 'sms_opted_in';
  world.journal.write(world.clock.now, undefined, { kind, from, project: appId });
}
