/** Every export has a user in src: another file, an entry point of the package, or a dynamic import. */
import { expect, test } from 'vitest';
import ts from 'typescript';
import { readSources } from './sources.ts';
import type { Source } from './sources.ts';

/** Exports that only tests import, with the reason. */
const forTests: Record<string, string> = {
  'call/spoken/reading.ts isRealDate': 'every day of some years, which no keys enter',
  'language/compiler/read/yaml.ts parseWithLibrary': 'the reader of plain YAML is compared with it',
  'language/diagnostics/did-you-mean.ts findOnlyClose': 'compared with an exhaustive search',
  'language/text/table.ts measureWidth': 'the width of single characters',
  'platform/emulator/model/rest/routes.ts services': 'every route is attacked, also one added later',
  'platform/emulator/model/voice/media/audio.ts encodeUlaw': 'the table of G.711',
  'service/config/carriers.ts parseCarriers': 'text that no setting could pass on',
  'service/config/oidc.ts parseGroups': 'text that no setting could pass on',
  'service/config/oidc.ts parseIssuer': 'text that no setting could pass on',
  'service/management/api-keys.ts ApiKey': 'the stored shape of a key is pinned',
  'verification/coverage/watched.ts findSpeakingAction': 'every verb that speaks is found',
  'verification/testkit/exchange.ts project':
    'the line of prove is compared with the model of a simulated call',
  'verification/recording/redact.ts createFictitiousNumber': 'the fictitious ranges of each country',
};

const sources = readSources();
const byPath = new Map(sources.map((source) => [source.path, source]));

test('nothing is exported that only its own file, or a test, uses', () => {
  const used = findUsed();
  const found = sources
    .filter(
      ({ path }) =>
        path.includes('/') &&
        path !== 'cli/main.ts' &&
        !path.endsWith('.browser.ts') &&
        !path.endsWith('/index.ts'),
    )
    .flatMap((source) => listExports(source).map((name) => `${source.path} ${name}`))
    .filter((one) => !used.has(one));
  expect(found.toSorted()).toEqual(Object.keys(forTests).toSorted());
});

/** The exports that are imported somewhere, as `path name`, also by way of files that only pass them on. */
function findUsed(): Set<string> {
  const used = new Set<string>();
  const use = (path: string, name: string): void => {
    if (used.has(`${path} ${name}`)) return;
    used.add(`${path} ${name}`);
    const source = byPath.get(path);
    if (source === undefined) return;
    for (const passed of listPassedOn(source))
      if (name === '*' || passed.as === name) use(passed.from, passed.name);
    if (name === '*') for (const one of listExports(source)) use(path, one);
  };
  for (const source of sources) {
    const passed = new Set(listPassedOn(source).map(({ from, name }) => `${from} ${name}`));
    for (const { path, names } of source.imports)
      if (path !== undefined) for (const name of names) if (!passed.has(`${path} ${name}`)) use(path, name);
    if (!source.path.includes('/')) for (const { from, name } of listPassedOn(source)) use(from, name);
  }
  return used;
}

interface PassedOn {
  from: string;
  name: string;
  as: string;
}

/** The names that a file exports from another one: `export { a as b } from './c.ts'`. */
function listPassedOn({ node, imports }: Source): PassedOn[] {
  return node.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return [];
    const { exportClause, moduleSpecifier } = statement;
    const specifier = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
    const from = imports.find((one) => one.specifier === specifier)?.path;
    if (from === undefined || exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
    return exportClause.elements.map(({ propertyName, name }) => ({
      from,
      name: (propertyName ?? name).text,
      as: name.text,
    }));
  });
}

/** The names that a file declares and exports. */
function listExports({ node }: Source): string[] {
  return node.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) !== true) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText(node));
    return 'name' in statement && statement.name !== undefined
      ? [(statement.name as ts.Identifier).text]
      : [];
  });
}
