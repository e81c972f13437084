import { defineConfig } from 'vitest/config';

/** Tests that start whole systems: processes, browsers, fleets, packages, other vendors' programs. `npm run test:system` runs them. */
const browser = ['test/browser/**/*.test.ts'];
const e2e = ['test/e2e/**/*.test.ts'];
const distributed = ['test/distributed/**/*.test.ts'];
const asterisk = ['test/carriers/asterisk/live/**/*.test.ts'];
const system = [
  'test/adapters/store-redis-{cluster,replicas}.test.ts',
  'test/package/**/*.test.ts',
  'test/language/compiler/large-files.test.ts',
  'test/authoring/edits/{extract,samples}.test.ts',
  'test/importers/{command-limits,mutated,*/planted-faults}.test.ts',
  'test/platform/conformance/**/*.test.ts',
  'test/platform/emulator/fuzz/{control,platform}-fuzz.test.ts',
  'test/cli/{completion,npm-start,test-run}.test.ts',
  'test/docs/{deploy,operations}.test.ts',
  'test/service/alert-rules.test.ts',
  'test/service/http/api/fuzz.test.ts',
  'test/verification/{testing/docs,perturb/samples}.test.ts',
];

/** Tests of adapters, with their files, their databases and a Redis. */
const stores = ['test/adapters/**/*.test.ts', 'test/service/cdrs/feed-redis.test.ts'];
/** Tests with servers, sockets and commands in the test's own process. */
const service = [
  'test/{cli,engine,service}/**/*.test.ts',
  'test/platform/*.test.ts',
  'test/platform/client/**/*.test.ts',
  'test/authoring/{flow-files,lsp}/**/*.test.ts',
  'test/call/records/**/*.test.ts',
];

/** Projects of one group share their workers; the groups run one after the other. Tests that wait most of the time get more. */
const groups = { own: 2, system: 2, asterisk: 4 };
const project = (name: string, group: keyof typeof groups, include: string[], exclude: string[] = []) => ({
  name,
  include,
  exclude,
  maxWorkers: groups[group],
  sequence: { groupOrder: Object.keys(groups).indexOf(group) },
});
const console = ['test/setup/browser.ts', 'test/setup/console.ts'];
const redis = { globalSetup: 'test/setup/redis.ts' };
/** Files of these projects share a process and its modules, and each file has a limit of CPU time. */
const shared = { isolate: false, setupFiles: 'test/setup/cpu-limit.ts' };

const projects = [
  {
    ...project(
      'pure',
      'own',
      ['test/**/*.test.ts'],
      [...stores, ...service, ...system, ...e2e, ...distributed, ...browser, ...asterisk],
    ),
    ...shared,
  },
  { ...project('stores', 'own', stores, system), ...shared, ...redis },
  { ...project('service', 'own', service, [...stores, ...system]), ...shared, ...redis },
  { ...project('system', 'system', system), ...redis },
  { ...project('e2e', 'system', e2e), ...redis },
  { ...project('distributed', 'system', distributed), ...redis },
  { ...project('asterisk', 'asterisk', asterisk), globalSetup: ['test/setup/asterisk/root.ts', ...console] },
  { ...project('browser', 'system', browser), globalSetup: console },
];

export default defineConfig({
  test: {
    // No test takes this long on a quiet machine: the limit ends a test that hangs, and a busy machine does not reach it.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // The global set-up of a project runs only when one of its tests runs.
    projects: projects.map((test) => ({ extends: true, test })),
  },
});
