/** Measures how much of a diagram changes sides when its flow is edited. */
import type { Card, Layout } from '../../../src/authoring/flowchart/layout/index.ts';

/** Distance from which two cards stand beside or below each other, px. */
const APART = 20;

/**
 * Returns the share of the pairs of cards that are in both layouts and changed sides: left and right, or above and below.
 * Undefined when there is no pair.
 */
export function measureOrderChanges(before: Layout, after: Layout): number | undefined {
  const places = new Map(after.cards.map((card) => [card.step, card]));
  const both = before.cards.flatMap((old) => {
    const now = places.get(old.step);
    return now === undefined ? [] : [{ old, now }];
  });
  let [pairs, changed] = [0, 0];
  both.forEach((one, index) => {
    for (const other of both.slice(index + 1)) {
      pairs++;
      if (hasChanged(one, other, 'x') || hasChanged(one, other, 'y')) changed++;
    }
  });
  return pairs === 0 ? undefined : changed / pairs;
}

interface Moved {
  old: Card;
  now: Card;
}

function hasChanged(one: Moved, other: Moved, axis: 'x' | 'y'): boolean {
  const sides = [other.old[axis] - one.old[axis], other.now[axis] - one.now[axis]].map(toSide);
  return sides.includes(1) && sides.includes(-1);
}

function toSide(distance: number): number {
  return Math.abs(distance) > APART ? Math.sign(distance) : 0;
}
