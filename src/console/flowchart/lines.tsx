/** Lines between cards, and badges in place of lines. They repeat what the cards say, and so are hidden from assistive technology. */
import type { Badge, Layout, Line } from '../../authoring/flowchart/layout/index.ts';
import { memoize } from '../ui/memo.tsx';
import { labelTarget, shorten } from './labels.ts';
import { findMaxHeat, isOnPath } from './marks.ts';
import type { DiagramMarks } from './marks.ts';
import { renderPath } from './paths.ts';

interface LinesProps {
  layout: Layout;
  counts: DiagramMarks['counts'] | undefined;
  path: DiagramMarks['path'] | undefined;
}

/** Rendered again only when a count or the path changes: while calls move, only cards do. */
export const Lines = memoize(function Lines({ layout, counts, path }: LinesProps) {
  const marks: DiagramMarks = { ...(counts && { counts }), ...(path && { path }) };
  const maxHeat = findMaxHeat(marks);
  const cards = new Map(layout.cards.map((card) => [card.step, card]));
  const drawn = layout.lines.map((line) => {
    const codes = cards.get(line.from)?.ports[line.port]?.codes ?? [];
    const ways = marks.counts?.get(line.from)?.ways ?? {};
    return {
      line,
      count: codes.reduce((sum, code) => sum + (ways[code] ?? 0), 0),
      isLit: isOnPath(marks, line.from, line.to),
    };
  });
  // Lines of the path are drawn last, above the others.
  const ordered = drawn.toSorted((one, other) => Number(one.isLit) - Number(other.isLit));
  return (
    <g aria-hidden="true">
      {ordered.map(({ line, count, isLit }) => (
        <Wire
          key={`${line.from} ${line.port} ${line.to}`}
          {...{ line, isLit }}
          isHot={count > 0}
          width={1.5 + 5 * Math.sqrt(count / maxHeat)}
        />
      ))}
    </g>
  );
});

interface WireProps {
  line: Line;
  /** Width of the line, px. */
  width: number;
  /** True when somebody went this way. */
  isHot: boolean;
  /** True when it is part of the path. */
  isLit: boolean;
}

const Wire = memoize(function Wire({ line, width, isHot, isLit }: WireProps) {
  const { points, isBack } = line;
  const [x, y] = points.at(-1) ?? [0, 0];
  const [beforeX] = points.at(-2) ?? [0, 0];
  const classes = ['wire', isBack && 'back', isLit ? 'on-path' : isHot && 'hot'];
  const tip = y === points.at(-2)?.[1] ? `M${x} ${y}l${x > beforeX ? -7 : 7} -4v8z` : `M${x} ${y}l-4 -6h8z`;
  return (
    <>
      <path
        class={classes.filter(Boolean).join(' ')}
        d={renderPath(points)}
        stroke-width={width.toFixed(1)}
      />
      <path class={isLit ? 'tip on-path' : 'tip'} d={tip} />
    </>
  );
});

export const Badges = memoize(function Badges({ badges }: { badges: readonly Badge[] }) {
  return (
    <g aria-hidden="true">
      {badges.map(({ from, port, to, x, y, width, height }) => (
        <text key={`${from} ${port}`} class="jump" x={x} y={y + height - 3}>
          {'↳ '}
          {shorten(labelTarget(to), Math.max(3, Math.floor(width / 6.6) - 2))}
        </text>
      ))}
    </g>
  );
});
