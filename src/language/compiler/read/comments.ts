import { loadYaml } from '../../model/index.ts';
import type { Range } from './document.ts';

/** A comment of a YAML text. */
export interface Comment {
  /** Its text, beginning with `#`. */
  text: string;
  range: Range;
  /** True when the line holds nothing else. */
  isAlone: boolean;
}

/** Lists the comments of a text in order. A `#` in a quoted text or a block scalar does not begin one. */
export function listComments(text: string): Comment[] {
  const { CST, Lexer } = loadYaml();
  /** Marker tokens of the lexer, which take up no text. */
  const marks = new Set<string>([CST.SCALAR, CST.DOCUMENT, CST.FLOW_END]);
  const comments: Comment[] = [];
  let at = 0;
  let lineStart = 0;
  let before = '';
  for (const token of new Lexer().lex(text)) {
    const range = { from: at, to: at + token.length };
    if (token.startsWith('#') && before !== CST.SCALAR)
      comments.push({ text: token, range, isAlone: text.slice(lineStart, at).trim() === '' });
    const lastBreak = Math.max(token.lastIndexOf('\n'), token.lastIndexOf('\r'));
    if (lastBreak >= 0) lineStart = at + lastBreak + 1;
    if (!marks.has(token)) at = range.to;
    before = token;
  }
  return comments;
}
