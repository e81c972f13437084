/** Curves over time with a legend, and the same values as a table for screen readers. */
import { formatMoment } from './format.ts';
import { chooseTimeFormat, findScale, listTicks, placePoint, renderCurve } from './plot.ts';
import type { CurvePoint, PlotArea, PlotScale } from './plot.ts';
import './curve.css';

export interface CurveSeries {
  name: string;
  /** In the order of time. */
  points: readonly CurvePoint[];
}

interface CurveProps {
  /** The caption of the table. */
  label: string;
  /** At most two: the first is drawn in the accent, the second dashed in grey. */
  series: readonly CurveSeries[];
  formatValue: (value: number) => string;
  /** A value that the curves should not pass, drawn as a dotted line. */
  limit?: { name: string; value: number };
  /** The greatest value that is possible: 100 for percentages. */
  greatest?: number;
  /** Width of the drawing, px at its natural size. */
  width?: number;
}

const HEIGHT = 170;
const AREA = { left: 48, top: 10, height: 128 };
const TICKS = 5;
const LOOKS = ['first', 'second'];

export function Curve({ label, series, formatValue, limit, greatest, width = 520 }: CurveProps) {
  const scale = findScale(
    series.map(({ points }) => points),
    { ...(limit && { atLeast: limit.value }), ...(greatest !== undefined && { atMost: greatest }) },
  );
  const area: PlotArea = { ...AREA, width: width - AREA.left - 24 };
  const toY = (value: number) => placePoint([scale.to, value], scale, area)[1];
  return (
    <figure class="curve">
      <Legend names={series.map(({ name }) => name)} limit={limit?.name} />
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        {[0, 1, 2, 3].map((third) => {
          const value = (scale.top * third) / 3;
          return (
            <g key={third}>
              <line class="rule" x1={area.left} x2={area.left + area.width} y1={toY(value)} y2={toY(value)} />
              <text x={area.left - 8} y={toY(value) + 4} text-anchor="end">
                {formatValue(value)}
              </text>
            </g>
          );
        })}
        {limit !== undefined && (
          <line
            class="limit"
            x1={area.left}
            x2={area.left + area.width}
            y1={toY(limit.value)}
            y2={toY(limit.value)}
          />
        )}
        {series.map(({ name, points }, index) => (
          <Line key={name} look={LOOKS[index] ?? ''} {...{ points, scale, area }} />
        ))}
        <TimeAxis scale={scale} area={area} />
      </svg>
      <ValueTable label={label} series={series} formatValue={formatValue} />
    </figure>
  );
}

function Legend({ names, limit }: { names: readonly string[]; limit: string | undefined }) {
  const entries = names.map((name, index) => ({ name, look: LOOKS[index] ?? '' }));
  const all = limit === undefined ? entries : [...entries, { name: limit, look: 'limit' }];
  return (
    <figcaption class="legend small muted">
      {all.map(({ name, look }) => (
        <span key={name}>
          <svg class="key" viewBox="0 0 20 8" aria-hidden="true">
            <path class={look} d="M0 4H20" />
          </svg>
          {name}
        </span>
      ))}
    </figcaption>
  );
}

interface LineProps {
  look: string;
  points: readonly CurvePoint[];
  scale: PlotScale;
  area: PlotArea;
}

/** Draws a line, with a dot at its end, which shows a curve of one point too. */
function Line({ look, points, scale, area }: LineProps) {
  const last = points.at(-1);
  if (last === undefined) return null;
  const [x, y] = placePoint(last, scale, area);
  return (
    <>
      <path class={look} d={renderCurve(points, scale, area)} />
      <circle class={look} cx={x} cy={y} r="3" />
    </>
  );
}

function TimeAxis({ scale, area }: { scale: PlotScale; area: PlotArea }) {
  const format = chooseTimeFormat(scale.to - scale.from);
  const ticks = listTicks(scale, TICKS).map((at) => ({ at, text: format(at) }));
  return (
    <>
      {ticks.map(({ at, text }, index) =>
        // Within a few minutes several times have the same text.
        text === ticks[index - 1]?.text ? null : (
          <text
            key={at}
            x={placePoint([at, 0], scale, area)[0]}
            y={HEIGHT - 8}
            text-anchor={at === scale.to ? 'end' : 'middle'}
          >
            {text}
          </text>
        ),
      )}
    </>
  );
}

function ValueTable({ label, series, formatValue }: Pick<CurveProps, 'label' | 'series' | 'formatValue'>) {
  const columns = series.map(({ name, points }) => ({ name, values: new Map(points) }));
  const times = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))].toSorted(
    (one, other) => one - other,
  );
  return (
    <div class="visually-hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((at) => (
            <tr key={at}>
              <th scope="row">{formatMoment(at)}</th>
              {columns.map(({ name, values }) => {
                const value = values.get(at);
                return <td key={name}>{value === undefined ? '–' : formatValue(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
