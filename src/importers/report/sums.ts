/** Sums of an import, which every form of the report shows. */
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import { formatCount } from '../../language/text/index.ts';
import { reasons } from '../project/index.ts';
import type { Fault, Grade, Loss, Imported } from '../project/index.ts';

export const grades: readonly Grade[] = ['exact', 'near', 'stub', 'dropped'];

interface Sums {
  nodes: number;
  byGrade: Record<Grade, number>;
  paths: { compared: number; equal: number; unsupported: number; isTruncated: boolean };
}

export function sumUp({ nodes, flows }: Imported): Sums {
  const count = (grade: Grade) => nodes.filter((node) => node.grade === grade).length;
  const compared = flows.flatMap(({ comparison }) => (comparison === undefined ? [] : [comparison]));
  const sum = (of: 'compared' | 'equal' | 'unsupported') =>
    compared.reduce((total, one) => total + one[of], 0);
  return {
    nodes: nodes.length,
    byGrade: { exact: count('exact'), near: count('near'), stub: count('stub'), dropped: count('dropped') },
    paths: {
      compared: sum('compared'),
      equal: sum('equal'),
      unsupported: sum('unsupported'),
      isTruncated: compared.some(({ isTruncated }) => isTruncated),
    },
  };
}

/** Says how far a flow was searched for faults of the original. */
export function describeSearch(searched: 'part' | 'none'): string {
  return searched === 'part'
    ? 'faults of the original were looked for in the first 1,000 situations, "ringflow prove" looks at all'
    : 'faults of the original that only "ringflow prove" finds were not looked for';
}

/** Groups losses by reason, what callers lose first. */
export function groupLosses(losses: readonly Loss[]): [Loss['reason'], Loss[]][] {
  const groups = [...Map.groupBy(losses, ({ reason }) => reason)];
  return groups.sort(([one], [other]) => reasons[other].weight - reasons[one].weight);
}

/** Groups what `validate` and `prove` warn of by where it comes from, with a title for each group. */
export function groupFaults(faults: readonly Fault[]): { title: string; found: readonly Diagnostic[] }[] {
  const find = (from: Fault['comesFrom']) =>
    faults.filter(({ comesFrom }) => comesFrom === from).map(({ diagnostic }) => diagnostic);
  const [original, stub] = [find('original'), find('stub')];
  return [
    { title: `The original had ${formatCount(original.length, 'fault')} already`, found: original },
    {
      title: `${formatCount(stub.length, 'fault')} can come from the steps that are left to you`,
      found: stub,
    },
  ].filter(({ found }) => found.length > 0);
}
