import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // No test imports a flow, so that Vitest cannot see which ones a change of it concerns.
    forceRerunTriggers: ['**/flows/**'],
  },
});
