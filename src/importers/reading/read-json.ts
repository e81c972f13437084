import { parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import type { LineIndex } from './line-index.ts';
import type { MaskedText } from './placeholders.ts';
import { createDepthError, createSecondError, MAX_DEPTH, ReadingError } from './reading-error.ts';
import type { DataNode } from './source.ts';

/** Reads JSON; throws ReadingError. */
export function readJson({ text, restore }: MaskedText, lines: LineIndex): DataNode {
  checkDepth(text, lines);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (error !== undefined || root === undefined) {
    const { offset = 0, length = 0 } = error ?? {};
    const problem = error === undefined ? 'there is no value' : describeProblem(error);
    const span = lines.toSpan(offset, offset + length);
    const isSecond = error !== undefined && printParseErrorCode(error.error) === 'EndOfFileExpected';
    if (isSecond && /[{[]/.test(text.charAt(offset))) throw createSecondError(span);
    throw new ReadingError('import-unreadable', `the JSON is broken here: ${problem}`, span);
  }
  return toNode(root, { restore, lines });
}

/** Writes a code such as `CommaExpected` as words. */
function describeProblem({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
}

/** The parser calls itself for each level, so the depth is checked before. */
function checkDepth(text: string, lines: LineIndex): void {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth > MAX_DEPTH) throw createDepthError(lines.toSpan(index, index + 1));
  }
}

function toNode(node: Node, about: { restore: MaskedText['restore']; lines: LineIndex }): DataNode {
  const { restore, lines } = about;
  const { children = [] } = node;
  const toSpan = ({ offset, length }: Node) => lines.toSpan(offset, offset + length);
  const span = toSpan(node);
  if (node.type === 'array')
    return { kind: 'list', span, items: children.map((child) => toNode(child, about)) };
  if (node.type === 'object') {
    const entries = children.flatMap(({ children: [key, value] = [] }) =>
      key === undefined || value === undefined
        ? []
        : [{ key: restore(String(key.value)), keySpan: toSpan(key), value: toNode(value, about) }],
    );
    return { kind: 'object', span, entries };
  }
  const value = node.value as string | number | boolean | null;
  return { kind: 'scalar', span, value: typeof value === 'string' ? restore(value) : value };
}
