/** Lines of a diagram as SVG paths. */
import type { Point } from '../../authoring/flowchart/layout/index.ts';

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
