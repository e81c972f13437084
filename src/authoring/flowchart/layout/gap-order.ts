/** Orders the tracks of a gap between rows, from the top. */

/** A track of a gap: the level parts of the lines to one step. */
export interface GapTrack {
  key: string;
  /** Length of its longest line, px. */
  length: number;
  /** Places at which its lines come from above. */
  above: string[];
  /** Places at which its lines go on below. */
  below: string[];
}

/** A track in its order. */
interface OrderedTrack {
  key: string;
  /** True if its lines have to arrive beside their place, where a line of a later track comes from above. */
  isAside: boolean;
}

/**
 * Orders tracks: the longest first, so that the lines of one fork do not cross each other, but a track whose line comes from
 * above at some place before one whose line goes on below there, since both would run on top of each other. Tracks may wait
 * for each other in a circle; then the longest goes first, and arrives beside its place.
 */
export function orderTracks(tracks: Iterable<GapTrack>): OrderedTrack[] {
  const remaining = [...tracks].sort((one, other) => other.length - one.length);
  const ordered: OrderedTrack[] = [];
  while (remaining.length > 0) {
    const isNext = (track: GapTrack) =>
      !remaining.some((other) => other !== track && track.below.some((place) => other.above.includes(place)));
    const found = remaining.findIndex(isNext);
    const next = remaining.splice(Math.max(0, found), 1);
    ordered.push(...next.map(({ key }) => ({ key, isAside: found === -1 })));
  }
  return ordered;
}
