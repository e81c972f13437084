/** Writes the question of a field, and what silence and wrong answers lead to. */
import type { Step } from '../../../schemas/types/flow.ts';
import { isFor } from './form-runner.ts';
import { listRungs, toSimple, toSimpleLadder } from './events.ts';
import type { Rung, SimpleRung } from './events.ts';
import type { FlowMaker } from './flow-maker.ts';
import type { ContentAt } from './make-content.ts';
import { addScriptStub, makeContent, writeCondition } from './make-content.ts';
import type { Choice, Content, Item, Part, Prompt } from './model.ts';
import { isPause, makePause, toDuration, toPrompt } from './prompts.ts';
import type { Prompt as Written } from './prompts.ts';
import { listContents } from './variables.ts';

type Field = Item & { kind: 'field' };
type MenuChoice = NonNullable<Step['menu']>['choices'][number];

/** The original asks for ever; a question here ends after so many attempts. */
const ENDLESS = 20;

export interface FieldAt {
  field: Field;
  at: ContentAt;
  /** Label of the question with its prompts, and of that without. */
  ask: string;
  quiet: string;
  /** Where the field leads once it is filled. */
  filled: string;
  /** Variable of the field. */
  save: string;
  links: readonly Choice[];
}

interface Asked {
  wish: string;
  prompt: Written;
  attempts: number;
  extra?: Partial<NonNullable<Step['menu']>>;
  exhausted: string;
  silent: string;
}

/** Writes all steps of a field and defines its labels. */
export function makeField(maker: FlowMaker, fieldAt: FieldAt): void {
  const { field, ask, quiet, at } = fieldAt;
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
      makePrompted(maker, fieldAt, (parts) => sayBefore(maker, fieldAt, parts, stub)),
    );
    return;
  }
  if (grammar.isForeign) maker.shared.grades.lower(field.id, 'near', 'EXTERNAL_GRAMMAR');
  if (grammar.builtin !== undefined) {
    maker.shared.grades.lower(field.id, 'near', 'KEYS_ONLY');
    maker.shared.grades.lose('KEYS_ONLY', field.id, place, grammar.builtin.type);
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
      const prompt = toPrompt(parts, { resolve: maker.resolve, language: maker.doc.language });
      if (prompt === undefined)
        return addScriptStub(maker, { text: 'prompt' }, { at, place, next: 'hangup' });
      return addQuestion(maker, fieldAt, { wish, prompt, attempts: 1, silent, exhausted });
    };
  maker.define(ask, makePrompted(maker, fieldAt, question(field.name)));
  const askAgain = question(`${field.name} again`);
  maker.defineLater(quiet, () => askAgain([]));
  const reply = findOnlyReply(maker, field);
  if (reply !== undefined) maker.defineLater(labelReply(maker, field), () => askAgain(joinParts(reply)));
}

/** Label of the question that begins with what a handler says. */
function labelReply(maker: FlowMaker, field: Field): string {
  return maker.label(`reply ${field.id}`);
}

/** Returns what a handler says before the question is heard no more, if there is one such handler: it then asks by itself. */
function findOnlyReply(maker: FlowMaker, field: Field): readonly Prompt[] | undefined {
  const rungs = ['noinput', 'nomatch'].flatMap((event) => findRungs(maker, field, event));
  const contents = new Set(rungs.flatMap(({ handlers }) => handlers.map(({ content }) => content)));
  const replies = [...contents].flatMap((content) => {
    const simple = toSimple(content);
    return simple === undefined || simple.isReprompting || simple.prompts.length === 0
      ? []
      : [simple.prompts];
  });
  const [only, other] = replies;
  return other === undefined ? only : undefined;
}

/** Returns what is said at each count, if handlers do nothing else for ever. */
function findEndless(
  maker: FlowMaker,
  field: Field,
): { noInput: SimpleRung[]; noMatch: SimpleRung[] } | undefined {
  if (field.prompts.some(({ count, cond }) => count > 1 || cond !== undefined)) return undefined;
  const [noInput, noMatch] = ['noinput', 'nomatch'].map((event) =>
    toSimpleLadder(findRungs(maker, field, event)),
  );
  if (noInput === undefined || noMatch === undefined) return undefined;
  const isCounted = noInput.length > 1 || noMatch.length > 1;
  return isCounted && comesBack(maker, field) ? undefined : { noInput, noMatch };
}

/** True if callers can come back to a question whose counts go on: a question of ours counts anew. */
function comesBack(maker: FlowMaker, field: Field): boolean {
  const { dialog, doc, shared } = maker;
  const root = shared.site.docs.get(doc.root ?? '');
  const choices = [...field.grammar.choices, ...dialog.links, ...doc.links, ...(root?.links ?? [])];
  return choices.some(({ leads }) => leads?.kind === 'event') || listContents(dialog).some(returnsToItems);
}

function returnsToItems(content: Content): boolean {
  return content.some(
    (action) =>
      action.kind === 'throw' ||
      action.kind === 'goto_item' ||
      action.kind === 'assign' ||
      (action.kind === 'if' && action.branches.some((branch) => returnsToItems(branch.content))),
  );
}

/** Puts prompts one after another, with a space between their texts. */
function joinParts(prompts: readonly Prompt[]): Part[] {
  return prompts.flatMap(({ parts }, index): Part[] =>
    index === 0 ? [...parts] : [{ kind: 'text', text: ' ' }, ...parts],
  );
}

function findRungs(maker: FlowMaker, item: Item, event: string): Rung[] {
  return listRungs(maker.shared.site, { doc: maker.doc, dialog: maker.dialog, item }, event);
}

/** Lists the variables that count prompts and events of a field. */
export function listCounters(maker: FlowMaker, field: Field): string[] {
  if (findEndless(maker, field) !== undefined) return [];
  const events = ['noinput', 'nomatch'].filter((event) =>
    findRungs(maker, field, event).some(({ count }) => count > 1),
  );
  const asked = field.prompts.some(({ count }) => count > 1) ? ['asked'] : [];
  return [...asked, ...events].map((what) => nameCounter(maker, field, what));
}

const COUNTED: Readonly<Record<string, string>> = { noinput: 'silent', nomatch: 'wrong', asked: 'asked' };

function nameCounter(maker: FlowMaker, field: Item, what: string): string {
  return maker.shared.variables.nameOf(`${what} ${field.id}`, `${field.name} ${COUNTED[what] ?? what}`);
}

/** Writes a question that is asked for ever. */
function makeEndless(
  maker: FlowMaker,
  fieldAt: FieldAt,
  { noInput, noMatch }: { noInput: SimpleRung[]; noMatch: SimpleRung[] },
): void {
  const { field, ask, quiet, at } = fieldAt;
  maker.shared.grades.lower(field.id, 'near', 'ENDLESS_ASKING');
  maker.shared.grades.lose('ENDLESS_ASKING', field.id, field.place, field.name);
  const own = joinParts(field.prompts);
  const reprompt = [...noInput, ...noMatch].every(({ isReprompting }) => isReprompting);
  const write = (parts: readonly Part[]): Written | undefined =>
    toPrompt(parts, { resolve: maker.resolve, language: maker.doc.language });
  const replies = (ladder: readonly SimpleRung[]): (Written | undefined)[] =>
    ladder.map(({ prompts, isReprompting }) => {
      const said = joinParts(prompts);
      return write(reprompt || !isReprompting ? said : joinParts([...prompts, ...field.prompts]));
    });
  const [prompt, silent, wrong] = [write(own), replies(noInput), replies(noMatch)];
  if (prompt === undefined || [...silent, ...wrong].includes(undefined)) {
    const stub = addScriptStub(maker, { text: 'prompt' }, { at, place: field.place, next: 'hangup' });
    maker.define(ask, stub);
    maker.define(quiet, stub);
    return;
  }
  const lists = { ...toReplies('no_input', silent, reprompt), ...toReplies('no_match', wrong, reprompt) };
  const question = {
    attempts: ENDLESS,
    extra: { ...lists, ...(!reprompt && { reprompt }) },
    silent: 'hangup',
    exhausted: 'hangup',
  };
  maker.define(ask, addQuestion(maker, fieldAt, { ...question, wish: field.name, prompt }));
  maker.defineLater(quiet, () =>
    addQuestion(maker, fieldAt, { ...question, wish: `${field.name} again`, prompt: makePause() }),
  );
}

/** Writes replies; where each is only a repetition of the question nothing needs to be said. */
function toReplies(
  key: 'no_input' | 'no_match',
  replies: readonly (Written | undefined)[],
  reprompt: boolean,
): Partial<NonNullable<Step['menu']>> {
  const said = replies.filter((reply) => reply !== undefined);
  if (reprompt && said.every((reply) => isPause(reply))) return {};
  return { [key]: said };
}

/** Writes the prompts of a visit: those of the count that is reached, on conditions where they have some. */
function makePrompted(
  maker: FlowMaker,
  { field, at }: FieldAt,
  question: (parts: readonly Part[]) => string,
): string {
  const counts = [...new Set([1, ...field.prompts.map(({ count }) => count)])].toSorted(
    (one, other) => other - one,
  );
  const ofCount = counts.map((count) => {
    const lower = Math.max(
      0,
      ...field.prompts.filter((prompt) => prompt.count <= count).map((prompt) => prompt.count),
    );
    return {
      count,
      begin: makeGroup(maker, field, {
        at,
        prompts: field.prompts.filter((prompt) => prompt.count === lower),
        question,
      }),
    };
  });
  const [only, other] = ofCount;
  if (only === undefined) return question([]);
  if (other === undefined) return only.begin;
  const asked = nameCounter(maker, field, 'asked');
  maker.reset(asked, 0);
  const cases = ofCount
    .filter(({ count }) => count > 1)
    .map(({ count, begin }) => ({ when: `vars.${asked} >= ${count}`, goto: begin }));
  const decide = maker.add(
    `${field.name} prompt`,
    { switch: cases, next: ofCount.at(-1)?.begin ?? 'hangup' },
    { node: field.id },
  );
  return maker.add(
    `${field.name} asked`,
    { set: { [asked]: `\${vars.${asked} + 1}` }, next: decide },
    { node: field.id },
  );
}

/** Writes prompts of one count: those up to the last condition are said before the question. */
function makeGroup(
  maker: FlowMaker,
  field: Field,
  {
    at,
    prompts,
    question,
  }: { at: ContentAt; prompts: readonly Prompt[]; question: (parts: readonly Part[]) => string },
): string {
  const lastCondition = prompts.findLastIndex(({ cond }) => cond !== undefined);
  const spoken = joinParts(prompts.slice(lastCondition + 1));
  const next = question(spoken);
  const before = prompts
    .slice(0, lastCondition + 1)
    .map((prompt) => ({ kind: 'say' as const, prompt, place: field.place }));
  return makeContent(maker, before, at, { plain: next, again: next }).plain;
}

/** Writes a step that speaks before something that does not listen. */
function sayBefore(maker: FlowMaker, { field, at }: FieldAt, parts: readonly Part[], next: string): string {
  const prompt: Prompt = { parts, count: 1 };
  return makeContent(maker, [{ kind: 'say', prompt, place: field.place }], at, { plain: next, again: next })
    .plain;
}

/** Writes what an event leads to, counted where the count decides. */
function countEvent(maker: FlowMaker, fieldAt: FieldAt, event: string): string {
  const { field, at, ask } = fieldAt;
  const counter = nameCounter(maker, field, event);
  const ladder = findRungs(maker, field, event);
  const isCounted = ladder.some(({ count }) => count > 1);
  const cases: { when: string; goto: string }[] = [];
  let otherwise = ask;
  for (const { count, handlers } of ladder)
    for (const handler of handlers) {
      const begin = makeRung(maker, fieldAt, handler.content);
      const when = [
        ...(count > 1 ? [`vars.${counter} >= ${count}`] : []),
        ...(handler.cond === undefined ? [] : [writeCondition(maker, handler.cond) ?? 'false']),
      ].join(' && ');
      if (when === '') otherwise = begin;
      else cases.push({ when, goto: begin });
    }
  const decide =
    cases.length === 0
      ? otherwise
      : maker.add(`${field.name} ${event} count`, { switch: cases, next: otherwise }, { node: at.node });
  if (!isCounted) return decide;
  maker.reset(counter, 0);
  return maker.add(
    `${field.name} ${event}`,
    { set: { [counter]: `\${vars.${counter} + 1}` }, next: decide },
    { node: at.node },
  );
}

function makeRung(maker: FlowMaker, { field, at, ask, quiet }: FieldAt, content: Item['filled']): string {
  const simple = toSimple(content);
  if (simple?.prompts.length === 0) return simple.isReprompting ? ask : quiet;
  if (simple?.isReprompting === false && findOnlyReply(maker, field) !== undefined)
    return labelReply(maker, field);
  return makeContent(maker, content, at, { plain: quiet, again: ask }).plain;
}

/** Returns where an event leads that content throws. */
export function makeThrown(
  maker: FlowMaker,
  fieldAt: Pick<FieldAt, 'at'> & { item: Item; ask: string; quiet: string },
  event: string,
): string {
  const { item, at, ask, quiet } = fieldAt;
  const ladder = findRungs(maker, item, event);
  const handler = ladder.at(-1)?.handlers.find((one) => isFor(one, event) && one.cond === undefined);
  if (handler === undefined)
    return event === 'help' || event === 'noinput' || event === 'nomatch' ? ask : 'hangup';
  return makeContent(maker, handler.content, at, { plain: quiet, again: ask }).plain;
}

/** Writes the step that asks. */
function addQuestion(
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
    const goto = choice.leads === undefined ? filled : makeLead(maker, choice.leads, { field, at });
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
  maker: FlowMaker,
  leads: NonNullable<Choice['leads']>,
  { field, at }: { field: Field; at: ContentAt },
): string {
  if (leads.kind === 'event') return at.throwTo(leads.event);
  return makeContent(maker, [{ kind: 'goto', target: leads.target, place: field.place }], at, {
    plain: 'hangup',
    again: 'hangup',
  }).plain;
}
