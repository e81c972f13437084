/**
 * Translates gathering of keys and speech. Studio tells keys, speech and silence apart and nothing else: every key is an answer.
 * So it becomes a menu with one attempt in which every key is a choice, or begins a number (`extension`).
 */
import type { MenuStep } from '../../../../schemas/types/flow.ts';
import type { Does, Widget } from '../widgets.ts';
import { listComparisons } from './comparisons.ts';
import { declareVariable, type FlowWriter } from './flow-writer.ts';
import { writePrompt } from './prompts.ts';
import type { Variable } from './variables.ts';

type Gather = Extract<Does, { kind: 'gather' }>;
type Choice = MenuStep['choices'][number];

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*', '#'];
/** Most digits of an answer of any length. */
const MAX_DIGITS = 32;
/** A prompt that is not heard. */
const NOTHING = { ssml: '<speak><break time="100ms"/></speak>' };
const DEFAULT_SECONDS = 5;
const DEFAULT_INTER_DIGIT_SECONDS = 3;

/** Translates a widget that gathers input. */
export function translateGather(writer: FlowWriter, widget: Widget, does: Gather): void {
  writer.setGrade(widget, 'exact');
  const prompt = writePrompt(writer, widget, does.speech);
  if (prompt === undefined) {
    writer.addStub(widget, 'LIQUID_LOGIC', writer.follow(widget, 'timeout'));
    return;
  }
  const menu: MenuStep = {
    prompt: Array.isArray(prompt) && prompt.length === 0 ? NOTHING : prompt,
    choices: [...writeKeys(writer, widget, does), ...writeWords(writer, widget)],
    attempts: 1,
  };
  if (does.keys.timeout !== DEFAULT_SECONDS) menu.timeout = `${does.keys.timeout}s`;
  const extension = writeExtension(writer, widget, does);
  if (extension !== undefined) {
    menu.extension = extension;
    if (does.keys.timeout !== DEFAULT_INTER_DIGIT_SECONDS) menu.inter_digit = `${does.keys.timeout}s`;
  }
  const silent = writer.followWith(widget, 'timeout', { suffix: 'silent', findings: {} });
  const other = isHeard(widget)
    ? writer.followWith(widget, 'speech', { suffix: 'other', findings: { SpeechResult: OTHER_WORDS } })
    : silent;
  writer.add(widget, { menu, on: other === silent ? { exhausted: silent } : { exhausted: other, silent } });
}

/** Stands for words that the flow does not compare. */
const OTHER_WORDS = 'something else';

function isHeard(widget: Widget): boolean {
  return widget.transitions.some(({ event, next }) => event === 'speech' && next !== undefined);
}

function findOutput(writer: FlowWriter, widget: Widget, field: string): Variable | undefined {
  return writer.scope.variables.listOutputs(widget.name).find(({ path }) => path.join('.') === field);
}

/** True if the answer is a number of several digits whose value matters. */
function isNumber(writer: FlowWriter, widget: Widget, { keys }: Gather): boolean {
  const digits = findOutput(writer, widget, 'Digits');
  if (digits === undefined || keys.most === 1) return false;
  const { constants, isOpen } = listComparisons(writer.scope, digits);
  const numbers = constants.filter((one) => /^\d+$/.test(one) && one.length <= (keys.most ?? MAX_DIGITS));
  return isOpen || numbers.some((one) => one.length > 1);
}

function writeExtension(writer: FlowWriter, widget: Widget, does: Gather): MenuStep['extension'] {
  const digits = findOutput(writer, widget, 'Digits');
  if (digits === undefined || !isNumber(writer, widget, does)) return undefined;
  declareVariable(writer.scope.draft, digits);
  const max = Math.min(does.keys.most ?? MAX_DIGITS, MAX_DIGITS * 2);
  const cleared = writer.listValues(widget, 'keypress', {}).filter(([name]) => name !== digits.name);
  const target = writer.follow(widget, 'keypress');
  const goto =
    cleared.length === 0
      ? target
      : writer.add(widget, { set: Object.fromEntries(cleared), next: target }, 'keyed');
  return { pattern: '^[0-9]+$', digits: { max }, save: digits.name, goto };
}

function writeKeys(writer: FlowWriter, widget: Widget, does: Gather): Choice[] {
  const { most, finish } = does.keys;
  const digits = findOutput(writer, widget, 'Digits');
  const isDialled = isNumber(writer, widget, does);
  const compared = digits === undefined ? [] : listComparisons(writer.scope, digits).constants;
  const sequences = compared.filter(
    (one) => isSequence(one, most) && !one.includes(finish === '' ? ' ' : finish),
  );
  if (/^\d$/.test(finish)) writer.lose(widget, 'OPTION_WITHOUT_EFFECT', 'finish_on_key');
  if (most !== 1 && !isDialled) writer.lose(widget, 'TIMING', 'number_of_digits');
  const singles = isDialled ? ['*', '#'] : KEYS;
  const keys = [...sequences, ...singles.filter((key) => !sequences.includes(key))];
  const target = writer.follow(widget, 'keypress');
  return keys.map((key) => {
    if (key === finish) {
      const silent = writer.followWith(widget, 'timeout', { suffix: 'silent', findings: {} });
      return { key, goto: silent };
    }
    const values = writer.listValues(widget, 'keypress', { Digits: key });
    return { key, ...(values.length > 0 && { set: Object.fromEntries(values) }), goto: target };
  });
}

/** True for an answer that needs a choice of its own: a single key, or several with a star or a pound sign. */
function isSequence(constant: string, most: number | undefined): boolean {
  return (
    /^[\d*#]+$/.test(constant) &&
    constant.length <= Math.min(most ?? MAX_DIGITS, MAX_DIGITS) &&
    (constant.length === 1 || /[*#]/.test(constant))
  );
}

/** Writes a choice for each text that the flow compares with what it heard. */
function writeWords(writer: FlowWriter, widget: Widget): Choice[] {
  if (!isHeard(widget)) return [];
  writer.gradeAs(widget, 'gather-input-on-call speech');
  const heard = findOutput(writer, widget, 'SpeechResult');
  if (heard === undefined) return [];
  const { words } = listComparisons(writer.scope, heard);
  const target = writer.follow(widget, 'speech');
  return words.map((word) => {
    const values = writer.listValues(widget, 'speech', { SpeechResult: word });
    return { phrases: word, ...(values.length > 0 && { set: Object.fromEntries(values) }), goto: target };
  });
}
