/** Lines between cards, and badges in place of lines. They repeat what the cards say, and so are hidden from assistive technology. */
import { useState } from 'preact/hooks';
import type { Layout, Line } from '../../authoring/flowchart/layout/index.ts';
import { memoize } from '../ui/memo.tsx';
import { labelTarget, PORT_CHAR_WIDTH, shorten } from './labels.ts';
import { findMaxHeat, isOnPath } from './marks.ts';
import type { DiagramMarks } from './marks.ts';
import { boundPoints, isNear } from './near-area.ts';
import type { Box } from './near-area.ts';
import { renderJump, renderPath } from './paths.ts';

interface LinesProps {
  layout: Layout;
  /** Lines outside are left out. */
  area: Box;
  counts: DiagramMarks['counts'] | undefined;
  path: DiagramMarks['path'] | undefined;
  /** The step whose ways are lit where no path is shown. */
  shown: string | undefined;
}

/** Rendered again only when a count or the path changes: while calls move, only cards do. */
export const Lines = memoize(function Lines({ layout, area, counts, path, shown }: LinesProps) {
  const marks: DiagramMarks = { ...(counts && { counts }), ...(path && { path }) };
  const maxHeat = findMaxHeat({ ...marks, heatOf: 'visits' });
  const cards = new Map(layout.cards.map((card) => [card.step, card]));
  const near = layout.lines.filter(({ points }) => isNear(area, boundPoints(points)));
  const drawn = near.map((line) => {
    const codes = cards.get(line.from)?.ports[line.port]?.codes ?? [];
    const ways = marks.counts?.get(line.from)?.ways ?? {};
    return {
      line,
      count: codes.reduce((sum, code) => sum + (ways[code] ?? 0), 0),
      isLit: marks.path === undefined ? line.from === shown : isOnPath(marks, line.from, line.to),
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

interface BadgesProps {
  layout: Layout;
  /** Badges outside are left out, unless their step is shown. */
  area: Box;
  /** Size of the text, px of the diagram. */
  size: number;
  /** The step whose ways are shown as lines too. */
  shown: string | undefined;
}

/** Badges in place of lines. The line of a badge is drawn while it is pointed at, or while its step is shown. */
export const Badges = memoize(function Badges({ layout, area, size, shown }: BadgesProps) {
  const [pointed, setPointed] = useState<string>();
  const cards = new Map(layout.cards.map((card) => [card.step, card]));
  const near = layout.badges.filter((badge) => badge.from === shown || isNear(area, badge));
  return (
    <g aria-hidden="true">
      {near.map((badge) => {
        const { from, port, to, x, y, width, height } = badge;
        const key = `${from} ${port}`;
        const target = 'step' in to ? cards.get(to.step) : undefined;
        const isLit = key === pointed || from === shown;
        return (
          <g
            key={key}
            onPointerEnter={() => {
              setPointed(key);
            }}
            onPointerLeave={() => {
              setPointed(undefined);
            }}
          >
            {target !== undefined && isLit && <path class="jump-line" d={renderJump(badge, target)} />}
            <rect class="jump-area" {...{ x, y, width, height }} />
            <text class={isLit ? 'jump lit' : 'jump'} x={x} y={y + height - 3} font-size={size}>
              {'step' in to ? '↳ ' : '× '}
              {shorten(labelTarget(to), Math.max(3, Math.floor(width / (PORT_CHAR_WIDTH * size)) - 2))}
            </text>
          </g>
        );
      })}
    </g>
  );
});
