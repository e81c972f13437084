/** The sources as the compiler reads them: who imports what, who exports how, how long things are. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { roomOf, unitOf } from '../../import-rules.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sourceRoot = join(root, 'src');
/** The console's client, generated from the description of the API. */
const GENERATED = 'console/api/generated/';

export interface Import {
  /** As it is written. */
  specifier: string;
  /** Relative to src/; undefined for packages and for what lies outside. */
  path: string | undefined;
  /** Only types come in: nothing of it is there when the program runs. */
  isTypeOnly: boolean;
  /** It comes in when the program gets there, not before. */
  isDynamic: boolean;
  /** The names that come in; `*` for all at once. */
  names: string[];
}

export interface Func {
  /** `file:line name`. */
  at: string;
  lines: number;
  parameters: number;
}

export interface Source {
  /** Relative to src/. */
  path: string;
  /** A folder directly under src/, or a file there. */
  room: string;
  /** The inner room that it stands in, or else its room. */
  unit: string;
  lines: number;
  imports: Import[];
  functions: Func[];
  node: ts.SourceFile;
}

/** All sources under src/, in order of path. */
export function readSources(): Source[] {
  return readdirSync(sourceRoot, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith(GENERATED))
    .toSorted()
    .map(readSource);
}

/** Every node of a file, from outside in, without tokens and comments. */
export function nodesOf(node: ts.Node): ts.Node[] {
  const found = [node];
  for (const one of found)
    ts.forEachChild(one, (child) => {
      found.push(child);
    });
  return found;
}

function readSource(path: string): Source {
  const text = readFileSync(join(sourceRoot, path), 'utf8');
  const node = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const nodes = nodesOf(node);
  return {
    path,
    room: roomOf(path),
    unit: unitOf(path),
    lines: text.trimEnd().split('\n').length,
    imports: nodes.flatMap((one) => importsOf(one, path)),
    functions: nodes.flatMap((one) => functionsOf(one, node)),
    node,
  };
}

function importsOf(node: ts.Node, from: string): Import[] {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    const { moduleSpecifier } = node;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
    return [imported(moduleSpecifier.text, from, { ...namesOf(node), isDynamic: false })];
  }
  const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const [argument] = isDynamic ? node.arguments : [];
  if (argument === undefined) return [];
  return [imported(argument.getText().slice(1, -1), from, anything)];
}

const anything = { names: ['*'], isTypeOnly: false, isDynamic: true };

function imported(specifier: string, from: string, what: Omit<Import, 'specifier' | 'path'>): Import {
  if (!specifier.startsWith('.')) return { specifier, path: undefined, ...what };
  const path = relative(sourceRoot, resolve(sourceRoot, dirname(from), specifier));
  return { specifier, path: path.startsWith('..') ? undefined : path, ...what };
}

function namesOf(node: ts.ImportDeclaration | ts.ExportDeclaration): Pick<Import, 'names' | 'isTypeOnly'> {
  if (ts.isExportDeclaration(node)) {
    const { exportClause } = node;
    if (exportClause === undefined || !ts.isNamedExports(exportClause))
      return { names: ['*'], isTypeOnly: node.isTypeOnly };
    return { names: exportClause.elements.map(nameOf), isTypeOnly: node.isTypeOnly };
  }
  const { importClause } = node;
  if (importClause === undefined) return { names: [], isTypeOnly: false };
  const isTypeOnly = importClause.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const { name, namedBindings } = importClause;
  const whole = name === undefined ? [] : ['default'];
  if (namedBindings === undefined) return { names: whole, isTypeOnly };
  if (ts.isNamespaceImport(namedBindings)) return { names: [...whole, '*'], isTypeOnly };
  return { names: [...whole, ...namedBindings.elements.map(nameOf)], isTypeOnly };
}

function nameOf({ propertyName, name }: ts.ImportSpecifier | ts.ExportSpecifier): string {
  return (propertyName ?? name).text;
}

/** A function with a body of statements; an arrow with a mere expression is part of what is around it. */
function functionsOf(node: ts.Node, file: ts.SourceFile): Func[] {
  if (!ts.isFunctionLike(node) || !('body' in node)) return [];
  const { body } = node;
  if (body === undefined || !ts.isBlock(body)) return [];
  const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line;
  const last = file.getLineAndCharacterOfPosition(node.getEnd()).line;
  const name = node.name?.getText(file) ?? '(without a name)';
  return [
    {
      at: `${file.fileName}:${first + 1} ${name}`,
      lines: last - first + 1,
      parameters: node.parameters.length,
    },
  ];
}
