/** Computes the positions of rows and columns from the cards in them and the lines between them. */
import type { Cells } from './cells.ts';
import { BADGE_HEIGHT, CARD_HEIGHT, CARD_WIDTH, measureHeight, measureWidth } from './measures.ts';
import type { PortPlan } from './ports.ts';
import { TRACK } from './tracks.ts';
import type { Tracks } from './tracks.ts';

/** Space around the diagram. */
const MARGIN = 26;
/** Least width of a gutter, and what it takes beside its tracks. */
const MIN_GUTTER = 40;
const GUTTER_SPACE = 26;
/** Height of a gap between rows beside its tracks. */
const GAP_SPACE = 26;
/** Positions of rows and columns, and of the gaps and gutters before them. */
export interface Frame {
  /** Row → its upper edge. */
  rowTops: readonly number[];
  /** Gap → the edge from which its tracks count; gap `n` is above row `n`. */
  gapTops: readonly number[];
  /** Column → its left edge. */
  columnLefts: readonly number[];
  width: number;
  height: number;
}

interface Measures {
  cells: Cells;
  ports: readonly (readonly PortPlan[])[];
  tracks: Tracks;
  isBadge: (step: number, port: number) => boolean;
}

/** Measures rows and columns from the upper left. */
export function createFrame({ cells, ports, tracks, isBadge }: Measures): Frame {
  const { rowCount, columnCount } = cells;
  const widths = new Array<number>(columnCount).fill(CARD_WIDTH);
  const heights = new Array<number>(rowCount).fill(CARD_HEIGHT);
  const badgeSpaces = new Array<number>(rowCount).fill(0);
  ports.forEach((plans, step) => {
    const [row = 0, column = 0] = [cells.rows[step], cells.columns[step]];
    widths[column] = Math.max(widths[column] ?? 0, measureWidth(plans));
    heights[row] = Math.max(heights[row] ?? 0, measureHeight(plans));
    if (plans.some((_, port) => isBadge(step, port))) badgeSpaces[row] = BADGE_HEIGHT;
  });
  const columnLefts: number[] = [];
  let x = MARGIN;
  for (const [column, width] of widths.entries()) {
    const space = tracks.countGutter(column) * TRACK + GUTTER_SPACE;
    if (column > 0) x += Math.max(MIN_GUTTER, space);
    else if (tracks.countGutter(0) > 0) x += space - GUTTER_SPACE / 2;
    columnLefts.push(x);
    x += width;
  }
  const rowTops: number[] = [];
  const gapTops = [MARGIN];
  let y = MARGIN;
  for (const [row, height] of heights.entries()) {
    rowTops.push(y);
    const gapTop = y + height + (badgeSpaces[row] ?? 0);
    gapTops.push(gapTop);
    y = gapTop + GAP_SPACE + tracks.countGap(row + 1) * TRACK;
  }
  return { rowTops, gapTops, columnLefts, width: x + MARGIN, height: y };
}
