/** Branches of the old console export, as transitions of the flow language. */
import { Fields } from '../reading/index.ts';
import type { DataNode } from '../reading/index.ts';
import { makeList, makeObject, makeText } from './trees.ts';

const operators: Readonly<Record<string, string>> = {
  Equals: 'Equals',
  Contains: 'TextContains',
  StartsWith: 'TextStartsWith',
  EndsWith: 'TextEndsWith',
  GreaterThan: 'NumberGreaterThan',
  GreaterThanOrEqualTo: 'NumberGreaterOrEqualTo',
  LessThan: 'NumberLessThan',
  LessThanOrEqualTo: 'NumberLessOrEqualTo',
};

/** Branches that are a condition with one value. */
const conditions: Readonly<Record<string, string>> = {
  True: 'True',
  False: 'False',
  Looping: 'ContinueLooping',
  Complete: 'DoneLooping',
  CallAnswered: 'CallAnswered',
  VoicemailBeep: 'VoicemailBeep',
  VoicemailNoBeep: 'VoicemailNoBeep',
  NotDetected: 'NotDetected',
  MessagesInterrupted: 'MessagesInterrupted',
};

const errors: Readonly<Record<string, string>> = {
  Error: 'NoMatchingError',
  NoMatch: 'NoMatchingCondition',
  Timeout: 'InputTimeLimitExceeded',
  AtCapacity: 'QueueAtCapacity',
  InvalidNumber: 'InvalidPhoneNumber',
  InvalidPhoneNumber: 'InvalidCallbackNumber',
  NonDialableNumber: 'CallbackNumberNotDialable',
  CallFailure: 'CallFailed',
  CallFailed: 'CallFailed',
  ConnectTimeLimitExceeded: 'ConnectionTimeLimitExceeded',
  ConnectionTimeLimitExceeded: 'ConnectionTimeLimitExceeded',
};

/** Turns the branches of a module into `Transitions`. */
export function modernizeBranches(branches: readonly DataNode[], { span }: DataNode): DataNode {
  const tests: DataNode[] = [];
  const failures: DataNode[] = [];
  let next: DataNode | undefined;
  for (const branch of branches) {
    const fields = new Fields(branch);
    const target = fields.node('transition');
    const condition = fields.text('condition') ?? '';
    const value = fields.text('conditionValue');
    const fixed = Object.hasOwn(conditions, condition) ? conditions[condition] : undefined;
    if (condition === 'Success') next = target;
    else if (fixed !== undefined) tests.push(makeTest(branch, target, ['Equals', fixed]));
    else if (value !== undefined)
      tests.push(makeTest(branch, target, [toOperator(fields.text('conditionType')), value]));
    else failures.push(makeFailure(branch, target, condition));
  }
  return makeObject(span, [
    ['NextAction', next],
    ['Conditions', makeList(span, tests)],
    ['Errors', makeList(span, failures)],
  ]);
}

function toOperator(type: string | undefined): string {
  return type !== undefined && Object.hasOwn(operators, type)
    ? (operators[type] ?? type)
    : (type ?? 'Equals');
}

function makeTest(
  { span }: DataNode,
  target: DataNode | undefined,
  [operator, value]: [string, string],
): DataNode {
  const condition = makeObject(span, [
    ['Operator', makeText(span, operator)],
    ['Operands', makeList(span, [makeText(span, value)])],
  ]);
  return makeObject(span, [
    ['NextAction', target],
    ['Condition', condition],
  ]);
}

function makeFailure({ span }: DataNode, target: DataNode | undefined, condition: string): DataNode {
  const type = Object.hasOwn(errors, condition) ? (errors[condition] ?? condition) : condition;
  return makeObject(span, [
    ['NextAction', target],
    ['ErrorType', makeText(span, type)],
  ]);
}
