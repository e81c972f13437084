/**
 * Matches regular expressions in time linear in the text, by RE2's rules as CEL has them
 * (https://github.com/google/cel-spec/blob/master/doc/langdef.md, "matches"), though they are written as in JavaScript.
 */
import { RE2JS } from 're2js';

/** A regular expression that is ready to be used. */
export interface LinearPattern {
  /** How many instructions it has: the time for a text is at most its length times this. */
  size: number;
  /** Whether it matches somewhere in a text. */
  isFound(text: string): boolean;
}

/** Undefined for what is no regular expression, and for one with look-around or back-references, which RE2 lacks. */
export function compilePattern(pattern: string): LinearPattern | undefined {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return { size: compiled.programSize(), isFound: (text) => compiled.test(text) };
  } catch {
    return undefined;
  }
}
