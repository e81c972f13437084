/**
 * The walls of the house: what each room under src/ may import. ESLint (eslint.config.js) shows a breach in the editor,
 * test/architecture/architecture.test.ts proves that there is none. Change it together with an ADR.
 */

/** Room (a folder directly under src/, or a file there) → the places in other rooms that it may import. */
export const rooms = {
  language: [],
  call: ['language'],
  engine: ['language', 'call'],
  platform: ['language/text', 'language/capabilities', 'call', 'engine/ports', 'carriers/index.ts'],
  carriers: ['language/capabilities', 'call', 'engine/ports'],
  adapters: ['call', 'engine/ports'],
  authoring: ['language', 'call', 'engine/ports'],
  verification: ['language', 'call', 'engine', 'platform', 'carriers/index.ts', 'authoring'],
  importers: ['language', 'verification/compare', 'verification/prove'],
  service: ['language', 'call', 'engine', 'platform', 'carriers', 'adapters', 'authoring', 'verification'],
  cli: [
    'language',
    'call',
    'engine',
    'platform',
    'carriers',
    'adapters',
    'authoring',
    'verification',
    'importers',
    'service',
  ],
  console: ['language', 'call', 'platform/emulator/views', 'authoring', 'verification', 'importers'],
  'platform.ts': ['platform', 'engine/ports'],
  'testing.ts': ['verification/testing'],
  'testing-vitest.ts': ['verification/testing'],
};

/** What the importer of each system may import. */
const forSystems = ['language', 'importers/reading', 'importers/project', 'verification/compare'];

/** Inner room → the only places outside itself that it may import. An inner room without a line may import what its room may, and the whole room. */
export const innerRooms = {
  'language/text': [],
  'language/diagnostics': [],
  'language/speech': [],
  'language/capabilities': [],
  'language/model': ['language/text', 'language/diagnostics', 'language/capabilities'],
  'language/compiler': ['language/text', 'language/diagnostics', 'language/model', 'language/speech'],
  'call/formats': [],
  'engine/ports': ['language/model', 'call'],
  'carriers/asterisk': ['call', 'engine/ports', 'carriers/index.ts', 'language/capabilities'],
  'platform/wire': ['language/text', 'call'],
  'platform/client': [
    'language/text',
    'language/capabilities',
    'platform/wire',
    'engine/ports',
    'carriers/index.ts',
    'call',
  ],
  'platform/emulator/views': [],
  'platform/emulator/model': [
    'language/text',
    'language/capabilities',
    'platform/wire',
    'platform/emulator/views',
  ],
  'platform/emulator/http': ['platform/emulator/model'],
  'carriers/asterisk/setup': [],
  'authoring/flowchart': ['language/model', 'language/text'],
  'authoring/flowchart/layout': ['authoring/flowchart'],
  'authoring/drawing': ['language/model', 'language/text', 'authoring/flowchart'],
  'authoring/diff': ['language/model', 'language/text'],
  'authoring/prompts': ['language/model', 'language/text', 'call', 'engine/ports'],
  'authoring/flow-files': ['language', 'engine/ports'],
  'authoring/lsp': ['language', 'authoring/edits'],
  'authoring/edits': ['language', 'authoring/templates'],
  'authoring/templates': [],
  'verification/editor-runs': ['language', 'authoring/lsp', 'verification/testkit'],
  'verification/recording': ['language/model', 'call'],
  'verification/coverage': ['language', 'call', 'authoring/drawing'],
  'verification/testkit': [
    'language',
    'call',
    'platform/wire',
    'platform/emulator/model',
    'carriers/index.ts',
  ],
  'verification/replay': [
    'language/model',
    'language/text',
    'call',
    'verification/recording',
    'verification/testkit',
  ],
  'verification/situations': [
    'language/model',
    'call',
    'carriers/index.ts',
    'platform/emulator/model',
    'verification/testkit',
  ],
  'verification/prove': [
    'language',
    'call',
    'carriers/index.ts',
    'verification/situations',
    'verification/testkit',
  ],
  'verification/compare': [
    'language',
    'call',
    'verification/prove',
    'verification/situations',
    'verification/testkit',
  ],
  'verification/perturb': [
    'language',
    'call',
    'engine',
    'platform/wire',
    'platform/emulator/model',
    'verification/testkit',
  ],
  'verification/testing': [
    'language',
    'call',
    'engine/ports',
    'authoring/flow-files',
    'verification/testkit',
  ],
  'console/worker': [
    'verification/coverage',
    'language',
    'call',
    'authoring/edits',
    'authoring/flowchart',
    'authoring/lsp',
    'importers',
    'verification/editor-runs',
    'verification/prove',
    'verification/recording',
    'verification/replay',
    'verification/testkit',
  ],
  'importers/reading': ['language/diagnostics'],
  'importers/ecmascript': ['importers/project'],
  'importers/project': ['language', 'importers/reading', 'verification/compare'],
  'importers/studio': forSystems,
  'importers/connect': forSystems,
  'importers/swml': [...forSystems, 'importers/ecmascript'],
  'importers/freeswitch': forSystems,
  'importers/voicexml': [...forSystems, 'importers/ecmascript'],
  'importers/architect': forSystems,
  'importers/passes': ['language', 'importers/project'],
  'importers/writing': ['language', 'importers/passes', 'importers/project'],
  'importers/report': ['language', 'importers/reading', 'importers/project', 'verification/compare'],
  'service/addresses': [],
  'service/egress': ['language/model', 'call', 'engine/ports'],
  'service/config': [
    'language',
    'carriers/asterisk/setup',
    'service/addresses',
    'service/egress',
    'service/management',
  ],
  'service/errors': [],
  'service/management': ['language', 'call', 'engine/ports', 'service/addresses', 'service/errors'],
  'service/build': [
    'language',
    'engine/ports',
    'authoring/diff',
    'authoring/drawing',
    'authoring/flowchart',
    'verification/recording',
    'verification/replay',
    'verification/testkit',
    'service/errors',
    'service/management',
  ],
  'service/carriers': ['call', 'engine/ports', 'service/http'],
  'service/stats': ['language/model', 'call', 'engine/ports', 'service/management'],
  'service/campaigns': ['language/model', 'language/text', 'call', 'engine/ports', 'service/management'],
  'service/planned-calls': [
    'language/model',
    'call',
    'engine/ports',
    'service/campaigns',
    'service/management',
  ],
  'service/cdrs': ['call', 'engine/ports', 'service/management'],
  'service/http': [
    'language/diagnostics',
    'language/text',
    'call',
    'engine',
    'platform/wire',
    'verification/recording',
    'service/addresses',
    'service/build',
    'service/campaigns',
    'service/cdrs',
    'service/errors',
    'service/management',
    'service/planned-calls',
    'service/stats',
  ],
};

/** Rooms whose folders are each an inner room of their own, and never import each other. */
export const dividedRooms = ['adapters'];

/** Rooms whose folders stand in layers: each folder imports only those before it, and the files of the room itself. */
export const layeredRooms = {
  'language/compiler': ['schema', 'read', 'verbs', 'mend', 'check', 'rules', 'needs', 'emit'],
};

/** Places whose files import each other's files, not an `index.ts`. */
export const openRooms = ['cli', 'console', 'console/worker', 'service', 'service/compose', 'service/config'];

/** Whether a path under src/ is that place or below it. */
export function isWithin(path, place) {
  return path === place || path.startsWith(`${place}/`);
}

/** The room of a path under src/: its first folder, or the file. */
export function roomOf(path) {
  return path.split('/')[0];
}

/** The inner room of a path under src/, or its room where it stands in none: its `index.ts` is what others import. */
export function unitOf(path) {
  const [room, folder = '', ...below] = path.split('/');
  if (dividedRooms.includes(room) && below.length > 0) return `${room}/${folder}`;
  const inner = [...Object.keys(innerRooms), ...openRooms].filter((place) => isWithin(path, place));
  return inner.toSorted((one, other) => other.length - one.length)[0] ?? room;
}

/** Why one file under src/ may not import another; undefined where it may. */
export function findBreach(from, to) {
  const [unit, room] = [unitOf(from), roomOf(from)];
  const layers = layeredRooms[unit] ?? [];
  const layerOf = (path) => layers.findIndex((layer) => isWithin(path, `${unit}/${layer}`));
  if (layerOf(from) >= 0 && layerOf(from) < layerOf(to))
    return `src/${unit}/${layers[layerOf(from)]} must not import src/${unit}/${layers[layerOf(to)]}`;
  if (unitOf(to) === unit) return undefined;
  const isAllowed = (places) => places.some((place) => isWithin(to, place));
  if (roomOf(to) !== room && !isAllowed(rooms[room] ?? []))
    return `src/${room} must not import src/${unitOf(to)}`;
  if (unit in innerRooms && !isAllowed(innerRooms[unit]))
    return `src/${unit} must not import src/${unitOf(to)}`;
  if (dividedRooms.includes(room) && roomOf(to) === room)
    return `the folders of src/${room} must not import each other`;
  return undefined;
}

/** Outside package → the places that may import it (prefixes under src/). What is not listed may be imported nowhere. */
export const packageHomes = {
  'ajv/dist/2020.js': ['platform/client', 'cli', 'service/http/api'],
  ajv: ['platform/emulator/http'],
  'ajv-formats': ['platform/emulator/http', 'service/http/api'],
  'fast-json-stringify': ['service/http/api'],
  typebox: ['service/http/api'],
  '@fastify/swagger': ['service/http/api'],
  '@fastify/swagger-ui': ['service/http/api'],
  '@fastify/type-provider-typebox': ['service/http/api'],
  'lru-cache': ['service/http/api', 'service/stats'],
  'ipaddr.js': ['service/addresses', 'service/egress', 'service/http/api'],
  jose: ['adapters/identity-jose'],
  'rate-limiter-flexible': ['service/http/api'],
  '@fastify/helmet': ['service/http'],
  prettier: ['cli'],
  luxon: ['language/model'],
  'csv-parse/sync': ['language/model/libraries.ts'],
  'csv-parse/browser/esm/sync': ['language/model/libraries.browser.ts'],
  '@noble/hashes/hmac.js': ['language/text/hashes.browser.ts'],
  '@noble/hashes/sha2.js': ['language/text/hashes.browser.ts'],
  '@noble/hashes/utils.js': ['language/text/hashes.browser.ts'],
  'csv-parse': ['service/campaigns'],
  'csv-stringify/sync': ['service/campaigns', 'service/cdrs'],
  split2: ['service/campaigns'],
  'countries-and-timezones': ['service/campaigns'],
  xstate: ['call', 'language'],
  yaml: [
    'language/model/libraries.ts',
    'language/model/libraries.browser.ts',
    'language/compiler',
    'authoring/prompts',
    'verification',
    'importers',
    'cli',
  ],
  'jsonc-parser': ['importers/reading'],
  '@rgrove/parse-xml': ['importers/reading'],
  acorn: ['importers/ecmascript'],
  '@marcbachmann/cel-js': ['language/model'],
  'franc-min': ['language/model/libraries.ts', 'language/model/libraries.browser.ts'],
  re2js: ['language/model/libraries.ts', 'language/model/libraries.browser.ts'],
  'libphonenumber-js': [
    'language/model/libraries.ts',
    'language/model/libraries.browser.ts',
    'call',
    'verification/prove',
  ],
  'libphonenumber-js/mobile/examples': ['verification/prove'],
  refa: ['verification/prove'],
  'libphonenumber-js/max': [
    'language/model/libraries.ts',
    'language/model/libraries.browser.ts',
    'language/compiler',
    'service/campaigns',
    'service/http/api/people.ts',
  ],
  fastify: ['service/http', 'platform/emulator/http'],
  undici: ['adapters', 'platform', 'carriers', 'cli'],
  ws: ['carriers'],
  ioredis: ['adapters/store-redis'],
  'prom-client': ['service/http'],
  '@opentelemetry/api': ['adapters/tracing-otel'],
  '@opentelemetry/core': ['adapters/tracing-otel'],
  '@opentelemetry/exporter-trace-otlp-http': ['adapters/tracing-otel'],
  '@opentelemetry/resources': ['adapters/tracing-otel'],
  '@opentelemetry/sdk-trace': ['adapters/tracing-otel'],
  '@opentelemetry/semantic-conventions': ['adapters/tracing-otel'],
  'eventsource-parser': ['cli'],
  pino: ['adapters'],
  commander: ['cli'],
  'vscode-languageserver': ['authoring/lsp'],
  'vscode-languageserver/browser': ['console/worker'],
  'vscode-languageserver/node': ['cli'],
  'prettier/standalone': ['console/worker'],
  'prettier/plugins/yaml': ['console/worker'],
  'vscode-languageserver-textdocument': ['authoring/lsp'],
  '@viz-js/viz': ['authoring/drawing'],
  vitest: ['testing-vitest.ts'],
  '@fastify/websocket': ['service/http/carrier-sockets.ts'],
  '@fastify/static': ['service/http/console-pages.ts', 'platform/emulator/http/page-routes.ts'],
  preact: ['console'],
  'preact/hooks': ['console'],
  'preact-iso': ['console'],
  '@preact/signals': ['console'],
  diff: ['console/ui'],
  oauth4webapi: ['console/session'],
  'eventsource-parser/stream': ['console/data'],
  '@codemirror/autocomplete': ['console/views/editor'],
  '@codemirror/commands': ['console/views/editor'],
  '@codemirror/lang-yaml': ['console/views/editor'],
  '@codemirror/language': ['console/views/editor'],
  '@codemirror/lint': ['console/views/editor'],
  '@codemirror/lsp-client': ['console/views/editor'],
  '@codemirror/search': ['console/views/editor'],
  '@codemirror/state': ['console/views/editor'],
  '@codemirror/view': ['console/views/editor'],
  '@lezer/highlight': ['console/views/editor'],
};

/** Folders whose code may use the clock, timers, randomness, the environment and the console. */
export const mayTouchTheWorld = [
  'adapters',
  'carriers/asterisk/connection',
  'authoring/flow-files',
  'language/model/libraries.ts',
  'service/build/thread.ts',
  'service/build/workshop.ts',
  'service/config/package.ts',
  'service/config/config.ts',
  'service/config/secret-files.ts',
  'cli',
  'console',
  'platform/client',
  'platform/emulator/http',
  'service/start.ts',
];
