import { join } from 'node:path';
import { describe } from 'vitest';
import { testCases } from '../run-cases.ts';

describe('flows of Amazon Connect', () => {
  testCases(join(import.meta.dirname, 'cases'));
});

describe('broken flows of Amazon Connect', () => {
  testCases(join(import.meta.dirname, 'broken'));
});
