import { join } from 'node:path';
import { describe } from 'vitest';
import { testCases } from '../run-cases.ts';

describe('broken documents of VoiceXML', () => {
  testCases(join(import.meta.dirname, 'broken'));
});
