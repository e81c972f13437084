/** Renders coverage as a table for a terminal, followed by the uncovered items. */
import { alignColumns, formatCount } from '../../language/text/index.ts';
import { coverageKinds, gradeShare, formatShare, countShares, singularKind } from './coverage.ts';
import type { CoverageItem, CoverageKind, FlowCoverage, Share } from './coverage.ts';

interface CoverageTextOptions {
  colour: boolean;
}

const ESC = '\u001b[';
const STYLES = { green: '32', yellow: '33', red: '31', bold: '1', dim: '2' };
type Style = keyof typeof STYLES;
type Paint = (style: Style, text: string) => string;
const colours: Paint = (style, text) => `${ESC}${STYLES[style]}m${text}${ESC}0m`;
const noColours: Paint = (_style, text) => text;

const GRADES = { good: 'green', fair: 'yellow', poor: 'red' } as const;

/** Renders the table, with one row per flow and one for all flows, and the uncovered items. */
export function renderCoverageText(flows: readonly FlowCoverage[], { colour }: CoverageTextOptions): string {
  const paint = colour ? colours : noColours;
  const sorted = flows.toSorted((a, b) => compareTexts(a.flow, b.flow));
  return `${[...renderTable(sorted, paint), ...renderMissing(sorted, paint)].join('\n')}\n`;
}

interface Cell {
  text: string;
  style?: Style;
}

function renderTable(flows: readonly FlowCoverage[], paint: Paint): string[] {
  const head = ['flow', ...coverageKinds].map((text): Cell => ({ text, style: 'bold' }));
  const rows = flows.map((flow) => createRow(flow.flow, [flow]));
  const lines = [head, ...rows, ...(flows.length > 1 ? [createRow('all flows', flows)] : [])];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.text.length ?? 0)));
  return lines.map((line) => line.map((cell, column) => padCell(cell, { column, widths, paint })).join('  '));
}

function createRow(name: string, flows: readonly FlowCoverage[]): Cell[] {
  const shares = countShares(flows);
  return [{ text: name }, ...coverageKinds.map((kind) => createShareCell(kind, shares[kind]))];
}

function createShareCell(kind: CoverageKind, share: Share): Cell {
  const grade = gradeShare(kind, share);
  return { text: formatShare(share), style: grade === undefined ? 'dim' : GRADES[grade] };
}

interface Column {
  column: number;
  widths: number[];
  paint: Paint;
}

function padCell({ text, style }: Cell, { column, widths, paint }: Column): string {
  const space = ' '.repeat((widths[column] ?? 0) - text.length);
  const painted = style === undefined ? text : paint(style, text);
  return column === 0 ? painted + space : space + painted;
}

function renderMissing(flows: readonly FlowCoverage[], paint: Paint): string[] {
  const items = flows.flatMap((flow) => flow.items).filter(({ hits }) => hits === 0);
  const listed = items.filter(({ kind }) => kind !== 'failures');
  const failures = items.length - listed.length;
  const byFile = [...Map.groupBy(listed, ({ file }) => file)].toSorted(([a], [b]) => compareTexts(a, b));
  return [
    ...(byFile.length === 0 ? [] : ['', 'Not covered:']),
    ...byFile.flatMap(([file, found]) => ['', paint('bold', file), ...renderItems(found)]),
    ...(failures === 0 ? [] : ['', paint('dim', renderFailures(failures))]),
  ];
}

function renderItems(items: readonly CoverageItem[]): string[] {
  const sorted = items.toSorted((a, b) => a.line - b.line);
  const rows = sorted.map(({ line, kind, name, to }) => [
    String(line),
    singularKind(kind),
    `${name}${to === undefined ? '' : ` → ${to}`}`,
  ]);
  return [...new Set(alignColumns(rows, { right: [0] }))].map((line) => `  ${line}`);
}

function renderFailures(count: number): string {
  const those = formatCount(count, 'unhandled failure was', 'unhandled failures were');
  return `${those} not covered (all lead to on.error); the JSON and HTML reports list them.`;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
