/** Describes calls of functions that CEL does not have, or has in another form. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { findNearest } from '../diagnostics/index.ts';
import {
  readSource,
  addArticle,
  type RejectedExpression,
  type Functions,
  type ProblemDescription,
} from './refusal.ts';

interface Definition {
  name: string;
  receiverType: string | null;
}

/** Groups the library's functions by name, with the forms in which each can be called. */
export function groupFunctions(definitions: readonly Definition[]): Functions {
  const functions = new Map<string, Set<'alone' | 'of text' | 'of others'>>();
  for (const { name, receiverType } of definitions) {
    const ofWhat = receiverType === 'string' ? 'of text' : 'of others';
    const forms = functions.get(name) ?? new Set();
    functions.set(name, forms.add(receiverType === null ? 'alone' : ofWhat));
  }
  return functions;
}

/** Describes a call that matches no function. */
export function describeMissingFunction({
  error,
  source,
  findType: typeOf,
  listFunctions: functions,
}: RejectedExpression): ProblemDescription {
  const node = error.node as ASTNode;
  if (node.op !== 'call' && node.op !== 'rcall') return { message: 'there is no such function' };
  const [owner, args] = node.op === 'call' ? [undefined, node.args[1]] : [node.args[1], node.args[2]];
  const name = node.args[0];
  const types = args.map((arg) => typeOf(readSource(arg, source)) ?? 'unknown').join(', ');
  const type = owner && typeOf(readSource(owner, source));
  const of = owner === undefined ? '' : ` of ${addArticle(type)}`;
  const call = {
    name,
    owner: owner && readSource(owner, source),
    args: args.map((arg) => readSource(arg, source)),
    type,
  };
  const start = source.indexOf(name, owner?.range.end ?? node.range.start);
  return { message: `there is no function ${name}(${types})${of}`, ...suggestCall(call, functions(), start) };
}

interface Call {
  name: string;
  owner: string | undefined;
  /** The type of the owner. */
  type: string | undefined;
  args: string[];
}

function suggestCall(
  { name, owner, type, args }: Call,
  functions: Functions,
  start: number,
): Partial<ProblemDescription> {
  if (TIME.test(name) && !functions.has(name))
    return { hint: 'no expression knows the time; for opening hours there is the step "hours"' };
  // In other languages the pattern is the owner.
  if (name === 'test' && owner !== undefined)
    return { hint: `write ${args[0] ?? 'value'}.matches(${owner})` };
  const { meant = '', isSafe } = functions.has(name) ? { meant: name } : findMeantFunction(name, functions);
  const forms = functions.get(meant);
  if (forms === undefined) return {};
  const missing = hasNoArguments(meant) ? '' : '…';
  if (owner === undefined && !forms.has('alone'))
    return { hint: `write ${args[0] ?? 'value'}.${meant}(${args.slice(1).join(', ') || missing})` };
  if (owner !== undefined && !forms.has('of text') && forms.has('alone'))
    return { hint: `write ${meant}(${[owner, ...args].join(', ')})` };
  if (owner !== undefined && forms.has('of text') && ['int', 'double', 'bool'].includes(type ?? ''))
    return { hint: `write string(${owner}).${meant}(${args.join(', ')})` };
  if (meant === name) return {};
  // In other languages the second argument is a length.
  const isSame = meant !== 'substring' || args.length < 2;
  return {
    hint: `did you mean "${meant}"?`,
    ...(isSafe && isSame ? { meant, start, end: start + name.length } : {}),
  };
}

/** Functions of other languages that return the time. */
const TIME = /^(now|today|date|time|sysdate|getdate|current_?(date|time|timestamp))$/i;

/** Returns the CEL function for a misspelt name or one of another language. */
function findMeantFunction(
  name: string,
  functions: Functions,
): { meant?: string | undefined; isSafe?: boolean } {
  const foreign = translateFunction(name);
  if (foreign !== undefined) return { meant: foreign, isSafe: true };
  const own = [...functions].filter(([, forms]) => forms.has('alone') || forms.has('of text'));
  const { best, isOnly } = findNearest(
    name,
    own.map(([candidate]) => candidate),
  );
  if (best !== undefined) return { meant: best, isSafe: isOnly };
  const misspelt = findNearest(name, FOREIGN);
  return { meant: translateFunction(misspelt.best ?? ''), isSafe: misspelt.isOnly };
}

const FUNCTIONS: Record<string, string> = {
  ...{ length: 'size', len: 'size', count: 'size', strlen: 'size' },
  ...{ toLowerCase: 'lowerAscii', toLower: 'lowerAscii', lower: 'lowerAscii', lowercase: 'lowerAscii' },
  ...{ toUpperCase: 'upperAscii', toUpper: 'upperAscii', upper: 'upperAscii', uppercase: 'upperAscii' },
  ...{ strip: 'trim', includes: 'contains', match: 'matches' },
  ...{ starts_with: 'startsWith', hasPrefix: 'startsWith', ends_with: 'endsWith', hasSuffix: 'endsWith' },
  ...{ substr: 'substring', slice: 'substring', parseInt: 'int', toInt: 'int', integer: 'int' },
  ...{ number: 'double', parseFloat: 'double', float: 'double', str: 'string', toString: 'string' },
};
const FOREIGN = Object.keys(FUNCTIONS);

/** Returns the CEL function for a name of another language. */
export function translateFunction(name: string): string | undefined {
  return Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
}

/** True for a method of a text without arguments. */
export function hasNoArguments(name: string): boolean {
  return ['size', 'lowerAscii', 'upperAscii', 'trim'].includes(name);
}
