import type { FlowPart, Graph } from '../../language/model/index.ts';

/** Coverage of flows as data; every report renders it. */

/** Kinds of items, in the order of reports. */
export const coverageKinds = ['steps', 'outcomes', 'branches', 'prompts', 'rungs', 'failures'] as const;

/**
 * - steps: every step;
 * - outcomes: every way out of a step that the flow routes, and every global key or phrase;
 * - branches: the cases of `switch`, and its `otherwise`;
 * - prompts: everything that is said, in every language in which a caller can hear it;
 * - rungs: every entry of `no_input` and `no_match`;
 * - failures: ways out of a step that nobody routes, all of which lead to `on.error`.
 */
export type CoverageKind = (typeof coverageKinds)[number];

/** A part of a flow that calls can reach. */
export interface CoverageItem {
  kind: CoverageKind;
  /** In words: `main`, `main: 2`, `welcome in de-DE`, `main: no_input 1`. */
  name: string;
  /** The step that it belongs to; absent for prompts with a name and for global keys. */
  step?: string;
  /** Of an outcome, a branch or a failure: its name in the trace. */
  outcome?: string;
  /** Target of the outcome. */
  to?: string;
  /** Path of the file in which it stands. */
  file: string;
  /** 1-based. */
  line: number;
  /** Number of times that calls reached it. */
  hits: number;
}

/** Covered and total number of items of one kind. */
export interface Share {
  covered: number;
  total: number;
}

/** Coverage of one flow. */
export interface FlowCoverage {
  flow: string;
  /** Path of the flow file. */
  file: string;
  /** In the order of the kinds, within one in the order of the flow. */
  items: CoverageItem[];
}

/** Counts the covered items of each kind, of one flow or of several. */
export function countShares(flows: readonly FlowCoverage[]): Record<CoverageKind, Share> {
  const items = flows.flatMap((flow) => flow.items);
  const shares = coverageKinds.map((kind) => {
    const all = items.filter((item) => item.kind === kind);
    return [kind, { covered: all.filter(({ hits }) => hits > 0).length, total: all.length }] as const;
  });
  return Object.fromEntries(shares) as Record<CoverageKind, Share>;
}

/** A share in percent, rounded down to a tenth, so that only all is 100; nothing to cover is covered. */
export function toPercent({ covered, total }: Share): number {
  return total === 0 ? 100 : Math.floor((1000 * covered) / total) / 10;
}

/** Below this a share is poor, percent. */
const POOR = 80;

/** Grades a share; undefined if there is nothing to cover, and for failures, which need no coverage. */
export function gradeShare(kind: CoverageKind, share: Share): 'good' | 'fair' | 'poor' | undefined {
  if (share.total === 0 || kind === 'failures') return undefined;
  const percent = toPercent(share);
  if (percent === 100) return 'good';
  return percent < POOR ? 'poor' : 'fair';
}

/** A share in words: `38/43  88.3%`. */
export function formatShare(share: Share): string {
  return share.total === 0
    ? '–'
    : `${share.covered}/${share.total} ${toPercent(share).toFixed(1).padStart(5)}%`;
}

/** The kind of one item, in words. */
export function singularKind(kind: CoverageKind): string {
  return kind === 'branches' ? 'branch' : kind.slice(0, -1);
}

/** Kind → percent, of all flows together. What is not named need not be covered. */
export type Thresholds = Partial<Record<CoverageKind, number>>;

/** A threshold that was not reached. */
interface MissedThreshold {
  kind: CoverageKind;
  wanted: number;
  percent: number;
}

/** The thresholds that were not reached, in the order of the kinds. */
export function findMissedThresholds(flows: readonly FlowCoverage[], wanted: Thresholds): MissedThreshold[] {
  const shares = countShares(flows);
  return coverageKinds.flatMap((kind) => {
    const percent = toPercent(shares[kind]);
    const least = wanted[kind];
    return least === undefined || percent >= least ? [] : [{ kind, wanted: least, percent }];
  });
}

/** A flow as it is measured: what came of loading its file. */
export interface FlowSource {
  /** Path of the flow file. */
  file: string;
  text: string;
  flow: FlowPart & { flows?: Record<string, FlowPart> };
  graph: Graph;
  /** Of the flows that it runs, by name. */
  graphs?: Record<string, Graph>;
  /** The files that it imports, by their paths as diagnostics tell them. */
  imports: readonly { file: string; text: string }[];
}

/** Something to cover, before it is known whether it was. */
export interface Found extends Omit<CoverageItem, 'hits'> {
  /** Places whose hits count for the item. */
  places: string[];
}

/** Raised when a field changes its meaning or goes. */
const FORMAT = 1;

/** Everything that there is to cover, with how often calls came there. */
export function renderCoverageJson(flows: readonly FlowCoverage[]): string {
  const told = flows.map((flow) => ({
    flow: flow.flow,
    file: flow.file,
    totals: computeTotals([flow]),
    items: flow.items,
  }));
  return `${JSON.stringify({ format: FORMAT, totals: computeTotals(flows), flows: told }, undefined, 2)}\n`;
}

function computeTotals(flows: readonly FlowCoverage[]) {
  const shares = countShares(flows);
  return Object.fromEntries(
    coverageKinds.map((kind) => [kind, { ...shares[kind], percent: toPercent(shares[kind]) }]),
  );
}
