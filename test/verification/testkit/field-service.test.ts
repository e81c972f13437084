/** The verbs around the line through the whole simulation: the flow, the call core, the wire and the platform. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadFlows } from '../../../src/authoring/flow-files/index.ts';
import { readSuite, renderFailure } from '../../../src/verification/testkit/index.ts';
import { runScenarios } from '../../builders/run-scenarios.ts';

const folder = 'test/fixtures/flows/field-service';
const { files, diagnostics } = loadFlows([folder]);

function run(text: string) {
  const reading = readSuite({ file: 'case.scenario.yaml', text }, () => files[0]);
  expect(reading.diagnostics).toEqual([]);
  return reading.suite === undefined ? [] : runScenarios([reading.suite]);
}

const results = run(readFileSync(`${folder}/field-service.scenario.yaml`, 'utf8'));

test('the flow compiles without a word', () => {
  expect(diagnostics).toEqual([]);
});

test.each(results)('$name', (result) => {
  expect(renderFailure(result, { source: () => '', colour: false })).toBe('');
});

describe('what a scenario expects in vain is told', () => {
  test.each([
    [
      'expects: { sms: { template: other, delivered: true } }',
      'the flow did not send a message "other" that arrives',
      'it sent a message "link" to +4915112345678 with {"code":"4711"}',
    ],
    [
      'expects: { outcome: met_in_a_room }',
      'did not reach the outcome "met_in_a_room"',
      'it has reached link_delivered',
    ],
    ['stream_ends', 'nothing was streamed', ''],
    ['expects: { command: record, name: desk }', 'did not send the command record "desk"', ''],
  ])('%s', (line, message, hint) => {
    const [result] = run(
      `scenarios: [{ name: case, script: [{ presses: 4 }, { hears: arrived }, ${line}] }]`,
    );
    const told = result === undefined ? '' : renderFailure(result, { source: () => '', colour: false });
    expect(told).toContain(message);
    expect(told).toContain(hint);
  });
});

test('the story tells what goes on beside the steps', () => {
  const [result] = run(
    'scenarios: [{ name: case, script: [{ presses: 4 }, { waits: 300ms }, hangs_up, expects: { ended: busy }] }]',
  );
  const story = result === undefined ? '' : renderFailure(result, { source: () => '', colour: false });
  expect(story).toContain('sends +4915112345678 the message "[link] code: 4711"');
});
