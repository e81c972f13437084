import type { Report, Span } from '../../diagnostics/index.ts';
import { createExpressions, readAssignment, scanTemplate } from '../../model/index.ts';
import type { ExpressionProblem, Expressions, ExpressionType, VarType } from '../../model/index.ts';
import type { Reference, FlowDraft } from '../types.ts';
import { canHoldEntry } from '../read/document.ts';
import { findFlowRunAt, listReferences, findReferenceSpan } from '../check/references.ts';
import { isPromptName } from '../schema/name-forms.ts';
import { listAlternatives } from '../read/words.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports expressions that are not valid CEL, read unknown names, or have a type that their place cannot use. */
export const expressions: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const checker = { draft, report, expressions: draft.expressions() };
    const answers = listReferences(draft, 'answer');
    const withAnswer = answers.length === 0 ? checker : { ...checker, expressions: createExpressions(draft) };
    for (const reference of listReferences(draft, 'condition'))
      checkExpression({ reference, source: reference.text, start: 0, expected: ['bool'] }, checker);
    for (const reference of listReferences(draft, 'template', 'prompt', 'sink'))
      if (reference.kind !== 'prompt' || !isPromptName(reference.text))
        checkTemplate(reference, SCALARS, checker);
    for (const reference of listReferences(draft, 'expression'))
      checkExpression({ reference, source: reference.text, start: 0, expected: SCALARS }, checker);
    for (const reference of listReferences(draft, 'value', 'argument')) checkValue(reference, checker);
    for (const reference of answers) checkValue(reference, withAnswer);
  },
};

const SCALARS: readonly ExpressionType[] = ['string', 'int', 'double', 'bool'];

interface Checker {
  draft: FlowDraft;
  report: Report;
  expressions: Expressions;
}

function checkTemplate(reference: Reference, expected: readonly ExpressionType[], checker: Checker): void {
  const scanned = scanTemplate(reference.text);
  for (const { message, ...place } of scanned.ok ? [] : scanned.faults) {
    const span = findReferenceSpan(checker.draft.document, reference, place);
    checker.report({ code: 'expression-syntax', message, span, hint: 'write $${ for a literal ${' });
  }
  for (const part of scanned.parts) {
    if (typeof part === 'string') continue;
    checkExpression({ reference, source: part.expr, start: part.start, expected }, checker);
  }
}

/** Checks a value assigned to a variable or to a parameter of another flow. Another rule reports unknown names. */
function checkValue(reference: Reference, checker: Checker): void {
  const { draft, report } = checker;
  const name = String(reference.path.at(-1));
  const type =
    reference.kind === 'argument' ? findParamType(reference, draft) : findDeclaredType(draft.vars, name);
  if (type === undefined) return;
  const read = readAssignment(readRawValue(reference), type);
  if (read.ok) {
    const assignable = type === 'string' ? SCALARS : ASSIGNABLE[type];
    checkTemplate(reference, reference.kind === 'answer' ? READABLE[type] : assignable, checker);
  } else if (!draft.brokenVars.has(name)) {
    report({ code: 'wrong-type', message: read.message, span: findReferenceSpan(draft.document, reference) });
  }
}

function findDeclaredType(declared: Record<string, { type: VarType }>, name: string): VarType | undefined {
  return Object.hasOwn(declared, name) ? declared[name]?.type : undefined;
}

function findParamType(reference: Reference, draft: FlowDraft): VarType | undefined {
  const called = findFlowRunAt(draft, reference);
  const signature = called === undefined ? undefined : draft.others.signature(called);
  return signature && findDeclaredType(signature.params, String(reference.path.at(-1)));
}

const ASSIGNABLE: Record<VarType, readonly ExpressionType[]> = {
  string: ['string'],
  int: ['int'],
  double: ['double', 'int'],
  bool: ['bool'],
};

/** The same for values from outside, which are converted to the variable's type. */
const READABLE: Record<VarType, readonly ExpressionType[]> = {
  string: [...SCALARS, 'dyn'],
  int: ['int', 'double', 'string', 'dyn'],
  double: ['double', 'int', 'string', 'dyn'],
  bool: ['bool', 'string', 'dyn'],
};

function readRawValue({ text, at }: Reference): string | boolean {
  return 'node' in at && at.node.kind === 'boolean' ? at.node.value === true : text;
}

interface Place {
  reference: Reference;
  source: string;
  /** Offset of the expression in the text of the reference. */
  start: number;
  expected: readonly ExpressionType[];
}

function checkExpression({ reference, source, start, expected }: Place, checker: Checker): void {
  const { draft, report } = checker;
  const checked = checker.expressions.check(source);
  const findSpan = (from: number, to: number) =>
    findReferenceSpan(draft.document, reference, { start: start + from, end: start + to });
  if (!checked.ok) {
    const name = isWrapped(reference) ? /^\$\{ *([\w.]+) *\}$/.exec(source)?.[1] : undefined;
    const problem = isWrapped(reference)
      ? {
          ...checked,
          hint: 'write the expression without ${ and }',
          ...(name !== undefined && { meant: name }),
        }
      : checked;
    const span = name === undefined ? findSpan(checked.start, checked.end) : findSpan(0, source.length);
    reportProblem(problem, { source, span }, checker);
  } else if (!expected.includes(checked.type) && hasKnownTypes(source, checker)) {
    report({
      code: 'expression-type',
      message: `the expression gives ${TYPES[checked.type]}; expected ${listAlternatives(expected.map((type) => TYPES[type]))}`,
      span: findSpan(0, source.length),
    });
  }
}

/** True for a condition written inside `${…}` as if it were part of a text. */
function isWrapped({ kind, text }: Reference): boolean {
  return (kind === 'condition' || kind === 'expression') && text.trim().startsWith('${');
}

const TYPES: Record<ExpressionType, string> = {
  string: 'a string',
  int: 'an int',
  double: 'a double',
  bool: 'a bool (true or false)',
  dyn: 'a value of any type',
  other: 'a value that a flow cannot use, such as a list',
};

/** False when an expression reads a variable whose declaration could not be read. */
function hasKnownTypes(source: string, { draft, expressions }: Checker): boolean {
  const read = expressions.findReads(source);
  return ![...draft.brokenVars].some((name) => read.has(`vars.${name}`));
}

function reportProblem(
  problem: ExpressionProblem,
  place: { source: string; span: Span },
  checker: Checker,
): void {
  const { draft, report } = checker;
  const { kind, message, start, end } = problem;
  const name = place.source.slice(start, end);
  if (kind === 'type' && !hasKnownTypes(place.source, checker)) return;
  if (kind === 'unknown-name' && canHoldEntry(draft.document, name)) return;
  report({
    code: CODES[kind],
    message,
    span: place.span,
    ...(problem.hint === undefined ? {} : { hint: problem.hint }),
    ...(problem.meant === undefined ? {} : { fix: { span: place.span, text: problem.meant } }),
  });
}

const CODES = {
  syntax: 'expression-syntax',
  type: 'expression-type',
  'unknown-name': 'unknown-variable',
} as const;
