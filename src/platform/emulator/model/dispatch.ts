/**
 * How notifications leave: at once and in order; or, where a project's settings say so, lost, twice, late, out of order,
 * encrypted. Owns: the way to `world.outbox`.
 *
 * 1. Every notification is in the journal when it happened, in plain text, whatever becomes of it.
 * 2. What becomes of it depends on the seed and on what was sent before, on nothing else.
 */
import { encryptNotification } from '../../wire/index.ts';
import type { DeliverySettings, Project } from './settings.ts';
import type { World } from './world.ts';

/** A notification, from whom and about what. */
interface Letter {
  /** The project that it concerns. */
  appId: string;
  /** Where it goes; nowhere when undefined. */
  url: string | undefined;
  /** Those about the same go out in order. */
  about: string;
  /** What that belongs to; whatever is about the whole goes out after it. */
  partOf?: string;
  /** The call that it concerns, for the journal. */
  voiceId?: string;
  body: object;
}

/** Sends a notification. */
export function dispatch(world: World, letter: Letter): void {
  const { url, body, appId, voiceId } = letter;
  const project = world.directory.project(appId);
  const leaving = url === undefined ? [] : departures(project?.delivery ?? {}, world.random);
  const happening = { kind: 'notification', ...(url !== undefined && { url }), body } as const;
  const isLost = url !== undefined && leaving.length === 0;
  world.journal.write(world.clock.now, voiceId, { ...happening, ...(isLost && { lost: true }) });
  for (const ms of leaving) leave(world, { letter, project, ms });
}

/** After how many ms it leaves, once for each time that it does. */
function departures(delivery: DeliverySettings, random: () => number): number[] {
  const { lost = 0, duplicated = 0, late = 0, lateMs = 3_000, shuffledWithinMs = 0 } = delivery;
  const happens = (share: number) => share > 0 && random() < share;
  const delay = () => (shuffledWithinMs && random() * shuffledWithinMs) + (happens(late) ? lateMs : 0);
  if (happens(lost)) return [];
  return happens(duplicated) ? [delay(), delay()] : [delay()];
}

function leave(
  world: World,
  { letter, project, ms }: { letter: Letter; project: Project | undefined; ms: number },
): void {
  const { url = '', about, partOf, body, appId } = letter;
  const form = project?.encrypt ? encryptNotification(body, appId, project.encrypt) : { body };
  const go = () => {
    world.outbox.push({ url, about, ...(partOf !== undefined && { partOf }), ...form, at: world.clock.now });
  };
  if (ms === 0) go();
  else world.clock.plan(world.clock.now + ms, go);
}
