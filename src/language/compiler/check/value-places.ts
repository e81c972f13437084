/** The places of a flow where an empty value does harm. */
import { findDeclaredUses, memoize, scanTemplate } from '../../model/index.ts';
import type { FlowDraft, Reference } from '../types.ts';
import { isPromptName } from '../schema/name-forms.ts';
import {
  EXPRESSION_KINDS,
  findFlowRunBy,
  findReferenceSpan,
  listReferences,
  stepNameOf,
} from './references.ts';
import { readPromptNames, RECORDING } from './step-values.ts';
import type { Span } from '../../diagnostics/index.ts';

/**
 * The use of a value. `number`: dialled or texted. `address`: part of an address. `speech`: spoken among other words.
 * `message`: part of a text message. `request`: in the body or the query of a request. `header`: part of a header of one.
 * `key`: the key of a lookup. `room`: the room that is joined. `argument`: given to another flow.
 */
type Purpose =
  'number' | 'address' | 'speech' | 'message' | 'request' | 'header' | 'key' | 'room' | 'argument';

/** A place that reads values. */
export interface ValuePlace {
  step: string;
  purpose: Purpose;
  /** The names that it reads, such as `vars.tier`. */
  names: ReadonlySet<string>;
  /** True when it reads anything else: a value of the call or a setting. */
  readsMore: boolean;
  /** With `argument`: the flow and its parameter. */
  argument?: { flow: string; param: string };
  span: () => Span;
}

/** Lists the places of a flow. All values of one request are one place. */
export const listValuePlaces = memoize((draft: FlowDraft): readonly ValuePlace[] => {
  const flows = new Map(draft.steps.map((step) => [step.name, findFlowRunBy(step)]));
  const places: ValuePlace[] = [];
  const requests = new Map<string, ValuePlace & { names: Set<string> }>();
  for (const reference of listReferences(draft, ...EXPRESSION_KINDS)) {
    const step = stepNameOf(reference);
    const found = step === undefined ? undefined : readPlace(reference, draft);
    if (step === undefined || found === undefined) continue;
    const place = { step, ...found, span: () => findReferenceSpan(draft.document, reference) };
    const flow = flows.get(step);
    if (found.purpose === 'argument' && flow !== undefined)
      places.push({ ...place, argument: { flow, param: String(reference.path.at(-1)) } });
    if (found.purpose !== 'request') {
      if (found.names.size > 0 && found.purpose !== 'argument') places.push(place);
      continue;
    }
    const request = requests.get(step) ?? { ...place, names: new Set<string>(), readsMore: false };
    if (request.names.size === 0) request.span = place.span;
    for (const name of found.names) request.names.add(name);
    request.readsMore ||= found.readsMore;
    requests.set(step, request);
  }
  return [...places, ...requests.values()];
});

type FoundPlace = Pick<ValuePlace, 'purpose' | 'names' | 'readsMore'>;

function readPlace(reference: Reference, draft: FlowDraft): FoundPlace | undefined {
  const { path, text, kind } = reference;
  const [, , verb = '', key = ''] = path.map(String);
  const collectNames = (purpose: Purpose, source = text): FoundPlace => ({ purpose, ...readPlain(source) });
  if (kind === 'argument') return collectNames('argument');
  if (verb === 'connect' && key === 'headers') return undefined;
  if (verb === 'connect' || (verb === 'sms' && path.at(-1) === 'to') || (verb === 'sms' && key === 'to'))
    return key === 'from' ? undefined : collectNames('number');
  if (verb === 'sms') return path.includes('data') ? collectNames('message') : undefined;
  if (verb === 'stream') return collectNames('address', text.split('?', 1)[0]);
  if (verb === 'http' && METHODS.has(key)) return collectNames('address', text.split('?', 1)[0]);
  if (verb === 'http' && BODIES.has(key)) return collectNames('request');
  if (verb === 'http' && key === 'headers') return collectNames('header');
  if (verb === 'lookup' && key === 'key') return collectNames('key');
  if (verb === 'room' && key === 'join') return collectNames('room');
  const isSpoken = SPEAKING.has(verb) || (verb === 'http' && key === 'filler');
  if (!isSpoken || (kind !== 'prompt' && path.at(-1) !== 'text' && path.at(-1) !== 'ssml')) return undefined;
  // A confirmation reads back what was just entered.
  if (key === 'confirm') return undefined;
  if (kind === 'prompt' && isPromptName(text))
    return { purpose: 'speech', names: readPromptNames(draft).get(text) ?? new Set(), readsMore: false };
  // A value that is all that is said may be left out on purpose.
  return isAlone(reference) ? undefined : collectNames('speech');
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);
const BODIES = new Set(['json', 'form', 'query']);
const SPEAKING = new Set(['say', 'play', 'menu', 'collect']);

/** True for a prompt that consists of one expression. */
function isAlone({ text, path }: Reference): boolean {
  const { parts } = scanTemplate(text);
  const inList = path.some((part) => typeof part === 'number');
  return !inList && parts.length === 1 && typeof parts[0] === 'object';
}

/** Returns the names that a text reads as they are. An expression that decides or compares may allow for an empty value. */
function readPlain(text: string): Pick<FoundPlace, 'names' | 'readsMore'> {
  const expressions = scanTemplate(text).parts.flatMap((part) =>
    typeof part === 'object' ? [part.expr] : [],
  );
  const plain = expressions.filter((source) => !/[?=<>]|\bsize\b/.test(source));
  const uses = plain.flatMap(findDeclaredUses).filter(({ section }) => section !== 'env');
  const known = uses.map(({ section, name }) => `${section}.${name}`);
  if (plain.some((source) => source.includes(RECORDING))) known.push(RECORDING);
  return { names: new Set(known), readsMore: plain.some((source) => !/\b(?:vars|params)\b/.test(source)) };
}
