/** Lines of a diagram as SVG paths. */
import type { Badge, Card, Point } from '../../authoring/flowchart/layout/index.ts';

/** Radius of corners, px. */
const RADIUS = 6;

/** Renders corners as a path with rounded corners. */
export function renderPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const parts = rest.map((point, index) => {
    const next = rest[index + 1];
    return next === undefined ? `L${point.join(' ')}` : renderCorner(points[index] ?? first, point, next);
  });
  return `M${first.join(' ')}${parts.join('')}`;
}

/** A corner is never rounded by more than half of its shorter side. */
function renderCorner(before: Point, corner: Point, after: Point): string {
  const radius = Math.min(RADIUS, measureDistance(before, corner) / 2, measureDistance(corner, after) / 2);
  const start = moveTowards(corner, before, radius);
  const end = moveTowards(corner, after, radius);
  return `L${start.join(' ')}Q${corner.join(' ')} ${end.join(' ')}`;
}

function measureDistance([x1, y1]: Point, [x2, y2]: Point): number {
  return Math.abs(x1 - x2) + Math.abs(y1 - y2);
}

function moveTowards([x, y]: Point, [toX, toY]: Point, distance: number): Point {
  return [x + Math.sign(toX - x) * distance, y + Math.sign(toY - y) * distance];
}

/** Distance of an arriving line from the left edge of a card, and how far a curve goes straight on, px. */
const INSET = 26;
const STRAIGHT = 60;

/** Renders the way from a badge to the card that it names, as a curve across the diagram that arrives from above. */
export function renderJump(badge: Badge, { x: left, y: endY }: Card): string {
  const [startX, startY] = [badge.x + Math.min(badge.width / 2, INSET), badge.y + badge.height];
  const endX = left + INSET;
  return `M${startX} ${startY}C${startX} ${startY + STRAIGHT} ${endX} ${endY - STRAIGHT} ${endX} ${endY}`;
}
