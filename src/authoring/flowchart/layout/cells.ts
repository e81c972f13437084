/** Third pass: rows by the longest way, columns by the first free place. */
import type { Order } from './order.ts';
import type { WayGraph } from './ways.ts';

/** The cells of the steps. */
export interface Cells {
  /** Step → row; 0 is the row of the entry. */
  rows: readonly number[];
  /** Step → column. */
  columns: readonly number[];
  rowCount: number;
  columnCount: number;
  /** True when no card stands in the column from one row to another, both included. */
  isEmpty: (column: number, from: number, to: number) => boolean;
}

/** Assigns a cell to each step. */
export function assignCells({ steps, targets }: WayGraph, order: Order): Cells {
  const rows = assignRows(targets, order);
  const grid = new Grid();
  const columns = assignColumns(steps.length, { rows, order, grid });
  return {
    rows,
    columns,
    rowCount: Math.max(-1, ...rows) + 1,
    columnCount: Math.max(-1, ...columns) + 1,
    isEmpty: (column, from, to) => grid.isEmpty(column, from, to),
  };
}

/** Puts each step one row below the lowest step that leads there. */
function assignRows(targets: WayGraph['targets'], { sorted, back }: Order): number[] {
  const rows = targets.map(() => 0);
  for (const step of sorted)
    for (const target of targets[step] ?? [])
      if (back[step]?.has(target) !== true) rows[target] = Math.max(rows[target] ?? 0, (rows[step] ?? 0) + 1);
  return rows;
}

/** The cells that are taken, by a card or by the line that leads down to one. */
class Grid {
  readonly #columns: ('card' | 'line' | undefined)[][] = [];

  /** True when nothing stands or passes there. */
  isFree(column: number, from: number, to: number): boolean {
    const cells = this.#columns[column];
    for (let row = from; row <= to; row++) if (cells?.[row] !== undefined) return false;
    return true;
  }

  isEmpty(column: number, from: number, to: number): boolean {
    const cells = this.#columns[column];
    for (let row = from; row <= to; row++) if (cells?.[row] === 'card') return false;
    return true;
  }

  /** Takes the last row for a card, and those above it for its line. */
  take(column: number, from: number, to: number): void {
    const cells = (this.#columns[column] ??= []);
    for (let row = from; row < to; row++) cells[row] = 'line';
    cells[to] = 'card';
  }
}

interface Columns {
  rows: readonly number[];
  order: Order;
  grid: Grid;
}

/**
 * Puts each step into the column of a step that leads there and has only free cells below it, those that lead straight on
 * first, else into the next free column to the right of the first step that leads there.
 */
function assignColumns(count: number, { rows, order, grid }: Columns): number[] {
  const columns = new Array<number>(count).fill(-1);
  let last = 0;
  for (const step of order.met) {
    const row = rows[step] ?? 0;
    const above = (order.leading[step] ?? [])
      .filter((one) => columns[one] !== -1)
      .map((one) => ({
        column: columns[one] ?? 0,
        from: (rows[one] ?? 0) + 1,
        isStraight: order.straight[one] === step,
      }))
      .toSorted((one, other) => Number(other.isStraight) - Number(one.isStraight));
    const found = above.find(({ column, from }) => grid.isFree(column, from, row));
    let column =
      found?.column ?? above[0]?.column ?? (order.begun.get(step)?.isAside === true ? last + 1 : 0);
    if (found === undefined) {
      if (above.length > 0) column++;
      while (!grid.isFree(column, row, row)) column++;
    }
    grid.take(column, found?.from ?? row, row);
    columns[step] = column;
    last = Math.max(last, column);
  }
  return columns;
}
