/** Renders a picture as SVG, laid out by Graphviz in WebAssembly, with colours for light and dark pages. */
import { toDot } from './dot.ts';
import { markColours } from './picture.ts';
import type { Picture } from './picture.ts';

/** Graphviz writes colours as attributes, which CSS rules override. */
const STYLE = `<style>
.graph { --paper: #ffffff; --ink: #1c1f23; --faint: #7a828c; --line: #4a525c; }
@media (prefers-color-scheme: dark) { .graph { --paper: #16191d; --ink: #e8eaed; --faint: #8b949e; --line: #aab2bc; } }
.graph > polygon { fill: var(--paper); }
text { fill: var(--ink); }
.node polygon, .node path, .node ellipse, .node polyline, .cluster polygon { fill: none; stroke: var(--line); }
.edge path { stroke: var(--line); }
.edge polygon { fill: var(--line); stroke: var(--line); }
.cluster polygon { stroke: var(--faint); stroke-dasharray: 4 3; }
.edge text { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
.caller polygon { stroke: #2f81f7; }
.party path { stroke: #2da44e; }
.faint path { stroke: var(--faint); }
.faint polygon { fill: var(--faint); stroke: var(--faint); }
.faint text, .cluster text { fill: var(--faint); }
.graph { --full: ${markColours.full}; --part: ${markColours.part}; --none: ${markColours.none}; }
@media (prefers-color-scheme: dark) { .graph { --full: #3fb950; --part: #d29922; --none: #ff7b72; } }
.full { --mark: var(--full); }
.part { --mark: var(--part); }
.none { --mark: var(--none); }
:is(.full, .part, .none) :is(path, polygon, ellipse, polyline) { stroke: var(--mark); }
:is(.part, .none) :is(path, polygon, ellipse, polyline) { stroke-width: 2.5px; }
.edge:is(.full, .part, .none) polygon { fill: var(--mark); }
.node a { text-decoration: none; }
</style>`;

/** Renders a picture as SVG, ending in a newline. The tooltip of a step shows its line in the file. */
export async function toSvg(picture: Picture): Promise<string> {
  // More than a megabyte of code, which other commands do not load.
  const { instance } = await import('@viz-js/viz');
  const viz = await instance();
  const drawn = viz.renderString(toDot(picture), { format: 'svg' });
  const svg = drawn.slice(drawn.indexOf('<svg')).replace(/<!--.*?-->\n/gs, '');
  return replaceTitles(svg, picture).replace(/(?<=<svg[^>]*>)/, `\n${STYLE}`);
}

/** Replaces the titles that Graphviz gives to every element, and removes those without information. */
function replaceTitles(svg: string, { groups, title }: Picture): string {
  const boxes = groups.flatMap((group) => group.boxes);
  const origins = new Map(boxes.map(({ id, origin }) => [id, origin]));
  let isFirst = true;
  return svg.replace(/<title>([^<]*)<\/title>\n/g, (_, name: string) => {
    const told = isFirst ? title : origins.get(name);
    isFirst = false;
    return told === undefined ? '' : `<title>${escapeXml(told)}</title>\n`;
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
