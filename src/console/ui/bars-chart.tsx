/** Counts by time as a chart of bars, with the same figures as a table for screen readers. */
import type { Bar } from '../data/periods.ts';
import { formatMoment } from './format.ts';
import { chooseTimeFormat, findAxisTop } from './plot.ts';
import './bars-chart.css';

const WIDTH = 760;
const HEIGHT = 190;
const LEFT = 44;
const BASE = 165;
const TOP = 8;
/** Labels under the axis, at most. */
const LABELS = 7;

interface BarsChartProps {
  bars: readonly Bar[];
  /** What is counted, for the table. */
  caption: string;
  /** Name of the count of a bar. */
  whole: string;
  /** Name of the count of its part; absent: bars have none. */
  part?: string;
  /** Count that no bar exceeds; its line is drawn where the bars come near it. */
  limit?: number;
}

/** Bars of at least this share of the limit are near it. */
const NEAR_LIMIT = 1 / 3;

export function BarsChart({ bars, limit = Infinity, ...names }: BarsChartProps) {
  const highest = Math.max(...bars.map(({ whole, part }) => Math.max(whole, part)));
  const hasLimit = highest >= limit * NEAR_LIMIT;
  const top = findAxisTop(hasLimit ? Math.max(highest, limit) : highest);
  const pitch = (WIDTH - LEFT) / bars.length;
  const toHeight = (value: number) => ((BASE - TOP) * value) / top;
  return (
    <>
      <svg class="bars-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {[0, 1, 2, 3].map((third) => {
          const y = BASE - toHeight((top * third) / 3);
          return (
            <g key={third}>
              <line class="rule" x1={LEFT} x2={WIDTH} y1={y} y2={y} />
              <text x={LEFT - 8} y={y + 4} text-anchor="end">
                {(top * third) / 3}
              </text>
            </g>
          );
        })}
        {bars.map(({ at, whole, part }, index) => (
          <g key={at}>
            <rect
              class={isGrowing(bars, at) ? 'whole growing' : 'whole'}
              x={LEFT + index * pitch + pitch * 0.1}
              width={pitch * 0.8}
              y={BASE - toHeight(whole)}
              height={toHeight(whole)}
              rx="2"
            />
            <rect
              class="part"
              x={LEFT + index * pitch + pitch * 0.1}
              width={pitch * 0.8}
              y={BASE - toHeight(part)}
              height={toHeight(part)}
            />
          </g>
        ))}
        {hasLimit && (
          <line class="limit" x1={LEFT} x2={WIDTH} y1={BASE - toHeight(limit)} y2={BASE - toHeight(limit)} />
        )}
        <AxisLabels bars={bars} pitch={pitch} />
      </svg>
      <BarsTable bars={bars} {...names} />
    </>
  );
}

/** True for the bar of the present time, which may still become higher. */
function isGrowing(bars: readonly Bar[], at: number): boolean {
  const [first, second] = bars;
  const now = Date.now();
  return first !== undefined && second !== undefined && at <= now && now < at + (second.at - first.at);
}

/** Tells which colour is which count. */
export function BarsLegend({ whole, part }: { whole: string; part: string }) {
  return (
    <div class="legend end">
      <span>
        <span class="dot whole-dot" />
        {whole}
      </span>
      <span>
        <span class="dot part-dot" />
        {part}
      </span>
    </div>
  );
}

function AxisLabels({ bars, pitch }: { bars: readonly Bar[]; pitch: number }) {
  const every = Math.ceil(bars.length / LABELS);
  const format = chooseTimeFormat((bars.at(-1)?.at ?? 0) - (bars[0]?.at ?? 0));
  return (
    <>
      {bars.map(({ at }, index) =>
        index % every === 0 ? (
          <text key={at} x={LEFT + (index + 0.5) * pitch} y={HEIGHT - 6} text-anchor="middle">
            {format(at)}
          </text>
        ) : null,
      )}
    </>
  );
}

function BarsTable({ bars, caption, whole: wholeName, part: partName }: BarsChartProps) {
  return (
    <div class="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">{wholeName}</th>
            {partName !== undefined && <th scope="col">{partName}</th>}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ at, whole, part }) => (
            <tr key={at}>
              <th scope="row">
                {formatMoment(at)}
                {isGrowing(bars, at) && ' (so far)'}
              </th>
              <td>{whole}</td>
              {partName !== undefined && <td>{part}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
