/** Writes the step that asks: a `menu`, or a `collect` for a built-in type. */
import type { Step } from '../../../schemas/types/flow.ts';
import type { Field, FieldAt } from './field-at.ts';
import type { FlowMaker } from './flow-maker.ts';
import type { ContentAt } from './make-content.ts';
import { makeContent } from './make-content.ts';
import type { Choice } from './model.ts';
import { toDuration } from './prompts.ts';
import type { Prompt as Written } from './prompts.ts';

type MenuChoice = NonNullable<Step['menu']>['choices'][number];

interface Asked {
  wish: string;
  prompt: Written;
  attempts: number;
  extra?: Partial<NonNullable<Step['menu']>>;
  exhausted: string;
  silent: string;
}

/** Writes the step that asks. */
export function addQuestion(
  maker: FlowMaker,
  fieldAt: FieldAt,
  { wish, prompt, attempts, extra = {}, exhausted, silent }: Asked,
): string {
  const { field, filled, save, links } = fieldAt;
  const { settings, grammar, prompts } = field;
  const timeoutMs = prompts.find((one) => one.timeoutMs !== undefined)?.timeoutMs ?? settings.timeoutMs;
  const asks = {
    prompt,
    attempts,
    ...(timeoutMs !== undefined && timeoutMs > 0 && { timeout: toDuration(timeoutMs) }),
    ...(settings.interDigitMs !== undefined && { inter_digit: toDuration(settings.interDigitMs) }),
    ...(!settings.bargeIn && { barge_in: false }),
    ...extra,
  };
  const on = { exhausted, silent };
  const comments =
    wish === field.name && field.comment !== undefined
      ? field.comment.split('\n').map((line) => line.trim())
      : [];
  const about = { node: field.id, comments };
  const choices = listChoices(maker, fieldAt, [...grammar.choices, ...links]);
  if (grammar.builtin === undefined) return maker.add(wish, { menu: { ...asks, choices }, on }, about);
  const { type, min, max } = grammar.builtin;
  maker.declare(save, '');
  const digits = min === max ? min : { min, max };
  const isDigits = type === 'digits' || type === 'number' || type === 'phone';
  if (choices.length > 0 && isDigits) {
    const extension = { pattern: `^[0-9]{${min},${max}}$`, save, goto: filled, digits: { min, max } };
    return maker.add(wish, { menu: { ...asks, choices, extension }, on }, about);
  }
  const kind = isDigits
    ? { digits, terminator: '#' as const }
    : type === 'date'
      ? { type, format: 'ymd' as const }
      : { type };
  return maker.add(wish, { collect: { ...asks, ...kind, save }, next: filled, on }, about);
}

function listChoices(
  maker: FlowMaker,
  { field, filled, save, at }: FieldAt,
  all: readonly Choice[],
): MenuChoice[] {
  const taken = new Set<string>();
  return all.flatMap((choice) => {
    const keys =
      choice.keys !== undefined && /^[0-9*#]+$/.test(choice.keys) && !taken.has(choice.keys)
        ? choice.keys
        : undefined;
    const phrases = choice.phrases.filter((phrase) => phrase !== '' && !taken.has(phrase.toLowerCase()));
    for (const word of [...(keys === undefined ? [] : [keys]), ...phrases]) taken.add(word.toLowerCase());
    if (keys === undefined && phrases.length === 0) return [];
    const isOwn = field.grammar.choices.includes(choice);
    const sets = isOwn && choice.leads === undefined;
    if (sets) maker.declare(save, '');
    const goto = choice.leads === undefined ? filled : makeLead(choice.leads, { field, at });
    return [
      {
        ...(keys !== undefined && { key: keys }),
        ...(phrases.length > 0 && { phrases }),
        goto,
        ...(sets && { set: { [save]: String(choice.value).replaceAll('${', () => '$${') } }),
      },
    ];
  });
}

function makeLead(
  leads: NonNullable<Choice['leads']>,
  { field, at }: { field: Field; at: ContentAt },
): string {
  if (leads.kind === 'event') return at.throwTo(leads.event);
  return makeContent(at, [{ kind: 'goto', target: leads.target, place: field.place }], {
    plain: 'hangup',
    again: 'hangup',
  }).plain;
}
