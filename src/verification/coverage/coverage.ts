import type { FlowPart, Graph } from '../../language/model/index.ts';

/** Kinds of coverage items, in the order of reports. */
export const coverageKinds = ['steps', 'outcomes', 'branches', 'prompts', 'rungs', 'failures'] as const;

/**
 * Kind of an item:
 * - steps: every step;
 * - outcomes: every way out of a step that the flow routes, and every global key or phrase; outcomes that share a key of `on` are one;
 * - branches: the cases of `switch`, and its `otherwise`;
 * - prompts: every prompt, in every language in which a caller can hear it;
 * - rungs: every entry of `no_input` and `no_match`;
 * - failures: every unhandled failure of a step, all of which lead to `on.error`.
 */
export type CoverageKind = (typeof coverageKinds)[number];

/** A part of a flow that calls can cover. */
export interface CoverageItem {
  kind: CoverageKind;
  /** `main`, `main: 2`, `welcome in de-DE`, `main: no_input 1`. */
  name: string;
  /** Step that it belongs to; absent for named prompts and global keys. */
  step?: string;
  /** The outcomes, branches or failures in the trace that cover it: several where the flow routes them together. */
  outcomes?: string[];
  /** Target of the outcome. */
  to?: string;
  /** Path of the file that contains it. */
  file: string;
  /** 1-based. */
  line: number;
  /** Number of times that calls covered it. */
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
  /** Sorted by kind, then in the order of the flow. */
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

/**
 * Returns a share in percent, rounded down to a tenth, so that only full coverage is 100; 100 if there is nothing to
 * cover.
 */
export function toPercent({ covered, total }: Share): number {
  return total === 0 ? 100 : Math.floor((1000 * covered) / total) / 10;
}

/** Shares below this are poor, percent. */
const POOR = 80;

/** Grades a share; undefined if there is nothing to cover, and for failures, which need not be covered. */
export function gradeShare(kind: CoverageKind, share: Share): 'good' | 'fair' | 'poor' | undefined {
  if (share.total === 0 || kind === 'failures') return undefined;
  const percent = toPercent(share);
  if (percent === 100) return 'good';
  return percent < POOR ? 'poor' : 'fair';
}

/** Formats a share: `38/43  88.3%`. */
export function formatShare(share: Share): string {
  return share.total === 0
    ? '–'
    : `${share.covered}/${share.total} ${toPercent(share).toFixed(1).padStart(5)}%`;
}

/** Returns the kind in the singular. */
export function singularKind(kind: CoverageKind): string {
  return kind === 'branches' ? 'branch' : kind.slice(0, -1);
}

/** Kind → required percentage of all flows together; absent kinds need not be covered. */
export type Thresholds = Partial<Record<CoverageKind, number>>;

interface MissedThreshold {
  kind: CoverageKind;
  wanted: number;
  percent: number;
}

/** Returns the thresholds that were not reached, in the order of the kinds. */
export function findMissedThresholds(flows: readonly FlowCoverage[], wanted: Thresholds): MissedThreshold[] {
  const shares = countShares(flows);
  return coverageKinds.flatMap((kind) => {
    const percent = toPercent(shares[kind]);
    const least = wanted[kind];
    return least === undefined || percent >= least ? [] : [{ kind, wanted: least, percent }];
  });
}

/** A flow to measure, with its sources. */
export interface FlowSource {
  /** Path of the flow file. */
  file: string;
  text: string;
  flow: FlowPart & { flows?: Record<string, FlowPart> };
  graph: Graph;
  /** Graphs of the flows that it runs, by name. */
  graphs?: Record<string, Graph>;
  /** Imported files, by the paths that diagnostics use. */
  imports: readonly { file: string; text: string }[];
}

/** An item before its hits are counted. */
export interface Found extends Omit<CoverageItem, 'hits'> {
  /** Places whose hits count for the item. */
  places: string[];
}
