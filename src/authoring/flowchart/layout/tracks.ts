/** The tracks on which lines run: in the gaps between rows and the gutters between columns, one for each target. */
import type { Cells } from './cells.ts';
import { orderTracks } from './gap-order.ts';
import type { GapTrack } from './gap-order.ts';
import { CARD_WIDTH, findPortOffset, PORT_INSET } from './measures.ts';
import type { PortPlan } from './ports.ts';
import type { Route } from './routes.ts';

/** Distance of two tracks, px. */
export const TRACK = 8;

/** The tracks of a layout. Lines to one step share a track; back ways have their own. */
export interface Tracks {
  /** Number of tracks in the gap above a row. */
  countGap: (row: number) => number;
  /** Number of tracks in the gutter left of a column. */
  countGutter: (column: number) => number;
  /** Index of the line's track in the gap above a row, from the top; 0 when it crosses the gap straight. */
  findGap: (row: number, route: Route) => number;
  /** Distance of the line's arrival from the left edge of its target, px, when it comes through the gap above a row. */
  findArrival: (row: number, route: Route) => number;
  /** Index of the line's track in the gutter left of its target, from the right. */
  findGutter: (column: number, route: Route) => number;
}

interface TrackedParts {
  cells: Cells;
  ports: readonly (readonly PortPlan[])[];
  routes: readonly Route[];
}

/** Assigns a track to each line in each gap and gutter where it turns. */
export function assignTracks({ cells, ports, routes }: TrackedParts): Tracks {
  const gaps = Array.from({ length: cells.rowCount + 1 }, () => new Map<string, GapTrack>());
  const gutters = Array.from({ length: cells.columnCount }, () => new Map<string, number>());
  for (const route of routes) {
    const key = keyOf(route);
    const [column = 0, targetColumn = 0] = [cells.columns[route.from], cells.columns[route.to]];
    const offset = findPortOffset(ports[route.from] ?? [], route.port);
    const length = Math.abs((targetColumn - column) * CARD_WIDTH + PORT_INSET - offset);
    for (const { gap, above, below } of listTurns(route, cells, offset)) {
      const track = gaps[gap]?.get(key) ?? { key, length: 0, above: [], below: [] };
      track.length = Math.max(track.length, length);
      track.above.push(above);
      if (below !== undefined) track.below.push(below);
      gaps[gap]?.set(key, track);
    }
    const gutter = gutters[targetColumn];
    const isInGutter = route.course === 'gutter' || route.course === 'back';
    if (isInGutter && gutter?.has(key) === false) gutter.set(key, gutter.size);
  }
  const gapTracks = gaps.map((tracks) => {
    const ordered = orderTracks(tracks.values());
    return new Map(ordered.map(({ key, isAside }, index) => [key, { index, isAside }]));
  });
  return {
    countGap: (row) => gapTracks[row]?.size ?? 0,
    countGutter: (column) => gutters[column]?.size ?? 0,
    findGap: (row, route) => gapTracks[row]?.get(keyOf(route))?.index ?? 0,
    findArrival: (row, route) =>
      PORT_INSET + (gapTracks[row]?.get(keyOf(route))?.isAside === true ? TRACK : 0),
    findGutter: (column, route) => gutters[column]?.get(keyOf(route)) ?? 0,
  };
}

/** A gap in which a line turns, by the row below it, and the places at which it comes and goes on. */
interface Turn {
  gap: number;
  above: string;
  below?: string;
}

function listTurns(route: Route, { rows, columns }: Cells, offset: number): Turn[] {
  const [row = 0, targetRow = 0] = [rows[route.from], rows[route.to]];
  const port = `${columns[route.from]} ${offset}`;
  const arrival = `${columns[route.to]} ${PORT_INSET}`;
  const gutter = `gutter ${columns[route.to]} ${keyOf(route)}`;
  switch (route.course) {
    case 'near':
    case 'own':
      return port === arrival ? [] : [{ gap: targetRow, above: port, below: arrival }];
    case 'target':
      return [{ gap: row + 1, above: port, below: arrival }];
    case 'gutter':
      return [
        { gap: row + 1, above: port, below: gutter },
        { gap: targetRow, above: gutter, below: arrival },
      ];
    case 'back':
      return [{ gap: row + 1, above: port }];
  }
}

function keyOf({ course, to }: Route): string {
  return course === 'back' ? `back ${to}` : String(to);
}
