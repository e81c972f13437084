/**
 * Comments that suppress a warning in place: `# ringflow-ignore <code>: <reason>`, on the reported line or alone on
 * a line above it. An incomplete comment suppresses nothing. A comment without an effect is reported, unless its
 * code is one that only `prove` finds.
 */
import {
  catalogue,
  collectDiagnostics,
  diagnosticCodes,
  hasErrors,
  provedCodes,
  type Diagnostic,
  type DiagnosticCode,
  type Report,
} from '../../diagnostics/index.ts';
import { listComments, type Comment } from '../read/comments.ts';
import type { Document, Node, Range } from '../read/document.ts';
import { suggestWord } from '../check/references.ts';

interface FileDiagnostics {
  file: string;
  document: Document;
  diagnostics: readonly Diagnostic[];
  /** Codes whose comments are never reported as unneeded. */
  neededElsewhere?: readonly DiagnosticCode[];
  /** Returns further codes whose comments suppress a diagnostic. */
  listSameCodes?: (diagnostic: Diagnostic) => readonly DiagnosticCode[];
}

/** Removes the diagnostics that comments suppress and adds those about the comments themselves. */
export function removeIgnored({
  file,
  document,
  diagnostics,
  neededElsewhere = [],
  listSameCodes = () => [],
}: FileDiagnostics): Diagnostic[] {
  if (!document.text.includes(WORD)) return [...diagnostics];
  const own = collectDiagnostics(file);
  const ignores = readIgnores(document, own.report);
  const byCode = Map.groupBy(ignores, ({ code }) => code);
  const left = diagnostics.filter((diagnostic) => {
    const codes = [diagnostic.code, ...listSameCodes(diagnostic)];
    const sameCode = codes.flatMap((code) => byCode.get(code) ?? []);
    const matching = sameCode.filter((ignore) => isCovering(ignore, diagnostic));
    for (const ignore of matching) ignore.isNeeded = true;
    return matching.length === 0;
  });
  // A comment that seems unneeded because of an error may be needed once the error is fixed.
  const answering = ignores.filter(({ code }) => !neededElsewhere.includes(code));
  if (!hasErrors(diagnostics)) reportUnneeded(answering, document, own.report);
  return [...left, ...own.diagnostics];
}

const WORD = 'ringflow-ignore';
const FORM = `${WORD} <code>: <reason>`;

interface Ignore {
  code: DiagnosticCode;
  comment: Comment;
  firstLine: number;
  lastLine: number;
  isNeeded: boolean;
}

function isCovering({ firstLine, lastLine }: Ignore, { span }: Diagnostic): boolean {
  return span.start.line >= firstLine && span.start.line <= lastLine;
}

function readIgnores(document: Document, report: Report): Ignore[] {
  const comments = listComments(document.text);
  const targets = findTargetLines(comments, document);
  const ends = findLastLines(document);
  return comments.flatMap((comment) => {
    const code = readCode(comment, document, report);
    if (code === undefined) return [];
    const firstLine = targets.get(comment) ?? 0;
    return [{ code, comment, firstLine, lastLine: ends.get(firstLine) ?? firstLine, isNeeded: false }];
  });
}

/** Returns the line that each comment is about: its own, or the next line below that is not a comment. */
function findTargetLines(comments: readonly Comment[], document: Document): Map<Comment, number> {
  const targets = new Map<Comment, number>();
  let below: { line: number; target: number } | undefined;
  for (const comment of comments.toReversed()) {
    const line = findLine(comment, document);
    const next = below?.line === line + 1 ? below.target : line + 1;
    targets.set(comment, comment.isAlone ? next : line);
    below = comment.isAlone ? { line, target: next } : undefined;
  }
  return targets;
}

function findLine({ range }: Comment, document: Document): number {
  return document.span(range).start.line;
}

/** Maps each line on which a text begins to its last line: a comment cannot stand inside a text. */
function findLastLines(document: Document): Map<number, number> {
  const lines = new Map<number, number>();
  const walk = (node: Node): void => {
    if (node.kind === 'map') for (const { value } of node.entries.values()) walk(value);
    else if (node.kind === 'list') for (const item of node.items) walk(item);
    else {
      const { from, to } = node.range;
      const { start, end } = document.span({ from, to: Math.max(from, to - 1) });
      lines.set(start.line, Math.max(lines.get(start.line) ?? 0, end.line));
    }
  };
  walk(document.root);
  return lines;
}

/** Returns the code that a comment suppresses; reports what is wrong with the comment. */
function readCode({ text, range }: Comment, document: Document, report: Report): DiagnosticCode | undefined {
  const [, head = '', written = '', reason = ''] = PATTERN.exec(text) ?? [];
  if (head === '') return undefined;
  const from = range.from + head.length;
  const span = document.span(written === '' ? range : { from, to: from + written.length });
  const code = diagnosticCodes.find((one) => one === written);
  if (code === undefined) {
    const message = written === '' ? 'the comment names no code' : `there is no diagnostic "${written}"`;
    const meant = suggestWord(written, diagnosticCodes, span);
    report({ code: 'ignore-unknown-code', message, span, hint: `write # ${FORM}`, ...meant });
  } else if (catalogue[code].severity === 'error') {
    report({ code: 'ignore-error', message: `"${code}" is an error and cannot be silenced`, span });
  } else if (reason === '') {
    report({
      code: 'ignore-without-reason',
      message: `the comment does not say why "${code}" is silenced`,
      span,
      hint: `write # ${FORM}`,
    });
  } else return code;
  return undefined;
}

const PATTERN = new RegExp(String.raw`^(#+\s*${WORD}(?![\w-])\s*)([\w-]*)(?:\s*:\s*(.*\S))?`);

function reportUnneeded(ignores: readonly Ignore[], document: Document, report: Report): void {
  const unneeded = ignores.filter(({ code, isNeeded }) => !isNeeded && !provedCodes.includes(code));
  for (const { code, comment } of unneeded)
    report({
      code: 'ignore-unused',
      message: `there is no "${code}" here to silence`,
      span: document.span(comment.range),
      fix: { span: document.span(extendToSpace(comment, document)), text: '' },
    });
}

/** Returns the range of a comment with the spaces before it; a comment alone on its line includes the line. */
function extendToSpace({ range: { from, to }, isAlone }: Comment, document: Document): Range {
  const { text } = document;
  if (isAlone) {
    const { column } = document.span({ from, to }).start;
    const lineBreak = /^(?:\r\n|\n|\r)?/.exec(text.slice(to, to + 2))?.[0] ?? '';
    return { from: from - column + 1, to: to + lineBreak.length };
  }
  let start = from;
  while (/[ \t]/.test(text[start - 1] ?? '')) start -= 1;
  return { from: start, to };
}
