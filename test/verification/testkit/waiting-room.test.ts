/** The verbs that do nothing but something to the line, through the whole simulation. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadFlows } from '../../../src/authoring/flow-files/index.ts';
import { readSuite, renderFailure } from '../../../src/verification/testkit/index.ts';
import { runScenarios } from '../../builders/run-scenarios.ts';

const folder = 'test/fixtures/flows/waiting-room';
const scenarios = `${folder}/waiting-room.scenario.yaml`;
const { files, diagnostics } = loadFlows([folder]);
const reading = readSuite({ file: scenarios, text: readFileSync(scenarios, 'utf8') }, () => files[0]);
const results = reading.suite === undefined ? [] : runScenarios([reading.suite]);

test('the flow and its scenarios are read without a word', () => {
  expect([...diagnostics, ...reading.diagnostics]).toEqual([]);
});

test.each(results)('$name', (result) => {
  expect(renderFailure(result, { source: () => '', colour: false })).toBe('');
});

test('no command answers a call that is hung up at once', () => {
  const kinds = results.at(-1)?.trace.flatMap(({ commands }) => commands.map(({ kind }) => kind));
  expect(kinds).toEqual(['hangup']);
});
