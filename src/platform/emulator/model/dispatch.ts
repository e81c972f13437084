/**
 * Sends notifications: immediately and in order, or, as a project's settings say, lost, duplicated, late, out of order
 * or encrypted. Owns the way to `world.outbox`.
 *
 * DISPATCH-1. Every notification is in the journal, in plain text, from the moment when it happened.
 * DISPATCH-2. Whether it is lost, duplicated or late depends only on the seed and on the notifications before it.
 */
import { encryptNotification } from '../../wire/index.ts';
import type { DeliverySettings, Project } from './project.ts';
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

export function dispatch(world: World, letter: OutgoingNotification): void {
  const { url, body, appId, voiceId } = letter;
  const project = world.directory.findProject(appId);
  const leaving = url === undefined ? [] : drawDelays(project?.delivery ?? {}, world.random);
  const happening = { kind: 'notification', ...(url !== undefined && { url }), body } as const;
  const isLost = url !== undefined && leaving.length === 0;
  world.journal.write(world.clock.now, voiceId, { ...happening, ...(isLost && { lost: true }) });
  for (const ms of leaving) schedule(world, { letter, project, ms });
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
  { letter, project, ms }: { letter: OutgoingNotification; project: Project | undefined; ms: number },
): void {
  const { url = '', about, partOf, body, appId } = letter;
  const form = project?.encrypt ? encryptNotification(body, appId, project.encrypt) : { body };
  const push = () => {
    world.outbox.push({ url, about, ...(partOf !== undefined && { partOf }), ...form, at: world.clock.now });
  };
  if (ms === 0) push();
  else world.clock.plan(world.clock.now + ms, push);
}
