/** Renders coverage as a self-contained HTML page: no scripts, no requests, colours for light and dark screens. */
import { createPicture, toSvg } from '../../authoring/drawing/index.ts';
import type { Highlights } from '../../authoring/drawing/index.ts';
import { coverageKinds, gradeShare, formatShare, countShares, singularKind } from './coverage.ts';
import type { CoverageItem, CoverageKind, FlowCoverage, Share, FlowSource } from './coverage.ts';
import { escapeHtml, createLineIds, chooseMark, renderSource } from './page-source.ts';
import type { LineId } from './page-source.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const LEGEND = `<p>Colours: <span class="good">covered</span>, <span class="fair">partly covered</span>,
<span class="poor">not covered</span>. Click a step in a diagram to jump to its line.</p>`;

/** Renders the page: for each flow its diagram, its uncovered items, and the text of its files. */
export async function renderCoveragePage(
  flows: readonly FlowCoverage[],
  sources: readonly FlowSource[],
): Promise<string> {
  const lineId = createLineIds(
    sources.flatMap(({ file, imports }) => [file, ...imports.map((one) => one.file)]),
  );
  const sections: string[] = [];
  for (const flow of flows) {
    const source = sources.find(({ file }) => file === flow.file);
    if (source !== undefined) sections.push(await renderSection(flow, source, lineId));
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<link rel="icon" href="data:,">
<title>Coverage of ${flows.length === 1 ? escapeHtml(flows[0]?.flow ?? '') : `${flows.length} flows`}</title>
<style>${pageStyle}</style>
</head>
<body>
<h1>Coverage</h1>
${renderSharesTable(flows)}
${LEGEND}
${sections.join('')}${renderImportedFiles(flows, sources, lineId)}</body>
</html>
`;
}

function renderSharesTable(flows: readonly FlowCoverage[]): string {
  const head = ['flow', ...coverageKinds].map((text) => `<th scope="col">${text}</th>`).join('');
  const rows = flows.map((flow) =>
    renderSharesRow(`<a href="#flow-${flow.flow}">${escapeHtml(flow.flow)}</a>`, [flow]),
  );
  const all = flows.length > 1 ? [renderSharesRow('all flows', flows)] : [];
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${[...rows, ...all].join('')}</tbody>\n</table>`;
}

function renderSharesRow(name: string, flows: readonly FlowCoverage[]): string {
  const shares = countShares(flows);
  const cells = coverageKinds.map((kind) => renderShareCell(kind, shares[kind]));
  return `<tr><th scope="row">${name}</th>${cells.join('')}</tr>\n`;
}

function renderShareCell(kind: CoverageKind, share: Share): string {
  return `<td class="share ${gradeShare(kind, share) ?? 'faint'}">${formatShare(share)}</td>`;
}

async function renderSection(
  { flow, file, items }: FlowCoverage,
  source: FlowSource,
  lineId: LineId,
): Promise<string> {
  const picture = createPicture(source.graph, {
    title: flow,
    all: false,
    highlights: createHighlights(items, lineId),
  });
  const svg = (await toSvg(picture)).replace(/ id="[^"]*"/g, '');
  return `<section id="flow-${flow}">
<h2>${escapeHtml(flow)}</h2>
<div class="beside">
<figure>${svg}</figure>
<div>${renderMissing(items, lineId)}</div>
</div>
${renderSource({ file, text: source.text, items: items.filter((item) => item.file === file) }, lineId)}</section>
`;
}

/** Marks each step by all of its items, and each arrow by its outcomes. */
function createHighlights(items: readonly CoverageItem[], lineId: LineId): Highlights {
  const steps = new Map(items.flatMap((item) => (item.kind === 'steps' ? [[item.name, item] as const] : [])));
  const edges = items.flatMap((item) =>
    (item.outcomes ?? []).map((outcome) => ({ item, way: `${item.step ?? ''} ${outcome}` })),
  );
  const ways = Map.groupBy(edges, ({ way }) => way);
  const planned = Map.groupBy(
    items.filter(({ kind }) => kind !== 'failures'),
    ({ step = '' }) => step,
  );
  return {
    step: (name) => ((steps.get(name)?.hits ?? 0) > 0 ? chooseMark(planned.get(name) ?? []) : 'none'),
    outcome: (step, outcome) => chooseMark((ways.get(`${step} ${outcome}`) ?? []).map(({ item }) => item)),
    always: (key) => chooseMark(items.filter(({ name }) => name === `always: ${key}`)),
    link(name) {
      const step = steps.get(name);
      return step && `#${lineId(step)}`;
    },
  };
}

function renderMissing(items: readonly CoverageItem[], lineId: LineId): string {
  const missing = items.filter(({ hits, kind }) => hits === 0 && kind !== 'failures');
  const failures = items.filter(({ hits, kind }) => hits === 0 && kind === 'failures');
  const told =
    missing.length === 0 ? '<p class="good">Everything is covered.</p>' : renderItems(missing, lineId);
  if (failures.length === 0) return told;
  const summary = `${failures.length} unhandled failures were not covered`;
  return `${told}\n<details><summary class="faint">${summary}</summary>\n${renderItems(failures, lineId)}</details>`;
}

function renderItems(items: readonly CoverageItem[], lineId: LineId): string {
  const head = ['line', '', 'not covered'].map((text) => `<th scope="col">${text}</th>`).join('');
  const rows = items
    .toSorted((a, b) => a.line - b.line)
    .map((item) => {
      const to = item.to === undefined ? '' : ` → ${escapeHtml(item.to)}`;
      const line = `<a href="#${lineId(item)}">${item.line}</a>`;
      return `<tr><td>${line}</td><td class="faint">${singularKind(item.kind)}</td><td>${escapeHtml(item.name)}${to}</td></tr>\n`;
    });
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('')}</tbody>\n</table>`;
}

/** Shows each imported file once, marked by all flows. */
function renderImportedFiles(
  flows: readonly FlowCoverage[],
  sources: readonly FlowSource[],
  lineId: LineId,
): string {
  const texts = new Map(sources.flatMap(({ imports }) => imports.map(({ file, text }) => [file, text])));
  if (texts.size === 0) return '';
  const items = flows.flatMap((flow) => flow.items);
  const shown = [...texts].map(([file, text]) =>
    renderSource({ file, text, items: items.filter((item) => item.file === file) }, lineId),
  );
  return `<section>\n<h2>Imported files</h2>\n${shown.join('')}</section>\n`;
}

const pageStyle = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1f23; --faint: #656d76; --rule: #d8dee4; --soft: #f6f8fa;
  --good: #1a7f37; --fair: #9a6700; --bad: #cf222e; --bad-paper: #ffebe9; --fair-paper: #fff8c5; }
@media (prefers-color-scheme: dark) { :root { --paper: #16191d; --ink: #e8eaed; --faint: #8b949e; --rule: #30363d;
  --soft: #1f242b; --good: #3fb950; --fair: #d29922; --bad: #ff7b72; --bad-paper: #3c1618; --fair-paper: #372a08; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 110rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; } h2 { margin-top: 3rem; border-top: 1px solid var(--rule); padding-top: 1rem; font-size: 1.2rem; }
h3 { font-size: 1rem; }
a { color: inherit; }
table { border-collapse: collapse; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }
thead th { border-bottom: 1px solid var(--rule); color: var(--faint); font-weight: normal; }
td.share { white-space: pre; text-align: right; font-variant-numeric: tabular-nums; }
.good { color: var(--good); } .fair { color: var(--fair); } .poor { color: var(--bad); font-weight: 600; }
.faint { color: var(--faint); }
.beside { display: flex; flex-wrap: wrap; gap: 2rem; align-items: flex-start; }
.beside > figure { flex: 2 1 36rem; } .beside > div { flex: 1 1 24rem; }
figure { margin: 0; overflow: auto; max-height: 90vh; border: 1px solid var(--rule); border-radius: 6px; }
figure svg { max-width: 100%; height: auto; }
pre { margin: 0; overflow: auto; border: 1px solid var(--rule); border-radius: 6px; padding: .5rem 0;
  font: 13px/1.5 ui-monospace, monospace; }
pre > span { display: block; padding-right: 1rem; scroll-margin-top: 40vh; min-width: max-content; }
pre i { display: inline-block; padding-right: 1rem; text-align: right; font-style: normal; color: var(--faint);
  user-select: none; }
pre i.number { width: 3.5rem; } pre i.hits { width: 5rem; }
pre > .none { background: var(--bad-paper); } pre > .none i.hits { color: var(--bad); }
pre > .part { background: var(--fair-paper); } pre > .part i.hits { color: var(--fair); }
pre > .full i.hits { color: var(--good); }
pre > span:target { outline: 2px solid var(--ink); outline-offset: -2px; }
`;
