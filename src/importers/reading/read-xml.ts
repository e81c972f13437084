import { parseXml, XmlComment, XmlElement, XmlError, XmlText } from '@rgrove/parse-xml';
import type { XmlNode } from '@rgrove/parse-xml';
import { readEntities } from './entities.ts';
import type { LineIndex } from './line-index.ts';
import { createDepthError, createSecondError, MAX_DEPTH, ReadingError } from './reading-error.ts';
import type { ElementNode, TextNode, UnreadEntity } from './source.ts';

/**
 * Reads XML; of a document type only entities that are plain text. An ampersand that begins no reference stands for itself, as many
 * parsers take it. Throws ReadingError.
 */
export function readXml(
  text: string,
  lines: LineIndex,
): { root: ElementNode; unread: readonly UnreadEntity[] } {
  const second = checkDepth(text, lines);
  checkProgram(text, lines);
  const { resolve, unread } = readEntities(text, lines);
  try {
    const { root } = parseXml(text.replaceAll(LONE_AMPERSAND, AMPERSAND), {
      includeOffsets: true,
      preserveComments: true,
      preserveCdata: false,
      resolveUndefinedEntity: resolve,
    });
    if (root === null) throw new ReadingError('import-unreadable', 'there is no element', lines.toSpan(0, 0));
    return { root: toElement(root, lines), unread };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    if (error.pos > 0 && (error.pos === second || text.startsWith('<?xml', error.pos)))
      throw createSecondError(lines.toSpan(error.pos, error.pos));
    const [problem = ''] = error.message.split('\n');
    const message = `the XML is broken here: ${problem.replace(/ \(line \d+, column \d+\)$/, '')}`;
    throw new ReadingError('import-unreadable', message, lines.toSpan(error.pos, error.pos));
  }
}

const LONE_AMPERSAND = /&(?!#\d+;|#x[\da-f]+;|[a-z_][\w.:-]*;)/gi;
/** A character of a range of Unicode that no text uses. */
const AMPERSAND = '\ue0ff';

function restore(text: string): string {
  return text.replaceAll(AMPERSAND, '&');
}

/** A program that makes documents is none itself, even where it looks like XML. */
function checkProgram(text: string, lines: LineIndex): void {
  for (const { 0: found, index } of text.matchAll(/<!--.*?-->|<!\[CDATA\[.*?\]\]>|<%|<\?(?:php\b|=)/gs)) {
    if (found.startsWith('<!')) continue;
    const message = `this is a program that makes documents (${found === '<%' ? 'JSP or ASP' : 'PHP'}), and no document`;
    const span = lines.toSpan(index, index + found.length);
    const hint = 'save a document that it makes, and import that';
    throw new ReadingError('import-unreadable', message, { span, hint });
  }
}

/** The parser calls itself for each level, so the depth is checked before. Returns where a second root begins, if one does. */
function checkDepth(text: string, lines: LineIndex): number | undefined {
  let [depth, roots] = [0, 0];
  let second: number | undefined;
  for (const { 0: token, index } of text.matchAll(
    /<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\/[^>]*>|<[^!?/][^>]*?(\/?)>/gs,
  )) {
    if (token.startsWith('<!')) continue;
    if (depth === 0 && !token.startsWith('</')) {
      roots += 1;
      if (roots === 2) second = index;
    }
    if (token.startsWith('</')) depth -= 1;
    else if (!token.endsWith('/>')) depth += 1;
    if (depth > MAX_DEPTH) throw createDepthError(lines.toSpan(index, index + 1));
  }
  return second;
}

function toElement(element: XmlElement, lines: LineIndex, comment?: string): ElementNode {
  const children: (ElementNode | TextNode)[] = [];
  let above: string | undefined;
  // The element that ends on this line, if any.
  let beside: ElementNode | undefined;
  for (const child of element.children) {
    if (child instanceof XmlComment) {
      const content = child.content.trim();
      if (beside === undefined) above = content;
      else beside.comment ??= content;
    }
    if (child instanceof XmlElement) {
      beside = toElement(child, lines, above);
      children.push(beside);
      above = undefined;
    }
    if (child instanceof XmlText && child.text !== '')
      children.push({ kind: 'text', span: toSpan(child, lines), text: restore(child.text) });
    if (child instanceof XmlText && child.text.includes('\n')) beside = undefined;
  }
  const { name } = element;
  const attributes = Object.fromEntries(
    Object.entries(element.attributes).map(([attribute, value]) => [attribute, restore(value)]),
  );
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
