/** Finds texts that a regular expression matches as a whole, and texts that it does not match. */
import { CombinedTransformer, DFA, JS, NFA, transform, Transformers } from 'refa';
import type { FiniteAutomaton } from 'refa';

/** Texts for a regular expression. */
interface PatternWords {
  /** Texts that match, the shortest first. Texts that look-arounds exclude may be among them. */
  inside: string[];
  /** Texts of the same alphabet and lengths that do not match. */
  outside: string[];
  /** True if no text of the alphabet and lengths matches. */
  isEmpty: boolean;
}

/** The texts that are considered: characters as a class of a regular expression, and the number of them. */
interface Alphabet {
  characters: string;
  min: number;
  max: number;
}

/** Maximum number of texts from each source. */
const MAX_WORDS = 40;
/** Maximum size of an automaton; larger ones are given up. */
const MAX_NODES = 20_000;

/**
 * Finds texts for a regular expression; texts that contain one of the wanted pieces come first. Returns undefined if the
 * regular expression is too large.
 */
export function findPatternWords(
  pattern: string,
  alphabet: Alphabet,
  wanted: readonly string[] = [],
): PatternWords | undefined {
  try {
    const all = toAutomaton(`${alphabet.characters}{${alphabet.min},${alphabet.max}}`);
    const matching = toAutomaton(`^(?:${pattern})$`);
    const inside = NFA.fromIntersection(matching, all, new NFA.LimitedNodeFactory(MAX_NODES));
    const rest = DFA.fromFA(matching, new DFA.LimitedNodeFactory(MAX_NODES));
    rest.complement();
    return {
      inside: inside.isEmpty ? [] : listVariedWords(inside, alphabet, wanted),
      outside: listWords(NFA.fromIntersection(all, rest), MAX_WORDS),
      isEmpty: inside.isEmpty,
    };
  } catch {
    // Unknown syntax, or more than the maximum number of nodes.
    return undefined;
  }
}

const simplify = new CombinedTransformer([
  Transformers.applyAssertions(),
  Transformers.removeUnnecessaryAssertions(),
  Transformers.removeDeadBranches(),
]);

function toAutomaton(source: string): NFA {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags: 'u' }).parse({
    assertions: 'parse',
    backreferences: 'throw',
  });
  const simple = transform(simplify, expression);
  const factory = new NFA.LimitedNodeFactory(MAX_NODES);
  return NFA.fromRegex(simple, { maxCharacter }, { assertions: 'ignore' }, factory);
}

/** Lists words with each wanted piece, each first and last character, the longest ones, and the first ones. */
function listVariedWords(inside: NFA, { characters, max }: Alphabet, wanted: readonly string[]): string[] {
  const pieces = wanted.map((piece) => `${characters}*${RegExp.escape(piece)}${characters}*`);
  const ends = Array.from(DIGITS).flatMap((digit) => [`${digit}${characters}*`, `${characters}*${digit}`]);
  const shapes = [...pieces, ...ends, `${characters}{${max}}`];
  const varied = shapes.flatMap((shape) => listWords(NFA.fromIntersection(inside, toAutomaton(shape)), 1));
  return [...new Set([...varied.slice(0, pieces.length), ...listWords(inside, MAX_WORDS), ...varied])];
}

const DIGITS = '0123456789';

function listWords(automaton: FiniteAutomaton, most: number): string[] {
  const words: string[] = [];
  if (automaton.isEmpty) return words;
  for (const word of automaton.words()) {
    words.push(String.fromCodePoint(...word));
    if (words.length >= most) break;
  }
  return words;
}
