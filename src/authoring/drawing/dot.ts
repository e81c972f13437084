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

/** The graph as text, ending in a newline. */
export function toDot({ title, groups, arrows }: Picture): string {
  const lines = [
    `digraph ${quoted(title)} {`,
    `  graph [rankdir=TB pad=0.3 nodesep=0.4 ranksep=0.4 fontsize=12 ${FONT}]`,
    `  node [fontsize=12 margin="0.18,0.06" ${FONT}]`,
    `  edge [fontsize=10 ${FONT}]`,
    ...groups.flatMap(groupLines),
    ...arrows.map(arrowLine),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function groupLines({ title, boxes }: Group, index: number): string[] {
  if (title === undefined) return boxes.map((box) => `  ${boxLine(box)}`);
  return [
    `  subgraph cluster_${index} {`,
    `    label=${quoted(title)}`,
    ...boxes.map((box) => `    ${boxLine(box)}`),
    '  }',
  ];
}

function boxLine({ id, kind, text, mark, link }: Box): string {
  const url = link === undefined ? '' : ` URL=${quoted(link)}`;
  return `${id} [label=${quoted(text.join('\n'))} ${classOf(kind, mark)} ${SHAPES[kind]}${coloured(mark)}${url}]`;
}

function classOf(kind: string, mark: Mark | undefined): string {
  return mark === undefined ? `class=${kind}` : `class="${kind} ${mark}"`;
}

function coloured(mark: Mark | undefined): string {
  if (mark === undefined) return '';
  return ` color="${markColours[mark]}"${mark === 'full' ? '' : ' penwidth=2'}`;
}

function arrowLine({ from, to, text, style, loose, mark }: Arrow): string {
  const label = text === '' ? '' : ` label=${quoted(text.split('\n').map(padded).join('\n'))}`;
  const place = loose ? ' constraint=false weight=0' : '';
  return `  ${from} -> ${to} [${classOf(style, mark)} ${LINES[style]}${coloured(mark)}${label}${place}]`;
}

/** Fonts that stand in for the one that is measured are often wider. */
function padded(line: string): string {
  const space = ' '.repeat(1 + Math.round(line.length / 10));
  return `${space}${line}${space}`;
}

/** A quoted string; Graphviz knows the entities of HTML in it, and escapes of its own. */
function quoted(text: string): string {
  const plain = text.replaceAll('&', '&amp;').replaceAll('\\', '\\\\');
  return `"${plain.replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
