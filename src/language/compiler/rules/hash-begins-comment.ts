import { targetWords } from '../../model/index.ts';
import type { Fix, Report } from '../../diagnostics/index.ts';
import { bridgeWords } from '../verbs/parts/bridge-keys.ts';
import { listComments } from '../read/comments.ts';
import type { Range, ScalarNode } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { listReferences } from '../check/references.ts';
import { isPromptName } from '../schema/name-forms.ts';
import { shortenText } from '../read/words.ts';
import type { FlowRule } from './flow-rule.ts';
import { KeyText } from './announced-keys.ts';

/** Reports a `#` that was probably meant as a key but begins a comment, in a text or before a target. */
export const hashBeginsComment: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { text, at, kind } of listReferences(draft, 'prompt', 'template', 'value', 'argument', 'sink'))
      if ('node' in at && at.node.style === 'plain' && (kind !== 'prompt' || !isPromptName(text)))
        checkText(at.node, draft, report);
    for (const range of findCommentedKeys(draft)) reportKey(range, draft, report);
  },
};

/** Maximum number of characters of a comment that are read. */
const MAX_READ = 1_000;

function checkText({ source, range }: ScalarNode, { document }: FlowDraft, report: Report): void {
  const [rest = ''] = document.text.slice(range.to, range.to + MAX_READ).split('\n', 1);
  const comment = readFirstComment(rest.trimStart());
  if (comment === '' || !isContinued(comment, source)) return;
  const from = range.to + rest.indexOf('#');
  const whole = { from: range.from, to: from + comment.length };
  const quoted = JSON.stringify(document.text.slice(whole.from, whole.to));
  report({
    code: 'hash-begins-comment',
    message: `the text ends before the #: "${shortenText(comment)}" is a comment`,
    span: document.span({ from, to: whole.to }),
    hint: `to include it in the text, put all of it in quotes: ${shortenText(quoted)}`,
    ...(isOneLine(whole, document.text) && { fix: { span: document.span(whole), text: quoted } }),
  });
}

/** Returns the comment up to the next `#`, where an ordinary comment may begin; empty when no comment follows. */
function readFirstComment(rest: string): string {
  if (!rest.startsWith('#')) return '';
  const next = rest.search(/[ \t]#[ \t]/);
  return (next < 0 ? rest : rest.slice(0, next)).trimEnd();
}

/** Words with which no sentence ends, in the languages of speech. */
const UNFINISHED = new Set(
  `with by and or then the press a an to mit und oder dann die der das den dem drücken
   avec par et ou puis la le les sur con y o luego el los las pulse e poi il lo i prema
   met en of dan de het toets com depois os as prima`.split(/\s+/),
);

/** True for a comment that continues the text: "press # now", "end with # and wait", "number #1". */
function isContinued(comment: string, text: string): boolean {
  if (/^#(?:$|[.,;!?])/.test(comment)) return true;
  if (UNFINISHED.has(/(?<!\p{L})\p{L}+$/u.exec(text.trimEnd().toLowerCase())?.[0] ?? '')) return true;
  if (/^#\d/.test(comment)) return !/[.!?…]$/.test(text);
  const isPressed = new KeyText(`${text} #`).listAnnounced().some(({ start }) => start === text.length + 1);
  return isPressed || new KeyText(comment).listAnnounced().some(({ start }) => start === 0);
}

/** False for several lines, and where the comment may contain a closing bracket or a separating comma. */
function isOneLine({ from, to }: Range, text: string): boolean {
  return !/\n|[\]}]|,$/.test(text.slice(from, to));
}

/** Matches `#: repeat` in a map of keys, at the `#`. */
const COMMENTED_KEY = /(?<=^[ \t]*(?:keys|["']?[\d*#]{1,8}["']?):.*\n[ \t]*)#{1,8}(?=: +(\w+)[ \t]*\r?$)/gm;

function findCommentedKeys({ document: { text }, steps }: FlowDraft): Range[] {
  const targets = new Set([...steps.map(({ name }) => name), ...targetWords, ...bridgeWords]);
  const found = [...text.matchAll(COMMENTED_KEY)].filter(([, target = '']) => targets.has(target));
  if (found.length === 0) return [];
  const comments = new Set(listComments(text).map(({ range }) => range.from));
  const ranges = found.map(({ 0: key, index }) => ({ from: index, to: index + key.length }));
  return ranges.filter(({ from }) => comments.has(from));
}

function reportKey(range: Range, { document }: FlowDraft, report: Report): void {
  const key = `'${document.text.slice(range.from, range.to)}'`;
  const span = document.span(range);
  const fix: Fix = { span, text: key };
  report({
    code: 'hash-begins-comment',
    message: 'the line is a comment, because it begins with #',
    span,
    hint: `for the key, write ${key}`,
    fix,
  });
}
