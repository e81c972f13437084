/** The lines of a step in its file. */
import type { FlowchartStep } from '../../../authoring/flowchart/index.ts';

interface StepLines {
  /** Path of the file. */
  file: string;
  lines: { number: number; text: string }[];
}

/** The files of a flow. */
export interface FlowFiles {
  /** Path of the flow's own file. */
  file: string;
  /** Path → text. */
  files: Readonly<Record<string, string>>;
}

/** Finds the lines of a step: from its name to the next line that is not indented deeper. */
export function readStepLines({ file: own, files }: FlowFiles, step: FlowchartStep): StepLines {
  const folder = own.slice(0, own.lastIndexOf('/') + 1);
  const file = step.file === undefined ? own : resolvePath(folder, step.file);
  const lines = (files[file] ?? '').split('\n');
  const first = step.line - 1;
  const depth = measureIndent(lines[first] ?? '');
  const after = lines.findIndex(
    (text, index) => index > first && text.trim() !== '' && measureIndent(text) <= depth,
  );
  const end = after === -1 ? lines.length : after;
  const shown = lines.slice(first, end).map((text, index) => ({ number: step.line + index, text }));
  while (shown.at(-1)?.text.trim() === '') shown.pop();
  return { file, lines: shown };
}

/** A stretch of a line; `isKey`: the name of a value. */
interface LinePart {
  text: string;
  isKey: boolean;
}

/** The key that begins a line, and keys within braces. */
const KEY = /(?<=^\s*(?:- )?|\{.*?[{,]\s*|\{\s*)[\w*-]+(?=:(?:\s|$))/g;

/** Splits a line into keys and the rest. A comment has no keys. */
export function splitKeys(line: string): LinePart[] {
  const parts: LinePart[] = [];
  let from = 0;
  for (const { 0: key, index } of line.matchAll(KEY)) {
    if (/(^|\s)#/.test(line.slice(0, index))) break;
    if (index > from) parts.push({ text: line.slice(from, index), isKey: false });
    parts.push({ text: key, isKey: true });
    from = index + key.length;
  }
  if (from < line.length) parts.push({ text: line.slice(from), isKey: false });
  return parts;
}

function measureIndent(line: string): number {
  return line.length - line.trimStart().length;
}

/** Resolves a relative path against a folder of the bundle. */
function resolvePath(folder: string, path: string): string {
  return new URL(path, `file:///${folder}`).pathname.slice(1);
}
