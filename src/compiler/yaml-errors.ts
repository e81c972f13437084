import type { ErrorCode, YAMLError } from 'yaml';
import type { Finding } from '../diagnostics/index.ts';
import type { Source } from './yaml.ts';

const WORDS: Partial<Record<ErrorCode, Pick<Finding, 'message' | 'hint'>>> = {
  ALIAS_PROPS: { message: 'an alias has neither tag nor anchor' },
  BAD_ALIAS: {
    message: 'an alias needs a name after its *',
    hint: 'put a text that begins with * in quotes',
  },
  BAD_DIRECTIVE: { message: 'unknown YAML directive' },
  BAD_DQ_ESCAPE: {
    message: 'unknown escape in double quotes',
    hint: 'write \\\\ for a backslash, or put the text in single quotes',
  },
  BAD_INDENT: { message: 'wrong indentation', hint: 'what belongs together begins in the same column' },
  BAD_PROP_ORDER: { message: 'a tag or an anchor stands before its value, behind the key' },
  BAD_SCALAR_START: {
    message: 'a plain text cannot begin with this character',
    hint: 'put the text in quotes',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a second ": " on one line',
    hint: 'put a text that holds ": " in quotes, and a nested key on a line of its own',
  },
  BLOCK_IN_FLOW: {
    message: 'between { } and [ ] everything is separated by commas, not by lines and dashes',
  },
  KEY_OVER_1024_CHARS: { message: 'a key has at most 1,024 characters' },
  MISSING_CHAR: { message: 'expected ":" with a value after a key, or "," between entries' },
  MULTILINE_IMPLICIT_KEY: {
    message: 'a key stands on one line, followed by ":"',
    hint: 'is the ":" missing, or is a line not indented far enough?',
  },
  MULTIPLE_ANCHORS: { message: 'a value has at most one anchor' },
  MULTIPLE_TAGS: { message: 'a value has at most one tag' },
  TAB_AS_INDENT: { message: 'a tab in the indentation', hint: 'indent with spaces' },
  UNEXPECTED_TOKEN: {
    message: 'unexpected here',
    hint: 'put a text that holds { } [ ] , & * # or ": " in quotes',
  },
};

/** A complaint of the YAML library as a finding in our words. */
export function syntaxErrorInWords({ code, pos }: YAMLError, { text, span }: Source): Finding {
  const range = { from: Math.min(pos[0], text.length), to: Math.min(pos[1], text.length) };
  if (code === 'RESOURCE_EXHAUSTION')
    return { code: 'too-large', message: 'nested too deeply', span: span(range) };
  const found = text.slice(range.from, range.to).split('\n', 1)[0]?.trim().slice(0, 20) ?? '';
  const words = WORDS[code] ?? { message: 'this is not YAML' };
  const message =
    code === 'UNEXPECTED_TOKEN' && found !== '' ? `"${found}" is unexpected here` : words.message;
  return { code: 'syntax', ...words, message, span: span(range) };
}
