/**
 * The part of a diagram that is drawn in full: what its view shows, and a margin around it. Elsewhere a card is only a link in
 * the list of steps, so that a flow of 1,000 steps costs little more than a small one.
 */
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Point } from '../../authoring/flowchart/layout/index.ts';

/** A rectangle, in the coordinates of the layout. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Shape {
  scale: number;
  /** Margin around the layout, px. */
  margin: number;
}

/** The area follows the scrolling in steps of this length, and reaches at least as far beyond the view, px of the screen. */
const TILE = 512;

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };

/** Returns the area to draw. It is a new object only when it changes. */
export function useNearArea(view: { current: HTMLDivElement | null }, { scale, margin }: Shape): Box {
  const [shown, setShown] = useState(NOWHERE);
  useLayoutEffect(() => {
    const element = view.current;
    if (element === null) return undefined;
    // The scroll event comes before the frame is painted, and so does the change that it makes here.
    const read = () => {
      const tiles = readTiles(element);
      setShown((before) => (areEqual(before, tiles) ? before : tiles));
    };
    read();
    const sizes = new ResizeObserver(read);
    sizes.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [view]);
  return useMemo(() => toLayoutBox(shown, { scale, margin }), [shown, scale, margin]);
}

/** True when a part of the box is in the area. */
export function isNear(area: Box, { x, y, width, height }: Box): boolean {
  return x <= area.x + area.width && x + width >= area.x && y <= area.y + area.height && y + height >= area.y;
}

/** Returns the smallest box around points. */
export function boundPoints(points: readonly Point[]): Box {
  const [x, y] = [Math.min(...points.map(([left]) => left)), Math.min(...points.map(([, top]) => top))];
  const [right, bottom] = [
    Math.max(...points.map(([left]) => left)),
    Math.max(...points.map(([, top]) => top)),
  ];
  return { x, y, width: right - x, height: bottom - y };
}

/** Returns the whole tiles that the view touches, and one more on each side, px of the screen. */
function readTiles({ scrollLeft, scrollTop, clientWidth, clientHeight }: HTMLElement): Box {
  const [x, width] = coverWithTiles(scrollLeft, clientWidth);
  const [y, height] = coverWithTiles(scrollTop, clientHeight);
  return { x, y, width, height };
}

function coverWithTiles(start: number, length: number): [start: number, length: number] {
  const first = (Math.floor(start / TILE) - 1) * TILE;
  const end = (Math.ceil((start + length) / TILE) + 1) * TILE;
  return [first, end - first];
}

function toLayoutBox({ x, y, width, height }: Box, { scale, margin }: Shape): Box {
  return { x: x / scale - margin, y: y / scale - margin, width: width / scale, height: height / scale };
}

function areEqual(one: Box, other: Box): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}
