/** The ways in which a flow is broken: slips of authors, one at a time. A further one is one more line of the table. */
import type { Edit, Place } from './places.ts';

/** Input of a mutator. */
export interface Ground {
  places: readonly Place[];
  /** Names of the steps. */
  steps: readonly string[];
  prompts: readonly string[];
  languages: readonly string[];
  /** `on.error` of the flow. */
  errorStep: string | undefined;
  /** One of a list; undefined of an empty one. */
  pick: <Item>(items: readonly Item[]) => Item | undefined;
}

/** Breaks a flow in one place; undefined where there is no such place. */
export type Mutator = (ground: Ground) => Edit[] | undefined;

/** All of them, by what the author has done. */
export const mutators: Readonly<Record<string, Mutator>> = {
  'a target names another step': replacing(isTarget, anotherStep),
  'two edges of a step are swapped': swapping(isEdge),
  'two choices lead where the other one should': swapping(under('choices', 'goto')),
  'an edge is left out': removing(isEdgeOfItsOwn),
  'a next is left out': removing(isNext),
  'a choice is left out': removing(({ path, among }) => among > 1 && path.at(-2) === 'choices'),
  'a key is another one': replacing(under('choices', 'key'), ({ value }) => `'${anotherDigit(value)}'`),
  'two keys are swapped': swapping(under('choices', 'key')),
  'a global key is left out': removing(({ path }) => path[0] === 'always' && path[1] === 'keys'),
  'a phrase is left out': removing(({ path, among }) => among > 1 && path.at(-2) === 'phrases'),
  'a rung is left out': removing(isWholeRung),
  'two rungs are swapped': swapping(isRung),
  'a prompt is another one': replacing(saysPrompt, anotherPrompt),
  'two languages of a prompt are swapped': swapping(({ path }) => path[0] === 'prompts' && path.length === 3),
  'the language is another one': replacing(inStep('language'), anotherLanguage),
  'a number of digits is one less': replacing(isDigitCount, ({ value }) => String(Number(value) - 1)),
  'a number of digits is one more': replacing(isDigitCount, ({ value }) => String(Number(value) + 1)),
  'a bound is another one': replacing(under('range'), ({ value }) => beside(value)),
  'a pattern is left out': removing(inBody('pattern')),
  'a type is left out': removing(inBody('type')),
  'a confirmation is left out': removing(inBody('confirm')),
  'a time is ten times as long': replacing(isDuration, ({ value }) => scaled(value, 10)),
  'a time is a tenth': replacing(isDuration, ({ value }) => scaled(value, 0.1)),
  'there is one attempt more': replacing(inBody('attempts'), ({ value }) => String(Number(value) + 1)),
  'there is one attempt': replacing(inBody('attempts'), () => '1'),
  'keys are not heard before the end': following(inBody('prompt'), 'barge_in: false'),
  'the question is put again': removing(inBody('reprompt')),
  'a condition is inverted': replacing(under('when'), ({ value }) => JSON.stringify(`!(${String(value)})`)),
  'a comparison is off by one': replacing(isComparison, ({ value }) =>
    JSON.stringify(offByOne(String(value))),
  ),
  'a case is left out': removing(({ path, among }) => among > 1 && path[2] === 'switch' && path.length === 4),
  'a value is not kept': removing(({ path, among }) => among > 1 && path.at(-2) === 'save'),
  'a variable keeps what it had': replacing(inBodyOf('set'), ({ path }) => `'\${vars.${path.at(-1) ?? ''}}'`),
  'another word is kept': replacing(isKeptWord, ({ value }) => `${String(value)}x`),
  'the finalizer is left out': removing(atTop('on', 'end')),
  'the error path is left out': removing(atTop('on', 'error')),
  'another number is dialled': replacing(isNumber, ({ value }) => `'${anotherNumber(String(value))}'`),
  'a party is left out': removing(({ path, among }) => among > 1 && path.at(-2) === 'to'),
  'two parties are swapped': swapping(({ path }) => path.at(-2) === 'to'),
  'a secret is none': removing(({ path, value }) => path.at(-1) === 'secret' && value === true),
  'a field of a request is left out': removing(({ path, among }) => among > 1 && path.at(-2) === 'json'),
  'a web service is asked once': removing(({ path }) => path.at(-1) === 'retries'),
  'there is no filler': removing(({ path }) => path.at(-1) === 'filler'),
  'a milestone is another one': replacing(inStep('outcome'), ({ value }) => `${String(value)}_`),
  'the opening hours are others': replacing(isOpening, ({ source }) => source.replace(/(\d\d):/, otherHour)),
};

type Which = (place: Place, ground: Ground) => boolean;

function chosen(which: Which, ground: Ground): Place[] {
  return ground.places.filter((place) => which(place, ground));
}

function removing(which: Which): Mutator {
  return (ground) => {
    const place = ground.pick(chosen(which, ground));
    return place && [place.removed];
  };
}

function replacing(which: Which, by: (place: Place, ground: Ground) => string | undefined): Mutator {
  return (ground) => {
    const place = ground.pick(chosen(which, ground));
    const text = place && by(place, ground);
    return place === undefined || text === undefined ? undefined : [place.replaced(text)];
  };
}

function following(which: Which, entry: string): Mutator {
  return (ground) => {
    const place = ground.pick(chosen(which, ground));
    return place && [place.followed(entry)];
  };
}

/** Two entries of the same map or list change places, or of the same list of maps. */
function swapping(which: Which): Mutator {
  return (ground) => {
    const { pick } = ground;
    const groups = Map.groupBy(chosen(which, ground), ({ path }) => familyOf(path));
    const group = pick(
      [...groups.values()].filter((members) => new Set(members.map(({ source }) => source)).size > 1),
    );
    const first = pick(group ?? []);
    const second = pick((group ?? []).filter(({ source }) => source !== first?.source));
    if (first === undefined || second === undefined) return undefined;
    return [first.replaced(second.source), second.replaced(first.source)];
  };
}

/** Groups values: those under the same key in the items of one list belong together. */
function familyOf(path: readonly string[]): string {
  const parent = path.slice(0, -1);
  return (/^\d+$/.test(parent.at(-1) ?? '') ? [...parent.slice(0, -1), path.at(-1)] : parent).join(' ');
}

function atTop(...path: string[]): Which {
  return (place) => place.path.join(' ') === path.join(' ');
}

/** A key of a step itself. */
function inStep(key: string): Which {
  return ({ path }) => path[0] === 'steps' && path.length === 3 && path[2] === key;
}

/** A key of what a step does. */
function inBody(key: string): Which {
  return ({ path }) => path[0] === 'steps' && path.length === 4 && path[3] === key;
}

function inBodyOf(verb: string): Which {
  return ({ path }) => path[0] === 'steps' && path.length === 4 && path[2] === verb;
}

/** A key somewhere below a step and, with two, below another key. */
function under(...keys: string[]): Which {
  const key = keys.at(-1) ?? '';
  const [around] = keys.length > 1 ? keys : [undefined];
  return ({ path }) =>
    path[0] === 'steps' &&
    (around === undefined
      ? path.at(-1) === key || path.at(-2) === key
      : path.at(-1) === key && path.includes(around)) &&
    !(around === undefined && key === 'range' && path.at(-1) === 'range');
}

function isEdge({ path }: Place): boolean {
  return path[0] === 'steps' && path.length === 4 && path[2] === 'on';
}

/** True for an edge that changes the flow; one to the default failure target does not. */
function isEdgeOfItsOwn(place: Place, { errorStep }: Ground): boolean {
  return isEdge(place) && !(FAILURES.has(place.path.at(-1) ?? '') && place.value === errorStep);
}

const FAILURES = new Set(['failed', 'client_error', 'server_error', 'timeout']);

function isTarget(place: Place): boolean {
  return isEdge(place) || isNext(place) || (place.path[0] === 'steps' && place.path.at(-1) === 'goto');
}

function isNext({ path }: Place): boolean {
  return path[0] === 'steps' && path.length === 3 && path[2] === 'next';
}

const RUNGS = new Set(['no_input', 'no_match']);

function isRung({ path }: Place): boolean {
  return path[0] === 'steps' && RUNGS.has(path.at(-2) ?? '');
}

/** True when the list is not empty without the entry. */
function isWholeRung(place: Place): boolean {
  const { path, among, value } = place;
  if (isRung(place)) return among > 1;
  return path[0] === 'steps' && RUNGS.has(path.at(-1) ?? '') && Array.isArray(value) && value.length === 1;
}

function isDigitCount({ path, value }: Place): boolean {
  return typeof value === 'number' && (path.at(-1) === 'digits' || path.at(-2) === 'digits');
}

const DURATION = /^(\d+)(ms|s|m|h)$/;

/** `limits` are a net into which no caller of a sound flow falls. */
function isTimed(part: string | undefined): boolean {
  return part === 'steps' || part === 'defaults';
}

function isDuration({ path, value }: Place): boolean {
  return isTimed(path[0]) && typeof value === 'string' && DURATION.test(value);
}

function isComparison({ path, value }: Place): boolean {
  return path.at(-1) === 'when' && /[<>]/.test(String(value));
}

function isKeptWord({ path, value }: Place): boolean {
  return (
    path[0] === 'steps' && path[2] === 'set' && /^[a-z_]+$/.test(String(value)) && typeof value === 'string'
  );
}

function isNumber({ path, value }: Place): boolean {
  return path[0] === 'steps' && path.includes('connect') && /^\+\d+$/.test(String(value));
}

function isOpening({ path, value }: Place): boolean {
  return path[0] === 'hours' && typeof value === 'string' && /^\d\d:\d\d-/.test(value);
}

const SAYING = new Set(['say', 'play', 'prompt', 'filler', 'no_input', 'no_match']);

/** The name of a prompt where something is said. */
function saysPrompt({ path, value }: Place): boolean {
  const isSaid = [path.at(-1), path.at(-2)].some((key) => SAYING.has(key ?? ''));
  return path[0] === 'steps' && isSaid && typeof value === 'string' && /^[a-z][a-z0-9_]*$/.test(value);
}

function anotherStep({ value }: Place, { steps, pick }: Ground): string | undefined {
  return pick(steps.filter((name) => name !== value));
}

function anotherPrompt({ value }: Place, { prompts, pick }: Ground): string | undefined {
  return pick(prompts.filter((name) => name !== value));
}

function anotherLanguage({ value }: Place, { languages, pick }: Ground): string | undefined {
  return pick(languages.filter((name) => name !== value));
}

function anotherDigit(key: unknown): string {
  const digit = Number(key);
  return Number.isNaN(digit) ? '9' : String((digit + 4) % 10);
}

function anotherNumber(number: string): string {
  return `${number.slice(0, -1)}${anotherDigit(number.at(-1))}`;
}

function beside(value: unknown): string {
  return typeof value === 'number'
    ? String(value + 1)
    : JSON.stringify(value).replace(/\d(?=\D*$)/, anotherDigit);
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function scaled(value: unknown, factor: number): string {
  const [, count, unit = 'ms'] = DURATION.exec(String(value)) ?? [];
  return `${Math.round(Number(count) * (UNIT_MS[unit] ?? 1) * factor)}ms`;
}

const NEARLY: Readonly<Record<string, string>> = { '>=': '>', '<=': '<', '>': '>=', '<': '<=' };

function offByOne(condition: string): string {
  return condition.replace(/[<>]=?/, (sign) => NEARLY[sign] ?? sign);
}

function otherHour(_: string, hour: string): string {
  return `${String((Number(hour) + 1) % 24).padStart(2, '0')}:`;
}
