/** Speech, typed values and confirmation through the whole simulation: the flow, the call core, the wire and the platform. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runnable } from '../../../src/call/index.ts';
import { loadFlows } from '../../../src/authoring/flow-files/index.ts';
import { readSuite, renderFailure, simulate } from '../../../src/verification/testkit/index.ts';
import { compileFlow } from '../../../src/language/compiler/index.ts';
import { runScenarios } from '../../builders/run-scenarios.ts';

const folder = 'test/fixtures/flows/table-booking';

describe('booking a table', () => {
  const { files, diagnostics } = loadFlows([folder]);
  const file = `${folder}/booking.scenario.yaml`;
  const { suite } = readSuite({ file, text: readFileSync(file, 'utf8') }, () => files[0]);
  const results = suite === undefined ? [] : runScenarios([suite]);

  test('compiles without a word', () => {
    expect(diagnostics).toEqual([]);
    expect(results.length).toBeGreaterThan(5);
  });

  test.each(results)('$name', (result) => {
    expect(renderFailure(result, { source: () => '', colour: false })).toBe('');
  });
});

describe('on the wire', () => {
  const { flow } = compileFlow({
    file: 'flow.yaml',
    text: `ringflow: 1
name: talk
vars: { day: '', pin: { type: string, secret: true } }
steps:
  hello: { say: { text: Welcome., style: Cheerful, prosody: { rate: fast }, pause: 300ms }, on: { failed: hangup } }
  ask:
    collect: { prompt: Which day?, type: date, speech: true, timeout: 4s, save: day }
    on: { exhausted: hangup, failed: hangup }
  told: { say: ["It is", { text: "\${vars.day}" }], on: { failed: hangup } }
  secret:
    collect: { prompt: Your PIN?, digits: 4, speech: true, save: pin }
    on: { exhausted: hangup, failed: hangup }
`,
  });
  if (flow === undefined) throw new Error('the flow is broken');
  const call = simulate(runnable(flow), { direction: 'inbound', from: '+4930111', to: '+4930222' });
  const listens = () => call.line?.listens_for_words === true;
  for (const text of ['12/24/2026', 'four seven one one']) {
    call.runUntil(listens, call.now + 60_000);
    call.say(text);
  }
  call.runUntil(() => call.hasEnded, call.now + 60_000);
  const bodies = call.log.flatMap(({ teller, entry }) =>
    teller === 'platform' && entry.kind === 'request' && entry.path.endsWith('/play')
      ? [JSON.parse(entry.body ?? '') as Record<string, unknown>]
      : [],
  );

  test('the platform takes every play', () => {
    expect(bodies).toMatchObject([
      {
        ssml: '<speak>Welcome.<break time="300ms"/></speak>',
        text_to_speech_option: { 'express-as': 'Cheerful', prosody: { rate: 'fast' } },
      },
      { text: 'Which day?', dtmf: true, asr: true, start_timeout: 4, recognizer_timeout: 30 },
      { ssml: '<speak>It is <say-as interpret-as="date" format="ymd">2026-12-24</say-as></speak>' },
      { text: 'Your PIN?', dtmf: true, asr: true, start_timeout: 5 },
    ]);
    expect(call.record.context.call.reason).toBe('normal');
    expect(call.record.context.vars).toEqual({ day: '2026-12-24', pin: '4711' });
  });

  test('I7: a PIN that is said stands in no trace', () => {
    expect(JSON.stringify(call.trace)).not.toMatch(/four seven|4711/);
  });
});
