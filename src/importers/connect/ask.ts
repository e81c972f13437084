/** Blocks that ask the caller. */
import type { CollectStep, MenuStep } from '../../../schemas/types/flow.ts';
import { isComputed } from './facts.ts';
import { isFallbackIntent } from './references.ts';
import { saysSomething, toPrompt } from './speech.ts';
import type { StepContext } from './step-context.ts';

const KEYS: readonly string[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];
const DEFAULT_SECONDS = 5;
const DEFAULT_INTER_DIGIT = 3;
const DEFAULT_DIGITS = 20;
const MAX_DIGITS = 100;

export function translateMessage(context: StepContext): void {
  const say = toPrompt(context) ?? '';
  const failed = context.shared.findStep(context.failure());
  context.add({ say, next: context.next(), on: { failed } });
}

/** A block that says nothing needs no step. */
export function passMessage(context: StepContext): { to: string | undefined } | undefined {
  if (saysSomething(context.action)) return undefined;
  context.parameters.ignore(...context.parameters.names);
  context.failure();
  return { to: context.action.next };
}

export function translateInput(context: StepContext): void {
  if (context.parameters.boolean('StoreInput') === true) translateStoredInput(context);
  else translateMenu(context);
}

/** What both kinds of questions have. */
function readQuestion(
  context: StepContext,
): Pick<MenuStep, 'prompt' | 'attempts' | 'timeout' | 'inter_digit'> {
  const { parameters } = context;
  const seconds = readSeconds(context, parameters.text('InputTimeLimitSeconds'), 'InputTimeLimitSeconds');
  const keys = parameters.fields('DTMFConfiguration');
  const between = readSeconds(context, keys.text('InterdigitTimeLimitSeconds'), 'InterdigitTimeLimitSeconds');
  return {
    prompt: (saysSomething(context.action) ? toPrompt(context) : undefined) ?? {
      ssml: '<speak><break time="100ms"/></speak>',
    },
    attempts: 1,
    ...(seconds !== undefined && seconds !== DEFAULT_SECONDS && { timeout: `${seconds}s` }),
    ...(between !== undefined && between !== DEFAULT_INTER_DIGIT && { inter_digit: `${between}s` }),
  };
}

function readSeconds(context: StepContext, text: string | undefined, name: string): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const seconds = Math.round(Number(text));
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  context.lose('VALUE_SHAPE', name);
  return undefined;
}

function translateMenu(context: StepContext): void {
  const { action, shared } = context;
  const question = readQuestion(context);
  const choices = new Map<string, string>();
  for (const { operator, operands, next } of action.conditions) {
    const [key = ''] = operands;
    if (operator !== 'Equals' || !KEYS.includes(key) || choices.has(key))
      context.lose('VALUE_SHAPE', `${operator} ${key}`);
    else choices.set(key, shared.findStep(next));
  }
  const exhausted = shared.findStep(context.failure('NoMatchingCondition') ?? action.next);
  const silent = context.fail('InputTimeLimitExceeded');
  // A menu needs a choice. Without one, every key is a wrong one.
  if (choices.size === 0) for (const key of KEYS) choices.set(key, exhausted);
  const failed = context.fail();
  if (silent !== exhausted) context.lose('SILENCE_LEADS_ELSEWHERE');
  const listed = [...choices].map(([key, goto]) => ({ key, goto }));
  context.add({ menu: { ...question, choices: listed }, on: { silent, exhausted, failed } });
}

function translateStoredInput(context: StepContext): void {
  const { parameters, shared, action } = context;
  const isSecret = parameters.has('InputEncryption');
  const encryption = parameters.fields('InputEncryption');
  encryption.ignore('EncryptionKeyId', 'Key');
  const save = shared.variables.declare('input', { isSecret });
  const phone = readPhone(context);
  const collect: CollectStep = {
    ...readQuestion(context),
    ...(phone ?? { digits: readDigits(context) }),
    ...readKeys(context, phone?.type !== undefined),
    save,
  };
  const next = context.next();
  const value = `\${"+" + vars.${save}}`;
  const isWhole = phone?.digits !== undefined;
  const filled = isWhole
    ? context.addMore('number', { set: { [save]: value }, next, on: { failed: next } })
    : next;
  const silence = context.addMore('timeout', { set: { [save]: 'Timeout' }, next, on: { failed: next } });
  const exhausted = phone === undefined ? silence : context.fail('InvalidPhoneNumber');
  const failed = shared.findStep(context.failure());
  context.lose('CANCEL_KEY');
  context.add({ collect, next: filled, on: { silent: silence, exhausted, failed } });
  if (action.conditions.length > 0) context.lose('VALUE_SHAPE', 'Conditions');
}

function readDigits(context: StepContext): NonNullable<CollectStep['digits']> {
  const text = context.parameters.fields('InputValidation').fields('CustomValidation').text('MaximumLength');
  const most = Math.round(Number(text));
  const isGiven = text !== undefined && Number.isFinite(most) && most > 0;
  if (text !== undefined && !isGiven) context.lose('VALUE_SHAPE', 'MaximumLength');
  const max = isGiven ? Math.min(most, MAX_DIGITS) : DEFAULT_DIGITS;
  return max === 1 ? 1 : { max };
}

type PhoneKeys = Pick<CollectStep, 'type' | 'country' | 'digits' | 'pattern'>;

/** Returns how a phone number is keyed in; undefined if the entry is none. Whole numbers are keyed without their plus sign. */
function readPhone(context: StepContext): PhoneKeys | undefined {
  const validation = context.parameters.fields('InputValidation');
  if (!validation.has('PhoneNumberValidation')) return undefined;
  const phone = validation.fields('PhoneNumberValidation');
  const format = phone.text('NumberFormat') ?? 'Local';
  const country = phone.text('CountryCode')?.toUpperCase();
  if (format.toLowerCase() !== 'local') return { digits: { min: 8, max: 15 }, pattern: '^[1-9][0-9]*$' };
  if (country !== undefined && /^[A-Z]{2}$/.test(country)) return { type: 'phone', country };
  if (country !== undefined) context.lose('VALUE_SHAPE', `CountryCode ${country}`);
  return { type: 'phone' };
}

/** Reads the key that ends the entry: by default `#`, which needs not be said for phone numbers. */
function readKeys(context: StepContext, isPhone: boolean): Pick<CollectStep, 'terminator'> {
  const keys = context.parameters.fields('DTMFConfiguration');
  const end = keys.text('InputTerminationSequence');
  if (keys.boolean('DisableCancelKey') === true) context.lose('OPTION_WITHOUT_EFFECT', 'DisableCancelKey');
  if (end === '*') return { terminator: '*' };
  if (end !== undefined && end !== '' && end !== '#')
    context.lose(
      isComputed(end) ? 'VALUE_SHAPE' : 'OPTION_WITHOUT_EFFECT',
      `InputTerminationSequence ${end}`,
    );
  return isPhone ? {} : { terminator: '#' };
}

/** A bot that chooses among ways: its intents are what can be said. */
export function translateBot(context: StepContext): void {
  const { parameters, shared } = context;
  const question = readQuestion(context);
  parameters.ignore('LexBot', 'LexV2Bot', 'LexTimeoutSeconds', 'LexInitializationData');
  const intent = shared.variables.isRead('intent') ? shared.variables.declare('intent') : undefined;
  const choices = listIntents(context).map(({ phrase, name, goto }) => ({
    phrases: phrase,
    ...(intent !== undefined && { set: { [intent]: name } }),
    goto,
  }));
  context.lose('NLU_BOT', choices.map(({ phrases }) => phrases).join(', '));
  const exhausted = findNotUnderstood(context, intent);
  const silence = context.failure('InputTimeLimitExceeded');
  const isTold = context.action.errors.has('InputTimeLimitExceeded');
  const silent = isTold ? shared.findStep(silence) : exhausted;
  const failed = context.fail();
  context.add({ menu: { ...question, choices }, on: { silent, exhausted, failed } });
}

/** Lists the intents that callers can say. Of two with one name the first counts. */
function listIntents(context: StepContext): { phrase: string; name: string; goto: string }[] {
  const found = new Map<string, { phrase: string; name: string; goto: string }>();
  for (const condition of context.action.conditions) {
    const { operator, operands, next } = condition;
    const [name = ''] = operands;
    const phrase = spellIntent(name);
    if (isFallbackIntent(condition)) continue;
    if (operator !== 'Equals' || phrase === '' || found.has(phrase))
      context.lose('VALUE_SHAPE', `${operator} ${operands.join(' ')}`);
    else found.set(phrase, { phrase, name, goto: context.shared.findStep(next) });
  }
  return [...found.values()];
}

/** Returns the step for what a bot does not understand: that is an intent of its own, or the way of an error. */
function findNotUnderstood(context: StepContext, intent: string | undefined): string {
  const { action, shared } = context;
  const missed = context.failure('NoMatchingCondition') ?? action.next;
  const fallback = action.conditions.find(isFallbackIntent);
  if (fallback === undefined) return shared.findStep(missed);
  const next = shared.findStep(fallback.next);
  const [name = ''] = fallback.operands;
  if (intent === undefined) return next;
  return context.addMore('not_understood', { set: { [intent]: name }, next, on: { failed: next } });
}

/** Writes the name of an intent as it would be said: `BookFlight` is `book flight`. */
function spellIntent(name: string): string {
  return name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\d']+/gu, ' ')
    .trim()
    .toLowerCase();
}
