import { parseXml, XmlComment, XmlElement, XmlError, XmlText } from '@rgrove/parse-xml';
import type { XmlNode } from '@rgrove/parse-xml';
import type { LineIndex } from './line-index.ts';
import { createDepthError, MAX_DEPTH, ReadingError } from './reading-error.ts';
import type { ElementNode, TextNode } from './source.ts';

/** Reads XML; a document type is skipped and declares no entities. Throws ReadingError. */
export function readXml(text: string, lines: LineIndex): ElementNode {
  checkDepth(text, lines);
  try {
    const { root } = parseXml(text, {
      includeOffsets: true,
      preserveComments: true,
      preserveCdata: false,
      ignoreUndefinedEntities: true,
    });
    if (root === null) throw new ReadingError('import-unreadable', 'there is no element', lines.toSpan(0, 0));
    return toElement(root, lines);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const [problem = ''] = error.message.split('\n');
    const message = `the XML is broken here: ${problem.replace(/ \(line \d+, column \d+\)$/, '')}`;
    throw new ReadingError('import-unreadable', message, lines.toSpan(error.pos, error.pos));
  }
}

/** The parser calls itself for each level, so the depth is checked before. */
function checkDepth(text: string, lines: LineIndex): void {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(
    /<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\/[^>]*>|<[^!?/][^>]*?(\/?)>/gs,
  )) {
    if (token.startsWith('<!')) continue;
    if (token.startsWith('</')) depth -= 1;
    else if (!token.endsWith('/>')) depth += 1;
    if (depth > MAX_DEPTH) throw createDepthError(lines.toSpan(index, index + 1));
  }
}

function toElement(element: XmlElement, lines: LineIndex, comment?: string): ElementNode {
  const children: (ElementNode | TextNode)[] = [];
  let above: string | undefined;
  for (const child of element.children) {
    if (child instanceof XmlComment) above = child.content.trim();
    if (child instanceof XmlElement) children.push(toElement(child, lines, above));
    if (child instanceof XmlElement) above = undefined;
    if (child instanceof XmlText && child.text !== '')
      children.push({ kind: 'text', span: toSpan(child, lines), text: child.text });
  }
  const { name, attributes } = element;
  return {
    kind: 'element',
    span: toSpan(element, lines),
    name,
    attributes,
    children,
    ...(comment !== undefined && { comment }),
  };
}

function toSpan({ start, end }: XmlNode, lines: LineIndex): ElementNode['span'] {
  return lines.toSpan(start, end);
}
