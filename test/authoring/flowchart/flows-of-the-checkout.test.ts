/** The spine layout on flows on which it was not tuned: it stays in place when they are edited, and nothing collides. */
import { describe, expect, test } from 'vitest';
import type { Flowchart } from '../../../src/authoring/flowchart/index.ts';
import { layoutFlowchart } from '../../../src/authoring/flowchart/layout/index.ts';
import type { Layout } from '../../../src/authoring/flowchart/layout/index.ts';
import { loadCharts } from './charts.ts';
import {
  findCoveredBadges,
  findCrossedCards,
  findOutside,
  findOverlaps,
  findSharedTracks,
  findSlantedLines,
} from './collisions.ts';
import { insertBehind, remove, rename } from './edits.ts';
import { measureOrderChanges } from './order-changes.ts';

const charts = loadCharts(130);
const views = [
  ['unfolded', { isFolded: false }],
  ['folded', { isFolded: true }],
] as const;

test('there are more than a hundred flows, and none of them is tiny', () => {
  expect(charts.length).toBeGreaterThan(100);
  expect(Math.min(...charts.map(({ chart }) => chart.steps.length))).toBeGreaterThan(3);
});

describe.each(views)('%s', (_, options) => {
  const layOut = (chart: Flowchart): Layout => layoutFlowchart(chart, options);

  /** The mean share of other pairs that change sides when each step of each flow is edited. */
  function measureMean(edit: (chart: Flowchart, step: string) => Flowchart | undefined): number {
    const shares = charts.flatMap(({ chart }) => {
      const before = layOut(chart);
      return chart.steps.flatMap(({ id }) => {
        const edited = edit(chart, id);
        return edited === undefined ? [] : (measureOrderChanges(before, layOut(edited)) ?? []);
      });
    });
    expect(shares.length).toBeGreaterThan(1_000);
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  }

  test('a step inserted behind another moves at most 5 % of the others past each other', () => {
    expect(measureMean(insertBehind)).toBeLessThanOrEqual(0.05);
  });

  test('a removed step moves at most 20 % of the others past each other', () => {
    expect(measureMean(remove)).toBeLessThanOrEqual(0.2);
  });

  test('a renamed step moves nothing', () => {
    for (const { chart } of charts)
      for (const { id } of chart.steps) {
        const name = `zz_${id}`;
        const renamed = JSON.stringify(layOut(rename(chart, id, name)));
        expect(renamed.replaceAll(JSON.stringify(name), JSON.stringify(id))).toBe(
          JSON.stringify(layOut(chart)),
        );
      }
  });

  test.each([
    ['cards that overlap', findOverlaps],
    ['lines through cards', findCrossedCards],
    ['lines on top of lines to another step', findSharedTracks],
    ['slanted lines', findSlantedLines],
    ['badges that something covers', findCoveredBadges],
    ['parts outside the diagram', findOutside],
  ])('has no %s', (_name, find: (layout: Layout) => unknown[]) => {
    const found = charts.flatMap(({ file, chart }) => find(layOut(chart)).map((one) => ({ file, one })));
    expect(found).toEqual([]);
  });

  test('shows each step once in the order of the file, each way at one port, and each port with a line or a badge', () => {
    for (const { chart } of charts) {
      const { cards, folded, lines, badges } = layOut(chart);
      const shown = chart.steps.filter(({ id }) => !folded.includes(id));
      expect(cards.map(({ step }) => step)).toEqual(shown.map(({ id }) => id));
      for (const [index, card] of cards.entries()) {
        const handled = shown[index]?.ways.filter(({ isUnhandled }) => !isUnhandled) ?? [];
        expect(card.ports.flatMap(({ codes }) => codes).sort()).toEqual(
          handled.map(({ code }) => code).sort(),
        );
        const ends = [...lines, ...badges].filter(({ from }) => from === card.step).map(({ port }) => port);
        expect(ends.sort((one, other) => one - other)).toEqual(card.ports.map((_port, number) => number));
      }
    }
  });
});
