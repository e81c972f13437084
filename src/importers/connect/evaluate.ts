/** Values of a call under the rules of Amazon Connect. */
import type { Reference } from './references.ts';
import { splitText } from './references.ts';
import type { Condition } from './read-flow.ts';
import type { CallState, Frame } from './call-state.ts';
import { readPath } from './external.ts';

/** What values are read from. */
interface Reading {
  state: CallState;
  frame: Frame;
  outside: {
    /** Value of a placeholder of a deployment tool. */
    findPlaceholder: (name: string) => string;
  };
}

/** Returns a text with the values of its references. What is not set is empty. */
export function evaluateText(text: string, { state, frame, outside }: Reading): string {
  return splitText(text)
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('placeholder' in part) return outside.findPlaceholder(part.placeholder);
      return evaluateReference(part.reference, state, frame);
    })
    .join('');
}

function evaluateReference(reference: Reference, state: CallState, frame: Frame): string {
  switch (reference.kind) {
    case 'attribute':
      return readOwn(state.attributes, reference.name);
    case 'flow':
      return readOwn(frame.flowAttributes, reference.name);
    case 'external':
      return readPath(frame.external, reference.path) ?? '';
    case 'input':
      return frame.input;
    case 'intent':
      return frame.intent;
    case 'caller':
      return state.caller;
    case 'own':
      return state.own;
    case 'contact':
      return CONTACT_ID;
    case 'callback':
      return state.callback;
    case 'fixed':
      return reference.value;
    case 'queue_name':
      return state.queue?.name ?? '';
    default:
      return '';
  }
}

/** Stands for the id of the contact, which no two calls share. */
const CONTACT_ID = 'call';

function readOwn(values: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : '';
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** True if a condition holds for a value. Texts are compared with their case; what is no number fits no comparison of numbers. */
export function fitsCondition(
  value: string,
  { operator, operands }: Condition,
  evaluate: (text: string) => string,
): boolean {
  const operand = evaluate(operands[0] ?? '');
  if (operator === 'Equals') return value === operand;
  if (operator === 'TextStartsWith') return value.startsWith(operand);
  if (operator === 'TextEndsWith') return value.endsWith(operand);
  if (operator === 'TextContains') return value.includes(operand);
  if (!NUMBER.test(value) || !NUMBER.test(operand.trim())) return false;
  const [left, right] = [Number(value), Number(operand)];
  if (operator === 'NumberLessThan') return left < right;
  if (operator === 'NumberLessOrEqualTo') return left <= right;
  if (operator === 'NumberGreaterThan') return left > right;
  return operator === 'NumberGreaterOrEqualTo' && left >= right;
}
