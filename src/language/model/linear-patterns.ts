/**
 * Matches regular expressions in time linear in the text, by RE2's rules as CEL requires
 * (https://github.com/google/cel-spec/blob/master/doc/langdef.md, "matches"), though they are written in
 * JavaScript's syntax.
 */
import { loadRe2 } from './libraries.ts';

/** A compiled regular expression. */
export interface LinearPattern {
  /** Number of instructions: the time for a text is at most its length times this. */
  size: number;
  /** True when it matches somewhere in the text. */
  isFound(text: string): boolean;
}

/** Compiles a regular expression; undefined when it is malformed or uses look-around or back-references, which RE2 lacks. */
export function compilePattern(pattern: string): LinearPattern | undefined {
  const { RE2JS } = loadRe2();
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return { size: compiled.programSize(), isFound: (text) => compiled.test(text) };
  } catch {
    return undefined;
  }
}
