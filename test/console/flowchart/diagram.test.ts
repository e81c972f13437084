/** The pure parts of the diagram: labels, marks, paths and the way of the arrow keys. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { layoutFlowchart } from '../../../src/authoring/flowchart/layout/index.ts';
import {
  labelCode,
  labelPort,
  labelTarget,
  narrateStep,
  shorten,
} from '../../../src/console/flowchart/labels.ts';
import { findMaxHeat, isOnPath, narrateMarks, readCardMarks } from '../../../src/console/flowchart/marks.ts';
import { renderJump, renderPath } from '../../../src/console/flowchart/paths.ts';
import { findNeighbour } from '../../../src/console/flowchart/walk.ts';
import { chooseDetail } from '../../../src/console/flowchart/zoom.ts';
import { chartOf } from '../../authoring/flowchart/charts.ts';

function openDesk() {
  const chart = chartOf(readFileSync('flows/front-desk/flow.yaml', 'utf8'));
  return { chart, layout: layoutFlowchart(chart, { isFolded: true }) };
}

test('below 65 % cards have no second line, below 60 % their names only', () => {
  const details = [1, 0.65, 0.64, 0.6, 0.59].map(chooseDetail);
  expect(details).toEqual(['full', 'full', 'short', 'short', 'name']);
});

describe('labels', () => {
  test.each([
    ['completed', 'talked'],
    ['no_answer', 'no answer'],
    ['1', '1'],
    ['*', '*'],
  ])('the code %s is shown as "%s"', (code, label) => {
    expect(labelCode(code)).toBe(label);
  });

  test('a port names its ways, and the two ways of giving no valid answer in one word', () => {
    expect(labelPort(['1', '2'])).toBe('1 · 2');
    expect(labelPort(['exhausted', 'silent'])).toBe('none');
    expect(labelPort(['silent'])).toBe('silent');
  });

  test('a target is a step or a word', () => {
    expect([labelTarget({ step: 'main' }), labelTarget({ word: 'hangup' })]).toEqual(['main', 'hang up']);
  });

  test.each([
    ['operator', 8, 'operator'],
    ['operator', 7, 'operat…'],
    ['two words', 5, 'two…'],
    ['x', 0, 'x'.slice(0, 1) + '…'],
  ])('"%s" in %i characters is "%s"', (text, chars, short) => {
    expect(shorten(text, chars)).toBe(short);
  });

  test('a card is told with its text, its marks and its ways, without failures that nobody routes', () => {
    const { chart } = openDesk();
    const main = chart.steps.find(({ id }) => id === 'main');
    if (main === undefined) throw new Error('no step main');
    const told = narrateStep(chart, main, '741 visits.');
    expect(told).toMatch(/^main, menu, line 134\. For sales, press 1\..* 741 visits\. Ways: 1 to sales, /);
    expect(told).not.toContain('failed');
    expect(told).not.toContain('..');
  });
});

describe('marks', () => {
  const counts = new Map([
    ['main', { visits: 10, hungUp: 1, ways: { 1: 4 } }],
    ['sales', { visits: 4, hungUp: 2, ways: {} }],
  ]);

  test('heat is a share of the greatest number', () => {
    expect(readCardMarks({ counts }, 'sales', findMaxHeat({ counts })).heat).toBe(0.4);
    const drops = { counts, heatOf: 'hungUp' as const };
    expect(readCardMarks(drops, 'main', findMaxHeat(drops)).heat).toBe(0.5);
    expect(readCardMarks({ counts }, 'nowhere', findMaxHeat({ counts }))).toMatchObject({
      heat: 0,
      calls: 0,
    });
  });

  test('without counts nothing is divided by zero', () => {
    expect(readCardMarks({}, 'main', findMaxHeat({}))).toMatchObject({ visits: undefined, heat: 0 });
    const none = { counts: new Map([['main', { visits: 0, hungUp: 0, ways: {} }]]) };
    expect(readCardMarks(none, 'main', findMaxHeat(none)).heat).toBe(0);
  });

  test('a path lights its steps and the lines between them, and dims the rest', () => {
    const marks = { path: ['main', 'sales', 'main'], now: 'main' };
    expect(readCardMarks(marks, 'sales', 1)).toMatchObject({ isOnPath: true, isDimmed: false });
    expect(readCardMarks(marks, 'support', 1)).toMatchObject({ isOnPath: false, isDimmed: true });
    expect([isOnPath(marks, 'main', 'sales'), isOnPath(marks, 'sales', 'main')]).toEqual([true, true]);
    expect([isOnPath(marks, 'main', 'support'), isOnPath({}, 'main', 'sales')]).toEqual([false, false]);
  });

  test('one call is one call', () => {
    const marks = { calls: new Map([['sales', 1]]) };
    expect(narrateMarks(readCardMarks(marks, 'sales', 1))).toBe('1 call now.');
  });

  test('marks are told in words', () => {
    const marks = { counts, calls: new Map([['sales', 3]]), now: 'sales' };
    expect(narrateMarks(readCardMarks(marks, 'sales', 1))).toBe(
      'The call is here. 4 visits. 2 hung up. 3 calls now.',
    );
  });
});

describe('paths', () => {
  test('corners are rounded, by at most half of the shorter side', () => {
    expect(
      renderPath([
        [0, 0],
        [0, 20],
        [30, 20],
      ]),
    ).toBe('M0 0L0 14Q0 20 6 20L30 20');
    expect(
      renderPath([
        [0, 0],
        [0, 4],
        [30, 4],
      ]),
    ).toBe('M0 0L0 2Q0 4 2 4L30 4');
  });

  test('a straight line and nothing at all have no corners', () => {
    expect(
      renderPath([
        [1, 2],
        [1, 9],
      ]),
    ).toBe('M1 2L1 9');
    expect(renderPath([])).toBe('');
  });
});

describe('arrow keys', () => {
  const { layout } = openDesk();

  test('lead down the straight line, back up, to the neighbours and home', () => {
    expect(findNeighbour(layout, 'main', 'ArrowDown')).toBe('sales');
    expect(findNeighbour(layout, 'sales', 'ArrowUp')).toBe('main');
    expect(findNeighbour(layout, 'sales', 'ArrowRight')).toBe('support');
    expect(findNeighbour(layout, 'support', 'ArrowLeft')).toBe('sales');
    expect(findNeighbour(layout, 'support', 'Home')).toBe('greeting');
  });

  test('lead to the closest row where nothing is beside', () => {
    expect(findNeighbour(layout, 'greeting', 'ArrowRight')).toBe('german');
  });

  test('lead nowhere at the edges, for other keys and from unknown steps', () => {
    expect(findNeighbour(layout, 'sales', 'ArrowLeft')).toBeUndefined();
    expect(findNeighbour(layout, 'no_choice', 'ArrowRight')).toBeUndefined();
    expect(findNeighbour(layout, 'greeting', 'ArrowUp')).toBeUndefined();
    expect(findNeighbour(layout, 'main', 'a')).toBeUndefined();
    expect(findNeighbour(layout, 'nowhere', 'ArrowDown')).toBeUndefined();
  });

  test('reach every card by keys alone', () => {
    const reached = new Set(['greeting']);
    for (const step of reached)
      for (const key of ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight']) {
        const next = findNeighbour(layout, step, key);
        if (next !== undefined) reached.add(next);
      }
    expect(layout.cards.map(({ step }) => step).filter((step) => !reached.has(step))).toEqual([]);
  });
});

test('the way of a badge begins below it and arrives at the card that it names, from above', () => {
  const { layout } = openDesk();
  const badge = layout.badges.find(({ to }) => 'step' in to);
  const card = layout.cards.find(
    ({ step }) => badge !== undefined && 'step' in badge.to && step === badge.to.step,
  );
  if (badge === undefined || card === undefined) throw new Error('no badge of a step');
  const [start, ...rest] = [...renderJump(badge, card).matchAll(/-?[\d.]+ -?[\d.]+/g)].map(([point]) =>
    point.split(' ').map(Number),
  );
  const [beforeEnd, end] = rest.slice(-2);
  expect(start).toEqual([badge.x + Math.min(badge.width / 2, 26), badge.y + badge.height]);
  expect(end).toEqual([card.x + 26, card.y]);
  expect(beforeEnd?.[0]).toBe(end?.[0]);
  expect(beforeEnd?.[1]).toBeLessThan(card.y);
});
