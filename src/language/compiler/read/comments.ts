import { CST, Lexer } from 'yaml';
import type { Range } from './document.ts';

/** A comment of a YAML text. */
export interface Comment {
  /** From its `#` on. */
  text: string;
  range: Range;
  /** True when nothing else stands on its line. */
  isAlone: boolean;
}

/** What the lexer puts between the pieces of the text. */
const MARKS = new Set<string>([CST.SCALAR, CST.DOCUMENT, CST.FLOW_END]);

/** The comments of a text, in order. What follows a `#` in a quoted text or in a block is none. */
export function commentsIn(text: string): Comment[] {
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
    if (!MARKS.has(token)) at = range.to;
    before = token;
  }
  return comments;
}
