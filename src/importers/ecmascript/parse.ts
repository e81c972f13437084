/** Reads an expression and accepts only what can be imported. */
import { parseExpressionAt } from 'acorn';
import type * as acorn from 'acorn';
import { binaryOperators, functionNames, logicalOperators, methods, unaryOperators } from './syntax.ts';
import type { Expression, ExpressionFault, ParsedExpression } from './syntax.ts';

const MAX_CHARACTERS = 2_000;
const MAX_DEPTH = 60;

/** Parses a text that is one expression. Never throws. */
export function parseExpression(text: string): ParsedExpression {
  if (text.length > MAX_CHARACTERS) return fail('too_complex', MAX_CHARACTERS);
  try {
    const tree = parseExpressionAt(text, 0, { ecmaVersion: 2022 });
    const rest = text.slice(tree.end).search(/\S/);
    if (rest !== -1) return fail('syntax', tree.end + rest);
    return { isValid: true, expression: toExpression(tree, 0) };
  } catch (error) {
    if (error instanceof Refusal) return fail(error.fault, error.offset);
    if (error instanceof SyntaxError) return fail('syntax', findOffset(error));
    // The parser of the library is recursive: brackets within the limit of characters can exhaust the stack.
    if (error instanceof RangeError) return fail('too_complex', 0);
    throw error;
  }
}

function fail(fault: ExpressionFault, offset: number): ParsedExpression {
  return { isValid: false, fault, offset };
}

function findOffset(error: SyntaxError): number {
  return 'pos' in error && typeof error.pos === 'number' ? error.pos : 0;
}

class Refusal extends Error {
  readonly fault: ExpressionFault;
  readonly offset: number;

  constructor({ start }: acorn.Node, fault: ExpressionFault = 'not_supported') {
    super(fault);
    this.fault = fault;
    this.offset = start;
  }
}

function toExpression(node: acorn.Expression | acorn.PrivateIdentifier, depth: number): Expression {
  if (depth > MAX_DEPTH) throw new Refusal(node, 'too_complex');
  const convert = (part: acorn.Expression | acorn.PrivateIdentifier): Expression =>
    toExpression(part, depth + 1);
  switch (node.type) {
    case 'Literal':
      return toLiteral(node);
    case 'TemplateLiteral':
      return toTemplateParts(node, convert);
    case 'Identifier':
      return node.name === 'undefined'
        ? { kind: 'literal', value: undefined }
        : { kind: 'name', names: [node.name], offset: node.start };
    case 'ParenthesizedExpression':
      return convert(node.expression);
    case 'ChainExpression':
      return convert(node.expression);
    case 'UnaryExpression':
      return {
        kind: 'unary',
        operator: choose(unaryOperators, node.operator, node),
        operand: convert(node.argument),
      };
    case 'BinaryExpression':
      return {
        kind: 'binary',
        operator: choose(binaryOperators, node.operator, node),
        left: convert(node.left),
        right: convert(node.right),
      };
    case 'LogicalExpression':
      return {
        kind: 'logical',
        operator: choose(logicalOperators, node.operator, node),
        left: convert(node.left),
        right: convert(node.right),
      };
    case 'ConditionalExpression':
      return {
        kind: 'conditional',
        test: convert(node.test),
        then: convert(node.consequent),
        otherwise: convert(node.alternate),
      };
    case 'ArrayExpression':
      return { kind: 'list', items: node.elements.map((item) => convert(toArgument(item, node))) };
    case 'MemberExpression':
      return toMember(node, convert);
    case 'CallExpression':
      return toCall(node, convert);
    default:
      throw new Refusal(node);
  }
}

type Convert = (node: acorn.Expression | acorn.PrivateIdentifier) => Expression;

/** Returns the word as one of those that are allowed. */
function choose<Word extends string>(words: readonly Word[], word: string, node: acorn.Node): Word {
  const found = words.find((candidate) => candidate === word);
  if (found === undefined) throw new Refusal(node);
  return found;
}

function toLiteral(node: acorn.Literal): Expression {
  const { value } = node;
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    if (node.regex === undefined) return { kind: 'literal', value };
  throw new Refusal(node);
}

function toTemplateParts(node: acorn.TemplateLiteral, convert: Convert): Expression {
  const parts = node.quasis.flatMap((text, index): Expression[] => {
    const value = node.expressions[index];
    const plain: Expression = { kind: 'literal', value: text.value.cooked ?? text.value.raw };
    return value === undefined ? [plain] : [plain, convert(value)];
  });
  return { kind: 'template', parts };
}

function toArgument(
  node: acorn.Expression | acorn.SpreadElement | null,
  parent: acorn.Node,
): acorn.Expression {
  if (node === null || node.type === 'SpreadElement') throw new Refusal(node ?? parent);
  return node;
}

/** Converts `a.b`, `a["b"]` and `a[0]` to names, `a.length` to the length, and anything else in brackets to an item. */
function toMember(node: acorn.MemberExpression, convert: Convert): Expression {
  if (node.object.type === 'Super') throw new Refusal(node);
  const of = convert(node.object);
  const field = readField(node);
  if (of.kind === 'name' && isIndex(node.property))
    return { ...of, names: [...of.names, String(node.property.value)] };
  if (field === 'length') return { kind: 'length', of };
  if (field !== undefined) {
    if (of.kind !== 'name') throw new Refusal(node);
    return { ...of, names: [...of.names, field] };
  }
  return { kind: 'item', of, index: convert(node.property) };
}

/** Returns the field that a member expression names; undefined if it is computed. */
function readField({ property, computed }: acorn.MemberExpression): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}

function isIndex(
  node: acorn.Expression | acorn.PrivateIdentifier,
): node is acorn.Literal & { value: number } {
  return (
    node.type === 'Literal' &&
    typeof node.value === 'number' &&
    Number.isSafeInteger(node.value) &&
    node.value >= 0
  );
}

function toCall(node: acorn.CallExpression, convert: Convert): Expression {
  const parameters = node.arguments.map((item) => convert(toArgument(item, node)));
  const { callee } = node;
  if (callee.type === 'Identifier')
    return { kind: 'function', function: choose(functionNames, callee.name, node), arguments: parameters };
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') throw new Refusal(node);
  const method = choose(methods, readField(callee) ?? '', node);
  return { kind: 'method', method, of: convert(callee.object), arguments: parameters };
}
