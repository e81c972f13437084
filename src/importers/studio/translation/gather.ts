/**
 * Translates gathering of keys and speech. Studio tells keys, speech and silence apart and nothing else: every key is an answer.
 * So it becomes a menu with one attempt in which every key is a choice, or begins a number (`extension`).
 */
import type { MenuStep } from '../../../../schemas/types/flow.ts';
import { addFinishKey } from '../../project/index.ts';
import { findNext, type Does, type Widget } from '../widgets.ts';
import { listComparisons } from './comparisons.ts';
import type { FlowWriter } from './flow-writer.ts';
import { declareVariable } from './values.ts';
import { writePrompt } from './prompts.ts';
import type { Variable } from './variables.ts';

type Gather = Extract<Does, { kind: 'gather' }>;
type Choice = MenuStep['choices'][number];

/** A widget that gathers, and where silence leads. */
interface Asked {
  does: Gather;
  silent: string;
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*', '#'];
/** Most digits of an answer of any length. */
const MAX_DIGITS = 32;
/** A prompt that is not heard. */
const NOTHING = { ssml: '<speak><break time="100ms"/></speak>' };
const DEFAULT_SECONDS = 5;
const DEFAULT_INTER_DIGIT_SECONDS = 3;
/** Stands for words that the flow does not compare. */
const OTHER_WORDS = 'something else';

/** Translates a widget that gathers input. */
export function translateGather(writer: FlowWriter, widget: Widget, does: Gather): void {
  writer.setGrade(widget, 'exact');
  const prompt = writePrompt(writer, widget, does.speech);
  if (prompt === undefined) {
    writer.addStub(widget, 'LIQUID_LOGIC', { next: writer.follow(widget, 'timeout') });
    return;
  }
  if (!isLed(widget, 'timeout')) writer.lose(widget, 'WAY_MISSING', 'timeout');
  const silent = writer.followWith(widget, 'timeout', { suffix: 'silent', findings: {} });
  const { choices, exhausted } = sortChoices(writer, widget, { does, silent });
  const extension = writeExtension(writer, widget, does);
  const seconds = does.keys.timeout;
  const menu: MenuStep = {
    prompt: Array.isArray(prompt) && prompt.length === 0 ? NOTHING : prompt,
    choices,
    attempts: 1,
    ...(seconds !== DEFAULT_SECONDS && { timeout: `${seconds}s` }),
    ...(extension !== undefined && { extension }),
    ...(extension !== undefined && seconds !== DEFAULT_INTER_DIGIT_SECONDS && { inter_digit: `${seconds}s` }),
  };
  const step = writer.add(widget, {
    menu,
    on: exhausted === silent ? { exhausted } : { exhausted, silent },
  });
  addFinishKey(writer.scope.draft, step, does.keys.finish);
}

function isLed(widget: Widget, event: string): boolean {
  return findNext(widget, event) !== undefined;
}

/**
 * Lists the choices. If only keys are answers, each has a choice, and most lead where wrong ones do: these are left out, and
 * `exhausted` leads there.
 */
function sortChoices(
  writer: FlowWriter,
  widget: Widget,
  { does, silent }: Asked,
): { choices: Choice[]; exhausted: string } {
  const keys = writeKeys(writer, widget, { does, silent });
  const words = isLed(widget, 'speech') ? writeWords(writer, widget) : [];
  if (words.length > 0) {
    const exhausted = writer.followWith(widget, 'speech', {
      suffix: 'other',
      findings: { SpeechResult: OTHER_WORDS },
    });
    const different = keys.filter(({ goto, set }) => goto !== exhausted || set !== undefined);
    return { choices: addWords(different, words), exhausted };
  }
  if (isNumber(writer, widget, does)) return { choices: keys, exhausted: silent };
  const counts = new Map<string, number>();
  for (const { goto, set } of keys) if (set === undefined) counts.set(goto, (counts.get(goto) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  const exhausted = most === undefined || most[1] < 2 ? silent : most[0];
  const different = keys.filter(({ goto, set }) => goto !== exhausted || set !== undefined);
  // A menu needs a choice: one key is as good as another.
  return { choices: different.length === 0 ? keys.slice(0, 1) : different, exhausted };
}

/** Adds phrases to the keys that lead to the same place; phrases without a key become one choice for each place. */
function addWords(keys: readonly Choice[], words: readonly Choice[]): Choice[] {
  const choices = keys.map((key) => ({ ...key }));
  for (const word of words) {
    const alike = choices.find(
      ({ goto, set }) => goto === word.goto && set === undefined && word.set === undefined,
    );
    if (alike === undefined) choices.push({ ...word });
    else alike.phrases = [alike.phrases ?? [], word.phrases ?? []].flat() as string[];
  }
  return choices;
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
  const max = Math.min(does.keys.most ?? MAX_DIGITS, MAX_DIGITS);
  const { target, values } = writer.lead(widget, 'keypress');
  const cleared = values.filter(([name]) => name !== digits.name);
  const goto =
    cleared.length === 0
      ? target
      : writer.add(widget, { set: Object.fromEntries(cleared), next: target }, 'keyed');
  return { pattern: '^[0-9]+$', digits: { max }, save: digits.name, goto };
}

function writeKeys(writer: FlowWriter, widget: Widget, { does, silent }: Asked): Choice[] {
  const { most, finish } = does.keys;
  const digits = findOutput(writer, widget, 'Digits');
  const isDialled = isNumber(writer, widget, does);
  const compared = digits === undefined ? [] : listComparisons(writer.scope, digits).constants;
  const ends = (key: string) => finish !== '' && key.includes(finish);
  const sequences = compared.filter((one) => isSequence(one, { most, isDialled }) && !ends(one));
  if (/^\d$/.test(finish)) writer.lose(widget, 'OPTION_WITHOUT_EFFECT', 'finish_on_key');
  if (most !== 1 && !isDialled) writer.lose(widget, 'TIMING', 'number_of_digits');
  const singles = isDialled ? ['*', '#'] : KEYS;
  const keys = [...sequences, ...singles.filter((key) => !sequences.includes(key))];
  return keys.map((key) => {
    if (key === finish) return { key, goto: silent };
    const { target, values } = writer.lead(widget, 'keypress', { Digits: key });
    return { key, ...(values.length > 0 && { set: Object.fromEntries(values) }), goto: target };
  });
}

/** True for an answer that needs a choice of its own: a single key, or several with a star or a pound sign. */
function isSequence(
  constant: string,
  { most, isDialled }: { most: number | undefined; isDialled: boolean },
): boolean {
  const isShort = constant.length <= Math.min(most ?? MAX_DIGITS, MAX_DIGITS);
  if (!/^[\d*#]+$/.test(constant) || !isShort) return false;
  return /[*#]/.test(constant) || (constant.length === 1 && !isDialled);
}

/** Writes a choice for each text that the flow compares with what it heard. */
function writeWords(writer: FlowWriter, widget: Widget): Choice[] {
  const heard = findOutput(writer, widget, 'SpeechResult');
  const words = heard === undefined ? [] : listComparisons(writer.scope, heard).words;
  if (words.length > 0) writer.gradeAs(widget, 'gather-input-on-call speech');
  else if (isSpeechNoticed(writer, widget)) writer.setGrade(widget, 'near', 'SPEECH_UNTESTED');
  return words.map((word) => {
    const { target, values } = writer.lead(widget, 'speech', { SpeechResult: word });
    return { phrases: word, ...(values.length > 0 && { set: Object.fromEntries(values) }), goto: target };
  });
}

/** True if something depends on whether the caller spoke: where the call goes, or what is read of the words later. */
function isSpeechNoticed(writer: FlowWriter, widget: Widget): boolean {
  const { variables } = writer.scope;
  const next = findNext(widget, 'speech');
  return (
    next !== findNext(widget, 'timeout') ||
    variables.listOutputs(widget.name).some((one) => one.path[0] !== 'Digits' && variables.isLive(one, next))
  );
}
