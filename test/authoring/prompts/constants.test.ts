/** Constant texts are rendered ahead of calls, as calls will ask for them. */
import { expect, test } from 'vitest';
import { renderConstants } from '../../../src/authoring/prompts/index.ts';
import { toUtterance } from '../../../src/call/index.ts';
import type { Utterance } from '../../../src/engine/ports/index.ts';
import { callOn } from '../../call/script.ts';
import { flowOf } from '../../builders/flow.ts';

const STEPS = `
languages: [en-US, de-DE]
voice: female
prompts:
  hello:
    en-US: Hello & welcome.
    de-DE: Hallo.
steps:
  first:
    say: [hello, { text: Slowly now., prosody: { rate: slow } }]
  number:
    say: ["Your number:", { text: "1204", as: number_digit }]
  mixed:
    say: ["You are", " \${call.from}."]
  marks:
    say: { ssml: "<speak>One<break time='500ms'/>two</speak>" }
  audio:
    say: { url: "https://example.com/a.wav" }
  bye: { hangup: }
`;

const { signal } = new AbortController();

/** Renders the texts of the flow; those that match fail. */
async function render(failing = /never/) {
  const asked: Utterance[] = [];
  const seen: number[] = [];
  let [running, mostRunning] = [0, 0];
  const files = {
    render: async (utterance: Utterance) => {
      asked.push(utterance);
      mostRunning = Math.max(mostRunning, ++running);
      await Promise.resolve();
      running -= 1;
      if (failing.test(utterance.text)) throw new Error('no voice');
      return '/path';
    },
  };
  const progress = await renderConstants([flowOf(STEPS), flowOf(STEPS)], files, {
    signal,
    onProgress: ({ rendered }) => seen.push(rendered),
  });
  return { asked, seen, progress, mostRunning };
}

test('every constant text is rendered once in every language, two at a time, and none with a value', async () => {
  const { asked, progress, mostRunning } = await render();
  const texts = asked.filter(({ language }) => language === 'en-US').map(({ text }) => text);
  expect(texts).toEqual([
    'Hello & welcome.',
    '<speak><prosody rate="slow">Slowly now.</prosody></speak>',
    '<speak>Your number: <say-as interpret-as="number_digit">1204</say-as></speak>',
    `<speak>One<break time='500ms'/>two</speak>`,
  ]);
  expect(asked.find(({ language }) => language === 'de-DE')?.text).toBe('Hallo.');
  expect(asked.every(({ voice }) => voice === 'female')).toBe(true);
  expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(asked.length);
  expect(progress).toEqual({ rendered: 8, total: 8, failures: [] });
  expect(mostRunning).toBe(2);
});

test('a call asks for exactly what was rendered, but for its values', async () => {
  const { asked } = await render();
  const rendered = new Set(asked.map((one) => JSON.stringify(one)));
  const call = callOn(STEPS);
  call.incoming();
  const plays: Utterance[] = [];
  for (let step = 0; step < 12 && plays.length < 5; step++) {
    const media = call.advances.flatMap(({ commands }) =>
      commands.flatMap((command) => (command.kind === 'play' ? [command.media] : [])),
    );
    plays.splice(0, plays.length, ...media.flatMap((one) => toUtterance(one) ?? []));
    call.played();
  }
  const missed = plays.filter((one) => !rendered.has(JSON.stringify(one)));
  expect(plays.length).toBeGreaterThanOrEqual(4);
  expect(missed.map(({ text }) => text)).toEqual([expect.stringContaining('You are')]);
});

test('a text that fails is told, and the others are rendered', async () => {
  const { progress, seen } = await render(/Hallo/);
  expect(progress).toMatchObject({ rendered: 7, total: 8, failures: [{ utterance: { text: 'Hallo.' } }] });
  expect(seen).toHaveLength(8);
});

test('nothing more is rendered when nobody waits for it', async () => {
  const controller = new AbortController();
  const files = {
    render: () => {
      controller.abort(new Error('stopped'));
      return Promise.reject(new Error('aborted'));
    },
  };
  const rendering = renderConstants([flowOf(STEPS)], files, { signal: controller.signal });
  await expect(rendering).rejects.toThrow('stopped');
});
