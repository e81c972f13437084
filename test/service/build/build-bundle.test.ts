/** A bundle on its own thread or not: what comes of it is decided here. */
import { describe, expect, test } from 'vitest';
import { buildBundle } from '../../../src/service/build/build-bundle.ts';
import { flowSaying } from '../../authoring/flow-files/folder.ts';

const passing = 'scenarios: [{ name: greets, script: [hears: Hello] }]\n';
const failing = 'scenarios: [{ name: parts, script: [hears: Goodbye] }]\n';
const usual = { scenarios: 10, resultBytes: 100_000, versionBytes: 100_000 };

describe('a bundle', () => {
  test('gives a version of each flow, with the results of the scenarios about it alone', () => {
    const { versions, tests } = buildBundle({
      'desk/flow.yaml': flowSaying('Hello.'),
      'desk/good.scenario.yaml': passing,
      'night/flow.yaml': flowSaying('Hello.', 'night'),
      'night/bad.scenario.yaml': failing,
      'plain.flow.yaml': flowSaying('Hello.', 'plain'),
    });
    const told = versions.map(({ flow, tests: own }) => [flow, own?.results.passed, own?.results.failed]);
    expect(told).toEqual([
      ['desk', 1, 0],
      ['night', 0, 1],
      ['plain', undefined, undefined],
    ]);
    expect(tests).toMatchObject({ passed: 1, failed: 1, broken: [], only: [] });
    expect(versions[1]?.tests?.files).toEqual({ 'night/bad.scenario.yaml': failing });
  });

  test('keeps in a version what it was made from, without its scenarios', () => {
    const [version] = buildBundle({ 'flow.yaml': flowSaying('Hello.'), 'a.scenario.yaml': passing }).versions;
    const source = JSON.parse(version?.source ?? '') as { files: object; compiled: { version: string } };
    expect(source.files).toEqual({ 'flow.yaml': flowSaying('Hello.') });
    expect(source.compiled.version).toBe(version?.version);
  });

  test('with a flow that has errors is not tested', () => {
    const { versions, hasErrors, tests } = buildBundle({
      'flow.yaml': flowSaying('Hello.').replace('next: hangup', 'next: nowhere'),
      'a.scenario.yaml': failing,
    });
    expect({ versions, hasErrors, failed: tests.failed }).toEqual({
      versions: [],
      hasErrors: true,
      failed: 0,
    });
  });

  test.each([
    ['that is no YAML', 'scenarios: [', 'a.scenario.yaml'],
    ['that names a flow which is not there', `flow: ../flow.yaml\n${passing}`, 'a.scenario.yaml'],
    ['that presses no key', 'scenarios: [{ name: x, script: [presses: z] }]\n', 'a.scenario.yaml'],
  ])('has a scenario file %s told as broken', (_what, text, file) => {
    const { tests } = buildBundle({ 'flow.yaml': flowSaying('Hello.'), [file]: text });
    expect(tests.broken).toEqual([file]);
    expect(tests.diagnostics[0]).toMatchObject({ file, severity: 'error' });
  });

  test('in which a scenario says "only" has none of them run', () => {
    const text = 'scenarios: [{ name: greets, only: true, script: [hears: Hello] }]\n';
    const { tests } = buildBundle({ 'flow.yaml': flowSaying('Hello.'), 'a.scenario.yaml': text });
    expect(tests).toMatchObject({ cases: [], only: [{ file: 'a.scenario.yaml', line: 1 }] });
  });
});

describe('what a bundle may come to', () => {
  const files = { 'flow.yaml': flowSaying('Hello.'), 'a.scenario.yaml': failing };

  test('is bounded in scenarios', () => {
    expect(() => buildBundle(files, { ...usual, scenarios: 0 })).toThrow(/1 scenarios exceed the limit of 0/);
  });

  test('is bounded in versions', () => {
    expect(() => buildBundle(files, { ...usual, versionBytes: 10 })).toThrow(/exceed the size limit/);
  });

  test('is bounded in results: first their stories are left out', () => {
    const [whole] = buildBundle(files, usual).tests.cases;
    expect(whole?.story?.length).toBeGreaterThan(0);
    const resultBytes = JSON.stringify(buildBundle(files, usual).tests).length - 1;
    const [shorter] = buildBundle(files, { ...usual, resultBytes }).tests.cases;
    expect(shorter).toEqual({ ...whole, story: [] });
    expect(() => buildBundle(files, { ...usual, resultBytes: 10 })).toThrow(/are too large/);
  });
});
