/** Finds what must not touch in a layout. */
import type { Card, Layout, Line, Point } from '../../../src/authoring/flowchart/layout/index.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the pairs of cards that overlap. */
export function findOverlaps({ cards }: Layout): string[] {
  return cards.flatMap((one, index) =>
    cards.slice(index + 1).flatMap((other) => (overlap(one, other) ? [`${one.step}, ${other.step}`] : [])),
  );
}

/** Returns the lines that pass through a card; touching the edge at which a line leaves or arrives is no passing. */
export function findCrossedCards({ cards, lines }: Layout): string[] {
  return lines.flatMap((line) =>
    cards.flatMap((card) =>
      listSegments(line).some((segment) => overlap(segment, shrink(card)))
        ? [`${line.from} → ${line.to} through ${card.step}`]
        : [],
    ),
  );
}

/** Returns the badges that a card covers, or a line that is not from their own port. */
export function findCoveredBadges({ cards, lines, badges }: Layout): string[] {
  return badges.flatMap((badge) => {
    const isCovered =
      cards.some((card) => overlap(badge, shrink(card))) ||
      lines.some((line) => listSegments(line).some((segment) => overlap(segment, shrink(badge, 8))));
    return isCovered ? [`${badge.from} ${badge.port}`] : [];
  });
}

/** Returns the lines with a segment that is neither upright nor level. */
export function findSlantedLines({ lines }: Layout): Line[] {
  return lines.filter(({ points }) =>
    points.some(([x, y], index) => {
      const [nextX, nextY] = points[index + 1] ?? [x, y];
      return nextX !== x && nextY !== y;
    }),
  );
}

/** Returns what reaches beyond the edges. */
export function findOutside({ width, height, cards, lines, badges }: Layout): Box[] {
  const boxes: Box[] = [...cards, ...badges, ...lines.flatMap(listSegments)];
  return boxes.filter(
    (box) => box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height,
  );
}

/** Returns the places where lines to different steps run on top of each other. */
export function findSharedTracks({ lines }: Layout): string[] {
  const segments = lines.flatMap((line) =>
    listSegments(line).map((box) => ({
      ...box,
      to: line.to,
      isBack: line.isBack,
      name: `${line.from} → ${line.to}`,
    })),
  );
  return segments.flatMap((one, index) =>
    segments.slice(index + 1).flatMap((other) => {
      const isSame = one.to === other.to && one.isBack === other.isBack;
      const isLevel =
        one.height === 0 &&
        other.height === 0 &&
        one.y === other.y &&
        meet(one.x, one.width, other.x, other.width);
      const isUpright =
        one.width === 0 &&
        other.width === 0 &&
        one.x === other.x &&
        meet(one.y, one.height, other.y, other.height);
      return !isSame && (isLevel || isUpright) ? [`${one.name} on ${other.name}`] : [];
    }),
  );
}

function meet(from: number, length: number, other: number, otherLength: number): boolean {
  return from < other + otherLength && other < from + length;
}

function listSegments({ points }: Line): Box[] {
  return points.slice(1).map(([x, y], index) => {
    const [fromX, fromY]: Point = points[index] ?? [x, y];
    return {
      x: Math.min(x, fromX),
      y: Math.min(y, fromY),
      width: Math.abs(x - fromX),
      height: Math.abs(y - fromY),
    };
  });
}

function shrink({ x, y, width, height }: Box | Card, by = 1): Box {
  return { x: x + by, y: y + by / 2, width: width - 2 * by, height: height - by };
}

function overlap(one: Box, other: Box): boolean {
  return meet(one.x, one.width, other.x, other.width) && meet(one.y, one.height, other.y, other.height);
}
