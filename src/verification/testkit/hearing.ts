/** Searches the heard prompts for an expected one, and for the most similar one. */
import type { CompiledFlow, PromptPart, Template } from '../../language/model/index.ts';
import type { Hearing } from './scenario.ts';
import type { JournalEntry } from '../../platform/emulator/model/index.ts';
import { toSpokenText } from '../../call/index.ts';
import { listParts } from './parts.ts';

/** A position in the heard prompts: the index of a play, and an offset in its text. */
export interface Position {
  play: number;
  offset: number;
}

interface Listening {
  /** Pattern over plays that are joined by line ends. */
  pattern: RegExp;
  /** Language of the plays. Default: all. */
  language?: string;
  /** True if audio matches in any language: it has none of its own, but a prompt names the audio of each language. */
  isPrompt: boolean;
}

/** Placeholder for values of expressions in patterns and for hidden speech; YAML texts cannot contain it. */
const HOLE = '\0';

/** Compiles an expected prompt. */
export function prepareListening(what: Hearing, flow: CompiledFlow): Listening {
  const { source, flags } = createPattern(what, flow);
  const { language } = what;
  const pattern = new RegExp(source, `g${flags}`);
  return { pattern, isPrompt: what.kind === 'prompt', ...(language !== undefined && { language }) };
}

/** Builds a regular expression over plays that are joined by line ends. */
function createPattern(what: Hearing, flow: CompiledFlow): RegExp {
  if (what.kind === 'pattern') return new RegExp(what.source, 'imu');
  const alternatives = listWordings(what, flow).map((wording) => `(?:${toLoosePattern(wording)})`);
  // A prompt without a wording in the language never matches.
  const source = alternatives.length === 0 ? '(?!)' : alternatives.join('|');
  return new RegExp(what.kind === 'equals' ? `^\\s*${source}\\s*$` : source, 'imu');
}

/** Returns the end of the first match after a position; undefined if there is none. */
export function findHeard(
  heard: readonly Heard[],
  listening: Listening,
  from: Position,
): Position | undefined {
  const { pattern } = listening;
  const plays = heard.slice(from.play).map((play) => hideOtherLanguages(play, listening));
  pattern.lastIndex = from.offset;
  const match = pattern.exec(plays.join('\n'));
  if (match === null) return undefined;
  let offset = match.index + match[0].length;
  for (const [index, { length }] of plays.entries()) {
    if (offset <= length) return { play: from.play + index, offset };
    offset -= length + 1;
  }
  return undefined;
}

/** Replaces speech in another language by characters that match nothing, so that positions stay the same. */
function hideOtherLanguages({ text, language }: Heard, { language: wanted, isPrompt }: Listening): string {
  const isWanted = wanted === undefined || language === wanted || (isPrompt && language === undefined);
  return isWanted ? text : HOLE.repeat(text.length);
}

/** Returns the heard text that is most similar to the expected one, if any is. */
export function findNearest(heard: readonly Heard[], what: Hearing, flow: CompiledFlow): Heard | undefined {
  const wanted = what.kind === 'pattern' ? [what.source] : listWordings(what, flow);
  let nearest: Heard | undefined;
  let best = 0;
  for (const candidate of heard) {
    const likeness = Math.max(...wanted.map((wording) => measureLikeness(wording, candidate.text)));
    if (likeness > best) [nearest, best] = [candidate, likeness];
  }
  return nearest;
}

/** Lists the prompts that contain a text, with its language. */
export function findPrompts(text: string, flow: CompiledFlow): { name: string; language: string }[] {
  const pattern = new RegExp(toLoosePattern(text), 'iu');
  const prompts = listParts(flow).flatMap((part) => Object.entries(part.prompts));
  return prompts.flatMap(([name, byLanguage]) =>
    Object.entries(byLanguage)
      .filter(([, parts]) => pattern.test(parts.map(renderPart).join(' ')))
      .map(([language]) => ({ name, language })),
  );
}

/** Describes an expected prompt in messages. */
export function renderHearing(what: Hearing): string {
  return `${renderHearingText(what)}${what.language === undefined ? '' : ` in ${what.language}`}`;
}

function renderHearingText(what: Hearing): string {
  switch (what.kind) {
    case 'prompt':
      return `the prompt "${what.name}"`;
    case 'text':
      return `"${what.text}"`;
    case 'equals':
      return `exactly "${what.text}"`;
    case 'pattern':
      return `anything that matches /${what.source}/`;
  }
}

/** Lists the possible wordings, with a placeholder for each expression; a prompt has one for each language. */
function listWordings(what: Exclude<Hearing, { kind: 'pattern' }>, flow: CompiledFlow): string[] {
  if (what.kind !== 'prompt') return [what.text];
  const byLanguage = listParts(flow).flatMap(({ prompts }) => Object.entries(prompts[what.name] ?? {}));
  const wanted = byLanguage.filter(([language]) => what.language === undefined || language === what.language);
  return wanted.map(([, parts]) => parts.map(renderPart).join(' '));
}

function renderPart(part: PromptPart): string {
  switch (part.kind) {
    case 'text':
      return renderWithHoles(part.text);
    case 'ssml':
      return toSpokenText(renderWithHoles(part.ssml));
    case 'stored':
      return `stored prompt ${renderWithHoles(part.name)}`;
    case 'url':
      return renderWithHoles(part.url);
  }
}

function renderWithHoles(template: Template): string {
  return template.map((piece) => (typeof piece === 'string' ? piece : HOLE)).join('');
}

/** Builds a pattern in which white space matches any white space, and a placeholder any text within one play. */
function toLoosePattern(text: string): string {
  const pieces = text.split(HOLE).map((piece) => piece.trim().split(/\s+/));
  return pieces.map((words) => words.map((word) => RegExp.escape(word)).join('\\s+')).join('\\s*.*?\\s*');
}

/** Returns the similarity of two texts by their words, from 0 to 1. */
function measureLikeness(one: string, other: string): number {
  const [words, others] = [splitWords(one), splitWords(other)];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared === 0 ? 0 : (2 * shared) / (words.size + others.size);
}

function splitWords(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** A prompt that the caller began to hear. */
export interface Heard {
  /** ms since the epoch. */
  at: number;
  /** The text; for a stored prompt or an audio file, its name. */
  text: string;
  /** Language of synthesised speech, if known. */
  language?: string;
}

/** Returns the prompt of a journal entry; undefined for silent plays and other entries. */
export function readHeard(entry: JournalEntry): Heard | undefined {
  const { at } = entry;
  if (entry.kind === 'prompt') return { at, text: `stored prompt ${entry.name}` };
  if (entry.kind === 'audio') return { at, text: entry.url };
  if (entry.kind !== 'speech' || entry.text === '') return undefined;
  return { at, text: entry.text, ...(entry.language !== undefined && { language: entry.language }) };
}
