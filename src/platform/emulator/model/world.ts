/** State that all parts of the model share: virtual time, calls, messages, rooms, and notifications to be sent. Owns no rule of the platform. */
import type { CallRegistry } from './voice/call.ts';
import type { Streams } from './voice/media/streams.ts';
import type { Recordings } from './voice/media/recordings.ts';
import type { Directory } from './directory.ts';
import type { Ids } from './ids.ts';
import type { SmsCentre } from './sms/centre.ts';
import type { VideoState } from './video/room.ts';
import type { Journal } from './journal/journal.ts';
import type { CompleteSettings } from './settings.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** A notification on its way: POST `body` as JSON to `url`. */
export interface Delivery {
  url: string;
  /** What it is about, such as the `voice_id` of a call: those about the same go out in order. */
  about: string;
  /** What that belongs to, such as a broadcast: whatever is about the whole goes out after it. */
  partOf?: string;
  body: object;
  /** What else is said in the head of the request. */
  headers?: Record<string, string>;
  /** Virtual time at which it left, ms. */
  at: number;
}

export interface World {
  readonly clock: VirtualClock;
  readonly settings: CompleteSettings;
  readonly directory: Directory;
  readonly calls: CallRegistry;
  readonly recordings: Recordings;
  readonly streams: Streams;
  readonly sms: SmsCentre;
  readonly video: VideoState;
  readonly journal: Journal;
  /** Notifications that nobody has fetched yet. */
  readonly outbox: Delivery[];
  readonly ids: Ids;
  /** Numbers from 0 to 1, the same for the same seed. */
  readonly random: () => number;
}

/** Virtual time as it is written on the wire. */
export function timestamp(world: World): string {
  return new Date(world.clock.now).toISOString();
}
