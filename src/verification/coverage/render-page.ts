/** Coverage as one page that needs nothing else: no script, no request, its own colours for light and dark. */
import { pictureOf, toSvg } from '../../authoring/drawing/index.ts';
import type { Highlights } from '../../authoring/drawing/index.ts';
import { coverageKinds, gradeOf, shareInWords, sharesOf, singular } from './coverage.ts';
import type { CoverageItem, CoverageKind, FlowCoverage, Share } from './coverage.ts';
import { escaped, lineIds } from './markup.ts';
import type { LineId } from './markup.ts';
import { markOf, sourceMarkup } from './page-source.ts';
import { pageStyle } from './page-style.ts';
import type { FlowSource } from './source.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const LEGEND = `<p>In diagrams and texts: <span class="good">covered</span>, <span class="fair">covered in part</span>,
<span class="poor">not covered</span>. A step in a diagram leads to its line.</p>`;

/** The page: for each flow its diagram, what was not covered, and the text of its files. */
export async function coverageAsPage(
  flows: readonly FlowCoverage[],
  sources: readonly FlowSource[],
): Promise<string> {
  const lineId = lineIds(sources.flatMap(({ file, imports }) => [file, ...imports.map((one) => one.file)]));
  const sections: string[] = [];
  for (const flow of flows) {
    const source = sources.find(({ file }) => file === flow.file);
    if (source !== undefined) sections.push(await sectionOf(flow, source, lineId));
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<link rel="icon" href="data:,">
<title>Coverage of ${flows.length === 1 ? escaped(flows[0]?.flow ?? '') : `${flows.length} flows`}</title>
<style>${pageStyle}</style>
</head>
<body>
<h1>Coverage</h1>
${sharesTable(flows)}
${LEGEND}
${sections.join('')}${importedFiles(flows, sources, lineId)}</body>
</html>
`;
}

function sharesTable(flows: readonly FlowCoverage[]): string {
  const head = ['flow', ...coverageKinds].map((text) => `<th scope="col">${text}</th>`).join('');
  const rows = flows.map((flow) =>
    sharesRow(`<a href="#flow-${flow.flow}">${escaped(flow.flow)}</a>`, [flow]),
  );
  const all = flows.length > 1 ? [sharesRow('all flows', flows)] : [];
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${[...rows, ...all].join('')}</tbody>\n</table>`;
}

function sharesRow(name: string, flows: readonly FlowCoverage[]): string {
  const shares = sharesOf(flows);
  const cells = coverageKinds.map((kind) => shareCell(kind, shares[kind]));
  return `<tr><th scope="row">${name}</th>${cells.join('')}</tr>\n`;
}

function shareCell(kind: CoverageKind, share: Share): string {
  return `<td class="share ${gradeOf(kind, share) ?? 'faint'}">${shareInWords(share)}</td>`;
}

async function sectionOf(
  { flow, file, items }: FlowCoverage,
  source: FlowSource,
  lineId: LineId,
): Promise<string> {
  const picture = pictureOf(source.graph, {
    title: flow,
    all: false,
    highlights: highlightsOf(items, lineId),
  });
  const svg = (await toSvg(picture)).replace(/ id="[^"]*"/g, '');
  return `<section id="flow-${flow}">
<h2>${escaped(flow)}</h2>
<div class="beside">
<figure>${svg}</figure>
<div>${missingTable(items, lineId)}</div>
</div>
${sourceMarkup({ file, text: source.text, items: items.filter((item) => item.file === file) }, lineId)}</section>
`;
}

/** A step is marked by all that there is to cover in it, an arrow by the outcomes that it stands for. */
function highlightsOf(items: readonly CoverageItem[], lineId: LineId): Highlights {
  const steps = new Map(items.flatMap((item) => (item.kind === 'steps' ? [[item.name, item] as const] : [])));
  const ways = Map.groupBy(items, ({ step = '', outcome }) => `${step} ${outcome ?? ''}`);
  const planned = Map.groupBy(
    items.filter(({ kind }) => kind !== 'failures'),
    ({ step = '' }) => step,
  );
  return {
    step: (name) => ((steps.get(name)?.hits ?? 0) > 0 ? markOf(planned.get(name) ?? []) : 'none'),
    outcome: (step, outcome) => markOf(ways.get(`${step} ${outcome}`) ?? []),
    always: (key) => markOf(items.filter(({ name }) => name === `always: ${key}`)),
    link(name) {
      const step = steps.get(name);
      return step && `#${lineId(step)}`;
    },
  };
}

function missingTable(items: readonly CoverageItem[], lineId: LineId): string {
  const missing = items.filter(({ hits, kind }) => hits === 0 && kind !== 'failures');
  const failures = items.filter(({ hits, kind }) => hits === 0 && kind === 'failures');
  const told =
    missing.length === 0 ? '<p class="good">Everything was covered.</p>' : itemsTable(missing, lineId);
  if (failures.length === 0) return told;
  const summary = `${failures.length} failures that no step routes were not met`;
  return `${told}\n<details><summary class="faint">${summary}</summary>\n${itemsTable(failures, lineId)}</details>`;
}

function itemsTable(items: readonly CoverageItem[], lineId: LineId): string {
  const head = ['line', '', 'not covered'].map((text) => `<th scope="col">${text}</th>`).join('');
  const rows = items
    .toSorted((a, b) => a.line - b.line)
    .map((item) => {
      const to = item.to === undefined ? '' : ` → ${escaped(item.to)}`;
      const line = `<a href="#${lineId(item)}">${item.line}</a>`;
      return `<tr><td>${line}</td><td class="faint">${singular(item.kind)}</td><td>${escaped(item.name)}${to}</td></tr>\n`;
    });
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('')}</tbody>\n</table>`;
}

/** A file that flows import is shown once, marked by all of them. */
function importedFiles(
  flows: readonly FlowCoverage[],
  sources: readonly FlowSource[],
  lineId: LineId,
): string {
  const texts = new Map(sources.flatMap(({ imports }) => imports.map(({ file, text }) => [file, text])));
  if (texts.size === 0) return '';
  const items = flows.flatMap((flow) => flow.items);
  const shown = [...texts].map(([file, text]) =>
    sourceMarkup({ file, text, items: items.filter((item) => item.file === file) }, lineId),
  );
  return `<section>\n<h2>Imported files</h2>\n${shown.join('')}</section>\n`;
}
