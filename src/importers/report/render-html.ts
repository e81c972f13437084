/** Renders the report of an import as one page: the source beside the flow, grades in colour, then what is not the same. */
import { reasons } from '../project/index.ts';
import type { Grade, NodeResult, Imported } from '../project/index.ts';
import type { SourceFile } from '../reading/index.ts';
import { renderEffects, renderMoves } from '../../verification/compare/index.ts';
import { groupLosses, sumUp } from './sums.ts';

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 110rem; padding: 0 1rem; }
.columns { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; align-items: start; }
pre { overflow: auto; max-height: 80vh; margin: 0; padding: .75rem; border: 1px solid #8886; border-radius: 6px; font: 13px/1.45 ui-monospace, monospace; }
mark { color: inherit; border-radius: 3px; padding: 0 .15em; background: #8883; }
mark.exact { background: #2e7d3233; } mark.near { background: #b26a0044; } mark.stub { background: #c6282844; } mark.dropped { background: #8884; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top; }
@media (max-width: 60rem) { .columns { grid-template-columns: 1fr; } }`;

export function renderHtml(imported: Imported, sources: readonly SourceFile[]): string {
  const { system, flows, nodes, losses } = imported;
  const { byGrade } = sumUp(imported);
  const legend = Object.entries(byGrade)
    .map(([grade, count]) => `<mark class="${grade}">${count} ${grade}</mark>`)
    .join(' ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Import report</title><style>${STYLE}</style></head>
<body><h1>Import from ${escapeHtml(system?.name ?? 'unknown')}</h1><p>${legend}</p>
<ul>${flows.map(renderFlow).join('')}</ul>
<div class="columns"><section><h2>Original</h2>${sources.map((source) => renderSource(source, nodes)).join('')}</section>
<section><h2>Flow</h2>${flows.map(({ name, text }) => `<h3>${escapeHtml(name)}</h3><pre>${escapeHtml(text)}</pre>`).join('')}</section></div>
<h2>What is not the same</h2><table>${groupLosses(losses)
    .flatMap(([reason, of]) =>
      of.map(
        ({ file, span: { start }, detail = '' }) =>
          `<tr><th>${reason}</th><td>${escapeHtml(`${file}:${start.line}`)}</td><td>${escapeHtml(detail)}</td><td>${escapeHtml(reasons[reason].text)}</td></tr>`,
      ),
    )
    .join('')}</table></body></html>
`;
}

function renderFlow(flow: Imported['flows'][number]): string {
  const faults = flow.faults.map(({ code, message }) => `<li>${escapeHtml(`${code}: ${message}`)}</li>`);
  const known =
    faults.length === 0 ? '' : `<p>Faults that the original had already:</p><ul>${faults.join('')}</ul>`;
  return `<li>${describeComparison(flow)}${known}</li>`;
}

function describeComparison({ name, comparison }: Imported['flows'][number]): string {
  if (comparison === undefined) return `${escapeHtml(name)}: not compared alone`;
  const { equal, compared, differences } = comparison;
  const [first] = differences;
  const difference =
    first === undefined
      ? ''
      : `<br>Differs ${escapeHtml(renderMoves(first.path))}: the original ${escapeHtml(renderEffects(first.first, first.awaits[0]))}; the flow ${escapeHtml(renderEffects(first.second, first.awaits[1]))}.`;
  return `${escapeHtml(name)}: equal on ${equal} of ${compared} paths${difference}`;
}

/** Renders a source with the beginning of each node marked in the colour of its grade. */
function renderSource({ file, text }: SourceFile, nodes: readonly NodeResult[]): string {
  const starts = new Map<number, NodeResult>(
    nodes.flatMap((node) => (node.file === file ? [[node.span.start.line, node] as const] : [])),
  );
  const lines = text.split('\n').map((line, at) => {
    const node = starts.get(at + 1);
    return node === undefined ? escapeHtml(line) : markLine(line, node);
  });
  return `<h3>${escapeHtml(file)}</h3><pre>${lines.join('\n')}</pre>`;
}

function markLine(
  line: string,
  { grade, type, reason }: { grade: Grade; type: string; reason?: string },
): string {
  const title = [type, grade, reason ?? ''].filter((part) => part !== '').join(' · ');
  return `<mark class="${grade}" title="${escapeHtml(title)}">${escapeHtml(line)}</mark>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
