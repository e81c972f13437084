/** The whole diagram in small, with the part that is shown; a click leads there. Buttons zoom. */
import { useEffect, useState } from 'preact/hooks';
import type { Layout } from '../../authoring/flowchart/layout/index.ts';
import { clampScale } from './zoom.ts';

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

interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function MiniMap({ layout, view, scale, selected, margin, onScale }: MiniMapProps) {
  const frame = useShownPart(view);
  const factor = Math.min(MAX_WIDTH / layout.width, MAX_HEIGHT / layout.height, 0.2);
  const fits = frame.width >= layout.width * scale && frame.height >= layout.height * scale;
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
          {layout.cards.map(({ step, x, y, width, height }) => (
            <rect
              key={step}
              class={step === selected ? 'block selected' : 'block'}
              {...{ x, y, width, height }}
            />
          ))}
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
        onScale((scale) => clampScale(scale * by));
      }}
    >
      {text}
    </button>
  );
}

/** The part of the diagram that its view shows, px of the screen. */
function useShownPart(view: { current: HTMLDivElement | null }): Frame {
  const [frame, setFrame] = useState<Frame>({ x: 0, y: 0, width: 0, height: 0 });
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
