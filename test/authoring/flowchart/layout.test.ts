/** The rules of the spine layout, one by one. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Flowchart, FlowchartTarget } from '../../../src/authoring/flowchart/index.ts';
import { layoutFlowchart } from '../../../src/authoring/flowchart/layout/index.ts';
import { desk } from '../drawing/scene.ts';
import { chartOf, randomChart, tangledChart } from './charts.ts';
import {
  findCoveredBadges,
  findCrossedCards,
  findOutside,
  findOverlaps,
  findSlantedLines,
} from './collisions.ts';

const open = { isFolded: false };

/** A chart in short: `a: 'b c'` leads from a to b and c, the first one as `next`; `menu_` begins the name of a menu. */
function short(steps: Record<string, string>, others: Partial<Flowchart> = {}): Flowchart {
  const toTarget = (to: string): FlowchartTarget => (to === 'hangup' ? { word: 'hangup' } : { step: to });
  return {
    flow: 'short',
    entry: Object.keys(steps)[0] ?? '',
    languages: ['en-US'],
    always: [],
    ...others,
    steps: Object.entries(steps).map(([id, targets], line) => ({
      id,
      verb: id.startsWith('menu_') ? 'menu' : 'say',
      line: line + 1,
      waits: 'nothing',
      road: id === others.errorStep ? 'error' : 'main',
      ways: targets
        .split(' ')
        .filter((to) => to !== '')
        .map((to, index) => ({
          code: String(index),
          kind: id.startsWith('menu_') ? 'choice' : index === 0 ? 'next' : 'outcome',
          to: toTarget(to),
          isUnhandled: false,
        })),
    })),
  };
}

/** Step → its row and column. */
const cellsOf = (chart: Flowchart, options = open) =>
  Object.fromEntries(
    layoutFlowchart(chart, options).cards.map(({ step, row, column }) => [step, [row, column]]),
  );

describe('cells', () => {
  test('a chain is one column, and one straight line', () => {
    const chart = short({ a: 'b', b: 'c', c: 'hangup' });
    expect(cellsOf(chart)).toEqual({ a: [0, 0], b: [1, 0], c: [2, 0] });
    for (const { points } of layoutFlowchart(chart, open).lines) expect(points).toHaveLength(2);
  });

  test('the next step goes straight on whatever its place among the outcomes', () => {
    const chart = short({ a: 'b', b: 'c', x: 'hangup', c: '' });
    const [first] = chart.steps;
    first?.ways.unshift({ code: 'busy', kind: 'outcome', to: { step: 'x' }, isUnhandled: false });
    expect(cellsOf(chart)).toMatchObject({ b: [1, 0], x: [1, 1] });
  });

  test('of a menu the first way goes straight on that leads to half as much as the richest', () => {
    const chart = short({ menu_a: 'x b y', x: '', b: 'c', c: 'd', d: '', y: '' });
    expect(cellsOf(chart)).toMatchObject({ menu_a: [0, 0], b: [1, 0], x: [1, 1], y: [1, 2] });
  });

  test('a step stands below all that lead there', () => {
    const chart = short({ a: 'b c', b: 'd', c: 'e', e: 'd', d: '' });
    expect(cellsOf(chart).d?.[0]).toBe(3);
  });

  test('the error path stands to the right of everything, and not at all where it is folded', () => {
    const chart = short({ a: 'b c', b: '', c: '', sorry: '' }, { errorStep: 'sorry' });
    expect(cellsOf(chart).sorry).toEqual([0, 2]);
    const folded = layoutFlowchart(chart, { isFolded: true });
    expect(folded.folded).toEqual(['sorry']);
    expect(folded.cards.map(({ step }) => step)).toEqual(['a', 'b', 'c']);
  });

  test('steps to which nothing leads are shown too', () => {
    const { cards } = layoutFlowchart(short({ a: 'hangup', lost: 'hangup' }), open);
    expect(cards.map(({ step }) => step)).toEqual(['a', 'lost']);
  });
});

describe('ports and badges', () => {
  test('ways to one step share a port, but each key of a menu has its own', () => {
    const codes = (chart: Flowchart) =>
      layoutFlowchart(chart, open).cards[0]?.ports.map((port) => port.codes);
    expect(codes(short({ a: 'b c b', b: '', c: '' }))).toEqual([['0', '2'], ['1']]);
    expect(codes(short({ menu_a: 'b c b', b: '', c: '' }))).toEqual([['0'], ['1'], ['2']]);
  });

  test('silence and wrong keys of a menu share a port', () => {
    const { cards } = layoutFlowchart(chartOf(desk), open);
    const ports = cards.find(({ step }) => step === 'main')?.ports.map(({ codes }) => codes);
    expect(ports).toEqual([['1'], ['2'], ['9'], ['exhausted', 'silent']]);
  });

  test('a card with many keys is wide enough for them', () => {
    const keys = Array.from({ length: 20 }, (_, index) => `s${index}`);
    const chart = short({
      menu_a: keys.join(' '),
      ...Object.fromEntries(keys.map((key) => [key, 'hangup'])),
    });
    const [card] = layoutFlowchart(chart, open).cards;
    const xs = card?.ports.map(({ x }) => x) ?? [];
    expect(xs).toHaveLength(20);
    for (const [index, x] of xs.entries())
      if (index > 0) expect(x - (xs[index - 1] ?? 0)).toBeGreaterThanOrEqual(24);
    expect(Math.max(...xs)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0));
  });

  test('the end of the call and a step that many lead to are badges', () => {
    const chart = short({ menu_a: 'b c d e f', b: 'x', c: 'x', d: 'x', e: 'x', f: 'g', g: 'x', x: 'hangup' });
    const { badges, lines } = layoutFlowchart(chart, open);
    expect(badges).toContainEqual(expect.objectContaining({ from: 'x', to: { word: 'hangup' } }));
    const toX = [...badges.filter(({ to }) => 'step' in to), ...lines.filter(({ to }) => to === 'x')];
    expect(toX).toHaveLength(5);
    expect(badges).toContainEqual(expect.objectContaining({ from: 'c', to: { step: 'x' } }));
  });

  test('a way to the step itself is a badge', () => {
    const { badges, lines } = layoutFlowchart(short({ menu_a: 'menu_a b', b: '' }), open);
    expect(badges).toMatchObject([{ from: 'menu_a', port: 0, to: { step: 'menu_a' } }]);
    expect(lines).toHaveLength(1);
  });

  test('failures that the flow takes are not drawn', () => {
    const { cards, lines } = layoutFlowchart(chartOf(desk), open);
    expect(cards.find(({ step }) => step === 'welcome')?.ports).toHaveLength(1);
    expect(lines.filter(({ to }) => to === 'sorry')).toEqual([]);
  });
});

describe('lines', () => {
  test('a way back arrives at the side of its step, from the gutter left of it', () => {
    const { lines, cards } = layoutFlowchart(short({ a: 'b', b: 'c a', c: '' }), open);
    const back = lines.find(({ isBack }) => isBack);
    expect(back).toMatchObject({ from: 'b', to: 'a' });
    const [x = 0, y = 0] = back?.points.at(-1) ?? [];
    const card = cards[0];
    expect(x).toBe(card?.x);
    expect(y).toBeGreaterThan(card?.y ?? 0);
    expect(y).toBeLessThan((card?.y ?? 0) + (card?.height ?? 0));
    expect(lines.filter(({ isBack }) => isBack)).toHaveLength(1);
  });

  test('each begins at its port and ends at its card', () => {
    const { lines, cards } = layoutFlowchart(chartOf(desk), open);
    for (const { from, port, to, points, isBack } of lines) {
      const at = cards.find(({ step }) => step === from)?.ports[port];
      const target = cards.find(({ step }) => step === to);
      expect(points[0]).toEqual([at?.x, at?.y]);
      if (!isBack) expect(points.at(-1)?.[1]).toBe(target?.y);
    }
  });
});

describe('any chart', () => {
  test('a chart without steps has an empty diagram', () => {
    expect(layoutFlowchart(short({}), open)).toMatchObject({ cards: [], lines: [], badges: [], folded: [] });
  });

  test('a chain of 20,000 steps is laid out', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `s${index}`);
    const chain = short(Object.fromEntries(names.map((name, index) => [name, names[index + 1] ?? 'hangup'])));
    expect(layoutFlowchart(chain, open).cards.at(-1)).toMatchObject({ row: 19_999, column: 0 });
  });

  test.each([
    ['compiled at random', randomChart],
    ['tangled', tangledChart],
  ])(
    '%s: nothing collides, each step has a card, and the same chart gives the same layout',
    (_, arbitrary) => {
      fc.assert(
        fc.property(arbitrary, fc.boolean(), (chart, isFolded) => {
          const before = structuredClone(chart);
          const layout = layoutFlowchart(chart, { isFolded });
          for (const find of [
            findOverlaps,
            findCrossedCards,
            findSlantedLines,
            findCoveredBadges,
            findOutside,
          ])
            expect(find(layout)).toEqual([]);
          const shown = [...layout.cards.map(({ step }) => step), ...layout.folded].sort();
          expect(shown).toEqual(chart.steps.map(({ id }) => id).sort());
          expect(layoutFlowchart(structuredClone(chart), { isFolded })).toEqual(layout);
          expect(chart).toEqual(before);
        }),
        { numRuns: 150 },
      );
    },
  );
});

test('the layout imports nothing at run time but its own files, so a page can load it', () => {
  const folder = join(import.meta.dirname, '../../../src/authoring/flowchart/layout');
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, specifier = ''] of text.matchAll(/^(?:import|export) (?!type\b)[^;]*? from '([^']+)'/gm))
      visit(specifier.startsWith('.') ? join(dirname(file), specifier) : specifier);
  };
  visit(join(folder, 'index.ts'));
  expect(seen.size).toBeGreaterThan(5);
  expect([...seen].filter((file) => dirname(file) !== folder)).toEqual([]);
});
