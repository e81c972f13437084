/** Texts for people decide nothing: programs compare codes (house rule). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const sourceRoot = join(import.meta.dirname, '../../src');

/** Files that have to read somebody else's sentence, with the reason. */
const foreign: Record<string, string> = {
  'adapters/store-redis/connection.ts': 'the message of a Redis error begins with its code',
  'adapters/store-redis/script.ts': 'the message of a Redis error begins with its code',
  'call/stored-trace.ts': 'traces of the releases before codes have sentences',
  'platform/emulator/model/sms/datetime.ts': 'a date is valid if it is formatted as it was written',
  'service/campaigns/recipient-rows.ts': 'split2 gives its error for a line that is too long no code',
};

const SEARCHES = [
  'startsWith',
  'endsWith',
  'includes',
  'match',
  'matchAll',
  'search',
  'indexOf',
  'localeCompare',
];
const MATCHES = ['test', 'exec', 'includes', 'has', 'indexOf'];

/** Places where a program decides by a text for people, as code. */
function decisionsIn(text: string): string[] {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isDecision(node)) found.push(node.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isDecision(node: ts.Node): boolean {
  if (ts.isSwitchStatement(node)) return isForPeople(node.expression);
  if (ts.isBinaryExpression(node)) return isComparison(node) && [node.left, node.right].some(isForPeople);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { name, expression } = node.expression;
  if (SEARCHES.includes(name.text) && isForPeople(expression)) return true;
  return MATCHES.includes(name.text) && node.arguments.some(isForPeople);
}

/** Whether there is a text at all is no question of what it says. */
function isComparison({ operatorToken, left, right }: ts.BinaryExpression): boolean {
  const compares = [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ].includes(operatorToken.kind);
  return compares && ![left, right].some((side) => ['undefined', 'null', "''"].includes(side.getText()));
}

/** The message of an error or a refusal, or what a formatter has just made. */
function isForPeople(node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'message';
  if (ts.isIdentifier(node)) return node.text === 'message';
  if (!ts.isCallExpression(node)) return false;
  const callee = node.expression;
  if (ts.isPropertyAccessExpression(callee)) return isForPeople(callee.expression);
  return ts.isIdentifier(callee) && /^(format|show|describe)[A-Z]/.test(callee.text);
}

test('no program decides by a text for people', () => {
  const paths = readdirSync(sourceRoot, { recursive: true, encoding: 'utf8' });
  const found = paths
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      decisionsIn(readFileSync(join(sourceRoot, path), 'utf8')).map((decision) => ({ path, decision })),
    );
  expect(found.filter(({ path }) => !(path in foreign))).toEqual([]);
  expect(Object.keys(foreign).filter((path) => !found.some((one) => one.path === path))).toEqual([]);
});

test.each([
  "error.message.startsWith('E')",
  "refusal.failure.message === 'gone'",
  '/gone/.test(message)',
  'switch (message) {}',
  "['gone'].includes(error.message)",
  "formatReason(note) === 'gone'",
  "formatReason(note).trim().includes('gone')",
])('the search finds %s', (code) => {
  expect(decisionsIn(code)).toHaveLength(1);
});

test.each(['message !== undefined', "error.message === ''", "error.code === 'gone'", 'message.length > 3'])(
  'the search leaves alone %s',
  (code) => {
    expect(decisionsIn(code)).toEqual([]);
  },
);
