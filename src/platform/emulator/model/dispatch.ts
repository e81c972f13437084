/**
 * Sends notifications: immediately and in order, or, as a project's settings say, lost, duplicated, late, out of order
 * or encrypted. Owns the entries of `world.outbox`.
 *
 * DISPATCH-1. Every notification is written to the journal, in plain text, when the event happens.
 * DISPATCH-2. Loss, duplication and delay depend only on the seed and on earlier notifications.
 */
import { encryptNotification } from '../../wire/index.ts';
import type { DeliverySettings } from './project.ts';
import type { World } from './world.ts';

/** A notification with its sender and subject. */
interface OutgoingNotification {
  /** Project that it belongs to. */
  appId: string;
  /** Webhook; undefined when there is none. */
  url: string | undefined;
  /** Subject, such as a call: notifications with the same subject are sent in order. */
  about: string;
  /** The whole that the subject is part of, such as a broadcast: notifications about the whole are sent after it. */
  partOf?: string;
  /** Call that it belongs to, for the journal. */
  voiceId?: string;
  body: object;
}

export function dispatch(world: World, notification: OutgoingNotification): void {
  const { url, body, appId, voiceId } = notification;
  const project = world.directory.findProject(appId);
  const delays = url === undefined ? [] : drawDelays(project?.delivery ?? {}, world.random);
  const isLost = url !== undefined && delays.length === 0;
  const entry = { kind: 'notification', ...(url !== undefined && { url }), body } as const;
  world.journal.write(world.clock.now, voiceId, { ...entry, ...(isLost && { lost: true }) });
  for (const ms of delays) schedule(world, notification, ms);
}

/** Returns the delay of each copy that is sent, ms. */
function drawDelays(delivery: DeliverySettings, random: () => number): number[] {
  const { lost = 0, duplicated = 0, late = 0, lateMs = 3_000, shuffledWithinMs = 0 } = delivery;
  const happens = (share: number) => share > 0 && random() < share;
  const delay = () => (shuffledWithinMs && random() * shuffledWithinMs) + (happens(late) ? lateMs : 0);
  if (happens(lost)) return [];
  return happens(duplicated) ? [delay(), delay()] : [delay()];
}

function schedule(
  world: World,
  { url = '', about, partOf, body, appId }: OutgoingNotification,
  ms: number,
): void {
  const { encrypt } = world.directory.findProject(appId) ?? {};
  const content = encrypt ? encryptNotification(body, appId, encrypt) : { body };
  const push = () => {
    world.outbox.push({
      url,
      about,
      ...(partOf !== undefined && { partOf }),
      ...content,
      at: world.clock.now,
    });
  };
  if (ms === 0) push();
  else world.clock.plan(world.clock.now + ms, push);
}
