import { join } from 'node:path';
import { describe } from 'vitest';
import { testCases } from '../run-cases.ts';

describe('flows of Twilio Studio', () => {
  testCases(join(import.meta.dirname, 'cases'), { depth: 6, paths: 1_000 });
});
