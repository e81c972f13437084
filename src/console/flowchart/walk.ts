/** Moving through a diagram with the arrow keys. */
import type { Card, Layout } from '../../authoring/flowchart/layout/index.ts';

/** Returns the step to which a key leads; undefined if it leads nowhere. */
export function findNeighbour(layout: Layout, step: string, key: string): string | undefined {
  const card = layout.cards.find((one) => one.step === step);
  if (key === 'Home') return layout.cards[0]?.step;
  if (card === undefined) return undefined;
  switch (key) {
    case 'ArrowDown':
      return layout.lines.find(({ from, isBack }) => from === step && !isBack)?.to;
    case 'ArrowUp':
      return layout.lines.find(({ to, isBack }) => to === step && !isBack)?.from;
    case 'ArrowLeft':
      return findBeside(layout, card, -1);
    case 'ArrowRight':
      return findBeside(layout, card, 1);
    default:
      return undefined;
  }
}

/** Returns the nearest card to the left (-1) or the right (1): of the same row, else of the row that is closest. */
function findBeside({ cards }: Layout, { row, x }: Card, direction: -1 | 1): string | undefined {
  const distance = (one: Card) => Math.abs(one.row - row) * ROW_WEIGHT + Math.abs(one.x - x);
  return cards
    .filter((one) => (one.x - x) * direction > 0)
    .toSorted((one, other) => distance(one) - distance(other))[0]?.step;
}

/** Any card of a row is closer than the nearest one of another row, px. */
const ROW_WEIGHT = 1_000_000;
