import { describe, expect, it } from 'vitest';
import { createPlaceRenderer } from '../../../src/authoring/diff/outcome-words.ts';
import { desk, edited, versionOf } from './scene.ts';

const placeOf = createPlaceRenderer(versionOf(desk).graph);

describe('the place of a step', () => {
  it.each([
    ['welcome', 'at welcome'],
    ['main', 'at main'],
    ['support', 'under main → 2 (support)'],
    ['tier', 'under main → 2 (tier)'],
    ['agent_desk', 'after too many failed attempts at main (agent_desk)'],
    ['sorry', 'when the line is busy at agent_desk (sorry)'],
    ['note', 'when the call has ended (note)'],
  ])('%s is found %s', (step, place) => {
    expect(placeOf(step)).toBe(place);
  });

  it('is a global key where nothing else leads to it', () => {
    const { graph } = versionOf(
      edited(
        desk,
        ["'*': repeat", "'*': extra"],
        ['  sorry:\n', '  extra:\n    say: Extra.\n    next: sorry\n  sorry:\n'],
      ),
    );
    expect(createPlaceRenderer(graph)('extra')).toBe('under * at any question (extra)');
  });

  it('is the error path where only failures lead to it', () => {
    const { graph } = versionOf(
      edited(desk, ['on: { busy: sorry, no_answer: sorry }', 'on: { busy: hangup, no_answer: hangup }']),
    );
    expect(createPlaceRenderer(graph)('sorry')).toBe('after an error (sorry)');
  });

  it('is where it stands when nothing leads to it', () => {
    const { graph } = versionOf(
      edited(desk, ['  sorry:\n', '  alone:\n    say: Alone.\n    next: hangup\n  sorry:\n']),
    );
    expect(createPlaceRenderer(graph)('alone')).toBe('at alone');
  });
});
