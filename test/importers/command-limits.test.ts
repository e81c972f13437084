/**
 * The cases with as many paths as `ringflow import` compares by default: what longer paths show is neither a difference nor a
 * reason to write another flow than the expected one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systems } from '../../src/importers/index.ts';
import { importCase } from './run-cases.ts';

const limits = { depth: 6, paths: 5_000 };

describe.each(systems.map(({ id }) => id))('%s', (id) => {
  const root = join(import.meta.dirname, id, 'cases');
  test.each(readdirSync(root))('%s', (name) => {
    const { flows } = importCase(join(root, name), limits);
    for (const { name: flow, text, comparison } of flows) {
      expect(text).toBe(readFileSync(join(root, name, 'expected', `${flow}.flow.yaml`), 'utf8'));
      expect(comparison?.differences ?? []).toEqual([]);
    }
  });
});
