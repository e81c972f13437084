import { describe, expect, it } from 'vitest';
import { createPicture } from '../../../src/authoring/drawing/index.ts';
import type { Picture } from '../../../src/authoring/drawing/index.ts';
import { graphOf, picture } from './scene.ts';
import { findWays } from '../../../src/language/model/index.ts';
import type { GraphStep } from '../../../src/language/model/index.ts';
import { desk } from './scene.ts';

const boxes = ({ groups }: Picture) =>
  groups.map(({ title, boxes }) => [title, boxes.map(({ text }) => text[0])]);
const between = ({ arrows }: Picture, from: string, to: string) =>
  arrows.filter((arrow) => arrow.from === `step_${from}` && arrow.to === to);

describe('the picture of a flow', () => {
  it('has its steps in the order of the file, the error path and the finalizer by themselves', () => {
    expect(boxes(picture())).toEqual([
      [
        undefined,
        [
          ...['call', 'at every question', 'welcome', 'main', 'hang up'],
          ...['sales', 'hang up', 'agent', 'hang up'],
        ],
      ],
      ['error path', ['sorry', 'hang up']],
      ['finalizer', ['note', 'hang up']],
    ]);
  });

  it('tells where a step stands in its file', () => {
    const [first] = picture().groups;
    expect(first?.boxes.map(({ origin }) => origin)).toContain('main: menu, line 9');
  });

  it('has one arrow for outcomes that lead to the same step, and labels it with them', () => {
    expect(between(picture(), 'main', 'step_sales')).toMatchObject([{ text: '1, 2', style: 'plain' }]);
    expect(between(picture(), 'sales', 'end_sales')).toMatchObject([{ text: 'completed' }]);
  });

  it('has a box for each end of a step, and no arrow leads to a box that is not there', () => {
    const text = desk
      .replace('busy: hangup, no_answer', 'busy: return, no_answer')
      .replace("'#': hangup", "'#': return");
    for (const all of [false, true]) {
      const drawn = picture(text, all);
      const drawnBoxes = drawn.groups.flatMap((group) => group.boxes);
      expect(drawnBoxes.find(({ id }) => id === 'return_agent')?.text).toEqual(['return']);
      expect(drawnBoxes.find(({ id }) => id === 'end_agent')?.text).toEqual(['hang up']);
      const ids = new Set(drawnBoxes.map(({ id }) => id));
      expect(ids.size).toBe(drawnBoxes.length);
      expect(drawn.arrows.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([]);
    }
  });

  it('does not say of a step that it is done', () => {
    expect(between(picture(), 'welcome', 'step_main')).toMatchObject([{ text: '', loose: false }]);
  });

  it('knows which arrows lead up, against the reading order', () => {
    expect(between(picture(), 'main', 'step_welcome')).toMatchObject([
      { text: 'exhausted, silent', loose: true },
    ]);
  });

  it('shows a failure that its step routes as one', () => {
    expect(between(picture(), 'sales', 'step_agent')).toMatchObject([{ text: 'failed', style: 'failure' }]);
  });

  it('leaves out failures that go to on.error, unless all are wanted', () => {
    expect(between(picture(), 'welcome', 'step_sorry')).toEqual([]);
    expect(between(picture(desk, true), 'welcome', 'step_sorry')).toMatchObject([
      { text: '', style: 'faint', loose: true },
    ]);
  });

  it('has a note of what a caller can press at every question', () => {
    const [first] = picture().groups;
    expect(first?.boxes.find(({ kind }) => kind === 'note')?.text).toEqual([
      'at every question',
      '0: agent',
      '*: hear it again',
      '#: hang up',
    ]);
    expect(picture().arrows).toContainEqual(
      expect.objectContaining({ from: 'always', to: 'step_agent', text: '0', style: 'faint' }),
    );
  });

  it('has a box for the question before, and no arrow to it from every question', () => {
    const { groups, arrows } = picture(
      desk.replace("'#': hangup", "'#': back").replace('exhausted: welcome', 'exhausted: back'),
    );
    const boxes = groups.flatMap((group) => group.boxes);
    expect(boxes.find(({ kind }) => kind === 'note')?.text).toContain('#: the previous question');
    expect(boxes).toContainEqual({ id: 'back_main', kind: 'end', text: ['the previous question'] });
    expect(arrows.filter(({ to }) => to.startsWith('back'))).toMatchObject([
      { from: 'step_main', to: 'back_main', text: 'exhausted, silent' },
    ]);
  });

  it('shows no unrouted failures of the error path and the finalizer, which end there', () => {
    expect(picture(desk, true).arrows.filter(({ from }) => /_(sorry|note)$/.test(from))).toMatchObject([
      { from: 'step_sorry', to: 'end_sorry' },
      { from: 'step_note', to: 'end_note' },
      { from: 'step_sorry', to: 'step_note', style: 'hidden' },
    ]);
  });
});

describe('the ways to steps', () => {
  it('name the road and the last edge on the shortest way', () => {
    const ways = findWays(graphOf(desk));
    expect(ways.get('welcome')).toEqual({ road: 'main' });
    expect(ways.get('main')).toMatchObject({ road: 'main', by: { from: 'welcome' } });
    expect(ways.get('sales')).toMatchObject({ road: 'main', by: { from: 'main', edge: { outcome: '1' } } });
    expect(ways.get('sorry')).toEqual({ road: 'error' });
    expect(ways.get('note')).toEqual({ road: 'end' });
  });

  it('go by a global key where no step leads', () => {
    const text = desk.replace('failed: agent', 'failed: main');
    expect(findWays(graphOf(text)).get('agent')).toEqual({ road: 'main', key: '0' });
  });
});

describe('the words at arrows and in boxes', () => {
  const text = desk
    .replace(
      "always: { keys: { '0': agent,",
      "always: { phrases: { agent: [a person, operator] }, keys: { '0': agent,",
    )
    .replace('key: 2, goto', 'phrases: [our best offers], goto')
    .replace(
      '  agent:\n',
      `  tier:
    switch:
      - { when: vars.result == "gold", goto: agent }
      - { when: vars.result == "silver" && vars.result != "bronze", goto: main }
  agent:
`,
    );

  it('are the condition of a case, shortened where it is long', () => {
    expect(between(picture(text), 'tier', 'step_agent')).toMatchObject([
      { text: 'vars.result == "gold",\notherwise' },
    ]);
    expect(between(picture(text), 'tier', 'step_main')).toMatchObject([
      { text: 'vars.result == "silver" && vars…' },
    ]);
  });

  it('are phrases in quotes, and stand in lines', () => {
    expect(between(picture(text), 'main', 'step_sales')).toMatchObject([{ text: '1, “our best offers”' }]);
    const note = picture(text).groups[0]?.boxes.find(({ kind }) => kind === 'note');
    expect(note?.text).toContain('“a person”: agent');
    expect(picture(text).arrows).toContainEqual(
      expect.objectContaining({ from: 'always', to: 'step_agent', text: '0, “a person”' }),
    );
  });

  it('name the flow that a step runs', () => {
    const [sales] = graphOf(desk).steps.filter(({ name }) => name === 'sales');
    const runs = { ...graphOf(desk), steps: [{ ...sales, verb: 'run', flow: 'check-pin' } as GraphStep] };
    const drawn = createPicture(runs, { title: 'desk', all: false });
    expect(drawn.groups[0]?.boxes.find(({ id }) => id === 'step_sales')?.text).toEqual([
      'sales',
      'run check-pin',
    ]);
  });
});
