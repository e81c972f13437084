/** The whole diagram in small, with the part that is shown; a click leads there. Buttons zoom. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Card, Layout } from '../../authoring/flowchart/layout/index.ts';
import type { Box } from './near-area.ts';

interface MiniMapProps {
  layout: Layout;
  view: { current: HTMLDivElement | null };
  scale: number;
  selected: string | undefined;
  /** Margin around the layout, px. */
  margin: number;
  onScale: (change: (scale: number) => number) => void;
}

const MAX_WIDTH = 96;
const MAX_HEIGHT = 140;
/** A diagram that is as wide as its view has a map when it is higher than so many of them. */
const MANY_VIEWS = 2.5;

export function MiniMap({ layout, view, scale, selected, margin, onScale }: MiniMapProps) {
  const frame = useShownPart(view);
  const blocks = useMemo(() => layout.cards.map(renderBlock).join(''), [layout]);
  const chosen = layout.cards.find(({ step }) => step === selected);
  const factor = Math.min(MAX_WIDTH / layout.width, MAX_HEIGHT / layout.height, 0.2);
  // Where only little is below, scrolling finds it, and the map would cover cards.
  const fits = frame.width >= layout.width * scale && frame.height * MANY_VIEWS >= layout.height * scale;
  const goTo = (event: MouseEvent & { currentTarget: SVGSVGElement }) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    view.current?.scrollTo({
      left: ((event.clientX - left) / factor + margin) * scale - frame.width / 2,
      top: ((event.clientY - top) / factor + margin) * scale - frame.height / 2,
    });
  };
  return (
    <div class="minimap">
      {!fits && (
        <svg
          width={layout.width * factor}
          height={layout.height * factor}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          aria-hidden="true"
          onClick={goTo}
        >
          <path class="block" d={blocks} />
          {chosen !== undefined && <path class="block selected" d={renderBlock(chosen)} />}
          <rect
            class="frame"
            x={frame.x / scale - margin}
            y={frame.y / scale - margin}
            width={frame.width / scale}
            height={frame.height / scale}
            stroke-width={1.5 / factor}
          />
        </svg>
      )}
      <div class="row">
        <ZoomButton label="Zoom out" text="−" onScale={onScale} by={0.8} />
        <span class="small faint">{Math.round(scale * 100)} %</span>
        <ZoomButton label="Zoom in" text="+" onScale={onScale} by={1.25} />
      </div>
    </div>
  );
}

function renderBlock({ x, y, width, height }: Card): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

interface ZoomButtonProps extends Pick<MiniMapProps, 'onScale'> {
  label: string;
  text: string;
  by: number;
}

function ZoomButton({ label, text, onScale, by }: ZoomButtonProps) {
  return (
    <button
      type="button"
      class="button compact plain"
      aria-label={label}
      onClick={() => {
        onScale((scale) => scale * by);
      }}
    >
      {text}
    </button>
  );
}

/** The part of the diagram that its view shows, px of the screen. */
function useShownPart(view: { current: HTMLDivElement | null }): Box {
  const [frame, setFrame] = useState<Box>({ x: 0, y: 0, width: 0, height: 0 });
  useEffect(() => {
    const element = view.current;
    if (element === null) return undefined;
    let request = 0;
    const read = () => {
      cancelAnimationFrame(request);
      request = requestAnimationFrame(() => {
        const { scrollLeft: x, scrollTop: y, clientWidth: width, clientHeight: height } = element;
        setFrame({ x, y, width, height });
      });
    };
    const sizes = new ResizeObserver(read);
    sizes.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      cancelAnimationFrame(request);
      sizes.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [view]);
  return frame;
}
