/**
 * A flow as a diagram: a list of cards, joined by lines. Ctrl and the wheel zoom about the pointer, dragging the ground pans,
 * arrow keys move along the lines.
 */
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Flowchart } from '../../authoring/flowchart/index.ts';
import { layoutFlowchart } from '../../authoring/flowchart/layout/index.ts';
import type { Layout } from '../../authoring/flowchart/layout/index.ts';
import { Card } from './card.tsx';
import type { Detail } from './card.tsx';
import './diagram.css';
import { Badges, Lines } from './lines.tsx';
import { findMaxHeat, readCardMarks } from './marks.ts';
import type { DiagramMarks } from './marks.ts';
import { MiniMap } from './mini-map.tsx';
import { useKeptPlace, usePanning } from './view.ts';
import { findNeighbour } from './walk.ts';
import { useZoom } from './zoom.ts';

interface DiagramProps {
  chart: Flowchart;
  marks?: DiagramMarks;
  /** The chosen step. */
  selected?: string | undefined;
  /** Returns the address of a step, which links lead to. */
  toHref: (step: string) => string;
  /** True leaves out the steps of the error path and the finalizer; default: false. */
  isFolded?: boolean;
  /** True when the flow has changed since and cannot be drawn: the diagram is greyed. */
  isStale?: boolean;
  /** Controls at the lower left. */
  tools?: ComponentChildren;
  /** Content above the cards, in the coordinates of the layout. */
  renderOverlay?: (layout: Layout) => ComponentChildren;
}

/** Margin around the layout, px. */
const MARGIN = 24;
/** Below these scales cards lose their second line, and then their ports. */
const SHORT_BELOW = 0.75;
const NAME_BELOW = 0.6;
const NAME_SIZE = 15;
/** Least size of a name on the screen, px. */
const MIN_NAME = 11;

const noMarks: DiagramMarks = {};

export function Diagram(props: DiagramProps) {
  const { chart, marks = noMarks, selected, toHref, isFolded = false, isStale = false, tools } = props;
  const { renderOverlay } = props;
  const layout = useMemo(() => layoutFlowchart(chart, { isFolded }), [chart, isFolded]);
  const steps = useMemo(() => new Map(chart.steps.map((step) => [step.id, step])), [chart]);
  const view = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useZoom(view, layout.width + 2 * MARGIN);
  useKeptPlace(view, { layout, selected, scale });
  const isPanning = usePanning(view);
  const [focused, setFocused] = useState<string>();
  const detail: Detail = scale < NAME_BELOW ? 'name' : scale < SHORT_BELOW ? 'short' : 'full';
  const maxHeat = findMaxHeat(marks);
  const [width, height] = [layout.width + 2 * MARGIN, layout.height + 2 * MARGIN];
  return (
    <div class={isStale ? 'diagram stale' : 'diagram'}>
      <div ref={view} class={isPanning ? 'diagram-view panning' : 'diagram-view'}>
        <svg
          width={width * scale}
          height={height * scale}
          viewBox={`${-MARGIN} ${-MARGIN} ${width} ${height}`}
          role="list"
          aria-label={`Steps of ${chart.flow}`}
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
          <Lines layout={layout} counts={marks.counts} path={marks.path} shown={focused ?? selected} />
          {layout.cards.map((place) => {
            const step = steps.get(place.step);
            return (
              step !== undefined && (
                <Card
                  key={place.step}
                  {...{ chart, step, place, detail }}
                  {...readCardMarks(marks, place.step, maxHeat)}
                  nameSize={Math.max(NAME_SIZE, Math.round(MIN_NAME / scale))}
                  href={toHref(place.step)}
                  isSelected={place.step === selected}
                />
              )
            );
          })}
          {detail !== 'name' && <Badges layout={layout} shown={focused ?? selected} />}
          {renderOverlay?.(layout)}
        </svg>
      </div>
      {tools !== undefined && <div class="diagram-tools">{tools}</div>}
      <MiniMap {...{ layout, view, scale, selected, margin: MARGIN }} onScale={setScale} />
    </div>
  );
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
