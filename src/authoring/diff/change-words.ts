/** Renders changes as sentences, and lists of them as text, as Markdown for a pull request, and as JSON. */
import { BACK, HANGUP, REPEAT, RETURN } from '../../language/model/index.ts';
import type { Change } from './change.ts';

/** Renders a change as a sentence without a full stop. */
export function renderChange(change: Change): string {
  // The subject of a destination names its step itself.
  const where = change.kind === 'destination' ? [] : change.where;
  const place = [...(change.flow === undefined ? [] : [change.flow]), ...renderPlaces(where)];
  const unchanged = change.unchangedIn === undefined ? '' : `, unchanged in ${change.unchangedIn.join(', ')}`;
  const heard = change.language === undefined ? '' : ` (${change.language}${unchanged})`;
  return `${place.length === 0 ? '' : `${place.join(', ')}: `}${renderSentence(change)}${heard}`;
}

function renderPlaces([first, ...others]: string[]): string[] {
  if (first === undefined) return [];
  if (others.length === 0) return [first];
  return [`${first} and in ${others.length === 1 ? 'one more place' : `${others.length} more places`}`];
}

function renderSentence(change: Change): string {
  switch (change.kind) {
    case 'wording':
      return renderWording(change);
    case 'setting':
      return renderSetting(change);
    case 'step':
      return renderPresence(change);
    case 'destination':
      return renderDestination(change);
  }
}

function renderWording(change: Change): string {
  const { subject, before, after } = change;
  if (before === undefined || after === undefined) return renderPresence(change, (text) => `“${text}”`);
  const [was, now] = diffSentences(before, after);
  if (was === '') return `${subject} now also says “${now}”`;
  if (now === '') return `${subject} no longer says “${was}”`;
  return `${subject} changed: “${was}” → “${now}”`;
}

function renderPresence({ subject, before, after }: Change, quote = (text: string) => text): string {
  return after === undefined
    ? `${subject} is gone: ${quote(before ?? '')}`
    : `${subject} is new: ${quote(after)}`;
}

function renderSetting(change: Change): string {
  const { subject, before, after } = change;
  if (subject.includes('…')) {
    if (before === undefined) return `now ${insertValue(subject, after ?? '')}`;
    if (after === undefined) return `no longer ${insertValue(subject, before)}`;
    return insertValue(subject, `${after} instead of ${before}`);
  }
  if (isYesOrNo(before) && isYesOrNo(after)) return `${after === 'yes' ? 'now' : 'no longer'} ${subject}`;
  if (before === undefined || after === undefined) return renderPresence(change);
  return `${subject} is now ${after} (was: ${before})`;
}

/** Replaces the `…` of a sentence with a value. */
export function insertValue(subject: string, value: string): string {
  return subject.replace('…', () => value);
}

function isYesOrNo(value: string | undefined): boolean {
  return value === undefined || value === 'yes' || value === 'no';
}

function renderDestination({ subject, before, after }: Change): string {
  const was = before === undefined ? '' : ` (was: ${TARGETS[before]?.noun ?? before})`;
  const whoever = subject === 'after the call' ? 'the flow' : 'the caller';
  const isChosen = !/^(after|at|in|on|once|when) /.test(subject);
  if (after === undefined) return `${subject} ${isChosen ? 'is gone' : 'nothing more happens'}${was}`;
  const { predicate = `goes to ${after}`, event = `${whoever} now reaches ${after}` } = TARGETS[after] ?? {};
  if (!isChosen) return `${subject} ${event}${was}`;
  return before === undefined ? `${subject} is new: it ${predicate}` : `${subject} now ${predicate}${was}`;
}

interface TargetWords {
  noun: string;
  predicate: string;
  event: string;
}

const TARGETS: Partial<Record<string, TargetWords>> = {
  [HANGUP]: { noun: 'the end of the call', predicate: 'ends the call', event: 'the call now ends' },
  [REPEAT]: {
    noun: 'the question again',
    predicate: 'repeats the question',
    event: 'the question is now repeated',
  },
  [BACK]: {
    noun: 'the previous question',
    predicate: 'goes back to the previous question',
    event: 'the previous question is now asked again',
  },
  [RETURN]: {
    noun: 'back to the flow that runs this one',
    predicate: 'goes back to the flow that runs this one',
    event: 'the caller is now back in the flow that runs this one',
  },
};

/** Removes the sentences with which both texts begin or end; `…` marks each omission. */
function diffSentences(before: string, after: string): [was: string, now: string] {
  const [was, now] = readWithoutMarkup(splitSentences, before, after);
  const start = countSharedStart(was, now);
  const end = countSharedStart(was.slice(start).toReversed(), now.slice(start).toReversed());
  return [abridge(was, start, end), abridge(now, start, end)];
}

/** Compares SSML by its words, unless only the markup differs. */
function readWithoutMarkup<Text>(read: (text: string) => Text, before: string, after: string): [Text, Text] {
  const [was, now] = [stripMarkup(before), stripMarkup(after)];
  return was === now ? [read(before), read(after)] : [read(was), read(now)];
}

function stripMarkup(text: string): string {
  if (!text.includes('<speak')) return text;
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function splitSentences(text: string): string[] {
  return text.trim().split(/(?<=[.!?])\s+/);
}

function countSharedStart(some: readonly string[], others: readonly string[]): number {
  const different = some.findIndex((one, index) => one !== others[index]);
  return different === -1 ? some.length : different;
}

function abridge(sentences: readonly string[], start: number, end: number): string {
  const kept = sentences.slice(start, sentences.length - end);
  if (kept.length === 0) return '';
  return [...(start > 0 ? ['…'] : []), ...kept, ...(end > 0 ? ['…'] : [])].join(' ');
}

const NOTHING = 'no change that a caller notices';

/** One line for each change. */
export function renderChangesText(changes: readonly Change[]): string {
  if (changes.length === 0) return `${NOTHING}\n`;
  return changes.map((change) => `${renderChange(change)}\n`).join('');
}

/** A heading and a list, for a comment on a pull request. */
export function renderChangesMarkdown(changes: readonly Change[], title: string): string {
  const heading = `### ${escapeMarkdown(title)}\n\n`;
  if (changes.length === 0) return `${heading}No change that a caller notices.\n`;
  return `${heading}${changes.map((change) => `- ${escapeMarkdown(renderChange(change))}\n`).join('')}`;
}

/** The changes as data, each with its line of text. */
export function renderChangesJson(changes: readonly Change[]): string {
  const told = changes.map((change) => ({ ...change, text: renderChange(change) }));
  return `${JSON.stringify({ same: changes.length === 0, changes: told }, null, 2)}\n`;
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|#~]/g, (mark) => `\\${mark}`).replaceAll('\n', ' ');
}
