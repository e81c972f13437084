/** Blocks that speak and ask, by the rules of Amazon Connect. */
import type { Effect } from '../../verification/compare/index.ts';
import { Fields } from '../reading/index.ts';
import { listTexts } from './facts.ts';
import { readEntry, readEntryRules } from './entries.ts';
import { listEntries } from './examples.ts';
import { evaluate, findFailure, go, withFrame } from './run.ts';
import type { Handler, Received, Run } from './run.ts';
import type { Action } from './read-flow.ts';
import { isFallbackIntent, readsSlots } from './references.ts';
import { nameId, nameResource } from './targets.ts';

/** Returns what the caller hears of a block. */
function hear(run: Run, action: Action): Effect[] {
  const fields = new Fields(action.parameters);
  const [text, marked] = [fields.text('Text') ?? '', fields.text('SSML') ?? ''];
  const source = marked.trim() === '' ? text : marked;
  if (source.trim() !== '') {
    const bare = /^\s*<speak[\s>]/.test(source) ? removeMarks(source) : source;
    const heard = evaluate(run, action, bare).replaceAll(/\s+/g, ' ').trim();
    return heard === '' ? [] : [{ kind: 'heard', text: heard, language: run.state.language }];
  }
  const audio = findAudio(run, action, fields);
  return audio === undefined ? [] : [{ kind: 'heard_audio', audio }];
}

function removeMarks(source: string): string {
  return source
    .replaceAll(/<!--[\s\S]*?-->|<\/?[a-z][^<>]*>/gi, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

function findAudio({ current }: Run, action: Action, fields: Fields): string | undefined {
  const address = fields.fields('Media').text('Uri') ?? '';
  const key = nameResource(action, 'PromptId') ?? (address === '' ? undefined : nameId(address));
  if (key === undefined || address.startsWith('https://')) return address === '' ? undefined : address;
  const answer = current.targets.findPrompt(key, action.span);
  return 'url' in answer ? answer.url : answer.stored;
}

const speak: Handler = { enter: (run, action) => go(run.state, action.next, hear(run, action)) };

function isStored(action: Action): boolean {
  return new Fields(action.parameters).boolean('StoreInput') === true;
}

const ask: Handler = {
  enter: (run, action) => ({ kind: 'waits', state: run.state, effects: hear(run, action) }),
  awaits({ current }, action) {
    const keys = isStored(action)
      ? listEntries(readEntryRules(action), current.reachable)
      : action.conditions
          .flatMap(({ operands }) => operands.slice(0, 1))
          .filter((key) => /^[\d*#]$/.test(key));
    return { kind: 'answer', keys, words: [] };
  },
  receive(run, action, move) {
    const keys = move.kind === 'presses' ? move.keys : move.kind === 'stays_silent' ? '' : undefined;
    if (keys === undefined) return undefined;
    return isStored(action) ? store(run, action, keys) : choose(run, action, keys);
  },
};

/** Silence is a success, too: it stores a text. */
function store({ state }: Run, action: Action, keys: string): Received {
  const entry = readEntry(keys, readEntryRules(action));
  if (entry.kind === 'invalid') return { state, effects: [], to: findFailure(action, 'InvalidPhoneNumber') };
  return { state: withFrame(state, { input: entry.value }), effects: [], to: action.next };
}

/** One key is an answer. */
function choose({ state }: Run, action: Action, keys: string): Received {
  const [key] = keys;
  if (key === undefined) return { state, effects: [], to: findFailure(action, 'InputTimeLimitExceeded') };
  const found = action.conditions.find(
    ({ operator, operands }) => operator === 'Equals' && operands[0] === key,
  );
  if (found !== undefined) return { state, effects: [], to: found.next };
  return { state, effects: [], to: findFailure(action, 'NoMatchingCondition') ?? action.next };
}

/** A bot understands the names of its intents, as the report says. */
const askBot: Handler = {
  enter(run, action) {
    const slots = run.current.reachable.some(({ parameters }) => listTexts(parameters).some(readsSlots));
    if (slots || listIntents(action).length === 0)
      return { kind: 'stops', state: run.state, effects: [{ kind: 'unsupported', what: action.type }] };
    return { kind: 'waits', state: run.state, effects: hear(run, action) };
  },
  awaits: (_run, action) => ({
    kind: 'answer',
    keys: [],
    words: listIntents(action).map(({ words }) => words),
  }),
  receive({ state }, action, move) {
    if (move.kind === 'presses') return miss(state, action);
    if (move.kind === 'stays_silent') {
      const silent = action.errors.get('InputTimeLimitExceeded');
      return silent === undefined ? miss(state, action) : { state, effects: [], to: silent };
    }
    if (move.kind !== 'says') return undefined;
    const said = ` ${toWords(move.words)} `;
    const [best] = listIntents(action)
      .filter(({ words }) => said.includes(` ${words} `))
      .toSorted((one, other) => other.words.length - one.words.length);
    if (best === undefined) return miss(state, action);
    return { state: withFrame(state, { intent: best.name }), effects: [], to: best.next };
  },
};

/** What a bot does not understand is its fallback intent, if there is a way for it. */
function miss(state: Run['state'], action: Action): Received {
  const fallback = action.conditions.find(isFallbackIntent);
  if (fallback === undefined)
    return { state, effects: [], to: findFailure(action, 'NoMatchingCondition') ?? action.next };
  return { state: withFrame(state, { intent: fallback.operands[0] ?? '' }), effects: [], to: fallback.next };
}

function listIntents({ conditions }: Action): { name: string; words: string; next: string | undefined }[] {
  return conditions
    .filter((condition) => condition.operator === 'Equals' && !isFallbackIntent(condition))
    .map(({ operands, next }) => ({
      name: operands[0] ?? '',
      words: toWords((operands[0] ?? '').replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')),
      next,
    }))
    .filter(({ words }) => words !== '');
}

function toWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\d']+/gu, ' ')
    .trim();
}

export const askingHandlers: Readonly<Record<string, Handler>> = {
  MessageParticipant: speak,
  GetParticipantInput: ask,
  ConnectParticipantWithLexBot: askBot,
};
