/**
 * Flows as designers of many trades and languages write them, right for their callers though much in them is unusual:
 * neither `validate` nor `prove` says anything about them. What is said is a false alarm, unless it shows a real mistake.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadFlows } from '../../../src/authoring/flow-files/index.ts';
import { prove } from '../../../src/verification/prove/index.ts';

const { files, source } = loadFlows([join(import.meta.dirname, '../../fixtures/good-flows')]);
const options = {
  limits: { prompts: 12, seconds: 180, deadAirMs: 5_000 },
  budget: { states: 50_000, ms: 1, clock: () => 0 },
};

test('there are many of them', () => {
  expect(files.length).toBeGreaterThanOrEqual(107);
});

describe.each(files.map(({ file, ...compiled }) => ({ name: file.replace(/^.*\//, ''), file, ...compiled })))(
  '$name',
  ({ file, flow, graph, graphs = {}, diagnostics }) => {
    test('gives no cause for a finding', () => {
      expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
      if (flow === undefined || graph === undefined) throw new Error('there is no flow');
      const { found, exploration } = prove({ file, flow, graph, graphs, diagnostics, source }, options);
      expect(exploration.left).toBe(0);
      expect(found.map(({ diagnostic: { code, message } }) => `${code}: ${message}`)).toEqual([]);
    });
  },
);
