/** Renders the report of an import as one page: the sums, the source beside the flow with grades in colour, then what is not the same. */
import { formatCount } from '../../language/text/index.ts';
import { reasons } from '../project/index.ts';
import type { Grade, Imported, ImportedFlow, Loss, NodeResult, Question } from '../project/index.ts';
import type { SourceFile } from '../reading/index.ts';
import { renderEffects, renderEquality, renderMoves } from '../../verification/compare/index.ts';
import { describeSearch, groupFaults, grades, groupLosses, sumUp } from './sums.ts';

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 110rem; padding: 0 1.5rem; }
h2 { margin: 2rem 0 .5rem; } h3 { margin: 1rem 0 .25rem; font-size: 1rem; overflow-wrap: anywhere; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.5rem; align-items: start; }
pre { overflow: auto; max-height: 80vh; margin: 0; padding: .75rem; border: 1px solid #8886; border-radius: 6px; font: 13px/1.45 ui-monospace, monospace; }
mark { color: inherit; border-radius: 3px; padding: 0 .2em; background: #8883; }
mark:target { outline: 2px solid; }
mark.exact { background: #2e7d3233; } mark.near { background: #b26a0044; } mark.stub { background: #c6282844; } mark.dropped { background: #8884; }
mark a { color: inherit; text-decoration: none; } mark a:hover { text-decoration: underline; }
details { margin: .25rem 0; } summary { cursor: pointer; } p { margin: .25rem 0; } ul { margin: .25rem 0; }
@media (max-width: 60rem) { .columns { grid-template-columns: minmax(0, 1fr); } }`;

export function renderHtml(imported: Imported, sources: readonly SourceFile[]): string {
  const { system, flows, nodes, losses, questions, unusedAnswers } = imported;
  const { byGrade } = sumUp(imported);
  const legend = grades
    .filter((grade) => byGrade[grade] > 0)
    .map((grade) => `<mark class="${grade}">${byGrade[grade]} ${grade}</mark>`);
  const open = questions.filter(({ isAnswered }) => !isAnswered);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Import report</title><style>${STYLE}</style></head>
<body><h1>Import from ${escapeHtml(system?.name ?? 'unknown')}</h1><p>${formatCount(nodes.length, 'node')}: ${legend.join(' ')}</p>
${flows.map(renderSums).join('')}
${renderSection('Questions', open.map(renderQuestion))}
${renderSection('Answers that nothing asks for', unusedAnswers.map(renderUnused))}
${renderSection('What is not the same', groupLosses(losses).map(renderReason))}
<div class="columns"><section><h2>Original</h2>${sources.map((source) => renderSource(source, nodes)).join('')}</section>
<section><h2>Flow</h2>${flows.map((flow) => renderFlow(flow, nodes)).join('')}</section></div></body></html>
`;
}

function renderSection(title: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `<h2>${title}</h2>${parts.join('')}`;
}

function renderSums(flow: ImportedFlow): string {
  const { faults, comparison, searched } = flow;
  const known = groupFaults(faults).map(({ title, found }) => {
    const ordered = [...Map.groupBy(found, ({ code }) => code).values()].flat();
    const items = ordered.map(({ code, message }) => `<li>${escapeHtml(`${code}: ${message}`)}</li>`);
    return `<details><summary>${title}</summary><ul>${items.join('')}</ul></details>`;
  });
  const search =
    comparison === undefined || searched === 'whole' ? '' : `; ${escapeHtml(describeSearch(searched))}`;
  return `<p>${describeComparison(flow)}${search}</p>${known.join('')}`;
}

function describeComparison({ name, comparison }: ImportedFlow): string {
  const title = `<b>${escapeHtml(name)}</b>`;
  if (comparison === undefined) return `${title}: not compared alone`;
  const [first] = comparison.differences;
  const difference =
    first === undefined
      ? ''
      : `<br>Differs ${escapeHtml(renderMoves(first.path))}: the original ${escapeHtml(renderEffects(first.first, first.awaits[0]))}; the flow ${escapeHtml(renderEffects(first.second, first.awaits[1]))}.`;
  return `${title}: ${renderEquality(comparison)}${difference}`;
}

function renderQuestion({ kind, key, places: [place] }: Question): string {
  const at = place === undefined ? '' : ` (${linkLine(place.file, place.line)})`;
  return `<p>${kind}: what is <b>${escapeHtml(key)}</b>?${at}</p>`;
}

function renderUnused({ kind, key }: Imported['unusedAnswers'][number]): string {
  return `<p>${kind}: ${escapeHtml(key)}</p>`;
}

function renderReason([reason, losses]: [Loss['reason'], readonly Loss[]]): string {
  const places = losses.map(
    ({ file, span, detail = '' }) => `<li>${linkLine(file, span.start.line)} ${escapeHtml(detail)}</li>`,
  );
  return `<details><summary><b>${reason}</b> (${losses.length}): ${escapeHtml(reasons[reason].text)}</summary><ul>${places.join('')}</ul></details>`;
}

function linkLine(file: string, line: number): string {
  const name = file.split('/').at(-1) ?? file;
  return `<a href="#${nameAnchor(file, line)}">${escapeHtml(`${name}:${line}`)}</a>`;
}

function nameAnchor(file: string, place: string | number): string {
  return escapeHtml(encodeURIComponent(`${file}:${place}`));
}

/** Renders a source with the beginning of each node marked in the colour of its grade; it leads to the step. */
function renderSource({ file, text }: SourceFile, nodes: readonly NodeResult[]): string {
  const starts = new Map<number, NodeResult>(
    nodes.flatMap((node) => (node.file === file ? [[node.span.start.line, node] as const] : [])),
  );
  const lines = text.split('\n').map((line, at) => {
    const node = starts.get(at + 1);
    const anchor = `id="${nameAnchor(file, at + 1)}"`;
    if (node === undefined) return `<span ${anchor}>${escapeHtml(line)}</span>`;
    const { grade, type, reason = '', step } = node;
    const title = [type, grade, reason].filter((part) => part !== '').join(' · ');
    const link = step === undefined ? undefined : nameAnchor('step', step);
    return markLine(line, { grade, anchor: `${anchor} title="${escapeHtml(title)}"`, link });
  });
  return `<h3>${escapeHtml(file)}</h3><pre>${lines.join('\n')}</pre>`;
}

/** Renders a flow with the name of each step in the colour of the worst grade of its nodes; it leads to the first of them. */
function renderFlow({ name, text, draft }: ImportedFlow, nodes: readonly NodeResult[]): string {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const lines = text.split('\n').map((line) => {
    const [, step = ''] = /^ {2}(\w+):$/.exec(line) ?? [];
    const of = (draft.about[step]?.nodes ?? []).flatMap((id) => byId.get(id) ?? []);
    const [first] = of;
    if (first === undefined) return escapeHtml(line);
    const grade = grades.findLast((one) => of.some((node) => node.grade === one)) ?? first.grade;
    const anchor = first.step === step ? `id="${nameAnchor('step', step)}"` : '';
    return markLine(line, { grade, anchor, link: nameAnchor(first.file, first.span.start.line) });
  });
  return `<h3>${escapeHtml(name)}</h3><pre>${lines.join('\n')}</pre>`;
}

/** Marks a line without its indentation. */
function markLine(
  line: string,
  { grade, anchor, link }: { grade: Grade; anchor: string; link: string | undefined },
): string {
  const [indent = ''] = /^\s*/.exec(line) ?? [];
  const text = escapeHtml(line.slice(indent.length));
  const inner = link === undefined ? text : `<a href="#${link}">${text}</a>`;
  return `${indent}<mark class="${grade}" ${anchor}>${inner}</mark>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
