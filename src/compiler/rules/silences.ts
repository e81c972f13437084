/**
 * Comments that silence a warning in place: `# ringflow-ignore <code>: <reason>`, on the line of what is told or alone
 * on a line above it. A comment that is not whole silences nothing; one that silences nothing is told.
 */
import {
  catalogue,
  collectDiagnostics,
  diagnosticCodes,
  hasErrors,
  type Diagnostic,
  type DiagnosticCode,
  type Report,
} from '../../diagnostics/index.ts';
import { commentsIn, lineStart, type Comment } from '../comments.ts';
import type { Document, Node, Range } from '../document.ts';
import { didYouMean } from '../references.ts';

/** What was told of a flow file. */
export interface Told {
  file: string;
  document: Document;
  diagnostics: readonly Diagnostic[];
}

/** What is left to tell once the comments have been heeded, with what is wrong about the comments themselves. */
export function heedSilences({ file, document, diagnostics }: Told): Diagnostic[] {
  if (!document.text.includes(WORD)) return [...diagnostics];
  const own = collectDiagnostics(file);
  const silences = silencesIn(document, own.report);
  const left = diagnostics.filter((diagnostic) => {
    const heeded = silences.filter((silence) => covers(silence, diagnostic));
    for (const silence of heeded) silence.isNeeded = true;
    return heeded.length === 0;
  });
  // What is not told because of an error may be told again after it.
  if (!hasErrors(diagnostics)) tellUnneeded(silences, document, own.report);
  return [...left, ...own.diagnostics];
}

const WORD = 'ringflow-ignore';
const FORM = `${WORD} <code>: <reason>`;

interface Silence {
  code: DiagnosticCode;
  comment: Comment;
  firstLine: number;
  lastLine: number;
  isNeeded: boolean;
}

function covers({ code, firstLine, lastLine }: Silence, diagnostic: Diagnostic): boolean {
  const { line } = diagnostic.span.start;
  return diagnostic.code === code && line >= firstLine && line <= lastLine;
}

function silencesIn(document: Document, report: Report): Silence[] {
  const comments = commentsIn(document.text);
  const alone = new Set(comments.filter(({ isAlone }) => isAlone).map((one) => lineOf(one, document)));
  const ends = lastLines(document);
  return comments.flatMap((comment) => {
    const code = readCode(comment, document, report);
    if (code === undefined) return [];
    let firstLine = lineOf(comment, document);
    while (alone.has(firstLine)) firstLine += 1;
    return [{ code, comment, firstLine, lastLine: ends.get(firstLine) ?? firstLine, isNeeded: false }];
  });
}

function lineOf({ range }: Comment, document: Document): number {
  return document.span(range).start.line;
}

/** Line → the last line of a text that begins there: a comment cannot stand inside one. */
function lastLines(document: Document): Map<number, number> {
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

/** The code that a comment silences; tells what is wrong with the comment. */
function readCode({ text, range }: Comment, document: Document, report: Report): DiagnosticCode | undefined {
  const [, head = '', written = '', reason = ''] = PATTERN.exec(text) ?? [];
  if (head === '') return undefined;
  const from = range.from + head.length;
  const span = document.span(written === '' ? range : { from, to: from + written.length });
  const code = diagnosticCodes.find((one) => one === written);
  if (code === undefined) {
    const message = written === '' ? 'the comment names no code' : `there is no diagnostic "${written}"`;
    const meant = didYouMean(written, diagnosticCodes, span);
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

function tellUnneeded(silences: readonly Silence[], document: Document, report: Report): void {
  for (const { code, comment } of silences.filter(({ isNeeded }) => !isNeeded))
    report({
      code: 'ignore-unused',
      message: `there is no "${code}" here to silence`,
      span: document.span(comment.range),
      fix: { span: document.span(withItsSpace(comment, document.text)), text: '' },
    });
}

/** A comment with the spaces before it; one that stands alone with its whole line. */
function withItsSpace({ range: { from, to }, isAlone }: Comment, text: string): Range {
  if (isAlone)
    return {
      from: lineStart(text, from),
      to: to + (/^(\r\n|\n|\r)?/.exec(text.slice(to, to + 2))?.[0].length ?? 0),
    };
  return { from: text.slice(0, from).trimEnd().length, to };
}
