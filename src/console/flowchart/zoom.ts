/** Zooming a diagram. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const MIN_SCALE = 0.25;
const MAX_SCALE = 2;
/** Least scale at which a diagram is shown first. */
const LEGIBLE_SCALE = 0.65;
/** Least scale at which one is shown first that is to be seen as a whole: cards show names only. */
const WHOLE_SCALE = 0.45;

/** Below these scales cards lose their second line, and then their ports. */
const SHORT_BELOW = LEGIBLE_SCALE;
const NAME_BELOW = 0.6;

/** Legible part of a card at a scale: everything, without the second line, the name only. */
export type Detail = 'full' | 'short' | 'name';

/** Returns what cards show at a scale. */
export function chooseDetail(scale: number): Detail {
  if (scale < NAME_BELOW) return 'name';
  return scale < SHORT_BELOW ? 'short' : 'full';
}

/** Least size of text on the screen, px. */
const MIN_TEXT = 10;

/** Returns the size of a text, px of the diagram: larger than the usual one where that is not legible at the scale. */
export function fitTextSize(usual: number, scale: number): number {
  return Math.max(usual, MIN_TEXT / scale);
}

/** Returns the nearest scale at which a diagram can be shown. */
function clampScale(scale: number): number {
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
}

/**
 * The scale of a diagram of this width, px, changed by Ctrl and the wheel about the pointer. Undefined until the view is
 * measured, which is before it is painted first.
 */
export function useZoom(
  view: { current: HTMLDivElement | null },
  { width, isWhole }: { width: number; isWhole: boolean },
) {
  const [scale, setScale] = useState<number>();
  const changeScale = useCallback((change: (from: number) => number) => {
    setScale((from = 1) => clampScale(change(from)));
  }, []);
  // At first the diagram is as wide as the view, if it stays legible.
  useLayoutEffect(() => {
    const shown = view.current?.clientWidth ?? 0;
    const least = isWhole ? WHOLE_SCALE : LEGIBLE_SCALE;
    setScale(shown > 0 ? Math.min(1, Math.max(least, shown / width)) : 1);
  }, [view]);
  const anchor = useRef<{ x: number; y: number; from: number } | undefined>(undefined);
  useEffect(() => {
    const element = view.current;
    if (element === null) return undefined;
    const zoom = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      changeScale((from) => {
        anchor.current = { x: event.clientX - left, y: event.clientY - top, from };
        return from * Math.exp(-event.deltaY / 400);
      });
    };
    element.addEventListener('wheel', zoom, { passive: false });
    return () => {
      element.removeEventListener('wheel', zoom);
    };
  }, [view]);
  // What was under the pointer stays there.
  useLayoutEffect(() => {
    const [element, point] = [view.current, anchor.current];
    anchor.current = undefined;
    if (element === null || point === undefined || scale === undefined) return;
    const factor = scale / point.from;
    element.scrollLeft = (element.scrollLeft + point.x) * factor - point.x;
    element.scrollTop = (element.scrollTop + point.y) * factor - point.y;
  }, [scale, view]);
  return [scale, changeScale] as const;
}
