/**
 * A flow as a diagram: a list of cards, joined by lines. Ctrl and the wheel zoom about the pointer, dragging the ground pans,
 * arrow keys move along the lines.
 */
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Flowchart, FlowchartStep } from '../../authoring/flowchart/index.ts';
import { layoutFlowchart } from '../../authoring/flowchart/layout/index.ts';
import type { Card as Place, Layout } from '../../authoring/flowchart/layout/index.ts';
import { memoize } from '../ui/memo.tsx';
import { Card, Face } from './card.tsx';
import './diagram.css';
import { narrateStep } from './labels.ts';
import { Badges, Lines } from './lines.tsx';
import { findMaxHeat, narrateMarks, readCardMarks } from './marks.ts';
import type { DiagramMarks } from './marks.ts';
import { MiniMap } from './mini-map.tsx';
import { isNear, useNearArea } from './near-area.ts';
import type { Box } from './near-area.ts';
import { useFollowedStep, useKeptPlace, usePanning } from './view.ts';
import { findNeighbour } from './walk.ts';
import { chooseDetail, fitTextSize, useZoom } from './zoom.ts';
import type { Detail } from './zoom.ts';

interface DiagramProps {
  chart: Flowchart;
  marks?: DiagramMarks;
  /** The chosen step. */
  selected?: string | undefined;
  /** Returns the address of a step, which links lead to. A new function has all addresses computed anew. */
  toHref: (step: string) => string;
  /** True leaves out the steps of the error path and the finalizer; default: false. */
  isFolded?: boolean;
  /** True to show all columns at first where their names stay legible; default: cards stay legible as a whole. */
  isWhole?: boolean;
  /** True when the flow has changed since and cannot be drawn: the diagram is greyed. */
  isStale?: boolean;
  /** Controls at the lower left. */
  tools?: ComponentChildren;
  /** Content above the cards, in the coordinates of the layout. */
  renderOverlay?: (layout: Layout) => ComponentChildren;
}

/** Margin around the layout, px. */
const MARGIN = 24;
/** Sizes of the name, with its least size on the screen, and of the second line, px. */
const NAME_SIZE = 15;
const MIN_NAME = 11;
const SAYS_SIZE = 13;
/** Size of ports and badges, and the smaller one of the counts, px. */
const PORT_SIZE = 12.5;
const COUNT_SIZE = 13;

const noMarks: DiagramMarks = {};

export function Diagram(props: DiagramProps) {
  const { chart, marks = noMarks, selected, toHref, isFolded = false, isStale = false, tools } = props;
  const { isWhole = false, renderOverlay } = props;
  const { route } = useLocation();
  const layout = useMemo(() => layoutFlowchart(chart, { isFolded }), [chart, isFolded]);
  const view = useRef<HTMLDivElement>(null);
  const [fitted, changeScale] = useZoom(view, { width: layout.width + 2 * MARGIN, isWhole });
  const scale = fitted ?? 1;
  const isFitted = fitted !== undefined;
  useKeptPlace(view, { layout, selected, scale, isFitted });
  useFollowedStep(view, { now: marks.now, isFitted });
  const area = useNearArea(view, { scale, margin: MARGIN });
  const isPanning = usePanning(view);
  const [focused, setFocused] = useState<string>();
  const detail = chooseDetail(scale);
  const nameSize = Math.max(NAME_SIZE, Math.round(MIN_NAME / scale));
  const sizes = {
    nameSize,
    saysSize: fitTextSize(SAYS_SIZE, scale),
    portSize: fitTextSize(PORT_SIZE, scale),
    countScale: fitTextSize(COUNT_SIZE, scale) / COUNT_SIZE,
  };
  const [width, height] = [layout.width + 2 * MARGIN, layout.height + 2 * MARGIN];
  return (
    <div class={isStale ? 'diagram stale' : 'diagram'}>
      <div ref={view} class={isPanning ? 'diagram-view panning' : 'diagram-view'}>
        {isFitted && (
          <svg
            width={width * scale}
            height={height * scale}
            viewBox={`${-MARGIN} ${-MARGIN} ${width} ${height}`}
            role="list"
            aria-label={`Steps of ${chart.flow}`}
            onClick={(event) => {
              followLink(event, route);
            }}
            onKeyDown={(event) => {
              moveFocus(event, layout);
            }}
            onFocusIn={({ target }) => {
              setFocused((target as Element).getAttribute('data-step') ?? undefined);
            }}
            onFocusOut={() => {
              setFocused(undefined);
            }}
          >
            <Lines
              {...{ layout, area }}
              counts={marks.counts}
              path={marks.path}
              shown={focused ?? selected}
            />
            <Cards {...{ chart, layout, area, marks, detail, selected, toHref }} {...sizes} />
            {detail !== 'name' && (
              <Badges {...{ layout, area }} size={sizes.portSize} shown={focused ?? selected} />
            )}
            {renderOverlay?.(layout)}
          </svg>
        )}
      </div>
      {tools !== undefined && <div class="diagram-tools">{tools}</div>}
      <MiniMap {...{ layout, view, scale, selected, margin: MARGIN }} onScale={changeScale} />
    </div>
  );
}

/** Follows the link of a card without loading the page anew: the router knows links of HTML only. */
function followLink(event: MouseEvent, route: (href: string) => void): void {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const href = (event.target as Element).closest('a[data-step]')?.getAttribute('href') ?? undefined;
  if (!isPlain || href === undefined) return;
  event.preventDefault();
  route(href);
}

interface CardsProps extends Required<Pick<DiagramProps, 'chart' | 'marks' | 'toHref'>> {
  layout: Layout;
  /** Cards outside have no face. */
  area: Box;
  detail: Detail;
  nameSize: number;
  saysSize: number;
  portSize: number;
  countScale: number;
  selected: string | undefined;
}

const Cards = memoize(function Cards({ chart, layout, area, marks, toHref, selected, ...looks }: CardsProps) {
  const items = useMemo(() => listItems(chart, layout, toHref), [chart, layout, toHref]);
  const maxHeat = findMaxHeat(marks);
  return (
    <>
      {items.map(({ step, place, href, label }) => {
        const own = readCardMarks(marks, step.id, maxHeat);
        const told = narrateMarks(own);
        const { x, y, width, height } = place;
        const isSelected = step.id === selected;
        return (
          <Card
            key={step.id}
            step={step.id}
            {...{ x, y, width, height, href, isSelected }}
            label={told === '' ? label : narrateStep(chart, step, told)}
            isDimmed={own.isDimmed}
          >
            {isNear(area, place) && <Face {...{ chart, step, place, isSelected }} {...looks} {...own} />}
          </Card>
        );
      })}
    </>
  );
});

/** What a card has whatever its marks are. */
interface CardItem {
  step: FlowchartStep;
  place: Place;
  href: string;
  /** Label without marks. */
  label: string;
}

function listItems(chart: Flowchart, { cards }: Layout, toHref: DiagramProps['toHref']): CardItem[] {
  const steps = new Map(chart.steps.map((step) => [step.id, step]));
  return cards.flatMap((place) => {
    const step = steps.get(place.step);
    if (step === undefined) return [];
    return [{ step, place, href: toHref(step.id), label: narrateStep(chart, step, '') }];
  });
}

/** Moves the focus along the lines. */
function moveFocus(event: KeyboardEvent & { currentTarget: SVGSVGElement }, layout: Layout): void {
  const current = document.activeElement?.getAttribute('data-step');
  if (typeof current !== 'string') return;
  const next = findNeighbour(layout, current, event.key);
  if (next === undefined) return;
  event.preventDefault();
  event.currentTarget.querySelector<SVGAElement>(`[data-step="${CSS.escape(next)}"]`)?.focus();
}
