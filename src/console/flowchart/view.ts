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
