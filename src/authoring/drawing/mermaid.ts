/** A picture as a Mermaid flowchart. */
import { markColours } from './picture.ts';
import type { Arrow, ArrowStyle, Box, BoxKind, Group, Mark, Picture } from './picture.ts';

/**
 * Shapes show what a step waits for: a hexagon asks the caller, a stadium waits for another party, a plain box speaks.
 */
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

/** Renders a picture as Mermaid, ending in a newline. */
export function toMermaid({ title, groups, arrows }: Picture): string {
  const faint = arrows.flatMap(({ style }, index) => (style === 'faint' ? [index] : []));
  const lines = [
    '---',
    `title: ${JSON.stringify(title)}`,
    '---',
    'flowchart TD',
    ...groups.flatMap(renderGroup),
    ...arrows.map(renderArrow),
    ...(faint.length === 0 ? [] : [`  linkStyle ${faint.join(',')} opacity:0.45`]),
    ...(['full', 'part', 'none'] as const).flatMap((mark) => renderMark({ groups, arrows }, mark)),
  ];
  return `${lines.join('\n')}\n`;
}

function renderMark({ groups, arrows }: Pick<Picture, 'groups' | 'arrows'>, mark: Mark): string[] {
  const style = `stroke:${markColours[mark]}${mark === 'full' ? '' : ',stroke-width:3px'}`;
  const boxes = groups.flatMap((group) => group.boxes.filter((box) => box.mark === mark));
  const links = arrows.flatMap((arrow, index) => (arrow.mark === mark ? [index] : []));
  return [
    ...boxes.map(({ id }) => `  style ${id} ${style}`),
    ...(links.length === 0 ? [] : [`  linkStyle ${links.join(',')} ${style}`]),
  ];
}

function renderGroup({ title, boxes }: Group, index: number): string[] {
  if (title === undefined) return boxes.map((box) => `  ${renderBox(box)}`);
  return [
    `  subgraph group_${index}["${escape(title)}"]`,
    ...boxes.map((box) => `    ${renderBox(box)}`),
    '  end',
  ];
}

function renderBox({ id, kind, text }: Box): string {
  const [open, close] = SHAPES[kind];
  return `${id}${open}"${text.map(escape).join('<br/>')}"${close}`;
}

function renderArrow({ from, to, text, style }: Arrow): string {
  return `  ${from} ${LINES[style]}${text === '' ? '' : `|"${escape(text)}"|`} ${to}`;
}

/** Escapes a text: `#` begins an entity in Mermaid, and `*` or `1.` at the start of a text a list. */
function escape(text: string): string {
  return text.replace(/[#"<>&`*\\]/g, (mark) => `#${mark.charCodeAt(0)};`).replaceAll('\n', '<br/>');
}
