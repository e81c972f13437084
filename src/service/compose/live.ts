/** How those who watch hear of what calls do: by the hook of the engine that nothing waits for. */
import type { Clock, Feed, Log } from '../../engine/ports/index.ts';
import { LiveStreams, LiveTeller } from '../http/index.ts';

/** So many may watch on one node, and so many one project; each looks at the feed five times a second. */
const MOST_STREAMS = { node: 100, project: 50 };

/** What tells, and what those who watch are shown. */
export interface Live {
  teller: LiveTeller;
  streams: LiveStreams;
}

interface LiveOptions {
  feed: Feed;
  clock: Clock;
  log: Log;
  /** The service is about to stop: whoever watches goes elsewhere. */
  isDraining: () => boolean;
}

/** Nothing is told yet. */
export function openLive({ feed, clock, log, isDraining }: LiveOptions): Live {
  return {
    teller: new LiveTeller({ feed, clock, log }),
    streams: new LiveStreams({ feed, clock, log, isDraining, mostStreams: MOST_STREAMS }),
  };
}
