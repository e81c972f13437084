/** The part of a diagram that is shown. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Card, Layout } from '../../authoring/flowchart/layout/index.ts';

interface Kept {
  layout: Layout;
  selected: string | undefined;
  scale: number;
  /** True as soon as the cards are there. */
  isFitted: boolean;
}

/**
 * Keeps the chosen card where it is on the screen when the layout changes, and shows it when it is chosen. Where none is, a
 * diagram that is wider than its view begins with the entry in the middle.
 */
export function useKeptPlace(
  view: { current: HTMLDivElement | null },
  { layout, selected, scale, isFitted }: Kept,
): void {
  useLayoutEffect(() => {
    const entry = layout.cards.find(({ row, column }) => row === 0 && column === 0);
    if (isFitted && selected === undefined)
      view.current?.scrollTo({ left: toMiddle(view.current, entry, scale) });
  }, [isFitted]);
  const last = useRef<{ layout: Layout; selected: string | undefined }>({ layout, selected: undefined });
  useLayoutEffect(() => {
    const element = view.current;
    if (!isFitted) return;
    const before = last.current;
    last.current = { layout, selected };
    const card = layout.cards.find(({ step }) => step === selected);
    if (element === null || card === undefined) return;
    const old = before.layout.cards.find(({ step }) => step === selected);
    if (before.selected === selected && old !== undefined) {
      element.scrollLeft += (card.x - old.x) * scale;
      element.scrollTop += (card.y - old.y) * scale;
      return;
    }
    element
      .querySelector(`[data-step="${CSS.escape(card.step)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [layout, selected, isFitted]);
}

/** Least distance of the followed card from the edges of the view, px of the screen. */
const FOLLOW_MARGIN = 16;

/**
 * Brings the card of the step at which a call is into view when the call moves on to it: in the middle, unless all of it is
 * shown already and nothing floats above it. Only the diagram scrolls, and the focus stays where it is.
 */
export function useFollowedStep(
  view: { current: HTMLDivElement | null },
  { now, isFitted }: { now: string | undefined; isFitted: boolean },
): void {
  useEffect(() => {
    const element = view.current;
    if (element === null || now === undefined || !isFitted) return;
    const card = element.querySelector(`[data-step="${CSS.escape(now)}"] > .link`)?.getBoundingClientRect();
    if (card === undefined) return;
    const shown = element.getBoundingClientRect();
    const floating = [...(element.parentElement?.querySelectorAll('.minimap, .diagram-tools') ?? [])];
    const isCovered = floating.some((one) => overlaps(one.getBoundingClientRect(), card));
    if (contains(shown, card) && !isCovered) return;
    element.scrollBy({
      left: (card.left + card.right - shown.left - shown.right) / 2,
      top: (card.top + card.bottom - shown.top - shown.bottom) / 2,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    });
  }, [now, isFitted]);
}

function contains(shown: DOMRect, { left, right, top, bottom }: DOMRect): boolean {
  const isBeside = left >= shown.left + FOLLOW_MARGIN && right <= shown.right - FOLLOW_MARGIN;
  return isBeside && top >= shown.top + FOLLOW_MARGIN && bottom <= shown.bottom - FOLLOW_MARGIN;
}

function overlaps(one: DOMRect, other: DOMRect): boolean {
  const isLevel = one.top < other.bottom && one.bottom > other.top;
  return isLevel && one.left < other.right && one.right > other.left;
}

/** Returns the place to which a view is scrolled when a card is in its middle, px of the screen. */
function toMiddle({ clientWidth }: HTMLElement, card: Card | undefined, scale: number): number {
  return card === undefined ? 0 : (card.x + card.width / 2) * scale - clientWidth / 2;
}

/** True while the ground is dragged. */
export function usePanning(view: { current: HTMLDivElement | null }): boolean {
  const [isPanning, setPanning] = useState(false);
  useEffect(() => {
    const element = view.current;
    if (element === null) return undefined;
    const start = (event: PointerEvent) => {
      const isGround = !(event.target as Element).closest('[data-step]');
      if (!isGround || event.button !== 0 || event.pointerType !== 'mouse') return;
      element.setPointerCapture(event.pointerId);
      setPanning(true);
    };
    const move = (event: PointerEvent) => {
      if (!element.hasPointerCapture(event.pointerId)) return;
      element.scrollLeft -= event.movementX;
      element.scrollTop -= event.movementY;
    };
    const end = () => {
      setPanning(false);
    };
    element.addEventListener('pointerdown', start);
    element.addEventListener('pointermove', move);
    element.addEventListener('lostpointercapture', end);
    return () => {
      element.removeEventListener('pointerdown', start);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('lostpointercapture', end);
    };
  }, [view]);
  return isPanning;
}
