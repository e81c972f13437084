/** Writes a prompt: one key is a menu of all keys, several keys are collected. One attempt, because SWML does not repeat. */
import type { MenuStep, Step } from '../../../schemas/types/flow.ts';
import { listPhrases } from './facts.ts';
import type { Prompt, Statement } from './model.ts';
import { join, toDuration } from './prompts.ts';
import type { FlowMaker } from './flow-maker.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*', '#'];
const DEFAULT_TIMEOUT_MS = 4_000;
const DEFAULT_DIGIT_TIMEOUT_MS = 5_000;

export function writeQuestion(to: FlowMaker, statement: Statement, prompt: Prompt): void {
  const name = to.nameOf(statement);
  const { silenceMs, parts } = to.toPrompt(prompt.sounds, to.valuesFor(statement));
  const asked = silenceMs === 0 ? name : to.nameMore(statement, 'question');
  if (silenceMs > 0) to.add(name, { wait: toDuration(silenceMs), next: asked }, statement);
  const asking = {
    prompt: join(parts.length === 0 ? [{ text: ' ' }] : parts),
    attempts: 1,
    timeout: toDuration(Math.max(1, prompt.timeoutMs ?? DEFAULT_TIMEOUT_MS)),
  };
  const phrases = prompt.speech === undefined ? [] : listPhrases(to.facts, prompt.speech.hints);
  const silent = writeNothing(to, statement, 'no_input');
  const wrong = writeNothing(to, statement, 'no_match');
  const on = silent === wrong ? { exhausted: wrong } : { exhausted: wrong, silent };
  const { digits } = prompt;
  if (digits !== undefined ? digits.max === 1 : phrases.length > 0) {
    const menu: MenuStep = { ...asking, choices: listChoices(to, statement, { digits, phrases }) };
    to.add(asked, { menu, on }, statement);
    return;
  }
  const filled = writeResult(to, statement, digits === undefined ? 'match_speech' : 'match_digits');
  const save = to.variables.declare('prompt_value');
  to.add(asked, { ...toCollect(prompt, { asking, phrases, save }), next: filled, on }, statement);
}

function toCollect(
  prompt: Prompt,
  {
    asking,
    phrases,
    save,
  }: { asking: Pick<MenuStep, 'prompt' | 'attempts' | 'timeout'>; phrases: string[]; save: string },
): Pick<Step, 'collect'> {
  const { digits, speech } = prompt;
  if (digits === undefined) return { collect: { type: 'text', ...asking, save } };
  const terminator = (['#', '*'] as const).find((key) => digits.terminators.includes(key));
  return {
    collect: {
      ...asking,
      digits: digits.max === 1 ? 1 : { min: 1, max: digits.max },
      ...(terminator !== undefined && { terminator }),
      inter_digit: toDuration(Math.max(1, prompt.digitTimeoutMs ?? DEFAULT_DIGIT_TIMEOUT_MS)),
      ...(speech !== undefined && { speech: phrases.length > 0 ? { phrases } : true }),
      save,
    },
  };
}

function listChoices(
  to: FlowMaker,
  statement: Statement,
  { digits, phrases }: { digits: Prompt['digits']; phrases: readonly string[] },
): MenuStep['choices'] {
  const keys = digits === undefined ? [] : KEYS.filter((key) => !digits.terminators.includes(key));
  const choose = (value: string, result: string) => {
    const set = listRead(to, { prompt_value: value, prompt_result: result });
    const goto = to.afterWith(statement, { prompt_value: value, prompt_result: result });
    return { ...(Object.keys(set).length > 0 && { set }), goto };
  };
  return [
    ...keys.map((key) => ({ key, ...choose(key, 'match_digits') })),
    ...phrases.map((phrase) => ({ phrases: phrase, ...choose(phrase, 'match_speech') })),
  ];
}

/** Returns those of some values that are read somewhere, by the names of their variables. */
export function listRead(to: FlowMaker, values: Readonly<Record<string, string>>): Record<string, string> {
  const read = Object.entries(values).filter(([key]) => to.variables.isRead(key));
  return Object.fromEntries(read.map(([key, value]) => [to.variables.declare(key), value]));
}

/** Returns where silence or a wrong key leads: to a step that clears the value, if something reads it. */
function writeNothing(to: FlowMaker, statement: Statement, result: 'no_input' | 'no_match'): string {
  const [next, other] = [result, result === 'no_input' ? 'no_match' : 'no_input'].map((known) =>
    to.afterWith(statement, { prompt_value: undefined, prompt_result: known }),
  );
  const set = listRead(to, { prompt_value: '', prompt_result: result });
  if (next === undefined || Object.keys(set).length === 0) return next ?? 'hangup';
  const isShared = next === other && !to.variables.isRead('prompt_result');
  const name = to.nameMore(statement, isShared ? 'without answer' : result);
  to.add(name, { set, next }, statement);
  return name;
}

function writeResult(to: FlowMaker, statement: Statement, result: string): string {
  const next = to.afterWith(statement, { prompt_result: result });
  const set = listRead(to, { prompt_result: result });
  if (Object.keys(set).length === 0) return next;
  const name = to.nameMore(statement, 'answered');
  to.add(name, { set, next }, statement);
  return name;
}
