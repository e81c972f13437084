/** Choices of all menus are written once, where no caller notices. */
import { expect, test } from 'vitest';
import { foldGlobalChoices } from '../../../src/importers/passes/fold-global-choices.ts';
import { addStep, createDraft } from '../../../src/importers/project/index.ts';
import type { Draft } from '../../../src/importers/project/index.ts';

type Step = Draft['flow']['steps'][string];

const menu = (...choices: NonNullable<Step['menu']>['choices']): Step => ({
  menu: { prompt: 'Choose.', choices },
});
const desk = { key: '0', phrases: ['desk'], goto: 'desk' };

function fold(steps: Record<string, Step>): Draft['flow'] {
  const draft: Draft = { ...createDraft('line'), global: new Set(['0', 'desk']) };
  for (const [name, step] of Object.entries(steps)) addStep(draft, name, { step, nodes: [] });
  return foldGlobalChoices(draft).flow;
}

const top = menu({ key: '1', goto: 'below' }, desk);
const below = menu({ key: '2', goto: 'top' }, desk);

test('a choice of all menus is written once', () => {
  const { always, steps } = fold({ top, below });
  expect(always).toEqual({ keys: { '0': 'desk' }, phrases: { desk: ['desk'] } });
  expect(steps).toEqual({ top: menu({ key: '1', goto: 'below' }), below: menu({ key: '2', goto: 'top' }) });
});

test.each<[string, Record<string, Step>]>([
  ['one menu lacks it', { top, below, last: menu({ key: '3', goto: 'top' }) }],
  [
    'it leads elsewhere in one menu',
    { top, below: menu({ key: '2', goto: 'top' }, { ...desk, goto: 'night' }) },
  ],
  ['a question is no menu', { top, below, pin: { collect: { prompt: 'Pin?', digits: 4, save: 'pin' } } }],
  ['a menu would have no choice left', { top, below: menu(desk) }],
  ['there is one menu only', { top }],
  [
    'the original does not offer it everywhere',
    { top: menu({ key: '5', goto: 'a' }), below: menu({ key: '5', goto: 'a' }) },
  ],
])('a choice stays where %s', (_, steps) => {
  expect(fold(steps)).toMatchObject({ steps });
  expect(fold(steps).always).toBeUndefined();
});

test('a menu keeps another meaning of the key', () => {
  const key = { key: '0', goto: 'desk' };
  const { always, steps } = fold({
    top: menu({ key: '1', goto: 'below' }, key),
    below: menu({ key: '2', goto: 'top' }, key),
    own: menu({ key: '0', goto: 'top' }),
  });
  expect(always).toEqual({ keys: { '0': 'desk' } });
  expect(steps.own).toEqual(menu({ key: '0', goto: 'top' }));
});
