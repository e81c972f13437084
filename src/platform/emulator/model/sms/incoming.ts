import type { IncomingSmsNotification } from '../../../wire/index.ts';
import { dispatch } from '../dispatch.ts';
import { numberKey } from '../numbers.ts';
import type { World } from '../world.ts';
import { datetime } from './datetime.ts';
import { wishOf } from './opt-outs.ts';

/** A message that somebody writes. */
export interface IncomingText {
  /** A phone number. */
  from: string;
  /** A number of a campaign: a short code or a long code. */
  to: string;
  text: string;
}

/**
 * Receives a message and sends it on to the campaign's webhook (sms.md 2.5, 6); words that opt out or in are sent on
 * too. Gives its id; undefined when the number belongs to no campaign.
 */
export function receive(world: World, { from, to, text }: IncomingText): string | undefined {
  const found = world.sms.portal.campaignAt(to);
  if (found === undefined) return undefined;
  const { campaign, project } = found;
  const { now } = world.clock;
  const id = world.ids.next('sms').replaceAll('-', '');
  world.journal.write(now, undefined, { kind: 'sms_received', id, from, to, text });
  heed(world, project.appId, { from, text });
  const body: IncomingSmsNotification = {
    id,
    to: Number(numberKey(to)),
    received: datetime(now),
    from: Number(numberKey(from)),
    body: text,
  };
  const url = campaign.webhook ?? project.smsWebhook ?? project.webhook;
  dispatch(world, { appId: project.appId, url, about: `sms from ${from}`, body });
  return id;
}

function heed(world: World, appId: string, { from, text }: { from: string; text: string }): void {
  const wish = wishOf(text);
  if (wish === undefined) return;
  world.sms.optOuts.set(appId, from, wish);
  const kind = wish === 'out' ? 'sms_opted_out' : 'sms_opted_in';
  world.journal.write(world.clock.now, undefined, { kind, from, project: appId });
}
