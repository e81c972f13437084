/** Writes the question of a field, and what silence and wrong answers lead to. */
import type { Step } from '../../../schemas/types/flow.ts';
import { hasKeysWithinKeys } from './answers.ts';
import { addQuestion } from './ask-question.ts';
import type { SimpleRung } from './events.ts';
import { joinParts, writePrompt } from './field-at.ts';
import type { FieldAt } from './field-at.ts';
import { countEvent, findEndless, findOnlyReply, labelReply } from './field-events.ts';
import { makePrompted, sayBefore } from './field-prompts.ts';
import type { FlowMaker } from './flow-maker.ts';
import type { Part } from './model.ts';
import { isPause, makePause } from './prompts.ts';
import type { Prompt as Written } from './prompts.ts';

/** The original asks for ever; a question here ends after so many attempts. */
const ENDLESS = 20;

/** Writes all steps of a field and defines its labels. */
export function makeField(maker: FlowMaker, fieldAt: FieldAt): void {
  const { field, ask, quiet } = fieldAt;
  const { grammar, place } = field;
  if (grammar.choices.length === 0 && grammar.builtin === undefined) {
    const stub = maker.addStub(`grammar of ${field.name}`, 'EXTERNAL_GRAMMAR', {
      node: field.id,
      place,
      next: fieldAt.filled,
    });
    maker.define(quiet, stub);
    maker.define(
      ask,
      makePrompted(maker, fieldAt, (parts) => sayBefore(fieldAt, parts, stub)),
    );
    return;
  }
  if (grammar.isForeign)
    maker.shared.grades.lower(field.id, {
      grade: 'near',
      reason: 'EXTERNAL_GRAMMAR',
      place,
      detail: field.name,
    });
  if (grammar.builtin === undefined && hasKeysWithinKeys(grammar.choices))
    maker.shared.grades.lower(field.id, {
      grade: 'near',
      reason: 'KEYS_WITHIN_KEYS',
      place,
      detail: field.name,
    });
  if (grammar.builtin !== undefined) {
    maker.shared.grades.lower(field.id, {
      grade: 'near',
      reason: 'KEYS_ONLY',
      place,
      detail: grammar.builtin.type,
    });
  }
  const endless = findEndless(maker, field);
  if (endless !== undefined) {
    makeEndless(maker, fieldAt, endless);
    return;
  }
  const [silent, exhausted] = [countEvent(maker, fieldAt, 'noinput'), countEvent(maker, fieldAt, 'nomatch')];
  const question =
    (wish: string) =>
    (parts: readonly Part[]): string => {
      const prompt = writePrompt(maker, field, parts);
      return addQuestion(maker, fieldAt, { wish, prompt, attempts: 1, silent, exhausted });
    };
  maker.define(ask, makePrompted(maker, fieldAt, question(field.name)));
  const askAgain = question(`${field.name} again`);
  maker.defineLater(quiet, () => askAgain([]));
  const reply = findOnlyReply(maker, field);
  if (reply !== undefined) maker.defineLater(labelReply(maker, field), () => askAgain(joinParts(reply)));
}

/** Writes a question that is asked for ever. */
function makeEndless(
  maker: FlowMaker,
  fieldAt: FieldAt,
  { noInput, noMatch }: { noInput: SimpleRung[]; noMatch: SimpleRung[] },
): void {
  const { field, ask, quiet } = fieldAt;
  maker.shared.grades.lower(field.id, {
    grade: 'near',
    reason: 'ENDLESS_ASKING',
    place: field.place,
    detail: field.name,
  });
  const reprompt = [...noInput, ...noMatch].every(({ isReprompting }) => isReprompting);
  const end = { attempts: ENDLESS, silent: 'hangup', exhausted: 'hangup' };
  const write = (parts: readonly Part[]): Written => writePrompt(maker, field, parts);
  const prompt = write(joinParts(field.prompts));
  const toExtra = (isRepeated: boolean): object => {
    const toReply = ({ prompts, isReprompting }: SimpleRung): Written =>
      write(joinParts(isRepeated || !isReprompting ? prompts : [...prompts, ...field.prompts]));
    const lists = {
      ...toReplies('no_input', noInput.map(toReply), isRepeated),
      ...toReplies('no_match', noMatch.map(toReply), isRepeated),
    };
    return { ...lists, ...(!isRepeated && { reprompt: false }) };
  };
  const question = { ...end, extra: toExtra(reprompt), wish: field.name };
  maker.define(ask, addQuestion(maker, fieldAt, { ...question, prompt }));
  // Its prompts are not heard at first, but may be from the second attempt on.
  maker.defineLater(quiet, () => {
    const again = { ...end, extra: toExtra(false), wish: `${field.name} again` };
    return addQuestion(maker, fieldAt, { ...again, prompt: makePause() });
  });
}

/** Writes replies; where each is only a repetition of the question nothing needs to be said. */
function toReplies(
  key: 'no_input' | 'no_match',
  replies: readonly Written[],
  reprompt: boolean,
): Partial<NonNullable<Step['menu']>> {
  if (reprompt && replies.every((reply) => isPause(reply))) return {};
  return { [key]: [...replies] };
}
