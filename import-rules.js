/**
 * The walls of the house: what each folder under src/ may import. ESLint (eslint.config.js) shows a breach
 * in the editor, test/architecture.test.ts proves that there is none. Change it together with an ADR.
 */

/** Folder under src/ → the other folders it may import from. A folder may always import from itself. */
export const mayImport = {
  diagnostics: [],
  flow: ['diagnostics'],
  compiler: ['flow', 'diagnostics'],
  drawing: ['flow'],
  diff: ['flow'],
  call: ['flow'],
  prompts: ['call', 'flow'],
  ports: ['call', 'flow'],
  wire: ['call'],
  engine: ['call', 'flow', 'ports'],
  adapters: ['ports', 'call', 'flow', 'wire'],
  egress: ['call', 'flow', 'ports'],
  management: ['compiler', 'flow', 'diagnostics', 'call', 'ports'],
  campaigns: ['management', 'flow', 'call', 'ports'],
  server: ['engine', 'ports', 'diagnostics', 'wire', 'call', 'management', 'campaigns'],
  emulator: ['wire'],
  testkit: ['compiler', 'diagnostics', 'flow', 'call', 'wire', 'emulator/model'],
  coverage: ['call', 'compiler', 'flow', 'drawing'],
  replay: ['testkit', 'call', 'flow'],
  prove: ['testkit', 'compiler', 'diagnostics', 'flow', 'call', 'emulator/model'],
  perturb: ['testkit', 'compiler', 'engine', 'call', 'flow', 'wire', 'emulator/model'],
  'flow-files': ['compiler', 'diagnostics', 'flow', 'ports'],
  lsp: ['compiler', 'flow', 'diagnostics', 'flow-files'],
  cli: '*',
  'config-error.ts': [],
  'config-values.ts': ['egress'],
  'config.ts': ['config-error.ts', 'config-values.ts', 'egress'],
  testing: ['testkit', 'flow-files', 'diagnostics', 'flow', 'call', 'ports'],
  'testing.ts': ['testing'],
  'testing-vitest.ts': ['testing'],
  'platform.ts': ['adapters', 'ports', 'wire'],
  'app-metrics.ts': ['adapters', 'engine', 'ports', 'server'],
  'app.ts': '*',
};

/** Outside package → the places that may import it (prefixes under src/). What is not listed may be imported nowhere. */
export const packageHomes = {
  'ajv/dist/2020.js': ['adapters/platform-http', 'cli', 'server/api'],
  'ajv-formats': ['server/api'],
  typebox: ['server/api'],
  '@fastify/swagger': ['server/api'],
  '@fastify/swagger-ui': ['server/api'],
  '@fastify/type-provider-typebox': ['server/api'],
  'ipaddr.js': ['egress', 'server/api'],
  'rate-limiter-flexible': ['server/api'],
  '@fastify/helmet': ['server/api'],
  luxon: ['flow'],
  'csv-parse/sync': ['compiler'],
  'csv-parse': ['campaigns'],
  'csv-stringify/sync': ['campaigns'],
  split2: ['campaigns'],
  'countries-and-timezones': ['campaigns'],
  xstate: ['call', 'flow', 'compiler'],
  yaml: ['compiler', 'testkit', 'perturb', 'cli', 'prompts', 'replay', 'prove'],
  '@marcbachmann/cel-js': ['flow'],
  'libphonenumber-js': ['call'],
  'libphonenumber-js/min/metadata': ['compiler'],
  'libphonenumber-js/max': ['campaigns'],
  fastify: ['server', 'emulator/http'],
  undici: ['adapters', 'emulator/http', 'cli'],
  ioredis: ['adapters/store-redis'],
  'prom-client': ['server'],
  pino: ['adapters'],
  commander: ['cli'],
  'vscode-languageserver/node': ['lsp'],
  'vscode-languageserver-textdocument': ['lsp'],
  '@viz-js/viz': ['drawing'],
  vitest: ['testing-vitest.ts'],
};

/** Folders whose code may use the clock, timers, randomness, the environment and the console. */
export const mayTouchTheWorld = ['adapters', 'flow-files', 'config.ts', 'cli', 'emulator/http', 'app.ts'];
