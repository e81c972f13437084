/** Geometry of curves: times and values become coordinates. */
import { formatClock } from './format.ts';

/** A point of a curve: ms since 1970, and the value. */
export type CurvePoint = readonly [at: number, value: number];

/** The part of a drawing that curves fill, in its own units. */
export interface PlotArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The range of times and values that a plot shows; values begin at 0. */
export interface PlotScale {
  from: number;
  to: number;
  top: number;
}

/** Returns the range that holds all curves and reaches at least a value; no axis ends above `atMost`. */
export function findScale(
  curves: readonly (readonly CurvePoint[])[],
  { atLeast = 0, atMost = Infinity }: { atLeast?: number; atMost?: number } = {},
): PlotScale {
  const times = curves.flat().map(([at]) => at);
  const values = curves.flat().map(([, value]) => value);
  const [from, to] = times.length === 0 ? [0, 0] : [Math.min(...times), Math.max(...times)];
  return { from, to, top: Math.min(atMost, findAxisTop(Math.max(atLeast, ...values))) };
}

/** Returns the top of the axis: a round number of at least the highest value that splits into three. */
export function findAxisTop(highest: number): number {
  const third = Math.max(1, highest / 3);
  const power = 10 ** Math.floor(Math.log10(third));
  const step = [1, 2, 3, 5, 6, 8, 10].find((factor) => factor * power >= third) ?? 10;
  return 3 * step * power;
}

/** Returns the coordinates of a point; a single moment is at the right, where the present is. */
export function placePoint(
  [at, value]: CurvePoint,
  scale: PlotScale,
  area: PlotArea,
): [x: number, y: number] {
  const { from, to, top } = scale;
  const share = to === from ? 1 : (at - from) / (to - from);
  return [area.left + area.width * share, area.top + area.height * (1 - value / top)];
}

/** Renders a curve as the path of straight lines between its points. */
export function renderCurve(points: readonly CurvePoint[], scale: PlotScale, area: PlotArea): string {
  return points
    .map((point, index) => {
      const [x, y] = placePoint(point, scale, area);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** Returns times at equal distances, the first and the last included. */
export function listTicks({ from, to }: PlotScale, count: number): number[] {
  if (from === to) return [from];
  return Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
}

const DAY_MS = 86_400_000;
const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'short' });

/** Returns the format for times of an axis: the clock for up to a day, and with the day of the week for longer. */
export function chooseTimeFormat(spanMs: number): (at: number) => string {
  return spanMs <= DAY_MS ? formatClock : (at) => `${DAY.format(at)} ${formatClock(at)}`;
}

/** A part of a whole in one bucket of time. */
interface Portion {
  at: number;
  part: number;
  whole: number;
}

/** Returns the share, in percent, that the parts up to each bucket have of the wholes; it begins with the first whole. */
export function accumulateShares(portions: readonly Portion[]): CurvePoint[] {
  let [parts, wholes] = [0, 0];
  return portions.flatMap(({ at, part, whole }): CurvePoint[] => {
    parts += part;
    wholes += whole;
    return wholes === 0 ? [] : [[at, (100 * parts) / wholes]];
  });
}
