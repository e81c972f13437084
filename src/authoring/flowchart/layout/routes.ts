/** Fifth pass: the course of each line, and the ways that are badges instead. */
import type { Cells } from './cells.ts';
import type { Order } from './order.ts';
import type { PortPlan } from './ports.ts';
import type { WayGraph } from './ways.ts';

/**
 * The course of a line. `near`: to the next row; `own`: down the column of its step; `target`: down the column of its
 * target; `gutter`: down the gutter left of its target; `back`: up that gutter.
 */
type Course = 'near' | 'own' | 'target' | 'gutter' | 'back';

/** A line before it has a place. */
export interface Route {
  from: number;
  /** Index of the port. */
  port: number;
  to: number;
  course: Course;
}

/** Number of leading steps from which ways to a step are badges, unless they are near. */
const SHARED = 4;

/** Number of rows beyond which a line in a gutter becomes a badge, if the step has another way in. */
const MAX_GUTTER_ROWS = 4;

interface Plans {
  ways: WayGraph;
  order: Order;
  cells: Cells;
  ports: readonly (readonly PortPlan[])[];
}

/** Returns the lines; the ways of all other ports are badges. */
export function chooseRoutes({ order, cells, ports }: Plans): Route[] {
  return order.met.flatMap((from) =>
    (ports[from] ?? []).flatMap(({ target }, port): Route[] => {
      const course = target === undefined ? undefined : chooseCourse(from, target, { order, cells });
      return target === undefined || course === undefined ? [] : [{ from, port, to: target, course }];
    }),
  );
}

/** Chooses the course of a way; undefined for a badge. */
function chooseCourse(
  from: number,
  to: number,
  { order, cells }: Pick<Plans, 'order' | 'cells'>,
): Course | undefined {
  const { rows, columns, isEmpty } = cells;
  const [row = 0, targetRow = 0, column = 0, targetColumn = 0] = [
    rows[from],
    rows[to],
    columns[from],
    columns[to],
  ];
  const leading = order.leading[to] ?? [];
  const isNear = targetRow === row + 1 || leading[0] === from || targetColumn === column;
  if (leading.length >= SHARED && !isNear) return undefined;
  if (order.back[from]?.has(to) === true) return 'back';
  if (targetRow === row + 1) return 'near';
  if (isEmpty(column, row + 1, targetRow - 1)) return 'own';
  if (isEmpty(targetColumn, row + 1, targetRow - 1)) return 'target';
  return targetRow - row > MAX_GUTTER_ROWS && leading.length > 1 ? undefined : 'gutter';
}
