/**
 * Reads contact flows of Amazon Connect out of a file of Terraform: the JSON in `content`, as a text of several lines or inside of
 * `jsonencode`. Of a flow whose content comes from another file it says so. All other parts of the file are passed.
 */
import type { LineIndex } from './line-index.ts';
import { maskPlaceholders } from './placeholders.ts';
import { readJson } from './read-json.ts';
import { ReadingError } from './reading-error.ts';
import type { DataNode, ObjectNode, Placeholder } from './source.ts';

const RESOURCE = /^[ \t]*resource[ \t]+"(aws_connect_contact_flow(?:_module)?)"[ \t]+"([^"\n]*)"/gm;
const CONTENT = /^[ \t]*content[ \t]*=[ \t]*(?:<<-?[ \t]*"?(\w+)"?[ \t]*\n|jsonencode[ \t]*\(\s*)/m;

const ELSEWHERE = /^[ \t]*(?:content|filename)[ \t]*=[ \t]*(.+)$/m;

/** Key of a text that says where the content of a flow comes from. */
export const CONTENT_ELSEWHERE = 'content elsewhere';

interface Read {
  root: ObjectNode;
  placeholders: Placeholder[];
}

/** True for a file of Terraform with contact flows. */
export function isTerraform(text: string): boolean {
  return text.search(RESOURCE) !== -1;
}

/** Reads the contact flows of a file, each as an object with its name and content; throws ReadingError. */
export function readTerraform(text: string, lines: LineIndex): Read {
  const placeholders: Placeholder[] = [];
  const starts = [...text.matchAll(RESOURCE)];
  let count = 0;
  const entries = starts.flatMap(({ index, 1: type = '', 2: label = '' }, at) => {
    const end = starts[at + 1]?.index ?? text.length;
    const content = findContent(text, index, end);
    if (content === undefined) {
      const [whole = '', from = ''] = ELSEWHERE.exec(text.slice(index, end)) ?? [];
      const start = index + text.slice(index, end).indexOf(whole);
      const span = lines.toSpan(start, start + whole.length);
      const value: DataNode = { kind: 'scalar', span, value: from.trim() };
      return [
        toEntry(`${type}.${label}`, { kind: 'object', span, entries: [toEntry(CONTENT_ELSEWHERE, value)] }),
      ];
    }
    count += 1;
    const masked = maskPlaceholders(blankOutside(text, content), 'json', lines);
    placeholders.push(...masked.placeholders);
    const about = text.slice(index, content[0]) + text.slice(content[1], end);
    const named = ['name', 'type'].flatMap((key) => {
      const value = new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*"([^"\\n]*)"`, 'm').exec(about)?.[1];
      return value === undefined
        ? []
        : [toEntry(key, { kind: 'scalar', span: lines.toSpan(index, index), value })];
    });
    const flow = toEntry('content', readJson(masked, lines));
    const span = lines.toSpan(index, content[1]);
    // Other resources refer to it by this name.
    return [toEntry(`${type}.${label}`, { kind: 'object', span, entries: [...named, flow] })];
  });
  if (count === 0) {
    const start = starts[0]?.index ?? 0;
    const message =
      'no contact flow of this Terraform file has its content in it; import the file that the content comes from';
    throw new ReadingError('import-unreadable', message, lines.toSpan(start, start));
  }
  return { root: { kind: 'object', span: lines.toSpan(0, text.length), entries }, placeholders };
}

function toEntry(key: string, value: DataNode): ObjectNode['entries'][number] {
  return { key, keySpan: value.span, value };
}

/** Finds the JSON of a resource between two offsets. */
function findContent(text: string, from: number, to: number): [number, number] | undefined {
  const part = text.slice(from, to);
  const found = CONTENT.exec(part);
  if (found === null) return undefined;
  const begin = found.index + found[0].length;
  const [, word] = found;
  const length =
    word === undefined
      ? findClosing(part.slice(begin))
      : part.slice(begin).search(new RegExp(`^[ \\t]*${word}[ \\t]*$`, 'm'));
  return length === -1 ? undefined : [from + begin, from + begin + length];
}

/** Returns the offset of the bracket that closes what was opened before the text. */
function findClosing(text: string): number {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[([{]|[)\]}]/g)) {
    if (token.startsWith('"')) continue;
    depth += '([{'.includes(token) ? 1 : -1;
    if (depth < 0) return index;
  }
  return -1;
}

/** Replaces all characters outside of a part, so that those of the part keep their places. */
function blankOutside(text: string, [from, to]: [number, number]): string {
  const blank = (part: string) => part.replaceAll(/[^\n]/g, ' ');
  return blank(text.slice(0, from)) + text.slice(from, to) + blank(text.slice(to));
}
