/** A curve in the size of a line of text, without axes. */
import { formatNumber } from './format.ts';
import { findScale, renderCurve } from './plot.ts';
import './spark.css';

interface SparkProps {
  /** What is counted: "calls by hour". */
  label: string;
  /** At equal distances, the latest last. */
  values: readonly number[];
}

const AREA = { left: 1, top: 3, width: 94, height: 18 };

/** Draws the values; its text tells the latest and the highest. */
export function Spark({ label, values }: SparkProps) {
  if (values.every((value) => value === 0)) return <span class="faint">–</span>;
  const points = values.map((value, index) => [index, value] as const);
  const highest = Math.max(...values);
  const text = `${label}: ${formatNumber(values.at(-1) ?? 0)} now, ${formatNumber(highest)} at most`;
  return (
    <svg class="spark" viewBox="0 0 96 24" role="img" aria-label={text}>
      <title>{text}</title>
      <path d={renderCurve(points, { ...findScale([points]), top: highest }, AREA)} />
    </svg>
  );
}
