/** What a caller hears of a prompt as it stands in a flow, language by language. */
import { scanTemplate, memoized } from '../../model/index.ts';
import { entryOf, nodeAt, type MapNode, type Node, type Path, type ScalarNode } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { durationMs } from '../verbs/parts/fragments.ts';
import { isPromptName } from '../schema/name-forms.ts';
import { KeyText } from './told-keys.ts';

/** One piece of a prompt. */
export interface Piece {
  kind: 'text' | 'ssml' | 'audio';
  /** As it stands in the flow; in SSML as much space stands for each mark. Of audio there is none. */
  text: string;
  /** True when the text is all that is heard: no expression, no recording. */
  isLiteral: boolean;
  /** What it says of keys. */
  keys: KeyText;
  /** How long it lasts, as far as that is known. */
  seconds: number;
  /** The language it names itself. */
  language?: string;
  /** Where it is written. */
  node: ScalarNode;
}

/** Characters that are spoken in a second, at an ordinary pace. */
export const SPOKEN_PER_SECOND = 15;

/** Languages and pieces of one prompt that are looked at; no flow that people made has more. */
const MOST_LANGUAGES = 20;
const MOST_PIECES = 100;

/** What the prompts of a flow say. */
export interface Speech {
  /** The flow's languages. */
  languages: readonly string[];
  /** The pieces that are heard in a language of the prompt that stands at a path; one text is always the same piece. */
  piecesAt(path: Path, language: string): Piece[];
}

/** What the prompts of this flow say. Each text is read once, however many steps say it and rules ask. */
export const speechOf = memoized(({ document: { root }, languages }: FlowDraft): Speech => {
  const known = new Map<ScalarNode, Piece>();
  const knownNames = new Map<string, Piece[]>();

  function pieces(node: Node | undefined, resolve: (name: string) => Piece[] | undefined): Piece[] {
    if (node === undefined) return [];
    if (node.kind === 'list') return node.items.flatMap((item) => pieces(item, resolve));
    if (node.kind === 'map') return pieceOf(node, known);
    if (node.kind !== 'string') return [];
    return resolve(String(node.value)) ?? [once(known, node, () => textPiece(node))];
  }

  /** A named prompt in the caller's language, or in the first of the flow's languages that it has. */
  function named(name: string, language: string): Piece[] {
    const key = `${language} ${name}`;
    const said = knownNames.get(key) ?? read(nodeAt(root, ['prompts', name]), language);
    knownNames.set(key, said);
    return said;
  }

  function read(prompt: Node | undefined, language: string): Piece[] {
    const said = [language, ...languages].map((one) => entryOf(prompt, one)?.value);
    const chosen = said.find((one) => one !== undefined) ?? prompt;
    return pieces(chosen, () => undefined).slice(0, MOST_PIECES);
  }

  return {
    languages: languages.slice(0, MOST_LANGUAGES),
    piecesAt: (path, language) =>
      pieces(nodeAt(root, path), (name) => (isPromptName(name) ? named(name, language) : undefined)),
  };
});

function pieceOf(map: MapNode, known: Map<ScalarNode, Piece>): Piece[] {
  for (const [key, kind] of KINDS) {
    const node = entryOf(map, key)?.value;
    if (node?.kind === 'string') return [once(known, node, () => richPiece(map, kind, node))];
  }
  return [];
}

function once(known: Map<ScalarNode, Piece>, node: ScalarNode, make: () => Piece): Piece {
  const piece = known.get(node) ?? make();
  known.set(node, piece);
  return piece;
}

function textPiece(node: ScalarNode): Piece {
  const text = String(node.value);
  return {
    kind: 'text',
    text,
    isLiteral: isLiteral(text),
    keys: new KeyText(text),
    seconds: secondsOf(text),
    node,
  };
}

function richPiece(map: MapNode, kind: Piece['kind'], node: ScalarNode): Piece {
  const own = textOf(map, 'language');
  const language = own === undefined ? {} : { language: own };
  if (kind === 'text') return { ...textPiece(node), ...language };
  if (kind === 'audio') {
    const length = durationMs(textOf(map, 'length') ?? '') || 0;
    return { kind, text: '', isLiteral: false, keys: new KeyText(''), seconds: length / 1_000, node };
  }
  const ssml = String(node.value);
  const text = withoutMarks(ssml);
  const isWhole = isLiteral(ssml) && !ssml.includes('<audio');
  return {
    kind,
    text,
    isLiteral: isWhole,
    keys: new KeyText(text),
    seconds: secondsOf(text),
    ...language,
    node,
  };
}

function textOf(map: MapNode, key: string): string | undefined {
  const node = entryOf(map, key)?.value;
  return node?.kind === 'string' ? String(node.value) : undefined;
}

const LONG_SPACE = /\s\s/;

function secondsOf(text: string): number {
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

/** Marks that begin or end what is spoken in one breath leave a full stop. */
function withoutMarks(ssml: string): string {
  return ssml.replace(/<[^<>]*>/g, (mark) =>
    (/^<\/?(p|s|speak|break)\b/.test(mark) ? '.' : ' ').padEnd(mark.length),
  );
}
