import { describe, expect, it } from 'vitest';
import { readContent } from '../../../src/authoring/diff/content.ts';
import { renderFact } from '../../../src/authoring/diff/words.ts';
import { renderOutcome } from '../../../src/authoring/diff/outcome-words.ts';
import type { Action, MachineState } from '../../../src/language/model/index.ts';
import { desk, versionOf } from './scene.ts';

const { flow } = versionOf(desk);

/** A step with actions that no verb of today has. */
function stepWith(...actions: { type: string; params?: unknown }[]): MachineState {
  return { states: { doing: { entry: actions as unknown as Action[] } } };
}

describe('the content of a step', () => {
  it('is what its actions say, with defaults filled in and prompts in every language', () => {
    expect(Object.fromEntries(readContent(flow, flow.machine.states?.main ?? {}))).toMatchObject({
      'ask.prompt': {
        spoken: {
          'en-US': 'For sales, press 1. For support, press 2.',
          'de-DE': 'Vertrieb: die 1. Hilfe: die 2.',
        },
      },
      'ask.timeoutMs': '5 s',
      'gathering.after': '3 s',
      attempts: '3',
    });
  });

  it('needs to know nothing of a verb', () => {
    const step = stepWith({
      type: 'later_verb',
      params: {
        url: ['https://example.com/', { expr: 'vars.id' }],
        retryDelayMs: 1500,
        codes: ['408', '409'],
        filler: [{ kind: 'text', text: ['One moment.'] }],
      },
    });
    const words = 'One moment.';
    expect(Object.fromEntries(readContent(flow, step))).toEqual({
      'later_verb.url': 'https://example.com/${vars.id}',
      'later_verb.retryDelayMs': '1500 ms',
      'later_verb.codes': '408, 409',
      'later_verb.filler': { spoken: { 'en-US': words, 'de-DE': words } },
    });
  });

  it('keeps apart what two actions of one kind say, and counts once what they both say', () => {
    const say = (text: string) => ({ type: 'say', params: { prompt: [{ kind: 'text', text: [text] }] } });
    const content = readContent(flow, stepWith(say('One.'), say('Two.'), say('One.')));
    expect([...content.keys()]).toEqual(['say.prompt', 'say.prompt #2']);
  });

  it.each([
    ['SSML', { kind: 'ssml', ssml: ['<speak/>'], language: 'de-DE' }, '[de-DE] <speak/>'],
    ['a stored prompt', { kind: 'stored', name: ['jingle'] }, '[stored prompt jingle]'],
    [
      'an audio file',
      { kind: 'url', url: ['https://example.com/a.wav'] },
      '[audio https://example.com/a.wav]',
    ],
  ])('tells what kind of thing is heard: %s', (_, part, words) => {
    const content = readContent(flow, stepWith({ type: 'say', params: { prompt: [part] } }));
    expect(content.get('say.prompt')).toMatchObject({ spoken: { 'en-US': words } });
  });
});

describe('words', () => {
  it.each([
    ['ask.timeoutMs', 'waits … for an answer'],
    ['ask.noMatch.4', 'what is said after the 5th answer that does not match'],
    ['say.prompt #2', 'the wording'],
    ['set.tries', 'sets tries to …'],
    ['later_verb.retryDelayMs', 'later verb: retry delay'],
  ])('the fact %s is %s', (name, words) => {
    expect(renderFact(name)).toBe(words);
  });

  it.each([
    ['9', '9 at main'],
    ['"billing"', '“billing” at main'],
    ['exhausted', 'after 3 failed attempts at main'],
    ['later_outcome', 'when main ends with later_outcome'],
  ])('the outcome %s is %s', (outcome, words) => {
    expect(renderOutcome({ outcome }, 'main', '3')).toBe(words);
  });

  it('one attempt is no attempts', () => {
    expect(renderOutcome({ outcome: 'exhausted' }, 'main', '1')).toBe('after 1 failed attempt at main');
  });
});
