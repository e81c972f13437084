/** Calls per bar of the period as a chart, with the same figures as a table for screen readers. */
import type { Bar } from '../../data/periods.ts';
import { formatMoment } from '../../ui/format.ts';
import { chooseTimeFormat, findAxisTop } from '../../ui/plot.ts';

const WIDTH = 760;
const HEIGHT = 190;
const LEFT = 44;
const BASE = 165;
const TOP = 8;
/** Labels under the axis, at most. */
const LABELS = 7;

export function CallsChart({ bars }: { bars: readonly Bar[] }) {
  const top = findAxisTop(Math.max(...bars.map(({ begun, lost }) => Math.max(begun, lost))));
  const pitch = (WIDTH - LEFT) / bars.length;
  const toHeight = (value: number) => ((BASE - TOP) * value) / top;
  return (
    <>
      <svg class="calls-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
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
        {bars.map(({ at, begun, lost }, index) => (
          <g key={at}>
            <rect
              class="begun"
              x={LEFT + index * pitch + pitch * 0.1}
              width={pitch * 0.8}
              y={BASE - toHeight(begun)}
              height={toHeight(begun)}
              rx="2"
            />
            <rect
              class="lost"
              x={LEFT + index * pitch + pitch * 0.1}
              width={pitch * 0.8}
              y={BASE - toHeight(lost)}
              height={toHeight(lost)}
            />
          </g>
        ))}
        <AxisLabels bars={bars} pitch={pitch} />
      </svg>
      <CallsTable bars={bars} />
    </>
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

function CallsTable({ bars }: { bars: readonly Bar[] }) {
  return (
    <div class="visually-hidden">
      <table>
        <caption>Calls begun, and of them failed or hung up</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Begun</th>
            <th scope="col">Failed or hung up</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ at, begun, lost }) => (
            <tr key={at}>
              <th scope="row">{formatMoment(at)}</th>
              <td>{begun}</td>
              <td>{lost}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
