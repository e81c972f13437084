import { describe, expect, it } from 'vitest';
import { findSpeakingAction } from '../../../src/verification/coverage/watched.ts';
import { flowOf } from '../../builders/flow.ts';

const flow = flowOf(`
  vars: { code: '' }
  on: { error: talk }
  steps:
    talk: { say: Talk. }
    ask:
      menu: { prompt: Ask., choices: [{ key: 1, goto: talk }] }
      on: { exhausted: talk }
    take:
      collect:
        prompt: Take.
        digits: 2
        save: code
        confirm: { prompt: 'Is \${vars.code} right?' }
      on: { exhausted: talk }
    wait:
      http: { get: 'https://example.com/', filler: Wait. }
    note:
      set: { code: '1' }
`);

const said = (state: unknown) => {
  const action = findSpeakingAction(flow, state);
  const [part] = action?.params.prompt ?? [];
  return part !== undefined && 'text' in part && typeof part.text[0] === 'string' ? part.text[0] : undefined;
};

describe('what is said in a state', () => {
  it.each([
    [{ talk: 'speaking' }, 'Talk.'],
    [{ talk: 'answering' }, 'Talk.'],
    [{ ask: 'leading' }, 'Ask.'],
    [{ ask: 'listening' }, 'Ask.'],
    [{ take: 'listening' }, 'Take.'],
    [{ take: { confirming: 'listening' } }, 'Is '],
    [{ wait: { request: 'asking', filler: 'speaking' } }, 'Wait.'],
  ])('%j comes from the action that gathered it', (state, text) => {
    expect(said(state)).toBe(text);
  });

  it.each([[{ note: 'doing' }], ['$done'], ['$hangup'], [{ nowhere: 'speaking' }], [null]])(
    '%j says nothing',
    (state) => {
      expect(findSpeakingAction(flow, state)).toBeUndefined();
    },
  );

  it('is an action of the flow itself, with its rungs', () => {
    expect(findSpeakingAction(flow, { ask: 'listening' })).toMatchObject({
      type: 'ask',
      params: { noInput: [] },
    });
    expect(findSpeakingAction(flow, { talk: 'speaking' })?.type).toBe('say');
  });
});
