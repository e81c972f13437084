/** Reads the prompts of a flow as callers hear them, language by language. */
import { scanTemplate, memoize } from '../../model/index.ts';
import { entryOf, nodeAt, type MapNode, type Node, type Path, type ScalarNode } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import { isPromptName } from '../schema/name-forms.ts';
import { KeyText } from './announced-keys.ts';

/** One piece of a prompt. */
export interface Piece {
  kind: 'text' | 'ssml' | 'audio';
  /** The beginning of the text of the flow; in SSML each tag is replaced by as many blanks. Empty for audio. */
  text: string;
  /** True when nothing but `text` is heard: no expression, no recording, no more text. */
  isLiteral: boolean;
  /** The keys that the text names. */
  keys: KeyText;
  /** Estimated duration. */
  seconds: number;
  /** The language that the piece names itself. */
  language?: string;
  /** The node of its source. */
  node: ScalarNode;
}

/** Characters spoken per second at an ordinary pace. */
export const SPOKEN_PER_SECOND = 15;

/** Maximum number of languages and pieces of a prompt that are read; flows in practice have fewer. */
const MAX_LANGUAGES = 20;
const MAX_PIECES = 100;

/** Maximum number of characters of a text that rules read: ten minutes of speech. */
const MAX_CHARACTERS = 9_000;

/** Returns the part of a text that rules read. */
export function readBeginning(text: string): string {
  return text.slice(0, MAX_CHARACTERS);
}

/** The prompts of a flow in its languages. */
export interface Speech {
  /** The flow's languages. */
  languages: readonly string[];
  /** Returns the pieces heard in a language for the prompt at a path; the same text always gives the same piece. */
  readPieces(path: Path, language: string): Piece[];
}

/** Reads the prompts of a flow. Each text is read only once and shared by all steps and rules. */
export const readFlowSpeech = memoize(({ document: { root }, languages }: FlowDraft): Speech => {
  const known = new Map<ScalarNode, Piece>();
  const knownNames = new Map<string, Piece[]>();

  function collectPieces(node: Node | undefined, resolve: (name: string) => Piece[] | undefined): Piece[] {
    if (node === undefined) return [];
    if (node.kind === 'list') return node.items.flatMap((item) => collectPieces(item, resolve));
    if (node.kind === 'map') return readMapPiece(node, known);
    if (node.kind !== 'string') return [];
    return resolve(String(node.value)) ?? [cachePiece(known, node, () => createPiece('text', node))];
  }

  /** Returns a named prompt in the caller's language, or in the first of the flow's languages that it has. */
  function readNamedPrompt(name: string, language: string): Piece[] {
    const key = `${language} ${name}`;
    const said = knownNames.get(key) ?? readPrompt(nodeAt(root, ['prompts', name]), language);
    knownNames.set(key, said);
    return said;
  }

  function readPrompt(prompt: Node | undefined, language: string): Piece[] {
    const said = [language, ...languages].map((one) => entryOf(prompt, one)?.value);
    const chosen = said.find((one) => one !== undefined) ?? prompt;
    return collectPieces(chosen, () => undefined).slice(0, MAX_PIECES);
  }

  return {
    languages: languages.slice(0, MAX_LANGUAGES),
    readPieces: (path, language) =>
      collectPieces(nodeAt(root, path), (name) =>
        isPromptName(name) ? readNamedPrompt(name, language) : undefined,
      ),
  };
});

function readMapPiece(map: MapNode, known: Map<ScalarNode, Piece>): Piece[] {
  for (const [key, kind] of KINDS) {
    const node = entryOf(map, key)?.value;
    if (node?.kind !== 'string') continue;
    const make = () => (kind === 'audio' ? createAudioPiece(node, map) : createPiece(kind, node, map));
    return [cachePiece(known, node, make)];
  }
  return [];
}

function cachePiece(known: Map<ScalarNode, Piece>, node: ScalarNode, make: () => Piece): Piece {
  const piece = known.get(node) ?? make();
  known.set(node, piece);
  return piece;
}

function createPiece(kind: 'text' | 'ssml', node: ScalarNode, map?: MapNode): Piece {
  const written = String(node.value);
  const isSsml = kind === 'ssml';
  const whole = isSsml ? blankTags(written) : written;
  const text = readBeginning(whole);
  const language = readTextEntry(map, 'language');
  return {
    kind,
    text,
    isLiteral: text === whole && isLiteral(written) && !(isSsml && written.includes('<audio')),
    keys: new KeyText(text),
    seconds: estimateSeconds(whole),
    ...(language !== undefined && { language }),
    node,
  };
}

function createAudioPiece(node: ScalarNode, map: MapNode): Piece {
  const length = parseDuration(readTextEntry(map, 'length') ?? '') || 0;
  return { kind: 'audio', text: '', isLiteral: false, keys: new KeyText(''), seconds: length / 1_000, node };
}

function readTextEntry(map: MapNode | undefined, key: string): string | undefined {
  const node = entryOf(map, key)?.value;
  return node?.kind === 'string' ? String(node.value) : undefined;
}

const LONG_SPACE = /\s\s/;

function estimateSeconds(text: string): number {
  const spoken = LONG_SPACE.test(text) ? text.replace(/\s+/g, ' ') : text;
  return spoken.trim().length / SPOKEN_PER_SECOND;
}

const KINDS = [
  ['text', 'text'],
  ['ssml', 'ssml'],
  ['stored', 'audio'],
  ['url', 'audio'],
] as const;

function isLiteral(text: string): boolean {
  const scanned = scanTemplate(text);
  return scanned.ok && scanned.parts.every((part) => typeof part === 'string');
}

/** Replaces tags by blanks; a tag that begins or ends a sentence leaves a full stop. */
function blankTags(ssml: string): string {
  return ssml.replace(/<[^<>]*>/g, (mark) =>
    (/^<\/?(p|s|speak|break)\b/.test(mark) ? '.' : ' ').padEnd(mark.length),
  );
}
