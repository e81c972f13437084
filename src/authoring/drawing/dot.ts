/** A picture in DOT, the language of Graphviz. */
import { markColours } from './picture.ts';
import type { Arrow, ArrowStyle, Box, BoxKind, Group, Mark, Picture } from './picture.ts';

const FONT = 'fontname="Helvetica,Arial,sans-serif"';

const SHAPES: Record<BoxKind, string> = {
  caller: 'shape=hexagon margin="0.1,0.05"',
  party: 'shape=box style="rounded,bold"',
  playback: 'shape=box',
  nothing: 'shape=box style=rounded',
  start: 'shape=circle',
  end: 'shape=plaintext',
  note: 'shape=note',
};

const LINES: Record<ArrowStyle, string> = {
  plain: 'style=solid',
  failure: 'style=dashed',
  faint: 'style=dotted color="#808080" fontcolor="#808080"',
  hidden: 'style=invis',
};

/** Renders a picture in DOT, ending in a newline. */
export function toDot({ title, groups, arrows }: Picture): string {
  const lines = [
    `digraph ${quote(title)} {`,
    `  graph [rankdir=TB pad=0.3 nodesep=0.4 ranksep=0.4 fontsize=12 ${FONT}]`,
    `  node [fontsize=12 margin="0.18,0.06" ${FONT}]`,
    `  edge [fontsize=10 ${FONT}]`,
    ...groups.flatMap(renderGroup),
    ...arrows.map(renderArrow),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function renderGroup({ title, boxes }: Group, index: number): string[] {
  if (title === undefined) return boxes.map((box) => `  ${renderBox(box)}`);
  return [
    `  subgraph cluster_${index} {`,
    `    label=${quote(title)}`,
    ...boxes.map((box) => `    ${renderBox(box)}`),
    '  }',
  ];
}

function renderBox({ id, kind, text, mark, link }: Box): string {
  const url = link === undefined ? '' : ` URL=${quote(link)}`;
  return `${id} [label=${quote(text.join('\n'))} ${renderClass(kind, mark)} ${SHAPES[kind]}${renderColour(mark)}${url}]`;
}

function renderClass(kind: string, mark: Mark | undefined): string {
  return mark === undefined ? `class=${kind}` : `class="${kind} ${mark}"`;
}

function renderColour(mark: Mark | undefined): string {
  if (mark === undefined) return '';
  return ` color="${markColours[mark]}"${mark === 'full' ? '' : ' penwidth=2'}`;
}

function renderArrow({ from, to, text, style, loose, mark }: Arrow): string {
  const label = text === '' ? '' : ` label=${quote(text.split('\n').map(padLine).join('\n'))}`;
  const place = loose ? ' constraint=false weight=0' : '';
  return `  ${from} -> ${to} [${renderClass(style, mark)} ${LINES[style]}${renderColour(mark)}${label}${place}]`;
}

/** Pads a label, since substitute fonts are often wider than the font that Graphviz measures. */
function padLine(line: string): string {
  const space = ' '.repeat(1 + Math.round(line.length / 10));
  return `${space}${line}${space}`;
}

/** Quotes a string, in which Graphviz knows HTML entities and its own escapes. */
function quote(text: string): string {
  const plain = text.replaceAll('&', '&amp;').replaceAll('\\', '\\\\');
  return `"${plain.replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
