/** A picture as a Mermaid flowchart. */
import type { Arrow, ArrowStyle, Box, BoxKind, Group, Picture } from './picture.ts';

/** Shapes tell what a step waits for: a hexagon asks the caller, a stadium another party, a plain box speaks. */
const SHAPES: Record<BoxKind, [string, string]> = {
  caller: ['{{', '}}'],
  party: ['([', '])'],
  playback: ['[', ']'],
  nothing: ['(', ')'],
  start: ['((', '))'],
  end: ['((', '))'],
  note: ['>', ']'],
};

const LINES: Record<ArrowStyle, string> = {
  plain: '-->',
  failure: '-.->',
  faint: '-.->',
  hidden: '~~~',
};

/** The diagram as text, ending in a newline. */
export function toMermaid({ title, groups, arrows }: Picture): string {
  const faint = arrows.flatMap(({ style }, index) => (style === 'faint' ? [index] : []));
  const lines = [
    '---',
    `title: ${JSON.stringify(title)}`,
    '---',
    'flowchart TD',
    ...groups.flatMap(groupLines),
    ...arrows.map(arrowLine),
    ...(faint.length === 0 ? [] : [`  linkStyle ${faint.join(',')} opacity:0.45`]),
  ];
  return `${lines.join('\n')}\n`;
}

function groupLines({ title, boxes }: Group, index: number): string[] {
  if (title === undefined) return boxes.map((box) => `  ${boxText(box)}`);
  return [
    `  subgraph group_${index}["${escape(title)}"]`,
    ...boxes.map((box) => `    ${boxText(box)}`),
    '  end',
  ];
}

function boxText({ id, kind, text }: Box): string {
  const [open, close] = SHAPES[kind];
  return `${id}${open}"${text.map(escape).join('<br/>')}"${close}`;
}

function arrowLine({ from, to, text, style }: Arrow): string {
  return `  ${from} ${LINES[style]}${text === '' ? '' : `|"${escape(text)}"|`} ${to}`;
}

/** `#` begins an entity in Mermaid, and a mark such as `*` or `1.` at the beginning of a text a list. */
function escape(text: string): string {
  return text.replace(/[#"<>&`*\\]/g, (mark) => `#${mark.charCodeAt(0)};`).replaceAll('\n', '<br/>');
}
