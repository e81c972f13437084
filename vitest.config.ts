import { defineConfig } from 'vitest/config';

const inBrowser = 'test/browser/**/*.test.ts';
/** Whole services under way: after the others, two at a time, since they wait for time to pass more than they work. */
const wholeServices = 'test/e2e/**/*.test.ts';
/** Several of them on one Redis. */
const fleets = 'test/distributed/**/*.test.ts';

export default defineConfig({
  test: {
    // Nothing takes that long: it is how long a test hangs that waits in vain, on a machine that has other things to do.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // The set-up of a project runs only when one of its tests does.
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [inBrowser, wholeServices, fleets],
          globalSetup: 'test/setup/redis.ts',
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: [wholeServices],
          globalSetup: 'test/setup/redis.ts',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'distributed',
          include: [fleets],
          globalSetup: 'test/setup/redis.ts',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [inBrowser],
          globalSetup: 'test/setup/browser.ts',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
