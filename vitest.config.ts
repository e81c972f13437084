import { defineConfig } from 'vitest/config';

const inBrowser = 'test/browser/**/*.test.ts';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // The set-up of a project runs only when one of its tests does.
    projects: [
      { extends: true, test: { name: 'node', include: ['test/**/*.test.ts'], exclude: [inBrowser] } },
      { extends: true, test: { name: 'browser', include: [inBrowser], globalSetup: 'test/setup/tools.ts' } },
    ],
  },
});
