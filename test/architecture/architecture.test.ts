/** The walls and the measures of the house, read off its sources. import-rules.js says what they are. */
import { describe, expect, test } from 'vitest';
import ts from 'typescript';
import {
  findBreach,
  innerRooms,
  isWithin,
  layeredRooms,
  mayTouchTheWorld,
  openRooms,
  packageHomes,
  rooms,
  unitOf,
} from '../../import-rules.js';
import { nodesOf, readSources } from './sources.ts';
import type { Import, Source } from './sources.ts';

const sources = readSources();

/** One line for every import that breaks a rule. */
function breaches(breaks: (source: Source, one: Import) => boolean): string[] {
  return sources.flatMap((source) =>
    source.imports
      .filter((one) => breaks(source, one))
      .map(({ specifier }) => `${source.path} → ${specifier}`),
  );
}

function isOneOf(path: string, places: readonly string[]): boolean {
  return places.some((place) => isWithin(path, place));
}

describe('imports', () => {
  test('every room under src/ has its rule, and every rule its place', () => {
    const found = new Set(sources.map(({ room }) => room));
    expect([...found].toSorted()).toEqual(Object.keys(rooms).toSorted());
    const places = [...Object.keys(innerRooms), ...Object.values({ ...rooms, ...innerRooms }).flat()];
    const empty = places.filter((place) => !sources.some(({ path }) => isWithin(path, place)));
    expect(empty).toEqual([]);
  });

  test('every folder of a layered room has its layer', () => {
    for (const [room, layers] of Object.entries(layeredRooms)) {
      const below = sources.flatMap(({ path }) =>
        isWithin(path, room) ? [path.slice(room.length + 1)] : [],
      );
      const folders = new Set(below.flatMap((path) => (path.includes('/') ? [path.split('/')[0]] : [])));
      expect([...folders].toSorted()).toEqual([...layers].toSorted());
    }
  });

  test('a file imports only what its room and its inner room may', () => {
    const breaks = ({ path: from }: Source, { path }: Import) =>
      path !== undefined && findBreach(from, path) !== undefined;
    expect(breaches(breaks)).toEqual([]);
  });

  test('no rule allows what nobody imports', () => {
    const used = (place: string, allowed: string) =>
      sources.some(
        ({ path, imports }) =>
          isWithin(path, place) &&
          imports.some((one) => one.path !== undefined && isWithin(one.path, allowed)),
      );
    const rules = Object.entries({ ...rooms, ...innerRooms });
    const idle = rules.flatMap(([place, allowed]) =>
      allowed.filter((one) => !used(place, one)).map((one) => `${place} → ${one}`),
    );
    expect(idle).toEqual([]);
  });

  test('across rooms only an index.ts is imported', () => {
    const breaks = ({ unit }: Source, { path }: Import) => {
      if (path === undefined || !path.includes('/') || unitOf(path) === unit) return false;
      return path !== `${unitOf(path)}/index.ts` && !openRooms.includes(unitOf(path));
    };
    expect(breaches(breaks)).toEqual([]);
  });

  test('inside a room the file is imported, not its index.ts', () => {
    const breaks = ({ unit }: Source, { path }: Import) =>
      path !== undefined && path.includes('/') && path === `${unit}/index.ts`;
    expect(breaches(breaks)).toEqual([]);
  });

  test('an outside package is imported only at home', () => {
    const breaks = (source: Source, { specifier }: Import) => {
      if (specifier.startsWith('.') || specifier.startsWith('node:')) return false;
      return !isOneOf(source.path, packageHomes[specifier] ?? []);
    };
    expect(breaches(breaks)).toEqual([]);
  });

  test('every package with a home is used there', () => {
    const used = new Set(sources.flatMap(({ imports }) => imports.map(({ specifier }) => specifier)));
    expect(Object.keys(packageHomes).filter((name) => !used.has(name))).toEqual([]);
  });

  test('the platform client loads nothing but undici before it is used', () => {
    expect(packagesLoadedWith('platform.ts')).toEqual(['undici']);
  });

  test('the command line loads no package but its own before it knows the command', () => {
    expect(packagesLoadedWith('cli/main.ts')).toEqual(['commander']);
  });

  test('validate loads only what checking needs', () => {
    expect(packagesLoadedWith('cli/author/validate.ts').toSorted()).toEqual([
      '@marcbachmann/cel-js',
      'commander',
    ]);
  });

  test('a test that calls flows loads what checks and runs them, and no test runner', () => {
    expect(packagesLoadedWith('testing.ts').toSorted()).toEqual(['@marcbachmann/cel-js', 'xstate']);
  });

  test('outside src/ only schemas/ is imported', () => {
    const breaks = (_source: Source, { specifier, path }: Import) =>
      specifier.startsWith('.') && path === undefined && !/^(\.\.\/)+schemas\//.test(specifier);
    expect(breaches(breaks)).toEqual([]);
  });

  test('folders import each other in no circle', () => {
    const edges = new Map(
      [...Map.groupBy(sources, ({ unit }) => unit)].map(([unit, members]) => [
        unit,
        neighbours(unit, members),
      ]),
    );
    expect(circlesIn(edges)).toEqual([]);
  });

  test('files import each other in no circle, types included', () => {
    const edges = new Map(
      sources.map(({ path, imports }) => [path, imports.flatMap((one) => one.path ?? [])]),
    );
    expect(circlesIn(edges)).toEqual([]);
  });
});

/** The packages that Node loads before it runs a file, with that file and those that it imports. */
function packagesLoadedWith(path: string): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const loaded = new Set([path]);
  for (const one of loaded) for (const next of loadedWith(byPath.get(one))) loaded.add(next);
  return [...loaded].filter((name) => !byPath.has(name) && !/^(node:|\.)/.test(name));
}

/** What Node loads before it runs a file: other files, and packages. */
function loadedWith({ imports } = { imports: [] as Import[] }): string[] {
  return imports
    .filter(({ isTypeOnly, isDynamic }) => !isTypeOnly && !isDynamic)
    .map(({ path, specifier }) => path ?? specifier);
}

function neighbours(unit: string, members: Source[]): string[] {
  const paths = members.flatMap(({ imports }) =>
    imports.flatMap(({ path }) => (path === undefined ? [] : [path])),
  );
  return [...new Set(paths.map(unitOf))].filter((other) => other !== unit);
}

/** The circles of a directed graph that a walk from each node finds, as `a → b → a`. */
function circlesIn(edges: Map<string, string[]>): string[] {
  const circles: string[] = [];
  const over = new Set<string>();
  const walk = (node: string, way: string[]): void => {
    if (way.includes(node)) circles.push([...way.slice(way.indexOf(node)), node].join(' → '));
    else if (!over.has(node)) for (const next of edges.get(node) ?? []) walk(next, [...way, node]);
    over.add(node);
  };
  for (const node of edges.keys()) walk(node, []);
  return circles;
}

test('the search for circles finds circles', () => {
  const edges = (pairs: [string, string[]][]) => circlesIn(new Map(pairs));
  expect(
    edges([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ]),
  ).toEqual(['b → c → b']);
  expect(
    edges([
      ['a', ['b', 'c']],
      ['b', ['c']],
      ['c', []],
    ]),
  ).toEqual([]);
});

test('the reader sees every kind of import', () => {
  const seen = sources.flatMap(({ imports }) => imports.map(({ isTypeOnly }) => isTypeOnly));
  expect(new Set(seen)).toEqual(new Set([true, false]));
  expect(sources.find(({ path }) => path === 'engine/send/send.ts')?.imports).toContainEqual({
    specifier: '../ports/index.ts',
    path: 'engine/ports/index.ts',
    isTypeOnly: false,
    isDynamic: false,
    names: ['CarrierError', 'Carrier', 'Clock', 'CommandResult', 'Log'],
  });
});

describe('exports', () => {
  test('are named one by one: no default export, no `export *`', () => {
    const found = sources.flatMap(({ path, node }) => node.statements.filter(isNameless).map(() => path));
    expect(found).toEqual([]);
  });
});

function isNameless(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true;
  if (ts.isExportDeclaration(statement))
    return statement.exportClause === undefined || ts.isNamespaceExport(statement.exportClause);
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true;
}

describe('the clock, timers, randomness, the environment, files and the network', () => {
  const pure = sources.filter(({ path }) => !isOneOf(path, mayTouchTheWorld));

  test('are nowhere used as globals but where they may be', () => {
    const banned = new Set([
      ...['globalThis', 'process', 'console', 'performance', 'fetch', 'WebSocket', 'crypto'],
      ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
    ]);
    const found = pure.flatMap(({ path, node }) =>
      [...nodesOf(node)].flatMap((one) => (isGlobal(one, banned) ? [`${path}: ${one.getText()}`] : [])),
    );
    expect(found).toEqual([]);
  });

  test('are nowhere read through Date and Math', () => {
    const found = pure.flatMap(({ path, node }) =>
      [...nodesOf(node)].flatMap((one) => (readsTheWorld(one) ? [`${path}: ${one.getText()}`] : [])),
    );
    expect(found).toEqual([]);
  });

  test('are nowhere imported from Node but where they may be', () => {
    const harmless: Record<string, string[]> = {
      'node:crypto': [
        ...['createHash', 'createHmac', 'hash', 'timingSafeEqual'],
        ...['createCipheriv', 'createDecipheriv', 'getCipherInfo'],
      ],
      'node:path': ['basename', 'dirname', 'join', 'posix'],
      'node:util': ['isDeepStrictEqual'],
      'node:stream': ['Readable', 'pipeline'],
    };
    const found = pure.flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier, isTypeOnly }) => specifier.startsWith('node:') && !isTypeOnly)
        .filter(({ specifier, names }) => !names.every((name) => harmless[specifier]?.includes(name)))
        .map(({ specifier }) => `${path} → ${specifier}`),
    );
    expect(found).toEqual([]);
  });
});

/** A name that is used: neither the name of a member or a key, nor one that is declared here. */
function isGlobal(node: ts.Node, names: Set<string>): boolean {
  if (!ts.isIdentifier(node) || !names.has(node.text)) return false;
  return !('name' in node.parent && node.parent.name === node);
}

function readsTheWorld(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return node.expression.getText() === 'Date' && !node.arguments?.length;
  return ts.isPropertyAccessExpression(node) && ['Date.now', 'Math.random'].includes(node.getText());
}

describe('sizes', () => {
  /** Files that may be longer, with the reason. */
  const longer: Record<string, string> = {
    'importers/project/reasons.ts': 'one table of all reasons of imports',
    'service/errors/refusals.ts': 'one table of all refusals of the API',
  };
  const advancing = 'flow, record, event and time are what one event of a call is made of';
  const claiming = 'a member of the port DueCalls: for whom, when, until when, how many';
  /** Functions that may take more than three parameters, with the reason. */
  const wider: Record<string, string> = {
    'adapters/store-memory/store.ts claim': claiming,
    'adapters/store-memory/store.ts take': claiming,
    'adapters/store-redis/calls.ts claim': claiming,
    'adapters/store-redis/store.ts claim': claiming,
    'adapters/store-sqlite/calls.ts claim': claiming,
    'adapters/store-sqlite/store.ts claim': claiming,
    'call/advance.ts moveLeg': advancing,
    'call/advance.ts endCall': advancing,
    'call/advance.ts fire': advancing,
    'call/advance.ts feedMachine': advancing,
    'call/limits.ts moveLimits': advancing,
    'engine/send/send.ts send': 'the call, the attempt, what may prove it, and the surroundings',
    'service/http/server.ts (without a name)': 'a hook of Fastify that is given what is about to be sent',
  };
  const functions = sources.flatMap((source) => source.functions);
  const fileLines = sources.map(({ lines }) => lines);

  test('no file is longer than 300 lines, but those that have a reason', () => {
    const long = sources.filter(({ lines }) => lines > 300).map(({ path }) => path);
    expect(long).toEqual(Object.keys(longer));
  });

  test('half of the files have at most 120 lines, 95 % at most 300', () => {
    expect(share(fileLines, 0.5)).toBeLessThanOrEqual(120);
    expect(share(fileLines, 0.95)).toBeLessThanOrEqual(300);
  });

  test('half of the functions have at most 12 lines, 90 % at most 40', () => {
    const lines = functions.map((one) => one.lines);
    expect(share(lines, 0.5)).toBeLessThanOrEqual(12);
    expect(share(lines, 0.9)).toBeLessThanOrEqual(40);
  });

  test('no function takes more than 3 parameters, but those that have a reason', () => {
    const wide = functions.filter(({ parameters }) => parameters > 3).map(({ at }) => at.replace(/:\d+/, ''));
    expect(wide.filter((at) => !(at in wider))).toEqual([]);
  });
});

/** The least value that this share of the values does not exceed. */
function share(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? 0;
}
