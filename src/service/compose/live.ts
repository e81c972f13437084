/** Live events of calls, fed by a hook of the engine that nothing waits for. */
import type { Clock, Feed, Log } from '../../engine/ports/index.ts';
import { LiveStreams, LivePublisher } from '../http/index.ts';

/** Maximum number of streams per node and per project; each polls the feed five times a second. */
const MOST_STREAMS = { node: 100, project: 50 };

/** The publisher and the streams. */
export interface Live {
  teller: LivePublisher;
  streams: LiveStreams;
}

interface LiveOptions {
  feed: Feed;
  clock: Clock;
  log: Log;
  /** True while the service is stopping: streams end, so that clients reconnect elsewhere. */
  isDraining: () => boolean;
}

/** Creates both; nothing is published yet. */
export function openLive({ feed, clock, log, isDraining }: LiveOptions): Live {
  return {
    teller: new LivePublisher({ feed, clock, log }),
    streams: new LiveStreams({ feed, clock, log, isDraining, maxStreams: MOST_STREAMS }),
  };
}
