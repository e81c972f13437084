/** Endings of calls as a bar of four parts with its legend. Each part has its word in the legend and in the table beside it. */
import './endings-bar.css';

/** Ended calls by the way they ended. */
interface Endings {
  talked: number;
  served: number;
  hungUp: number;
  failed: number;
}

const parts = [
  { key: 'talked', label: 'talked to somebody' },
  { key: 'served', label: 'served by the flow' },
  { key: 'hungUp', label: 'hung up' },
  { key: 'failed', label: 'failed' },
] as const;

const WIDTH = 228;
const GAP = 1;

/** Draws the shares; the text of the bar tells the counts. */
export function EndingsBar({ calls }: { calls: Endings }) {
  const ended = parts.reduce((sum, { key }) => sum + calls[key], 0);
  if (ended === 0) return <span class="faint">–</span>;
  const shown = parts.filter(({ key }) => calls[key] > 0);
  const text = shown.map(({ key, label }) => `${calls[key]} ${label}`).join(', ');
  const room = WIDTH - GAP * (shown.length - 1);
  let left = 0;
  return (
    <svg class="endings" viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" role="img" aria-label={text}>
      <title>{text}</title>
      {shown.map(({ key }) => {
        const width = (room * calls[key]) / ended;
        const x = left;
        left += width + GAP;
        return <rect key={key} class={key} x={x} y="0" width={width} height="8" />;
      })}
    </svg>
  );
}

export function EndingsLegend() {
  return (
    <div class="legend">
      {parts.map(({ key, label }) => (
        <span key={key}>
          <svg class="swatch" viewBox="0 0 8 8" aria-hidden="true">
            <circle class={key} cx="4" cy="4" r="3.5" />
          </svg>
          {label}
        </span>
      ))}
    </div>
  );
}
