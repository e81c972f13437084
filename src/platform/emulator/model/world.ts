/**
 * State that all parts of the model share: virtual time, calls, messages, rooms, and notifications to send. Owns no
 * rule of the platform.
 */
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

/** A notification to send: POST `body` as JSON to `url`. */
export interface Delivery {
  url: string;
  /** Subject, such as the `voice_id` of a call: notifications with the same subject are sent in order. */
  about: string;
  /** The whole that the subject is part of, such as a broadcast: notifications about the whole are sent after it. */
  partOf?: string;
  body: object;
  /** Additional headers. */
  headers?: Record<string, string>;
  /** Virtual time of sending, ms. */
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
  /** Notifications that were not fetched yet. */
  readonly outbox: Delivery[];
  readonly ids: Ids;
  /** Deterministic numbers from 0 to 1. */
  readonly random: () => number;
}

/** Formats the current virtual time. */
export function formatNow(world: World): string {
  return new Date(world.clock.now).toISOString();
}
