/** The corners of lines. */
import type { Frame } from './frame.ts';
import type { Route } from './routes.ts';
import type { Card, Line, Point } from './shapes.ts';
import { TRACK } from './tracks.ts';
import type { Tracks } from './tracks.ts';

/** Distance of the first track from the upper edge of its gap, and from the column right of its gutter. */
const FIRST_TRACK = 13;
/** Distance below the upper edge of a card at which back ways arrive at its side. */
const SIDE_INSET = 22;

interface Drawing {
  cards: readonly Card[];
  tracks: Tracks;
  frame: Frame;
}

/** Draws a line. */
export function drawLine(route: Route, drawing: Drawing): Line {
  const { cards } = drawing;
  const [from, to] = [cards[route.from], cards[route.to]];
  const port = from?.ports[route.port];
  if (from === undefined || to === undefined || port === undefined)
    throw new Error(
      `INVARIANT: a route leads from port ${route.port} of step ${route.from} to step ${route.to}`,
    );
  const corners = findCorners(route, { from, to, x: port.x, drawing });
  const points: Point[] = [[port.x, port.y], ...corners];
  return {
    from: from.step,
    port: route.port,
    to: to.step,
    points: dropStraight(points),
    isBack: route.course === 'back',
  };
}

interface Ends {
  from: Card;
  to: Card;
  /** Place of the port. */
  x: number;
  drawing: Drawing;
}

function findCorners(route: Route, { from, to, x, drawing }: Ends): Point[] {
  const { tracks, frame } = drawing;
  const findGapY = (row: number) =>
    (frame.gapTops[row] ?? 0) + FIRST_TRACK + tracks.findGap(row, route) * TRACK;
  const gutterX = to.x - FIRST_TRACK - tracks.findGutter(to.column, route) * TRACK;
  const arrivalGap = route.course === 'target' ? from.row + 1 : to.row;
  const arrivalX = to.x + tracks.findArrival(arrivalGap, route);
  const leaveY = findGapY(from.row + 1);
  const arriveY = findGapY(to.row);
  switch (route.course) {
    case 'near':
    case 'own':
      return [
        [x, arriveY],
        [arrivalX, arriveY],
        [arrivalX, to.y],
      ];
    case 'target':
      return [
        [x, leaveY],
        [arrivalX, leaveY],
        [arrivalX, to.y],
      ];
    case 'gutter':
      return [
        [x, leaveY],
        [gutterX, leaveY],
        [gutterX, arriveY],
        [arrivalX, arriveY],
        [arrivalX, to.y],
      ];
    case 'back':
      return [
        [x, leaveY],
        [gutterX, leaveY],
        [gutterX, to.y + SIDE_INSET],
        [to.x, to.y + SIDE_INSET],
      ];
  }
}

/** Drops the points at which a line does not turn. */
function dropStraight(points: readonly Point[]): Point[] {
  return points.filter(([x, y], index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (before === undefined || after === undefined) return true;
    const isVertical = before[0] === x && x === after[0];
    const isLevel = before[1] === y && y === after[1];
    return !isVertical && !isLevel;
  });
}
